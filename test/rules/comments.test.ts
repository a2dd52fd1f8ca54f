import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commentsOf, withoutComments } from '../../src/core/rules/comments';

describe('comments', () => {
  test('have their text and their lines', () => {
    expect(commentsOf('int a; /* one */\n/*\n * two\n */ int b; // three\n')).toEqual([
      { text: ' one ', firstLine: 1, lastLine: 1 },
      { text: '\n * two\n ', firstLine: 2, lastLine: 4 },
      { text: ' three', firstLine: 4, lastLine: 4 },
    ]);
  });

  test('go on behind a backslash', () => {
    expect(commentsOf('// one \\\ntwo\nint a;')).toEqual([
      { text: ' one \\\ntwo', firstLine: 1, lastLine: 2 },
    ]);
  });

  test('do not begin inside literals, and literals do not begin inside comments', () => {
    expect(commentsOf(`"/*" '"' /* don't */ "*/ //"`)).toEqual([
      { text: " don't ", firstLine: 1, lastLine: 1 },
    ]);
  });
});

test('without its comments a text has the same lines and no comment left', () => {
  const piece = fc.constantFrom('/*', '*/', '//', '"', "'", '\\', '\n', '\r\n', 'a', ' ', 'pernet');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const source = pieces.join('');
      const bare = withoutComments(source);
      const comments = commentsOf(source);
      expect(bare.split('\n')).toHaveLength(source.split('\n').length);
      const removed = comments.reduce((sum, { text }) => sum + text.replace(/\n/g, '').length, 0);
      expect(source.length - bare.length).toBeGreaterThanOrEqual(removed);
      for (const { firstLine, lastLine } of comments) expect(firstLine).toBeLessThanOrEqual(lastLine);
    }),
  );
});
