import { lines, type Renderer } from './format';
import { inKeyOrder } from './key-order';

/**
 * One JSON object on each line, told apart by `type`: every `ops`, every `finding`, every `note` as in the `json`
 * format, and a last line `stats` that also carries schema, tool and tree. A stream without it was cut off.
 */
export const jsonl: Renderer = report => {
  const { schema, tool, tree, ops, findings, notes, stats } = inKeyOrder(report);
  return lines(
    [
      ...ops.map(one => ({ type: 'ops', ...one })),
      ...findings.map(one => ({ type: 'finding', ...one })),
      ...notes.map(one => ({ type: 'note', ...one })),
      { type: 'stats', schema, tool, tree, ...stats },
    ].map(line => JSON.stringify(line)),
  );
};
