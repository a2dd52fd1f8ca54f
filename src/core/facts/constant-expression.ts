/**
 * The value of a constant C expression such as `(1 << QUUX_HASH_BITS) * sizeof(struct hlist_head)`, or null where the
 * text does not tell it.
 * @param meaning the expression that a name stands for, or undefined
 * @param sizeOf bytes of what stands between the parentheses of a sizeof, or undefined
 */
export function constantValue(
  expression: string,
  meaning: (name: string) => string | undefined,
  sizeOf: (operand: string) => number | undefined,
): number | null {
  return evaluate(expression, meaning, sizeOf, 0);
}

/** Names defined by names defined by names: deeper is a cycle. */
const DEEPEST = 8;

const TOKEN =
  /\s*(?:(0x[\da-f]+|\d+)(?:u?l{0,2}|l{1,2}u?)\b|(sizeof)\s*\(([^()]*)\)|([a-z_]\w*)|(<<|>>|[-+*/()]))/giy;

const BINDING: Readonly<Record<string, number>> = { '<<': 1, '>>': 1, '+': 2, '-': 2, '*': 3, '/': 3 };

function evaluate(
  expression: string,
  meaning: (name: string) => string | undefined,
  sizeOf: (operand: string) => number | undefined,
  depth: number,
): number | null {
  if (depth > DEEPEST) return null;
  const tokens: (number | string)[] = [];
  // names are read on the way, so that each reading needs a place of its own in its text
  const tokenAt = new RegExp(TOKEN);
  while (tokenAt.lastIndex < expression.trimEnd().length) {
    const token = tokenAt.exec(expression);
    if (!token) return null;
    const [, literal, isSizeof, operand = '', name, operator] = token;
    let value: number | null | undefined;
    if (literal !== undefined) value = Number(/^0\d/.test(literal) ? `0o${literal}` : literal);
    else if (isSizeof !== undefined) value = sizeOf(operand.replace(/\s+/g, ' ').trim());
    else if (name !== undefined) {
      const meant = meaning(name);
      value = meant === undefined ? undefined : evaluate(meant, meaning, sizeOf, depth + 1);
    } else {
      tokens.push(operator!);
      continue;
    }
    if (value === undefined || value === null) return null;
    tokens.push(value);
  }
  let at = 0;
  const value = binary(0);
  return at === tokens.length && value !== null && Number.isSafeInteger(value) ? value : null;

  function binary(least: number): number | null {
    let left = primary();
    for (;;) {
      const operator = tokens[at];
      const binding = typeof operator === 'string' ? BINDING[operator] : undefined;
      if (left === null || binding === undefined || binding < least || binding === 0) return left;
      at++;
      const right = binary(binding + 1);
      if (right === null) return null;
      left = apply(operator as string, left, right);
    }
  }

  function primary(): number | null {
    const token = tokens[at++];
    if (typeof token === 'number') return token;
    if (token !== '(') return null;
    const inner = binary(0);
    return tokens[at++] === ')' ? inner : null;
  }
}

function apply(operator: string, left: number, right: number): number | null {
  switch (operator) {
    case '<<':
      return left * 2 ** right;
    case '>>':
      return Math.floor(left / 2 ** right);
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      return right === 0 ? null : Math.trunc(left / right);
  }
}
