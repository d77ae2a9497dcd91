// Timing for benchmarks: passes alternate, so that other load and caches of the machine affect all of them.
import { firstOf, itemAt } from '@assay/scanner/items';

export interface Totals {
  files: number;
  bytes: number;
}

/** One run of a pass. */
export interface Lap extends Totals {
  seconds: number;
  /** Of all threads together: the cost of the pass, independent of other load. */
  cpuSeconds: number;
}

export interface Rate {
  files: number;
  /** The figure of the fastest lap. */
  filesPerSecond: number;
  megabytesPerSecond: number;
  /** The figure of the cheapest lap. */
  cpuSeconds: number;
  /** The figures of all laps, in order. */
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
  const { files, bytes } = firstOf(laps);
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

/**
 * How many times faster `laps` are than `others`: the median of the ratios of each round; for laps of different rounds, the ratio of
 * medians.
 */
export function timesAsFast(laps: readonly Lap[], others: readonly Lap[]): number {
  if (laps.length !== others.length) return round(median(secondsOf(others)) / median(secondsOf(laps)), 3);
  return round(median(laps.map((lap, i) => itemAt(others, i).seconds / lap.seconds)), 3);
}

const secondsOf = (laps: readonly Lap[]): number[] => laps.map(({ seconds }) => seconds);

/** The median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (itemAt(sorted, Math.floor(middle)) + itemAt(sorted, Math.ceil(middle))) / 2;
}

/** The same ratio, for the processor time of the cheapest laps. */
export const timesAsCheap = (laps: readonly Lap[], others: readonly Lap[]): number =>
  round(leastCpu(others) / leastCpu(laps), 3);

export function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
