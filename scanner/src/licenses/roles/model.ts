// Weighs what stands around the names of a file and tells the likely role of each. A logistic regression with one row of weights for each role, in
// two passes: the first one knows the surroundings of one name, the second one what the first said of the other names of the file, since a file that
// plainly grants one license more often only names the others. The weights are data (rules/roles/weights.yaml), made by tools/train-roles.ts. Pure,
// except for reading the weights once.
import type { LicenseRole } from '../../findings.ts';
import { readRoleFile } from './lexicon.ts';

/** The roles that the model tells apart; `bundled` is also documentation. The weights of a feature are in this order. */
export const ROLES = [
  'grants',
  'choice',
  'bundled',
  'other-work',
  'forbids',
  'denies',
  'compatible',
  'past',
  'future',
  'thanks',
  'tooling',
  'contribution',
] as const satisfies readonly LicenseRole[];

export type ModelRole = (typeof ROLES)[number];

/** Weights by feature, one for each role; '' is the constant. */
export type Weights = ReadonlyMap<string, readonly number[]>;

export interface Model {
  /** Of one name alone. */
  name: Weights;
  /** Of a name among those of its file. */
  file: Weights;
}

/** A name of a file, or another match that says a license. */
export interface Weighed {
  expression: string;
  /** None for a match that the model does not read. */
  features: readonly string[] | undefined;
  /** What is known without the model; undefined if nothing decided. */
  known: ModelRole | undefined;
}

export interface Grade {
  /** The probability of each role, in the order of `ROLES`. */
  shares: readonly number[];
  features: readonly string[];
}

interface Written {
  name: Record<string, number[]>;
  file: Record<string, number[]>;
}

/** Weights are written as whole numbers. */
export const WEIGHT_UNIT = 100;

let known: Model | undefined;
export function model(): Model {
  if (known) return known;
  const { name, file } = readRoleFile('weights.yaml') as Written;
  const read = (weights: Record<string, number[]>): Weights => new Map(Object.entries(weights));
  known = { name: read(name), file: read(file) };
  return known;
}

/** Weighs with another model from now on; with the own one without an argument. For the training, which measures models on files they do not know. */
export function weighWith(other?: Model): void {
  known = other;
}

/** The probability of each role. */
export function sharesOf(weights: Weights, features: readonly string[]): number[] {
  const sums = ROLES.map((_, i) => weights.get('')?.[i] ?? 0);
  for (const feature of features) {
    const own = weights.get(feature);
    if (own) for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + (own[i] ?? 0);
  }
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp((sum - most) / WEIGHT_UNIT));
  const total = powers.reduce((sum, one) => sum + one, 0);
  return powers.map((one) => one / total);
}

const SURE = 0.95;

/** The shares of what is known without the model. */
const sharesOfKnown = (role: ModelRole): number[] =>
  ROLES.map((one) => (one === role ? SURE : (1 - SURE) / (ROLES.length - 1)));

/** What is said of a name: by the model about the name alone, and by what is known, which other names of the file believe. */
interface First {
  own: readonly number[];
  told: readonly number[];
}

/** The first pass, in the same order. */
export const firstOf = (names: readonly Weighed[], weights: Weights): First[] =>
  names.map(({ features, known: role }) => {
    const told = sharesOfKnown(role ?? 'grants');
    const own = features ? sharesOf(weights, features) : told;
    return { own, told: role ? told : own };
  });

/** The probability that the name licenses something of the work. */
export const licensingShare = (shares: readonly number[]): number => grantingShare(shares) + shareOf(shares, 'bundled');

/** The probability that the name licenses the work as a whole, alone or as one of a choice. */
export const grantingShare = (shares: readonly number[]): number =>
  shareOf(shares, 'grants') + shareOf(shares, 'choice');

const levelOf = (share: number): string =>
  share < 0.1 ? 'no' : share < 0.35 ? 'unlikely' : share < 0.65 ? 'open' : share < 0.9 ? 'likely' : 'yes';

export function likeliest(shares: readonly number[], roles: readonly ModelRole[] = ROLES): ModelRole {
  let best = roles[0] as ModelRole;
  for (const role of roles) if (shareOf(shares, role) > shareOf(shares, best)) best = role;
  return best;
}

export const shareOf = (shares: readonly number[], role: ModelRole): number => shares[ROLES.indexOf(role)] ?? 0;

/** The features of the second pass, in the same order; none for a match without features of its own. */
export function featuresInFile(names: readonly Weighed[], first: readonly First[]): (string[] | undefined)[] {
  const best = new Map<string, number>();
  for (const [i, { expression }] of names.entries())
    best.set(expression, Math.max(best.get(expression) ?? 0, grantingShare(first[i]?.told ?? [])));
  const [top, second] = [...best].sort((a, b) => b[1] - a[1]);
  return names.map(({ features, expression }, i) => {
    const own = first[i]?.own;
    if (!features || !own) return undefined;
    const level = levelOf(licensingShare(own));
    const other = (top?.[0] === expression ? second : top)?.[1];
    const otherLevel = other === undefined ? 'none' : levelOf(other);
    const role = likeliest(own);
    const added = [`first:${role}`, `first:${level}`, `other:${otherLevel}`, `first:${role}+other:${otherLevel}`];
    if (other !== undefined) added.push(grantingShare(own) >= other ? 'is-best' : 'not-best');
    for (const [place, at] of [
      ['before', i - 1],
      ['behind', i + 1],
    ] as const) {
      const beside = first[at];
      added.push(`name-${place}:${beside ? likeliest(beside.told) : 'none'}`);
    }
    if (i === 0) added.push('first-name');
    return [...features, ...added];
  });
}

/** The grade of each name; undefined for a match without features. */
export function grades(names: readonly Weighed[], { name, file } = model()): (Grade | undefined)[] {
  return featuresInFile(names, firstOf(names, name)).map(
    (features) => features && { shares: sharesOf(file, features), features },
  );
}
