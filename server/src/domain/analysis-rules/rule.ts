// Rules that decide about vulnerabilities of items: their values, and what a rule must have. Pure.
//
//   Condition          | Holds if
//   -------------------+-----------------------------------------------------------------------------------------------------------------
//   vulnerabilities    | one of its names is listed
//   weaknesses         | one of its CWEs is listed
//   severities         | its severity is listed
//   epssBelow, epssFrom| its EPSS score is below, or at least, this
//   packages           | the item's package is one of them, in their range of versions if they have one
//   dependencyLevels   | the item is top-level, direct or transitive
//   parents            | all paths in the dependency graph lead through one of these packages
//   scopes             | the scope of the item is listed
//   folderIds          | the project is in one of these folders or below
//   projectIds         | the project is listed; with includeCopies also if it was copied or branched from a listed one
//   projectNames       | the name of the project fits a pattern
//   paths              | every file of the item fits a pattern
//
// A condition that is not given holds always; all that are given must hold. What is not known does not hold (`unknowns`).
import { parsePurl } from '@assay/scanner/packages';
import { parseVers } from '@assay/scanner/versions';
import type { DependencyLevel } from '../inventories/inventory.ts';
import type { ShippableScope } from '../inventories/shipped-scopes.ts';
import { compileExclusions } from '../projects/exclusions.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Severity } from '../vulnerabilities/severity.ts';
import { type AnalysisWords, expiryOf } from '../vulnerabilities/suppression.ts';
import { mayBeSuppressed } from '../vulnerabilities/vex.ts';
import { asPattern } from './patterns.ts';

