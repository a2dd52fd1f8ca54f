import { type FileEdit, inOrder, lineOf, type TextEdit, trimmed, wordPattern } from '../text';
import { aroundLock, obstacleToBatch, phasesOf } from './batch-draft';
import type { Case } from './case';
import { carriedBetween } from './checks/carried';
import { type Draft, draftOf } from './draft';
import { type HelperCase, missingHeader } from './helper-case';
import { definitionsOf, type Handler } from './reading/handler';
import { prototypeAt } from './reading/mentions';
import { type Step, stepsOf } from './reading/steps';
import { type Refusal, refusal } from './refactoring';
import { writeBatch } from './writing/batch';
import { parameterList } from './writing/functions';
import { handlerName, listHabit, localName } from './writing/names';
import { replaceHandler } from './writing/replace-handler';

/** A helper that only this handler calls takes the list of netns, and its lock or wait goes around the loop. */
export function listForHelper(subject: Case, found: HelperCase, steps: readonly Step[]): Draft | Refusal {
  const { handler, text } = subject;
  const { helper, files, call } = found;
  const obstacle = obstacleToBatch(subject);
  if (obstacle) return obstacle;
  const [net] = handler.parameters;
  if (
    call.call!.args.length !== 1 ||
    call.call!.args[0] !== net!.name ||
    !/^struct net \*\s*\w+$/.test(helper.parameters[0]?.written ?? '')
  )
    return refusal(
      `\`${helper.name}\` is not called with the netns alone: what else it is given would have to be found for each netns inside it`,
    );
  const calls = files.flatMap(({ file, text: own, mentions }) =>
    mentions.filter(({ kind }) => kind === 'call').map(({ start }) => `${file}:${lineOf(own, start)}`),
  );
  if (calls.length > 1)
    return refusal(
      `\`${helper.name}\` is also called with one netns (${calls.slice(0, 3).join(', ')}): give those callers a form for one netns first`,
      '1c6957646143, e2f736b753ec: the error path of `.init` kept one',
      6,
    );
  const value = files.find(({ mentions }) => mentions.some(({ kind }) => kind === 'value'));
  if (value)
    return refusal(
      `\`${helper.name}\` is exported, or its address is taken, in ${value.file}: users out of sight rely on its signature`,
      'ip_tunnel_delete_net → ip_tunnel_delete_nets',
      23,
    );

  const undeclared = missingHeader(helper.name, found.file, [subject.file], files);
  if (undeclared) return undeclared;
  const verdict = carriedBetween(helper, found.text, phasesOf(steps), null);
  if (verdict.kind !== 'proved')
    return refusal(verdict.kind === 'ask' ? verdict.question : verdict.reason, verdict.evidence, 5);
  const name = plural(helper.name);
  const taken = files.find(({ text: own }) => new RegExp(`\\b${name}\\b`).test(own));
  if (taken)
    return refusal(`\`${name}\`, the natural name of the list-taking form, is used in ${taken.file}`, '', 17);
  const handlerSteps = stepsOf(handler, { isShared: () => false, waits: false });
  if (typeof handlerSteps === 'string') return refusal(handlerSteps);
  const used = new Set([net!.name, ...handler.statements.flatMap(({ names }) => [...names])]);
  const list = localName(listHabit(text), used);
  const once = {
    ...call,
    lines: call.lines.replace(
      new RegExp(`\\b${helper.name}\\s*\\(\\s*${net!.name}\\s*\\)`),
      `${name}(${list})`,
    ),
  };
  const around = handlerSteps.flatMap((step): readonly Step[] => {
    if (step.kind !== 'nets') return [step];
    const at = step.statements.indexOf(call);
    if (at < 0) return [step];
    const [before, after] = [step.statements.slice(0, at), step.statements.slice(at + 1)];
    return [
      ...(before.length > 0 ? [{ kind: 'nets' as const, statements: before }] : []),
      { kind: 'once' as const, statement: once, lock: null },
      ...(after.length > 0 ? [{ kind: 'nets' as const, statements: after }] : []),
    ];
  });
  const batchName = handlerName(text, handler.name, 'exit_batch', [handler.name]);
  const loops = around.some(({ kind }) => kind === 'nets');
  const batch = writeBatch({
    handler,
    steps: around,
    name: batchName,
    lists: new Set(),
    ...(loops ? {} : { withoutNet: true }),
  });
  const own = replaceHandler(
    subject,
    [{ name: batchName, ...batch }],
    [{ slot: 'exit_batch', handler: batchName }],
    batchName,
  );
  const edits = helperEdits(subject, found, steps, name, batchName).map(edit =>
    edit.file === own.file
      ? {
          ...edit,
          edits: inOrder([
            ...edit.edits,
            ...own.edits.filter(({ start }) => !(edit.file === found.file && isIn(helper, start))),
          ]),
        }
      : edit,
  );
  if (!edits.some(({ file }) => file === own.file)) edits.push(own);
  return draftOf({
    title: `Give \`${helper.name}\` the list of netns, and \`${handler.name}\` an \`.exit_batch\``,
    edits,
    slots: ['exit_batch'],
    phases: phasesOf(around),
    helpers: [helper.name],
    helperParts: phasesOf(steps).length,
    ...aroundLock(around),
  });
}

/** `quux_net_cleanup` → `quux_nets_cleanup`, `quux_cleanup` → `quux_cleanup_nets`. */
const plural = (name: string): string => {
  const inside = name.replace(/_net(?=_|$)/, '_nets');
  return inside === name ? `${name}_nets` : inside;
};

function helperEdits(
  { handler, file: handlerFile }: Case,
  { helper, file, files }: HelperCase,
  steps: readonly Step[],
  name: string,
  batchName: string,
): FileEdit[] {
  const batch = writeBatch({ handler: helper, steps, name, lists: new Set() });
  const list = /\(struct list_head \*(\w+)/.exec(batch.header)![1]!;
  return files
    .map(({ file: at, text, mentions }) => {
      const edits: TextEdit[] = [];
      if (at === file)
        edits.push(
          trimmed(text, {
            start: helper.definition.start,
            end: helper.definition.end,
            text: batch.text.replace(wordPattern(handler.name), batchName),
          }),
        );
      for (const { kind, start } of mentions) {
        // the bodies are written anew as a whole
        const written = (at === file && isIn(helper, start)) || (at === handlerFile && isIn(handler, start));
        if (written) continue;
        if (kind === 'comment') edits.push({ start, end: start + helper.name.length, text: name });
        const prototype = kind === 'prototype' ? prototypeAt(text, helper.name, start) : null;
        if (prototype) edits.push(renamed(text, prototype.nameAt, prototype.close, name, list));
      }
      // stubs for other configurations
      for (const { nameAt } of at === file ? [] : definitionsOf(text, helper.name)) {
        edits.push(renamed(text, nameAt, text.indexOf(')', nameAt), name, list));
      }
      return { file: at, edits: inOrder(edits) };
    })
    .filter(({ edits }) => edits.length > 0);
}

function renamed(text: string, nameAt: number, close: number, name: string, list: string): TextEdit {
  const before = `${text.slice(text.lastIndexOf('\n', nameAt) + 1, nameAt)}${name}(`;
  return {
    start: nameAt,
    end: close,
    text: `${name}(${parameterList(before, [`struct list_head *${list}`])}`,
  };
}

const isIn = ({ definition }: Pick<Handler, 'definition'>, offset: number): boolean =>
  offset >= definition.start && offset < definition.end;
