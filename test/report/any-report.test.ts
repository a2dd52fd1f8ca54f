import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding } from '../../src/core/rules/rule';
import { FORMATS, type FormatName, fingerprints, type ScanReport } from '../../src/report';
import { anyFinding, anyReport } from './arbitrary';
import { context } from './examples';
import { schemaErrors } from './sarif-schema';

const render = (format: FormatName, report: ScanReport, colour = false) =>
  FORMATS[format].render(report, { ...context, colour });

/** The lines of a text whose last line is ended. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  expect(text.endsWith('\n')).toBe(true);
  return text.slice(0, -1).split(/\r\n|[\n\r\u2028\u2029]/);
}

test('every terse line has the documented shape, one for each finding', () =>
  fc.assert(
    fc.property(anyReport, report => {
      const lines = linesOf(render('terse', report));
      expect(lines).toHaveLength(report.findings.length);
      for (const line of lines)
        expect(line).toMatch(/^(.+):(\d+):(\d+): (error|warning|note): (.+) \[([a-z0-9-]+)\]$/u);
    }),
  ));

test('text is printable, and colours add nothing but colour', () =>
  fc.assert(
    fc.property(anyReport, report => {
      const plain = render('text', report);
      for (const line of linesOf(plain)) expect(line).not.toMatch(/\p{Cc}/u);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the escape sequences that are looked for
      expect(render('text', report, true).replace(/\u001b\[\d+m/g, '')).toBe(plain);
    }),
  ));

test('every line of github is a whole command', () =>
  fc.assert(
    fc.property(anyReport, report => {
      const lines = render('github', report).split('\n').slice(0, -1);
      const interrupted = report.stats.partial ? 1 : 0;
      expect(lines).toHaveLength(report.findings.length + report.notes.length + interrupted);
      for (const line of lines) {
        expect(line).toMatch(/^::(error|warning|notice) (\w+=[^,:\r\n]*)(,\w+=[^,:\r\n]*)*::[^\r\n]*$/);
        expect(line).not.toMatch(/%(?!25|0A|0D|2C|3A)/);
      }
    }),
  ));

test('json and jsonl give the report back', () =>
  fc.assert(
    fc.property(anyReport, report => {
      expect(JSON.parse(render('json', report))).toEqual(report);
      const entries = render('jsonl', report)
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line));
      const of = (wanted: string) =>
        entries.filter(({ type }) => type === wanted).map(({ type: _, ...rest }) => rest);
      const { ops, findings, notes, stats, ...head } = report;
      expect(of('ops')).toEqual(ops);
      expect(of('finding')).toEqual(findings);
      expect(of('note')).toEqual(notes);
      expect(of('stats')).toEqual([{ ...head, ...stats }]);
      expect(entries.at(-1).type).toBe('stats');
    }),
  ));

test('sarif is valid, its indices point to what they name', () =>
  fc.assert(
    fc.property(anyReport, report => {
      const log = JSON.parse(render('sarif', report));
      expect(schemaErrors(log)).toEqual([]);
      const [run] = log.runs;
      expect(run.results).toHaveLength(report.findings.length);
      for (const { ruleId, ruleIndex, locations } of run.results) {
        if (ruleIndex !== undefined) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
        const { uri, index } = locations[0].physicalLocation.artifactLocation;
        expect(run.artifacts[index].location.uri).toBe(uri);
      }
    }),
  ));

test('fingerprints do not see lines', () =>
  fc.assert(
    fc.property(fc.array(anyFinding), fc.nat(1000), (findings, shift) => {
      const down = <T extends { readonly line: number }>(place: T): T => ({
        ...place,
        line: place.line + shift,
      });
      const shifted = findings.map(
        (finding): Finding => ({
          ...finding,
          range: { start: down(finding.range.start), end: down(finding.range.end) },
          path: finding.path.map(down),
        }),
      );
      expect(fingerprints(shifted)).toEqual(fingerprints(findings));
    }),
  ));

test('every finding has a fingerprint of its own, equal ones and all', () =>
  fc.assert(
    fc.property(fc.array(anyFinding), findings => {
      const twice = [...findings, ...findings];
      expect(new Set(fingerprints(twice)).size).toBe(twice.length);
    }),
  ));