/** DECISION: one that a person made about a vulnerability for more than the items that they saw. */
export const ruleKinds = ['RULE', 'DECISION'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** ENDED: its last day is over. */
export const ruleStates = ['ON', 'OFF', 'ENDED'] as const;
export type RuleState = (typeof ruleStates)[number];

/** From narrow to wide. */
export const ruleReaches = ['PROJECT', 'RELEASES', 'FOLDER', 'SITE'] as const;
export type RuleReach = (typeof ruleReaches)[number];

/** How far a decision of a person reaches. ITEMS: the items that they chose. */
export const decisionReaches = ['ITEMS', ...ruleReaches] as const;

/** What waits to be compared with rules again. */
export const unsettledKinds = ['item', 'project', 'vulnerability'] as const;

/** Why a rule leaves out something that it may be about. */
const unknowns = ['NO_PACKAGE', 'NO_VERSION', 'NO_SEVERITY', 'NO_EPSS', 'NO_LEVEL', 'NO_SCOPE', 'NO_FILES'] as const;
export type Unknown = (typeof unknowns)[number];
export const ruleSkipReasons = [...unknowns, 'PERSON', 'OTHER_RULE'] as const;
export type RuleSkipReason = (typeof ruleSkipReasons)[number];

export const dependencyPlaces = ['Top-level', 'Direct', 'Transitive'] as const satisfies DependencyLevel[];

export interface RulePackage {
  /** A package URL without a version. `*` stands for any characters of namespace and name. */
  package: string;
  /** `vers:npm/<1.3.0`; '' for all versions, and for those that are not known. */
  versions: string;
}

export interface RuleCondition {
  vulnerabilities: string[];
  weaknesses: string[];
  severities: Severity[];
  /** 0 to 1; null if it does not matter. */
  epssBelow: number | null;
  epssFrom: number | null;
  packages: RulePackage[];
  dependencyLevels: (typeof dependencyPlaces)[number][];
  parents: string[];
  scopes: ShippableScope[];
  folderIds: number[];
  projectIds: number[];
  includeCopies: boolean;
  projectNames: string[];
  paths: string[];
}

export const ANY_CONDITION: RuleCondition = {
  vulnerabilities: [],
  weaknesses: [],
  severities: [],
  epssBelow: null,
  epssFrom: null,
  packages: [],
  dependencyLevels: [],
  parents: [],
  scopes: [],
  folderIds: [],
  projectIds: [],
  includeCopies: false,
  projectNames: [],
  paths: [],
};

type RuleAnalysis = Omit<AnalysisWords, 'detail'>;

export interface RuleContent {
  name: string;
  condition: RuleCondition;
  analysis: RuleAnalysis;
  /** The ground, in words. */
  words: string;
  /** Whether what the rule decides about no longer counts. */
  suppresses: boolean;
  /** Null: never. */
  expiresAt: Date | null;
}

/** A rule as far as matching needs it. */
export interface MatchedRule {
  id: number;
  name: string;
  condition: RuleCondition;
  analysis: RuleAnalysis;
  words: string;
  suppresses: boolean;
  changedBy: string;
  changedAt: Date;
}

export interface RuleDraft extends Omit<RuleContent, 'condition' | 'suppresses' | 'expiresAt'> {
  condition: Partial<RuleCondition>;
  suppresses?: boolean;
  expiresOn: string;
}

/** The rule of an input, with sorted and distinct values; or what is wrong with it, by the name of the field. */
export function readRule(input: RuleDraft, now: Date): RuleContent | Refusal {
  const [name, words] = [input.name.trim(), input.words.trim()];
  if (name === '') return refuse('invalid', 'The field "name" must not be blank.');
  if (words === '')
    return refuse('invalid', 'The field "ground" must say in words why what the rule decides may be believed.');
  const condition = readCondition(input.condition);
  if (isRefusal(condition)) return condition;
  const expiresAt = readExpiry(input.expiresOn, now);
  if (isRefusal(expiresAt)) return expiresAt;
  const may = mayBeSuppressed(input.analysis.state);
  if (input.suppresses === true && !may)
    return refuse(
      'invalid',
      `The field "suppress" must be false for the state ${input.analysis.state}: what affects a project, or is not decided, goes on counting.`,
    );
  return { name, words, condition, analysis: input.analysis, suppresses: input.suppresses ?? may, expiresAt };
}

/** "never" must be said, so that nobody forgets the end. */
function readExpiry(text: string, now: Date): Date | null | Refusal {
  if (text.trim().toLowerCase() === 'never') return null;
  if (text.trim() === '')
    return refuse('invalid', 'The field "expiresOn" must be a day such as 2027-05-01, a time, or "never".');
  return expiryOf(text, now);
}

const distinct = <T>(values: readonly T[] | undefined): T[] => [...new Set(values ?? [])].sort();

function readCondition(input: Partial<RuleCondition>): RuleCondition | Refusal {
  const packages = readPackages(input.packages ?? []);
  if (isRefusal(packages)) return packages;
  const condition: RuleCondition = {
    vulnerabilities: distinct(input.vulnerabilities?.map((one) => one.trim())),
    weaknesses: distinct(input.weaknesses?.map(weaknessOf)),
    severities: distinct(input.severities),
    epssBelow: input.epssBelow ?? null,
    epssFrom: input.epssFrom ?? null,
    packages,
    dependencyLevels: distinct(input.dependencyLevels),
    parents: distinct(input.parents?.map((one) => one.trim())),
    scopes: distinct(input.scopes),
    folderIds: [...new Set(input.folderIds ?? [])].sort((a, b) => a - b),
    projectIds: [...new Set(input.projectIds ?? [])].sort((a, b) => a - b),
    includeCopies: input.includeCopies ?? false,
    projectNames: distinct(input.projectNames?.map((one) => one.trim())),
    paths: distinct(input.paths?.map((one) => one.trim())),
  };
  return faultOf(condition) ?? condition;
}

/** `79`, `cwe-79` and `CWE-79` are the same. */
const weaknessOf = (text: string) => `CWE-${text.trim().replace(/^cwe-?/i, '')}`;

function readPackages(input: readonly RulePackage[]): RulePackage[] | Refusal {
  const read: RulePackage[] = [];
  for (const [at, one] of input.entries()) {
    const fault = patternFault(one.package, `condition.packages[${at}].package`);
    if (fault) return fault;
    const versions = one.versions.trim();
    if (versions !== '') {
      const range = parseVers(versions);
      if ('problem' in range)
        return refuse('invalid', `The field "condition.packages[${at}].versions" is "${versions}": ${range.problem}`);
    }
    read.push({ package: one.package.trim(), versions });
  }
  return read;
}

function faultOf(condition: RuleCondition): Refusal | undefined {
  const { epssBelow, epssFrom, includeCopies, projectIds, weaknesses } = condition;
  if (isAnything(condition))
    return refuse(
      'invalid',
      'The field "condition" must have at least one condition: a rule about everything hides everything.',
    );
  for (const [member, texts] of Object.entries(condition))
    if (Array.isArray(texts) && texts.includes(''))
      return refuse('invalid', `The field "condition.${member}" must not have blank entries.`);
  const other = weaknesses.find((one) => !/^CWE-\d{1,6}$/.test(one));
  if (other !== undefined)
    return refuse('invalid', `The field "condition.weaknesses" has "${other}", but a weakness is written CWE-79.`);
  if (epssBelow !== null && epssFrom !== null && epssFrom >= epssBelow)
    return refuse('invalid', 'The field "condition.epssFrom" must be smaller than "condition.epssBelow".');
  if (includeCopies && projectIds.length === 0)
    return refuse('invalid', 'The field "condition.includeCopies" needs projects in "condition.projectIds".');
  for (const [at, parent] of condition.parents.entries()) {
    const fault = patternFault(parent, `condition.parents[${at}]`);
    if (fault) return fault;
  }
  return pathFault(condition.paths);
}

function pathFault(paths: readonly string[]): Refusal | undefined {
  const negated = paths.find((one) => /^[!#]/.test(one));
  if (negated !== undefined)
    return refuse('invalid', `The field "condition.paths" has "${negated}", but a path must not begin with ! or #.`);
  const compiled = compileExclusions(paths);
  return isRefusal(compiled)
    ? refuse('invalid', `The field "condition.paths": ${compiled.refusal.message}`)
    : undefined;
}

function patternFault(text: string, field: string): Refusal | undefined {
  if (asPattern(text) !== undefined) return undefined;
  const told = parsePurl(text.trim());
  const why = 'problem' in told ? told.problem : 'it must not have a version, qualifiers or a subpath';
  return refuse(
    'invalid',
    `The field "${field}" is "${text}", but it must be a package URL without a version, such as pkg:npm/left-pad or pkg:maven/org.apache.*: ${why}`,
  );
}

function isAnything(condition: RuleCondition): boolean {
  return Object.values(condition).every(
    (one) => one === null || one === false || (Array.isArray(one) && one.length === 0),
  );
}

/** How far a rule reaches. */
export function reachOf({ projectIds, includeCopies, folderIds, projectNames }: RuleCondition): RuleReach {
  if (projectIds.length > 0) return includeCopies ? 'RELEASES' : 'PROJECT';
  return folderIds.length + projectNames.length > 0 ? 'FOLDER' : 'SITE';
}

export interface RuleStanding {
  isEnabled: boolean;
  endedAt: Date | null;
}

export function stateOf({ isEnabled, endedAt }: RuleStanding): RuleState {
  if (endedAt !== null) return 'ENDED';
  return isEnabled ? 'ON' : 'OFF';
}

/** The words of an analysis that a rule makes. */
export function ruleWords({ name, words }: Pick<MatchedRule, 'name' | 'words'>): string {
  return `Decided by rule "${name}", because: ${words}`;
}

/** Of two rules about the same, the narrower one decides, then the one that was changed last. */
export function decidesBefore(a: MatchedRule, b: MatchedRule): boolean {
  const narrower = ruleReaches.indexOf(reachOf(a.condition)) - ruleReaches.indexOf(reachOf(b.condition));
  if (narrower !== 0) return narrower < 0;
  const later = a.changedAt.getTime() - b.changedAt.getTime();
  return later !== 0 ? later > 0 : a.id > b.id;
}
