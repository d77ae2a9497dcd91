// Policies: a profile of rules decides on an item.
// One rejecting criterion overrules any number of approving ones; if no criterion is met, the policy does not decide.
//
// Decided here, because the sources are silent:
// - A license rule names one license. In an expression joined by AND, every license must be approved, and one rejected
//   license rejects; in one joined by OR, one approved license is enough, and all must be rejected, because the user may
//   take the other. An exception (WITH) may have rules of its own; otherwise the rules of its license apply.
// - "Approve only when no vulnerability is present" approves nothing by itself: it withdraws approvals. It also withdraws them for an item that was not
//   compared with advisories, and for one with a vulnerability of which it is undetermined whether it affects the item.
// - A policy does not approve an item with a file under a license without rule; it may reject it.
// - Versions are ordered as the component's ecosystem orders them, which its package URL names.
// - Rules for ends of life ignore versions without a known end. An end that is stated without a day counts as past.
// - Work in Progress items are not subject to policies.

import { cycleOfVersion, productOfPackage } from '@assay/scanner/advisories';
import { type LicenseExpression, parseExpression, termText } from '@assay/scanner/expressions';
import { compareVersions } from '@assay/scanner/versions';
import type { InventoryStatus, InventoryType } from '../inventories/inventory.ts';
import { type DecidedStatus, decidedStatuses } from '../inventories/inventory.ts';
import { isNoLicense } from '../licenses/license-choice.ts';
import { licenseNameInLibrary } from '../licenses/license-ids.ts';
import type { Refusal } from '../refusal.ts';
import { isRefusal } from '../refusal.ts';
import type { Severity } from '../vulnerabilities/severity.ts';
import { isAtLeast } from '../vulnerabilities/severity.ts';
import type { VersionOrder } from '../vulnerabilities/version-range.ts';
import { isInRange, parseVersionRange } from '../vulnerabilities/version-range.ts';
import { type JudgedSeverity, type SsvcExploitation, ssvcExploitations } from '../vulnerabilities/vulnerability.ts';

/** As the scanner writes it (scanner/src/licenses/judging/unknown.ts); may also be a part of larger expressions. */
const UNKNOWN_LICENSE = 'LicenseRef-unknown-license';

/** The decision of a policy as a whole. */
export const policyDecisions = [...decidedStatuses, 'UNDECIDED'] as const;
export type PolicyDecision = (typeof policyDecisions)[number];

/** UNDECIDED leaves the item to a person, whatever the rules for its license say. */
export const notComparedDecisions = ['UNDECIDED', 'REJECTED'] as const;
type NotComparedDecision = (typeof notComparedDecisions)[number];

interface LicenseRule {
  /** SPDX id or short name of a license, with its exception if one is meant. */
  license: string;
  decision: DecidedStatus;
}

interface ComponentRule {
  /** purl without version, or a name for components without purl. */
  component: string;
  /** See version-range.ts; `*` for every version. */
  versions: string;
  decision: DecidedStatus;
}

interface VulnerabilityRules {
  approveOnlyWithoutVulnerabilities: boolean;
  /** Reject when any CVSS score is above this one. */
  rejectScoreAbove: number | null;
  /** Reject when any severity is this one or a higher one. */
  rejectSeverityFrom: Severity | null;
  /** Reject items with a vulnerability that CISA or ENISA lists as exploited. */
  rejectExploited: boolean;
  /** Reject items with an EPSS of at least this, 0 to 1. */
  rejectEpssFrom: number | null;
  /** Reject items with at least this exploitation, by CISA's decision point. */
  rejectSsvcExploitationFrom: SsvcExploitation | null;
  /** Reject a version past its end of life (0), or within so many days of it. */
  rejectEndOfLifeWithinDays: number | null;
  /** Approve nothing while the advisory data of the item's ecosystem are missing or older than the site allows. */
  approveOnlyWithFreshData: boolean;
  /** The decision on an item that was not compared with advisories; null: the other rules decide. */
  whenNotCompared: NotComparedDecision | null;
}

/** The content of a policy profile, as it is stored. */
export interface PolicyRules {
  licenses: LicenseRule[];
  components: ComponentRule[];
  vulnerabilities: VulnerabilityRules;
}

export const NO_POLICY_RULES: PolicyRules = {
  licenses: [],
  components: [],
  vulnerabilities: {
    approveOnlyWithoutVulnerabilities: false,
    rejectScoreAbove: null,
    rejectSeverityFrom: null,
    rejectExploited: false,
    rejectEpssFrom: null,
    rejectSsvcExploitationFrom: null,
    rejectEndOfLifeWithinDays: null,
    approveOnlyWithFreshData: false,
    whenNotCompared: null,
  },
};

