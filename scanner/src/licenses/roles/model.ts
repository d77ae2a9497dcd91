// Weighs what stands around the names of a file: whether each of them puts something under the license. A logistic regression in two passes: the
// first one knows the surroundings of one name, the second one what the first said of the other names of the file, since a file that plainly
// grants one license more often only names the others. Its weights are data (rules/roles/weights.yaml), trained by tools/train-roles.ts. Pure, except for reading
// the weights once.
import type { LicenseRole } from '../../findings.ts';
import { readRoleFile } from './lexicon.ts';

/** Weights by feature; '' is the constant. */
export type Weights = Readonly<Record<string, number>>;

export interface Model {
  /** Of one name alone. */
  name: Weights;
  /** Of a name among those of its file. */
  file: Weights;
}

/** A name of a file, or another match that says a license, which has no features. */
export interface Weighed {
  expression: string;
  features: readonly string[] | undefined;
  /** What the grammar decided. */
  isMention: boolean;
}

export interface Grade {
  /** Logarithm of the odds that the name puts something under the license. */
  score: number;
  features: string[];
}

let known: Model | undefined;
export function model(): Model {
  known ??= readRoleFile('weights.yaml') as Model;
  return known;
}

export function scoreOf(weights: Weights, features: Iterable<string>): number {
  let sum = weights[''] ?? 0;
  for (const one of features) sum += weights[one] ?? 0;
  return sum;
}

/** A match without features is as sure as this. */
const SURE = 3;

/** The scores of the first pass, in the same order. */
export const firstScores = (names: readonly Weighed[], weights: Weights): number[] =>
  names.map(({ features, isMention }) => (features ? scoreOf(weights, features) : isMention ? -SURE : SURE));

const levelOf = (score: number): string =>
  score < -2 ? 'no' : score < -0.5 ? 'unlikely' : score < 0.5 ? 'open' : score < 2 ? 'likely' : 'yes';

/** The features of the second pass, in the same order; none for a match without features of its own. */
export function featuresInFile(names: readonly Weighed[], scores: readonly number[]): (string[] | undefined)[] {
  const of = new Map<string, { best: number; second: number; count: number }>();
  for (const [i, { expression }] of names.entries()) {
    const score = scores[i] ?? 0;
    const own = of.get(expression) ?? { best: -Infinity, second: -Infinity, count: 0 };
    own.count++;
    if (score > own.best) [own.best, own.second] = [score, own.best];
    else own.second = Math.max(own.second, score);
    of.set(expression, own);
  }
  const [first, second] = [...of].sort((a, b) => b[1].best - a[1].best);
  return names.map(({ features, expression }, i) => {
    if (!features) return undefined;
    const score = scores[i] ?? 0;
    const own = levelOf(score);
    const best = (first?.[0] === expression ? second : first)?.[1].best;
    const other = best === undefined ? 'none' : levelOf(best);
    const added = [`best-other:${other}`, `own-score:${own}`, `pair:${own}-${other}`];
    if (best !== undefined) added.push(score >= best ? 'is-best' : 'not-best');
    const same = of.get(expression);
    if (same && same.count > 1) added.push(`same:${levelOf(score === same.best ? same.second : same.best)}`);
    return [...features, ...added];
  });
}

/** The grade of each name; undefined for a match without features. */
export function grades(names: readonly Weighed[], { name, file } = model()): (Grade | undefined)[] {
  return featuresInFile(names, firstScores(names, name)).map(
    (features) => features && { score: scoreOf(file, features), features },
  );
}

const NAMED_IN_REASON = 3;

/** The features that speak most for the sign of the score, as `assay licenses explain` prints them. */
export function reasonOf({ score, features }: Grade, { file } = model()): string {
  const sign = Math.sign(score);
  return features
    .map((feature) => ({ feature, weight: (file[feature] ?? 0) * sign }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, NAMED_IN_REASON)
    .map(({ feature, weight }) => `${feature} ${(weight * sign).toFixed(1)}`)
    .join(', ');
}

/** Roles by the words that speak for them, the more telling first. */
const ROLES_OF_WORDS: readonly [string, LicenseRole][] = [
  ['THANKS', 'thanks'],
  ['CONTRIBUTION', 'contribution'],
  ['TOOL', 'tooling'],
  ['FUTURE', 'future'],
  ['PAST', 'past'],
  ['COMPATIBLE', 'compatible'],
  ['NEGATION', 'denies'],
];

/** The role of a name that puts nothing under the license: what the grammar said of it, or else what the words around it speak of. */
export function likelyRole(features: readonly string[]): LicenseRole {
  const said = features.map((one) => /^grammar:(.*)-weak$/.exec(one)?.[1]).find((one) => one !== undefined);
  if (said !== undefined && said !== 'grants') return said as LicenseRole;
  const present = new Set(features);
  const of = ROLES_OF_WORDS.find(([group]) => present.has(`before=${group}`) || present.has(`behind=${group}`));
  const role = of?.[1] ?? ROLES_OF_WORDS.find(([, role]) => present.has(`heading:${role}`))?.[1];
  return role ?? 'other-work';
}
