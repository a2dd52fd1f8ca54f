import { type CodeAction, CodeActionKind } from 'vscode-languageserver/node';
import type { Ops } from '../../core/project';
import { type OpsArguments, SIMULATE_COMMAND } from '../../shared';
import { findingsAt } from './findings';
import type { ActionRequest, ActionSource } from './index';

/** Opens the simulation on the ops at hand: from its object, a handler's definition, or a finding. */
export const preview: ActionSource = {
  id: 'preview',
  provide: request => {
    const { server, located, params } = request;
    if (!server.abilities.isOurs) return [];
    const found = findingsAt(request);
    const named = new Set(found.map(([{ ops }]) => ops));
    return located.answer.ops
      .filter(ops => named.has(ops.name) || isHere(ops, request))
      .map((ops): CodeAction => {
        const title = `Preview dismantle cost of ${ops.name}`;
        const given: OpsArguments = [{ uri: params.textDocument.uri, ops: ops.name }];
        return {
          title,
          kind: CodeActionKind.QuickFix,
          diagnostics: found.filter(([finding]) => finding.ops === ops.name).flatMap(([, shown]) => shown),
          command: { title, command: SIMULATE_COMMAND, arguments: [...given] },
        };
      });
  },
};

/** Whether the wanted range touches the object, from its name to its last member, or a line that defines a handler. */
function isHere(ops: Ops, { located: { file }, params: { range } }: ActionRequest): boolean {
  const touches = (first: number, last: number): boolean =>
    range.start.line + 1 <= last && first <= range.end.line + 1;
  const end = Math.max(ops.line, ...ops.exitPaths.map(path => path.range.end.line));
  return (
    touches(ops.line, end) ||
    ops.exitPaths.some(
      ({ definition }) => definition?.file === file && touches(definition.line, definition.line),
    )
  );
}
