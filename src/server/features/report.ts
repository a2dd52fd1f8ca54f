import { relative, sep } from 'node:path';
import { LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import type { Ops } from '../../core/project';
import { type Finding, RULES } from '../../core/rules';
import type { FileAnswer } from '../../host/file-answer';
import { docsUrl, HOMEPAGE } from '../../host/project';
import type { Session } from '../../host/session';
import { VERSION } from '../../host/version';
import { FORMATS, type ScanReport } from '../../report';
import { REPORT_REQUEST, type ReportParams } from '../../shared';
import type { Server } from '../server';

/** docs/rules/*.md by rule code, put in by esbuild.mjs. */
declare const RULE_PAGES: Readonly<Record<string, string>>;

/** The report of all that is known, in the formats of the command line. */
export function register({ connection, workspace }: Server): void {
  connection.onRequest(REPORT_REQUEST, ({ format }: ReportParams): string => {
    if (format !== 'json' && format !== 'sarif') {
      throw new ResponseError(
        LSPErrorCodes.RequestFailed,
        `there is no report in the format ${String(format)}`,
      );
    }
    const report = reportOf(workspace.known().filter(({ answers }) => answers.length > 0));
    return FORMATS[format].render(report, {
      rules: RULES,
      docsUrl,
      docsPage: code => RULE_PAGES[code],
      homepage: HOMEPAGE,
      colour: false,
      quiet: false,
      shownPath: file => file,
    });
  });
}

type Known = { readonly session: Session; readonly answers: readonly FileAnswer[] };

/** One report; where several trees are open, of the folder that they have in common. */
function reportOf(known: readonly Known[]): ScanReport {
  const root = commonFolder(known.map(({ session }) => session.root));
  const answers = known.flatMap(({ session, answers: own }) => {
    const below = relative(root, session.root).split(sep).join('/');
    return own.map(answer => moved(answer, below === '' ? '' : `${below}/`));
  });
  const slots = known[0]?.answers[0]?.slots;
  return {
    schema: 1,
    tool: { name: 'pernet-lens', version: VERSION },
    tree: { root, slots: slots?.slots ?? [], source: slots?.source ?? 'default' },
    ops: answers.flatMap(({ ops }) => ops),
    findings: answers.flatMap(({ findings }) => findings),
    notes: answers.flatMap(({ notes, crashes }) => [...notes, ...crashes]),
    stats: {
      filesScanned: answers.length,
      filesIndexed: 0,
      functionsReached: 0,
      suppressed: 0,
      partial: false,
    },
  };
}

function commonFolder(folders: readonly string[]): string {
  const [first = '', ...others] = folders;
  const parts = first.split(sep);
  while (others.some(folder => !`${folder}${sep}`.startsWith(`${parts.join(sep)}${sep}`))) parts.pop();
  return parts.join(sep) || sep;
}

/** The same answer with paths from another root. */
function moved(answer: FileAnswer, prefix: string): FileAnswer {
  if (prefix === '') return answer;
  const at = <T extends { readonly file: string }>(place: T): T => ({ ...place, file: prefix + place.file });
  const ops = answer.ops.map(
    (own): Ops => ({
      ...at(own),
      exitPaths: own.exitPaths.map(path => ({
        ...path,
        definition: path.definition && at(path.definition),
        effects: path.effects.map(effect => ({ ...effect, path: effect.path.map(at) })),
      })),
    }),
  );
  const findings = answer.findings.map(
    (finding): Finding => ({ ...at(finding), path: finding.path.map(at) }),
  );
  return { ...at(answer), ops, findings };
}
