import { FOR_AN_UNWRAP } from './checks';
import { draftOf } from './draft';
import { batchStepsOf } from './reading/steps';
import { type Refactoring, refusal } from './refactoring';
import { handlerName } from './writing/names';
import { perNetOf, writePerNet } from './writing/per-net';
import { replaceHandler } from './writing/replace-handler';

/** A batch handler that is nothing but a loop becomes `.exit` again: docs/refactorings/drop-empty-batch.md */
export const dropEmptyBatch: Refactoring = {
  id: 'drop-empty-batch',
  summary: 'turn an `.exit_batch` that shares nothing back into `.exit`',
  short: 'Back to .exit (no gain)',
  serves: [],
  slots: ['exit_batch'],
  checks: FOR_AN_UNWRAP,
  gainless: true,
  draft: subject => {
    const { handler, text, ops } = subject;
    const steps = batchStepsOf(handler);
    if (steps === null) return null;
    const [only] = steps;
    if (steps.length !== 1 || only?.kind !== 'loop' || ops.members.exit !== undefined) return null;
    const jump = only.loop.body.flatMap(({ jumps }) => jumps)[0];
    if (jump)
      return refusal(
        `the loop of \`${handler.name}\` has a ${jump.kind}, which would mean something else in a function for one netns`,
        '',
        8,
      );
    const part = perNetOf(handler, [only.loop], only.loop.net);
    if (!part) return refusal(`\`${handler.name}\` has a declaration of an unusual form in its loop`);
    // the core gives other tasks a chance between two .exit calls
    const statements = part.statements.filter(({ call }) => call?.name !== 'cond_resched');
    if (statements.length === 0) return null;
    const name = handlerName(text, handler.name, 'exit', [handler.name]);
    const { net } = only.loop;
    const written = writePerNet({
      ...part,
      handler,
      name,
      parameters: [`struct net *${net}`],
      statements,
      assertion: null,
    });
    return draftOf({
      title: `Turn \`${handler.name}\`, which shares nothing, back into \`.exit\``,
      edits: [replaceHandler(subject, [written], [{ slot: 'exit', handler: name }], name)],
      slots: ['exit'],
      phases: [statements],
    });
  },
};
