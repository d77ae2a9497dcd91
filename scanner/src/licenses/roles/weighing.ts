// Where the model of roles is heard: names of which no sentence of the grammar speaks, or only weakly. Tags, headers, texts, places in code and
// firm sentences are never overruled. Pure.
import type { LicenseRole } from '../../findings.ts';
import { featuresOf, type Surroundings, wholeOf } from './features.ts';
import {
  type Grade,
  grades,
  grantingShare,
  licensingShare,
  likeliest,
  type Model,
  type ModelRole,
  model,
  ROLES,
  shareOf,
  type Weighed,
} from './model.ts';
import { reasonsOf } from './reasons.ts';
import type { Verdict } from './roles.ts';

/** A license name, or another match that says a license. */
export interface Read {
  expression: string;
  /** None: the model does not read it. */
  surroundings?: Surroundings | undefined;
  /** What the grammar or the match itself decided; undefined if the model is asked. */
  known?: ModelRole | undefined;
  /** The role that counts only beside another license. */
  weak?: LicenseRole | undefined;
  /** Without the model, it is a statement, a mention, or (faint) nothing. */
  standing: 'stated' | 'mentioned' | 'compared' | 'faint';
  /** The short form around it, as `standingOf` reads it. */
  form: () => string;
  /** It is in one list or choice with the name before it. */
  isJoined: boolean;
}

export type Decision = { read: 'grants' } | { read: 'part' | 'mention'; verdict: Verdict } | { read: 'nothing' };

/** A name needs so much to license something of the work, by what it is without the model. */
const LEAST = { stated: 0.4, mentioned: 0.5, compared: 0.8, faint: 0.75 };

/** What the grammar reads firmly in a sentence, the model overrules only if it is as sure as this. */
const FIRM = 0.95;
/** So sure if the sentence is the only one of the file that grants anything. */
const FIRM_ALONE = 0.97;

/** In a file that grants nothing else, a statement stays one above this. */
const LEAST_ALONE = 0.3;

/** A weak sentence counts, whatever else the file grants, below the first; it does not count above the second. */
const WEAK: readonly [number, number] = [0.3, 0.7];

const LEAST_OF_PART = 0.6;

const wholly = (role: LicenseRole): boolean => role === 'grants' || role === 'choice';

/** The features of the names, as the model reads them. */
export function weighedOf(bytes: Uint8Array, names: readonly Read[]): Weighed[] {
  let whole: ReturnType<typeof wholeOf> | undefined;
  return names.map(({ expression, surroundings, known, weak, standing, form }) => {
    if (!surroundings) return { expression, features: undefined, known };
    whole ??= wholeOf(bytes);
    const features = featuresOf(surroundings, whole);
    features.push(`form:${form()}`);
    if (standing === 'faint') features.push('faint');
    if (weak) features.push(`weak:${weak}`);
    return { expression, features, known };
  });
}

/** What the model says of the names that it is asked about, by their place among `names`; names of which it is not sure stay out. */
export const weigh = (bytes: Uint8Array, names: readonly Read[]): Map<number, Decision> =>
  names.some(({ surroundings }) => surroundings) ? decideAll(names, weighedOf(bytes, names)) : new Map();

/** The same for names whose features are known. */
export function decideAll(names: readonly Read[], weighed: readonly Weighed[], by = model()): Map<number, Decision> {
  const graded = joined(names, grades(weighed, by));
  const granted = new Set<string>();
  for (const [i, { known, expression }] of names.entries()) {
    const grade = graded[i];
    if (known ? wholly(known) : grade && grantingShare(grade.shares) >= LEAST.stated) granted.add(expression);
  }
  const decisions = new Map<number, Decision>();
  for (const [i, grade] of graded.entries()) {
    const name = names[i];
    if (!grade || !name) continue;
    const isAlone = ![...granted].some((one) => one !== name.expression);
    const decision = name.known ? overrule(name, name.known, grade, isAlone, by) : decide(name, grade, isAlone, by);
    if (decision) decisions.set(i, decision);
  }
  addOffers(names, graded, decisions, by);
  return decisions;
}

/** So sure that the license is one of a choice. */
const LEAST_OF_CHOICE = 0.5;

/** A word of a choice in the sentence or beside it. */
const OF_CHOICE = /[=~]CHOICE$/;

