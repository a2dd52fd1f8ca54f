/** One free parameter from one observation: bisection on a logarithmic scale, for a function that grows. */
export function solve(
  target: number,
  low: number,
  high: number,
  simulated: (parameter: number) => number,
): number {
  let [below, above] = [Math.log(low), Math.log(high)];
  for (let round = 0; round < ROUNDS; round += 1) {
    const middle = (below + above) / 2;
    if (simulated(Math.exp(middle)) < target) below = middle;
    else above = middle;
  }
  return Math.exp((below + above) / 2);
}

const ROUNDS = 16;
