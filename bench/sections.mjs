/** What is measured, as docs/performance.md shows it. */
import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = new URL('../docs/performance.md', import.meta.url);

/** A table as the formatter of this repository writes it. */
export function table(head, rows) {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map(cells => cells[column].length)));
  const line = cells => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Replaces what stands between `<!-- NAME -->` and `<!-- /NAME -->` in docs/performance.md. */
export function writeSection(name, text) {
  const section = new RegExp(`(?<=<!-- ${name} -->\\n).*(?=<!-- /${name} -->)`, 's');
  const page = readFileSync(PAGE, 'utf8');
  if (!section.test(page)) throw new Error(`docs/performance.md has no section ${name}`);
  writeFileSync(
    PAGE,
    page.replace(section, () => `\n${text}\n\n`),
  );
}