/** The name licenses the work, and stands in a choice; in a row, "MIT and ISC", only if a word speaks of one. */
function isOffered(name: Read, isInRow: boolean, decision: Decision | undefined, { shares, features }: Grade): boolean {
  if (isInRow && !features.some((one) => OF_CHOICE.test(one))) return false;
  const { known, standing } = name;
  const isGranted = decision ? decision.read === 'grants' : known ? wholly(known) : standing === 'stated';
  return isGranted && shareOf(shares, 'choice') >= LEAST_OF_CHOICE;
}

/** Adds which names are offered for choice; one license alone is none. */
function addOffers(
  names: readonly Read[],
  graded: readonly (Grade | undefined)[],
  decisions: Map<number, Decision>,
  by: Model,
): void {
  const offers = names.flatMap((name, i) => {
    const grade = graded[i];
    const isInRow = name.isJoined || names[i + 1]?.isJoined === true;
    return grade && isOffered(name, isInRow, decisions.get(i), grade) ? [{ i, name, grade }] : [];
  });
  if (new Set(offers.map(({ name }) => name.expression)).size < 2) return;
  for (const { i, name, grade } of offers) decisions.set(i, offered(name, grade, by));
}

const offered = (name: Read, grade: Grade, by: Model): Decision => ({
  read: 'part',
  verdict: { role: 'choice', why: reasonsOf(grade, 'choice', by), sentence: name.surroundings?.passage.written ?? '' },
});

/** "MIT, ISC and Apache-2.0": the names of one row share their probabilities. */
function joined(names: readonly Read[], graded: readonly (Grade | undefined)[]): (Grade | undefined)[] {
  const shared = [...graded];
  for (let from = 0; from < names.length; ) {
    let to = from + 1;
    while (names[to]?.isJoined) to++;
    const row = graded.slice(from, to).filter((one) => one !== undefined);
    const shares = ROLES.map((_, k) => row.reduce((sum, one) => sum + (one.shares[k] ?? 0), 0) / row.length);
    if (row.length > 1)
      for (const [i, grade] of graded.slice(from, to).entries()) shared[from + i] = grade && { ...grade, shares };
    from = to;
  }
  return shared;
}

/** The grammar is firm, but the words around the name speak plainly for the contrary. */
function overrule(name: Read, known: ModelRole, grade: Grade, isAlone: boolean, by: Model): Decision | undefined {
  const isLicensing = wholly(known) || known === 'bundled';
  const share = licensingShare(grade.shares);
  if (name.standing === 'faint') return isLicensing && share >= LEAST.faint ? { read: 'grants' } : { read: 'nothing' };
  if ((isLicensing ? 1 - share : share) < (isLicensing && isAlone ? FIRM_ALONE : FIRM)) return undefined;
  return decide({ ...name, standing: isLicensing ? 'stated' : 'mentioned' }, grade, false, by);
}

function decide(name: Read, grade: Grade, isAlone: boolean, by: Model): Decision | undefined {
  const share = licensingShare(grade.shares);
  const { standing, weak } = name;
  const sentence = name.surroundings?.passage.written ?? '';
  const verdict = (role: LicenseRole): Verdict => ({ role, why: reasonsOf(grade, role, by), sentence });
  if (weak && !isMentionRole(weak)) return undefined;
  if (weak) {
    if (share > WEAK[1]) return { read: 'grants' };
    return share < WEAK[0] && !isAlone ? { read: 'mention', verdict: verdict(weak) } : undefined;
  }
  if (share < (standing === 'stated' && isAlone ? LEAST_ALONE : LEAST[standing])) {
    if (standing === 'faint') return { read: 'nothing' };
    return { read: 'mention', verdict: verdict(likeliest(grade.shares, MENTIONS)) };
  }
  if (shareOf(grade.shares, 'bundled') > LEAST_OF_PART)
    return { read: 'part', verdict: verdict(isOfDocumentation(grade) ? 'documentation' : 'bundled') };
  return { read: 'grants' };
}

const isMentionRole = (role: LicenseRole): boolean => MENTIONS.some((one) => one === role);

const MENTIONS = ROLES.filter((role) => role !== 'grants' && role !== 'choice' && role !== 'bundled');

const isOfDocumentation = ({ features }: Grade): boolean =>
  features.some((one) => /^(?:before|heading)[=~:](?:DOC|documentation)$/.test(one)) &&
  !features.some((one) => /^(?:before|heading)[=:](?:PART|bundled)$/.test(one));
