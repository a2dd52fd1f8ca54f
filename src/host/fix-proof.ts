import { type Finding, RULES } from '../core/rules';

/**
 * What an edit has done to the findings of the files it touched; null where it did what it should: fewer findings of the
 * place and code it serves, and none that were not there before.
 * @param served codes that the refactoring can remove
 */
export function whatWentWrong(
  before: readonly Finding[],
  after: readonly Finding[],
  served: readonly string[],
): string | null {
  const was = counted(before);
  const is = counted(after);
  const appeared = [...is].find(([key, count]) => count > (was.get(key) ?? 0));
  if (appeared) return `${nameOf(appeared[0])} would appear`;
  const gone = [...was].some(([key, count]) => served.includes(codeOf(key)) && (is.get(key) ?? 0) < count);
  const provable = served.some(code => !LAST_RESORT.includes(code));
  return gone || !provable ? null : `${served.join(', ')} would still be reported`;
}

/** Findings that say that nothing was found may come instead of others. */
const LAST_RESORT = RULES.filter(({ lastResort }) => lastResort).map(({ code }) => code);

/** How many findings of each code each ops has, whatever the slot: work that moves takes its findings along. */
function counted(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { file, ops, code } of findings) {
    if (LAST_RESORT.includes(code)) continue;
    const key = JSON.stringify([code, ops, file]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const codeOf = (key: string): string => JSON.parse(key)[0];

function nameOf(key: string): string {
  const [code, ops, file] = JSON.parse(key);
  return `${code} on ${ops === null ? file : `\`${ops}\``}`;
}
