// Timing for benchmarks: passes in turns, so that whatever else the machine does, and what it has at hand, meets all of them.

export interface Totals {
  files: number;
  bytes: number;
}

/** One run of a pass. */
export interface Lap extends Totals {
  seconds: number;
  /** Of all threads together: what the pass costs, however busy the machine is with other things. */
  cpuSeconds: number;
}

export interface Rate {
  files: number;
  /** Of the fastest lap. */
  filesPerSecond: number;
  megabytesPerSecond: number;
  /** Of the cheapest lap. */
  cpuSeconds: number;
  /** Of all laps, in order. */
  allSeconds: number[];
}

export type Pass = () => Promise<Totals> | Totals;

/** Runs all passes once to warm up and then `rounds` times in turns. */
export async function lapsOf<Name extends string>(
  passes: Record<Name, Pass>,
  rounds: number,
): Promise<Record<Name, Lap[]>> {
  const entries = Object.entries(passes) as [Name, Pass][];
  const laps = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<Name, Lap[]>;
  for (let round = -1; round < rounds; round++) {
    for (const [name, pass] of entries) {
      const lap = await timed(pass);
      if (round >= 0) laps[name].push(lap);
    }
  }
  return laps;
}

export async function timed(pass: Pass): Promise<Lap> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const { files, bytes } = await pass();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { files, bytes, seconds, cpuSeconds: (user + system) / 1e6 };
}

export function rateOf(laps: readonly Lap[]): Rate {
  const { files, bytes } = laps[0]!;
  const seconds = Math.min(...laps.map((lap) => lap.seconds));
  return {
    files,
    filesPerSecond: round(files / seconds, 0),
    megabytesPerSecond: round(bytes / 1e6 / seconds, 1),
    cpuSeconds: round(leastCpu(laps), 3),
    allSeconds: laps.map((lap) => round(lap.seconds, 3)),
  };
}

export const leastCpu = (laps: readonly Lap[]): number => Math.min(...laps.map((lap) => lap.cpuSeconds));

/** How many times as fast `laps` are as `others`: the median over the rounds, each round compared with itself; of laps of other rounds, median by median. */
export function timesAsFast(laps: readonly Lap[], others: readonly Lap[]): number {
  if (laps.length !== others.length) return round(median(secondsOf(others)) / median(secondsOf(laps)), 3);
  return round(median(laps.map((lap, i) => others[i]!.seconds / lap.seconds)), 3);
}

const secondsOf = (laps: readonly Lap[]): number[] => laps.map(({ seconds }) => seconds);

/** The value in the middle, of an even number the mean of the two there. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
}

/** The same by the processor time of each one's cheapest lap. */
export const timesAsCheap = (laps: readonly Lap[], others: readonly Lap[]): number =>
  round(leastCpu(others) / leastCpu(laps), 3);

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
