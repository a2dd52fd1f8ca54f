/**
 * The name the user probably meant: a candidate that begins with what was typed, or else the one that the fewest
 * edits reach, if those are few for its length.
 * @returns undefined where nothing is near enough to be worth suggesting
 */
function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const lower = typed.toLowerCase();
  const prefixed = lower.length >= 2 ? candidates.filter(candidate => candidate.startsWith(lower)) : [];
  if (prefixed.length === 1) return prefixed[0];
  let best: { candidate: string; distance: number } | undefined;
  for (const candidate of candidates) {
    const distance = editDistance(lower, candidate.toLowerCase());
    const allowed = Math.max(1, Math.floor(Math.max(lower.length, candidate.length) / 3));
    if (distance <= allowed && (best === undefined || distance < best.distance))
      best = { candidate, distance };
  }
  return best?.candidate;
}

/** `; did you mean X?`, or nothing where there is nothing to suggest. */
export function didYouMean(typed: string, candidates: readonly string[]): string {
  const suggestion = nearest(typed, candidates);
  return suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`;
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}
