/** A line of one text or of both. */
export interface DiffLine {
  readonly kind: 'same' | 'old' | 'new';
  /** Without its newline. */
  readonly line: string;
}

/**
 * The shortest way from some lines to others (Myers 1986): time and memory grow with the number of changed lines, not with
 * the size of the texts. Of lines that are replaced, the old ones come first.
 */
export function lineDiff(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  const shorter = Math.min(before.length, after.length) - head;
  while (tail < shorter && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  const same = (lines: readonly string[]): DiffLine[] => lines.map(line => ({ kind: 'same', line }));
  return [
    ...same(before.slice(0, head)),
    ...oldFirst(shortest(before.slice(head, before.length - tail), after.slice(head, after.length - tail))),
    ...same(before.slice(before.length - tail)),
  ];
}

/** Walks the edit graph: the furthest point on each diagonal for 0, 1, 2 … changes, then back along the way that arrived. */
function shortest(before: readonly string[], after: readonly string[]): readonly DiffLine[] {
  const most = before.length + after.length;
  const furthest = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const rounds: Int32Array[] = [];
  for (let changes = 0; changes <= most; changes++) {
    rounds.push(furthest.slice());
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const down = comesDown(furthest, middle, diagonal, changes);
      let old = down ? furthest[middle + diagonal + 1]! : furthest[middle + diagonal - 1]! + 1;
      while (old < before.length && old - diagonal < after.length && before[old] === after[old - diagonal])
        old++;
      furthest[middle + diagonal] = old;
      if (old >= before.length && old - diagonal >= after.length)
        return wayBack(rounds, middle, before, after);
    }
  }
  return [];
}

/** A new line brings us to this diagonal, rather than the loss of an old one. */
const comesDown = (furthest: Int32Array, middle: number, diagonal: number, changes: number): boolean =>
  diagonal === -changes ||
  (diagonal !== changes && furthest[middle + diagonal - 1]! < furthest[middle + diagonal + 1]!);

function wayBack(
  rounds: readonly Int32Array[],
  middle: number,
  before: readonly string[],
  after: readonly string[],
): readonly DiffLine[] {
  const way: DiffLine[] = [];
  let [old, fresh] = [before.length, after.length];
  for (let changes = rounds.length - 1; changes >= 0; changes--) {
    const furthest = rounds[changes]!;
    const diagonal = old - fresh;
    const down = comesDown(furthest, middle, diagonal, changes);
    const from =
      changes === 0 ? 0 : down ? furthest[middle + diagonal + 1]! : furthest[middle + diagonal - 1]!;
    const fromFresh = changes === 0 ? 0 : from - (down ? diagonal + 1 : diagonal - 1);
    while (old > from && fresh > fromFresh) {
      way.push({ kind: 'same', line: before[--old]! });
      fresh--;
    }
    if (changes === 0) break;
    if (down) way.push({ kind: 'new', line: after[--fresh]! });
    else way.push({ kind: 'old', line: before[--old]! });
  }
  return way.reverse();
}

/** Within a stretch of changes, what goes before what comes. */
function oldFirst(lines: readonly DiffLine[]): readonly DiffLine[] {
  const ordered: DiffLine[] = [];
  const fresh: DiffLine[] = [];
  for (const line of lines) {
    if (line.kind === 'new') fresh.push(line);
    else {
      if (line.kind === 'same') ordered.push(...fresh.splice(0));
      ordered.push(line);
    }
  }
  return [...ordered, ...fresh];
}
