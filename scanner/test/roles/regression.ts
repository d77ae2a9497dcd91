// A logistic regression of few weights: the penalty makes most of them 0. Nothing is random, so the same samples give the same weights.

export interface Sample {
  signals: readonly string[];
  isLicensing: boolean;
  /** How much the sample counts. */
  share: number;
}

/** Signals of fewer samples are chance. */
const FEWEST = 4;
const SQUARES = 1;
const ABSOLUTES = 1.2;
const STEPS = 240;

/** Weights by signal; `always` is the constant, which is not penalised. */
export function regress(samples: readonly Sample[], always: string): Map<string, number> {
  const names = frequent(samples);
  const at = new Map(names.map((name, i) => [name, i] as const));
  const rows = samples.map(({ signals }) => Int32Array.from([...new Set(signals)].flatMap((one) => at.get(one) ?? [])));
  const step = 1 / steepest(samples, rows, names.length);
  let weights: Float64Array = new Float64Array(names.length + 1);
  let ahead: Float64Array = weights.slice();
  let momentum = 1;
  for (let i = 0; i < STEPS; i++) {
    const next = descended(ahead, slopeAt(ahead, samples, rows), step);
    const nextMomentum = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    const push = (momentum - 1) / nextMomentum;
    ahead = next.map((one, k) => one + push * (one - (weights[k] ?? 0)));
    [weights, momentum] = [next, nextMomentum];
  }
  return new Map([[always, weights[names.length] ?? 0], ...names.map((name, i) => [name, weights[i] ?? 0] as const)]);
}

function frequent(samples: readonly Sample[]): string[] {
  const counts = new Map<string, number>();
  for (const { signals } of samples) for (const one of new Set(signals)) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) => (count >= FEWEST ? [name] : [])).sort();
}

type Rows = readonly Int32Array[];

const sumOf = (row: Int32Array, weights: Float64Array): number => {
  let sum = weights[weights.length - 1] ?? 0;
  for (const k of row) sum += weights[k] ?? 0;
  return sum;
};

function slopeAt(weights: Float64Array, samples: readonly Sample[], rows: Rows): Float64Array {
  const slope = new Float64Array(weights.length);
  const last = weights.length - 1;
  for (const [i, row] of rows.entries()) {
    const { isLicensing, share } = samples[i] as Sample;
    const error = share * (1 / (1 + Math.exp(-sumOf(row, weights))) - Number(isLicensing));
    slope[last] = (slope[last] ?? 0) + error;
    for (const k of row) slope[k] = (slope[k] ?? 0) + error;
  }
  for (let k = 0; k < last; k++) slope[k] = (slope[k] ?? 0) + SQUARES * (weights[k] ?? 0);
  return slope;
}

function descended(from: Float64Array, slope: Float64Array, step: number): Float64Array {
  const last = from.length - 1;
  return from.map((one, k) => {
    const moved = one - step * (slope[k] ?? 0);
    return k === last ? moved : Math.sign(moved) * Math.max(0, Math.abs(moved) - ABSOLUTES * step);
  });
}

const POWER_STEPS = 30;

/** A bound of how fast the slope changes. */
function steepest(samples: readonly Sample[], rows: Rows, count: number): number {
  let direction: Float64Array = new Float64Array(count + 1).fill(1 / Math.sqrt(count + 1));
  let length = 1;
  for (let i = 0; i < POWER_STEPS; i++) {
    const next = new Float64Array(count + 1);
    for (const [s, row] of rows.entries()) {
      const sum = (samples[s]?.share ?? 0) * sumOf(row, direction);
      next[count] = (next[count] ?? 0) + sum;
      for (const k of row) next[k] = (next[k] ?? 0) + sum;
    }
    length = Math.hypot(...next);
    direction = next.map((one) => one / length);
  }
  return 0.25 * length * 1.05 + SQUARES;
}
