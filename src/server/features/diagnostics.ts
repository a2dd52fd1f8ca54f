import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  type CancellationToken,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver/node';
import type { Finding, Severity } from '../../core/rules';
import { docsUrl } from '../../host/project';
import type { Abilities } from '../abilities';
import { guarded, type Server } from '../server';
import { rangeToLsp, wordOnLine } from '../to-lsp';
import type { Located, Workspace } from '../workspace';

/** How long the editor is left in peace after an edit, milliseconds. */
const SETTLING = 120;

/** Between two announcements, milliseconds: a scan finds more than a view should be redrawn for. */
const PAUSE = 250;

const SOURCE = 'pernet-lens';

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
};

/** Tells the editor what changed, of whatever file. */
export interface Reporter {
  /**
   * Something changed: soon afterwards every open and scanned file whose answer is affected is looked at again.
   * @param edited the document that was edited, if it was that
   */
  settle(edited?: string | null): void;
  /** Shows what is known of a file that the editor does not ask about. */
  show(located: Located): void;
  /** Other answers are known than before: listeners are told at once, and then at most every `PAUSE`. */
  announce(): void;
  onChanged(listener: () => void): void;
}

interface Reporting extends Pick<Server, 'connection' | 'log'> {
  readonly abilities: Abilities;
  readonly workspace: Workspace;
}

/** Keeps the diagnostics of the editor up to date: asked for by the editor where it can, told where it cannot. */
export function createReporter({ connection, abilities, workspace, log }: Reporting): Reporter & {
  register(server: Server): void;
} {
  /** What the editor was told, and what it has asked for, by URI; it keeps the two apart. */
  const told = new Map<string, string>();
  const asked = new Map<string, string>();
  const listeners: (() => void)[] = [];
  const logged = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  /** Documents that were edited since the last look; null stands for anything else. */
  const reasons = new Set<string | null>();

  const tell = (uri: string, diagnostics: Diagnostic[]): void => {
    const id = idOf(diagnostics);
    if (told.get(uri) === id || (diagnostics.length === 0 && !told.has(uri))) return;
    if (diagnostics.length === 0) told.delete(uri);
    else told.set(uri, id);
    void connection.sendDiagnostics({ uri, diagnostics });
  };

  /** Being open is not enough: editors open documents that nobody sees, and never ask about those. */
  const isAskedFor = (uri: string): boolean => workspace.documents.get(uri) !== undefined && asked.has(uri);

  const show = (located: Located): void => {
    logCrashes(located);
    const uri = workspace.uriOf(located.session, located.file);
    if (!isAskedFor(uri)) tell(uri, diagnosticsOf(located, workspace));
  };

  const logCrashes = ({ answer: { crashes, notes, file } }: Located): void => {
    for (const { message, line } of [...crashes, ...notes.filter(note => note.line === null)]) {
      const text = `${file}${line === null ? '' : `:${line}`}: ${message}`;
      if (!logged.has(text)) log(text);
      logged.add(text);
    }
  };

  /** Looks again at every document that the editor does not ask about by itself. */
  const tellOpen = async (): Promise<void> => {
    for (const { uri } of workspace.documents.all()) {
      const located = await workspace.answer(uri);
      if (located) show(located);
      else tell(uri, []);
    }
  };

  const settleNow = async (): Promise<void> => {
    if (!abilities.pullsDiagnostics) await tellOpen();
    let changedElsewhere = false;
    // of the document that was edited the editor asks by itself
    const [edited] = reasons.size === 1 ? reasons : [null];
    reasons.clear();
    for (const session of workspace.sessions) {
      for (const { uri } of workspace.openIn(session)) {
        if (!asked.has(uri) || uri === edited) continue;
        const located = await workspace.answer(uri);
        changedElsewhere ||= asked.get(uri) !== idOf(located ? diagnosticsOf(located, workspace) : []);
      }
      for (const file of await session.stale([...workspace.scannedIn(session)])) {
        if (isAskedFor(workspace.uriOf(session, file))) continue;
        const located = await workspace.answerAt(await workspace.spotOfPath(join(session.root, file)));
        if (located) show(located);
      }
    }
    if (changedElsewhere && abilities.refreshesDiagnostics) connection.languages.diagnostics.refresh();
    announce();
  };

  let pause: NodeJS.Timeout | undefined;
  let isBehind = false;
  const announce = (): void => {
    isBehind = pause !== undefined;
    if (isBehind) return;
    for (const listener of listeners) listener();
    pause = setTimeout(() => {
      pause = undefined;
      if (isBehind) announce();
    }, PAUSE);
  };

  const reporter: Reporter = {
    show,
    announce,
    settle(edited = null) {
      reasons.add(edited);
      clearTimeout(timer);
      timer = setTimeout(() => {
        void guarded({ log }, 'looking at what changed', undefined, settleNow)(undefined);
      }, SETTLING);
    },
    onChanged: listener => void listeners.push(listener),
  };

  return {
    ...reporter,
    register(server) {
      const { documents } = workspace;
      documents.onDidChangeContent(({ document }) => {
        workspace.changed(document);
        reporter.settle(document.uri);
      });
      documents.onDidClose(({ document }) => {
        asked.delete(document.uri);
        workspace.closed(document);
        void guarded(server, 'closing a document', undefined, closed)(document.uri);
        reporter.settle();
      });
      if (abilities.pullsDiagnostics) {
        connection.languages.diagnostics.on(guarded(server, 'diagnostics', NOTHING, asking));
      }
    },
  };

  async function asking(
    { textDocument: { uri }, previousResultId }: DocumentDiagnosticParams,
    token: CancellationToken,
  ): Promise<DocumentDiagnosticReport> {
    // it was told of a file that is not open; of one that is, it asks from now on
    if (told.has(uri) && !workspace.documents.get(uri)) return NOTHING;
    tell(uri, []);
    const located = await workspace.answer(uri, token);
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    if (located) logCrashes(located);
    const items = located ? diagnosticsOf(located, workspace) : [];
    const resultId = idOf(items);
    asked.set(uri, resultId);
    return resultId === previousResultId
      ? { kind: DocumentDiagnosticReportKind.Unchanged, resultId }
      : { kind: DocumentDiagnosticReportKind.Full, resultId, items };
  }

  /** A scanned file keeps its diagnostics when it is closed. */
  async function closed(uri: string): Promise<void> {
    const spot = await workspace.spot(uri);
    const wasScanned = spot !== null && workspace.scannedIn(spot.session).has(spot.file);
    const located = wasScanned ? await workspace.answerAt(spot) : null;
    if (workspace.documents.get(uri)) return;
    if (located) show(located);
    else tell(uri, []);
  }
}

