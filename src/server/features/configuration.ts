import { join } from 'node:path';
import { DiagnosticSeverity, MessageType } from 'vscode-languageserver/node';
import { URI } from 'vscode-uri';
import { isFolder } from '../../host/files';
import { offeredSlots } from '../../host/tree-facts';
import {
  CONFIGURATION_REQUEST,
  type EffectiveConfiguration,
  type EffectiveConfigurationParams,
} from '../../shared';
import { type Server, showMessage } from '../server';
import type { Effective } from '../settings';

/** Says which configuration holds where, and what is wrong with one: in the log, in a message and in its file. */
export function register({ connection, workspace, log }: Server): void {
  const shownProblems = new Set<string>();
  const marked = new Set<string>();
  const logged = new Map<string, string>();

  workspace.settings.onRead = (effective, folder) => {
    const from =
      effective.file ?? (effective.source === 'settings' ? "the editor's settings" : 'the defaults');
    // a tree has hundreds of folders: a line for the first that a configuration holds for, and for each that changes
    const isNew = logged.has(folder) ? logged.get(folder) !== from : ![...logged.values()].includes(from);
    if (isNew) log(`configuration of ${folder || 'unsaved buffers'}: ${from}`);
    logged.set(folder, from);
    tellProblem(effective);
    markFile(effective);
  };

  connection.onRequest(
    CONFIGURATION_REQUEST,
    async ({ uri }: EffectiveConfigurationParams): Promise<EffectiveConfiguration> => {
      const given = URI.parse(uri);
      const path =
        given.scheme !== 'file' ? null : isFolder(given.fsPath) ? join(given.fsPath, 'any.c') : given.fsPath;
      const tree = path === null ? null : workspace.treeOf(path);
      const { loaded: _, ...effective } = await workspace.settings.for(path, tree);
      const { slots, source } = offeredSlots(tree, effective.configuration.slots);
      return { ...effective, tree, slots, slotsFrom: source };
    },
  );

  function tellProblem({ problem }: Effective): void {
    if (problem === null || shownProblems.has(problem)) return;
    shownProblems.add(problem);
    log(problem);
    const [first] = problem.split('\n');
    showMessage({ connection }, MessageType.Warning, `Pernet Lens: ${first}. What held before still does`);
  }

  function markFile({ loaded }: Effective): void {
    if (!loaded || loaded.file === null) return;
    const uri = URI.file(loaded.file).toString();
    if (loaded.kind === 'read' && !marked.has(uri)) return;
    const problems = loaded.kind === 'refused' ? loaded.problems : [];
    if (problems.length > 0) marked.add(uri);
    else marked.delete(uri);
    void connection.sendDiagnostics({
      uri,
      diagnostics: problems.map(({ line, column, message }) => {
        const at = { line: line - 1, character: column - 1 };
        return {
          range: { start: at, end: at },
          severity: DiagnosticSeverity.Error,
          source: 'pernet-lens',
          message,
        };
      }),
    });
  }
}