/** The facts about an item that policies use. */
export interface PolicySubject {
  type: InventoryType;
  componentPurl: string;
  componentName: string;
  versionName: string;
  /** The selected license; '' when none is. */
  licenseExpression: string;
  /** Licenses named in the item's files. */
  possibleLicenses: readonly string[];
  /** Vulnerabilities that are not suppressed, scored in the site's CVSS version; a score is null if unknown. */
  vulnerabilities: readonly (Pick<JudgedSeverity, 'score' | 'severity'> & Partial<JudgedSeverity>)[];
  /** Number of vulnerabilities of which it is undetermined whether they affect the item. */
  undetermined?: number;
  /** Why it was not compared with advisories, in short: `no data for Maven`. '' if it was compared. */
  notCompared: string;
  /** The data that it was compared with are older than the site allows. */
  isDataStale: boolean;
}

export interface PolicyAnswer {
  decision: PolicyDecision;
  /** One sentence for each criterion that was met. */
  reasons: string[];
}

interface Criterion {
  decision: DecidedStatus;
  reason: string;
}

/** A rule of the policy that rejects an item. */
export interface Rejection {
  about: 'license' | 'component' | 'vulnerability' | 'life' | 'coverage';
  reason: string;
}

/** A profile prepared for many items: rules are looked up by license and component, not tried one by one. */
export interface Policy {
  licenses: Map<string, DecidedStatus>;
  components: Map<string, ComponentRule[]>;
  vulnerabilities: VulnerabilityRules;
  /** Release cycles by product, for those products that a rule needs. */
  endsOfLife: ReadonlyMap<string, readonly EndOfCycle[]>;
  /** `2026-10-31` */
  today: string;
}

/** The end of a release cycle of a product; '' if the source states no day. */
interface EndOfCycle {
  cycle: string;
  endsOn: string;
  isOver: boolean;
}

/** Facts that a policy needs besides its rules. */
export type PolicyFacts = Pick<Policy, 'endsOfLife' | 'today'>;

const NO_POLICY_FACTS: PolicyFacts = { endsOfLife: new Map(), today: '' };

/** Adds defaults for rules that an older or empty profile does not have. */
export function policyRulesOf(stored: Partial<PolicyRules>): PolicyRules {
  return {
    licenses: stored.licenses ?? [],
    components: stored.components ?? [],
    vulnerabilities: { ...NO_POLICY_RULES.vulnerabilities, ...stored.vulnerabilities },
  };
}

/** Of two rules for the same license, the rejecting one applies. */
export function preparePolicy(rules: PolicyRules, facts: Partial<PolicyFacts> = {}): Policy {
  const licenses = new Map<string, DecidedStatus>();
  for (const rule of rules.licenses) {
    const key = licenseKey(rule.license);
    if (licenses.get(key) !== 'REJECTED') licenses.set(key, rule.decision);
  }
  const components = new Map<string, ComponentRule[]>();
  for (const rule of rules.components) {
    const key = rule.component.trim().toLowerCase();
    components.set(key, [...(components.get(key) ?? []), rule]);
  }
  return { ...NO_POLICY_FACTS, ...facts, licenses, components, vulnerabilities: rules.vulnerabilities };
}

/** The first error in the rules of a profile; undefined if they can be stored. */
export function refusePolicyRules(rules: PolicyRules): Refusal | undefined {
  return rules.components.map((rule) => parseVersionRange(rule.versions)).find(isRefusal);
}

export function decideByPolicy(policy: Policy, item: PolicySubject): PolicyAnswer {
  if (item.type === 'WORK_IN_PROGRESS') return { decision: 'UNDECIDED', reasons: [] };
  const criteria = criteriaOf(policy, item).flatMap(([, met]) => met);
  const rejections = criteria.filter((criterion) => criterion.decision === 'REJECTED');
  if (rejections.length > 0) return { decision: 'REJECTED', reasons: reasonsOf(rejections) };
  if (criteria.length === 0) return { decision: 'UNDECIDED', reasons: [] };
  if ([item.licenseExpression, ...item.possibleLicenses].some((one) => one.includes(UNKNOWN_LICENSE)))
    return {
      decision: 'UNDECIDED',
      reasons: ['Not approved: one of its files is under an unknown license. A person has to read the text.'],
    };
  const reason = reasonToHoldBack(policy.vulnerabilities, item);
  if (reason !== '') return { decision: 'UNDECIDED', reasons: [`Not approved: ${reason}`] };
  return { decision: 'APPROVED', reasons: reasonsOf(criteria) };
}