const NOTHING: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };

/** The findings of a file and what is wrong with its comments, for the editor. */
function diagnosticsOf(located: Located, workspace: Workspace): Diagnostic[] {
  const { answer, session, file } = located;
  const remarks = answer.notes.filter(note => note.line !== null && note.file === file);
  return [
    ...answer.findings.map(finding => diagnosticOf(finding, located, workspace)),
    ...remarks.map(({ line, message }) => remark(message, line ?? 1, session.lineOf(file, line ?? 1))),
  ];
}

function diagnosticOf(finding: Finding, { session }: Located, workspace: Workspace): Diagnostic {
  const { code, severity, message, range, path, primitive } = finding;
  return {
    range: rangeToLsp(range),
    severity: SEVERITIES[severity],
    code,
    codeDescription: { href: docsUrl(code) },
    source: SOURCE,
    message,
    relatedInformation: path.map((hop, at) => {
      const callee = path[at + 1]?.function ?? primitive ?? hop.function;
      return {
        location: {
          uri: workspace.uriOf(session, hop.file),
          range: wordOnLine(session.lineOf(hop.file, hop.line), hop.line, callee),
        },
        message: `\`${hop.function}\` calls \`${callee}\``,
      };
    }),
  };
}

const remark = (message: string, line: number, row: string): Diagnostic => ({
  range: wordOnLine(row, line, 'pernet-lens-ignore'),
  severity: DiagnosticSeverity.Information,
  source: SOURCE,
  message,
});

const idOf = (diagnostics: readonly Diagnostic[]): string =>
  createHash('sha1').update(JSON.stringify(diagnostics)).digest('base64');
