import type { Renderer } from './format';
import { github } from './github';
import { json } from './json';
import { jsonl } from './jsonl';
import { sarif } from './sarif';
import { terse } from './terse';
import { text } from './text';

export { costChanges } from './cost-change';
export { fingerprints } from './fingerprint';
export type { ReportContext } from './format';
export { mboxOf, type PatchDraft } from './mbox';
export { patch } from './patch';
export { printable } from './printable';
export type { ScanReport, ScanStats } from './scan-report';
export { subsystemInHistory, subsystemOf } from './subsystem';

interface Format {
  readonly render: Renderer;
  /** For `--format` in the help: lower case, no full stop. */
  readonly description: string;
}

/** The one list of formats, in the order of the help; the first is the default. */
export const FORMATS = {
  text: { render: text, description: 'for people: by file, with call paths' },
  terse: { render: terse, description: 'one line for each finding, as gcc and checkpatch write them' },
  json: { render: json, description: 'everything: ops, effects, findings, notes' },
  jsonl: { render: jsonl, description: 'the same, one JSON object on each line' },
  sarif: { render: sarif, description: 'SARIF 2.1.0, for code scanning and viewers' },
  github: { render: github, description: 'workflow commands that GitHub Actions shows as annotations' },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

export const isFormatName = (name: string): name is FormatName => Object.hasOwn(FORMATS, name);