function criteriaOf(policy: Policy, item: PolicySubject): [Rejection['about'], Criterion[]][] {
  return [
    ['license', licenseCriteria(policy, item)],
    ['component', componentCriteria(policy, item)],
    ['vulnerability', vulnerabilityCriteria(policy.vulnerabilities, item)],
    ['life', endOfLifeCriteria(policy, item)],
    ['coverage', coverageCriteria(policy.vulnerabilities, item)],
  ];
}

/** Each rule that rejects the item, with what it is about. */
export function rejectionsByPolicy(policy: Policy, item: PolicySubject): Rejection[] {
  if (item.type === 'WORK_IN_PROGRESS') return [];
  return criteriaOf(policy, item).flatMap(([about, met]) =>
    met.flatMap(({ decision, reason }) => (decision === 'REJECTED' ? [{ about, reason }] : [])),
  );
}

/** '' if the advisories allow an approval. Nothing is known of the vulnerabilities of an item that was not compared. */
function reasonToHoldBack(rules: VulnerabilityRules, item: PolicySubject): string {
  const { approveOnlyWithoutVulnerabilities: isWithout, approveOnlyWithFreshData: isFresh } = rules;
  if (item.notCompared !== '' && (isWithout || isFresh || rules.whenNotCompared !== null))
    return `it was not compared with advisories (${item.notCompared}).`;
  if (isWithout && item.vulnerabilities.length > 0) return 'vulnerabilities are present.';
  if (isWithout && (item.undetermined ?? 0) > 0)
    return 'it is undetermined whether some vulnerabilities affect it. A person has to find out.';
  if (isFresh && item.isDataStale) return 'advisory data is missing or older than the site allows.';
  return '';
}

function coverageCriteria({ whenNotCompared }: VulnerabilityRules, { notCompared }: PolicySubject): Criterion[] {
  if (notCompared === '' || whenNotCompared !== 'REJECTED') return [];
  return [{ decision: 'REJECTED', reason: `It was not compared with advisories: ${notCompared}.` }];
}

function licenseCriteria(policy: Policy, item: PolicySubject): Criterion[] {
  if (isNoLicense(item.licenseExpression)) return [];
  const tree = parseExpression(item.licenseExpression);
  const decision = tree ? verdictOn(tree, policy.licenses) : policy.licenses.get(licenseKey(item.licenseExpression));
  if (decision === undefined) return [];
  const verb = decision === 'APPROVED' ? 'approved' : 'rejected';
  return [{ decision, reason: `The license ${item.licenseExpression} is ${verb}.` }];
}

/** The decision of the license rules alone on an expression. */
export function verdictOnLicense(policy: Policy, tree: LicenseExpression): DecidedStatus | undefined {
  return verdictOn(tree, policy.licenses);
}

function verdictOn(tree: LicenseExpression, rules: Map<string, DecidedStatus>): DecidedStatus | undefined {
  if (!('operator' in tree)) {
    return rules.get(licenseKey(termText(tree))) ?? rules.get(licenseKey(tree.license));
  }
  const verdicts = tree.parts.map((part) => verdictOn(part, rules));
  if (tree.operator === 'AND') {
    if (verdicts.includes('REJECTED')) return 'REJECTED';
    return verdicts.every((verdict) => verdict === 'APPROVED') ? 'APPROVED' : undefined;
  }
  if (verdicts.includes('APPROVED')) return 'APPROVED';
  return verdicts.every((verdict) => verdict === 'REJECTED') ? 'REJECTED' : undefined;
}

/** A rule applies to its library entry in every spelling of the license. */
function licenseKey(license: string): string {
  return licenseNameInLibrary(license).trim().toLowerCase();
}

function componentCriteria(policy: Policy, item: PolicySubject): Criterion[] {
  const order = orderOf(item.componentPurl);
  const names = new Set([item.componentPurl.toLowerCase(), item.componentName.toLowerCase()]);
  return [...names]
    .flatMap((name) => policy.components.get(name) ?? [])
    .filter((rule) => matchesVersion(rule, item.versionName, order))
    .map((rule) => ({
      decision: rule.decision,
      reason: `${rule.component}, versions ${rule.versions}, is ${rule.decision === 'APPROVED' ? 'approved' : 'rejected'}.`,
    }));
}

