// Fits the weights of the model of roles: a logistic regression with one row of weights for each role, by L-BFGS
// (https://en.wikipedia.org/wiki/Limited-memory_BFGS). Deterministic: the same examples in the same order give the same weights.
import { ROLES, WEIGHT_UNIT, type Weights } from '../../src/licenses/roles/model.ts';

/** A name with its features and the places in `ROLES` of the roles that it may have. */
export interface Example {
  features: readonly string[];
  labels: readonly number[];
  weight: number;
}

/** How much large weights cost. */
const LAMBDA = 4;
const ROUNDS = 60;
/** Ends when a round gains less than this share of the loss. */
const LEAST_GAIN = 1e-4;
const MEMORY = 8;
const TRIES = 12;
/** A feature of fewer examples says nothing of another file. */
const LEAST_COUNT = 6;

/** Features that hold in more wordings count more. */
const VALUES: readonly [RegExp, number][] = [
  [/^(?:word|left|right):/, 0.7],
  [/^(?:row|pair|shape|beside)/, 0.6],
];
const weightOf = (feature: string): number => VALUES.find(([form]) => form.test(feature))?.[1] ?? 1;

const WIDTH = ROLES.length;

/** `loss` of the weights; writes its slope. */
type Slope = (weights: Float64Array, slope: Float64Array) => number;

export function fitted(examples: readonly Example[]): Weights {
  const ids = idsOf(examples);
  const names = [...ids.keys()];
  const values = Float64Array.from(names, weightOf);
  const rows = examples.map(({ features }) => Int32Array.from(['', ...features].flatMap((one) => ids.get(one) ?? [])));
  const weights = minimum(lossOf(examples, rows, values), names.length * WIDTH);
  const written = (id: number) =>
    ROLES.map((_, k) => Math.round(WEIGHT_UNIT * valueAt(weights, id * WIDTH + k) * valueAt(values, id)));
  return new Map(names.map((feature, id) => [feature, written(id)]));
}

function idsOf(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of examples) for (const one of features) counts.set(one, (counts.get(one) ?? 0) + 1);
  const ids = new Map([['', 0]]);
  for (const [feature, count] of counts) if (count >= LEAST_COUNT) ids.set(feature, ids.size);
  return ids;
}

const valueAt = (list: Float64Array, i: number): number => list[i] ?? 0;
const add = (list: Float64Array, i: number, by: number): void => {
  list[i] = valueAt(list, i) + by;
};

function lossOf(examples: readonly Example[], rows: readonly Int32Array[], values: Float64Array): Slope {
  const shares = new Float64Array(WIDTH);
  return (weights, slope) => {
    slope.fill(0);
    let loss = 0;
    for (const [e, row] of rows.entries()) {
      const { labels, weight } = examples[e] as Example;
      spread(row, weights, values, shares);
      const wanted = labels.reduce((sum, label) => sum + valueAt(shares, label), 0);
      loss -= weight * Math.log(wanted + Number.MIN_VALUE);
      for (let k = 0; k < WIDTH; k++) {
        const share = valueAt(shares, k);
        shares[k] = weight * (share - (labels.includes(k) ? share / wanted : 0));
      }
      for (const id of row)
        for (let k = 0; k < WIDTH; k++) add(slope, id * WIDTH + k, valueAt(shares, k) * valueAt(values, id));
    }
    // The constants cost nothing.
    for (let i = WIDTH; i < weights.length; i++) {
      loss += (LAMBDA / 2) * valueAt(weights, i) ** 2;
      add(slope, i, LAMBDA * valueAt(weights, i));
    }
    return loss;
  };
}

/** The probabilities of the roles, into `shares`. */
function spread(row: Int32Array, weights: Float64Array, values: Float64Array, shares: Float64Array): void {
  shares.fill(0);
  for (const id of row)
    for (let k = 0; k < WIDTH; k++) add(shares, k, valueAt(weights, id * WIDTH + k) * valueAt(values, id));
  const most = Math.max(...shares);
  let total = 0;
  for (let k = 0; k < WIDTH; k++) {
    shares[k] = Math.exp(valueAt(shares, k) - most);
    total += valueAt(shares, k);
  }
  for (let k = 0; k < WIDTH; k++) shares[k] = valueAt(shares, k) / total;
}

/** A step that was taken, what it changed in the slope, and 1 / their product. */
interface Step {
  moved: Float64Array;
  bent: Float64Array;
  inverse: number;
}

function minimum(slopeAt: Slope, size: number): Float64Array {
  const point = new Float64Array(size);
  let slope = new Float64Array(size);
  let loss = slopeAt(point, slope);
  const steps: Step[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const next = searched(slopeAt, point, slope, loss, directionOf(slope, steps));
    if (!next) break;
    const moved = next.point.map((one, i) => one - valueAt(point, i));
    const bent = next.slope.map((one, i) => one - valueAt(slope, i));
    const product = dot(moved, bent);
    if (product > 1e-10) steps.push({ moved, bent, inverse: 1 / product });
    if (steps.length > MEMORY) steps.shift();
    const gain = loss - next.loss;
    point.set(next.point);
    slope = next.slope;
    loss = next.loss;
    if (gain < LEAST_GAIN * loss) break;
  }
  return point;
}

/** Along which the loss grows most, bent by the last steps. */
function directionOf(slope: Float64Array, steps: readonly Step[]): Float64Array {
  const direction = Float64Array.from(slope);
  const last = steps.at(-1);
  const parts: number[] = [];
  for (const { moved, bent, inverse } of steps.toReversed()) {
    const part = inverse * dot(moved, direction);
    parts.unshift(part);
    for (let i = 0; i < direction.length; i++) add(direction, i, -part * valueAt(bent, i));
  }
  const scale = last ? 1 / (last.inverse * dot(last.bent, last.bent)) : 1 / Math.sqrt(dot(slope, slope));
  for (let i = 0; i < direction.length; i++) direction[i] = valueAt(direction, i) * scale;
  for (const [j, { moved, bent, inverse }] of steps.entries()) {
    const part = (parts[j] ?? 0) - inverse * dot(bent, direction);
    for (let i = 0; i < direction.length; i++) add(direction, i, part * valueAt(moved, i));
  }
  return direction;
}

/** The first of shorter and shorter steps that makes the loss enough smaller. */
function searched(slopeAt: Slope, point: Float64Array, slope: Float64Array, loss: number, direction: Float64Array) {
  const steepness = dot(slope, direction);
  for (let tries = 0, length = 1; tries < TRIES; tries++, length /= 2) {
    const next = point.map((one, i) => one - length * valueAt(direction, i));
    const nextSlope = new Float64Array(point.length);
    const nextLoss = slopeAt(next, nextSlope);
    if (nextLoss <= loss - 1e-4 * length * steepness) return { point: next, slope: nextSlope, loss: nextLoss };
  }
  return undefined;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += valueAt(a, i) * valueAt(b, i);
  return sum;
}
