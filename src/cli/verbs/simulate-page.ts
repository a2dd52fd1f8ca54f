import { createHash } from 'node:crypto';
import type { TreeProgram } from '../../core/dismantle';
import { pageHtml } from '../../report/simulation';
import type { SimulationStart } from '../../shared';
import { VERSION } from '../project';
import type { PageParts } from '../surroundings';
import type { SimulateOptions } from './simulate-options';
import type { Asked } from './simulate-question';

/**
 * The page as one file: script, style sheet and what it starts from are inside, each allowed by its hash; nothing else
 * runs, and nothing is loaded.
 */
export function standAlonePage(
  { question, choice, calibration }: Asked,
  tree: TreeProgram | null,
  { preset, scenario, after }: Pick<SimulateOptions, 'preset' | 'scenario' | 'after'>,
  { script, style }: PageParts,
): string {
  const start: SimulationStart = {
    version: VERSION,
    tree,
    choice,
    preset: scenario !== null ? 'scenario' : preset.id,
    before: scenario === null ? null : question.before,
    after: after === null || after.kind === 'target' ? null : question.after,
    calibration,
    hint: null,
    id: 'file',
    opensSource: false,
  };
  // `<` would end the element, U+2028 the line; JSON may be written without either
  const json = JSON.stringify(start).replace(
    /[<\u2028\u2029]/g,
    char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return pageHtml({
    title: `${question.title} – simulated dismantle – Pernet Lens`,
    language: 'en',
    script: { source: hash(script), element: `<script>${script}</script>` },
    style: { source: hash(style), element: `<style>${style}</style>` },
    data: `<script type="application/json" id="pernet-lens-start">${json}</script>\n`,
  });
}

const hash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