/** The version order of the component's ecosystem. Without a package URL, the scheme is unknown. */
function orderOf(purl: string): VersionOrder {
  const scheme = /^pkg:([^/@?#]+)\//.exec(purl)?.[1] ?? 'generic';
  return (a, b) => compareVersions(scheme, a, b);
}

function matchesVersion(rule: ComponentRule, version: string, order: VersionOrder): boolean {
  const range = parseVersionRange(rule.versions);
  if (isRefusal(range)) return false;
  const isEveryVersion = range.some((bounds) => bounds.length === 0);
  // An unknown version is only in the range of all versions.
  return isEveryVersion || (version !== '' && isInRange(version, range, order));
}

function vulnerabilityCriteria(rules: VulnerabilityRules, item: PolicySubject): Criterion[] {
  const criteria: Criterion[] = [];
  const { rejectScoreAbove, rejectSeverityFrom } = rules;
  const highest = item.vulnerabilities.reduce((top, one) => Math.max(top, one.score ?? -1), -1);
  if (rejectScoreAbove !== null && highest > rejectScoreAbove) {
    criteria.push({ decision: 'REJECTED', reason: `A CVSS score of ${highest} is above ${rejectScoreAbove}.` });
  }
  const grave = item.vulnerabilities.find(
    (one) => rejectSeverityFrom !== null && isAtLeast(one.severity, rejectSeverityFrom),
  );
  if (grave) {
    criteria.push({
      decision: 'REJECTED',
      reason: `A vulnerability of severity ${grave.severity} is present; ${rejectSeverityFrom} and above are rejected.`,
    });
  }
  return [...criteria, ...signalCriteria(rules, item)];
}

/** No rule matches an unknown value. */
function signalCriteria(rules: VulnerabilityRules, { vulnerabilities }: PolicySubject): Criterion[] {
  const { rejectExploited, rejectEpssFrom, rejectSsvcExploitationFrom: point } = rules;
  const reject = (reason: string): Criterion => ({ decision: 'REJECTED', reason });
  const epss = vulnerabilities.reduce((top, one) => Math.max(top, one.epss ?? -1), -1);
  const placeOf = (word: string) => (ssvcExploitations as readonly string[]).indexOf(word);
  return [
    ...(rejectExploited && vulnerabilities.some(({ isExploited }) => isExploited)
      ? [reject('A vulnerability that is exploited is present.')]
      : []),
    ...(rejectEpssFrom !== null && epss >= rejectEpssFrom
      ? [reject(`An EPSS of ${percent(epss)} is ${percent(rejectEpssFrom)} or more.`)]
      : []),
    ...(point !== null && vulnerabilities.some((one) => placeOf(one.ssvcExploitation ?? '') >= placeOf(point))
      ? [reject(`CISA rates the exploitation of a vulnerability as ${point} or higher.`)]
      : []),
  ];
}

function endOfLifeCriteria({ vulnerabilities, endsOfLife, today }: Policy, item: PolicySubject): Criterion[] {
  const days = vulnerabilities.rejectEndOfLifeWithinDays;
  const product = productOfPackage(item.componentPurl);
  if (days === null || product === undefined || item.versionName === '') return [];
  const cycle = cycleOfVersion(item.versionName, endsOfLife.get(product) ?? []);
  if (cycle === undefined) return [];
  const { endsOn, isOver } = cycle;
  const reject = (reason: string): Criterion[] => [{ decision: 'REJECTED', reason }];
  const subject = `Version ${item.versionName} is of ${product} ${cycle.cycle}, whose life`;
  if (isOver || (endsOn !== '' && endsOn <= today)) return reject(`${subject} ended${endsOn && ` on ${endsOn}`}.`);
  return endsOn !== '' && endsOn <= dayAfter(today, days)
    ? reject(`${subject} ends on ${endsOn}, within ${days} days.`)
    : [];
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function percent(fraction: number): string {
  return `${Math.round(fraction * 10_000) / 100} %`;
}

function reasonsOf(criteria: Criterion[]): string[] {
  return criteria.map((criterion) => criterion.reason);
}

/** Whether the policy, if it applies to all, decides otherwise than a person did. Work in Progress is not subject to policies. */
export function isOverturned(
  item: { type: InventoryType; status: InventoryStatus; is_status_set_by_person: boolean },
  decision: PolicyDecision,
): boolean {
  if (item.type === 'WORK_IN_PROGRESS' || decision === 'UNDECIDED') return false;
  return item.is_status_set_by_person && item.status !== decision;
}
