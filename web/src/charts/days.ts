// Positions of days in charts. Days are `2026-11-29`, in UTC. A day that was not recorded is nowhere: nothing is drawn between its neighbours.
const DAY_MS = 86_400_000;

const at = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

export const dayAfter = (day: string, days: number): string =>
  new Date((at(day) + days) * DAY_MS).toISOString().slice(0, 10);

/** The number of days from the first to the last one, both counted. */
export const lengthOf = (from: string, to: string): number => at(to) - at(from) + 1;

/** The number of days before this one. */
export const placeOf = (day: string, from: string): number => at(day) - at(from);

/** Recorded days in runs without a gap. @param days ascending */
export function runsOf<T extends { day: string }>(days: readonly T[]): T[][] {
  const runs: T[][] = [];
  let before: string | undefined;
  for (const one of days) {
    const run = runs.at(-1);
    if (run !== undefined && before !== undefined && placeOf(one.day, before) === 1) run.push(one);
    else runs.push([one]);
    before = one.day;
  }
  return runs;
}

/** Round numbers from 0 to at least the largest value, at most four steps. */
export function stepsOf(largest: number): number[] {
  const most = Math.max(1, largest);
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? 10 * power);
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}
