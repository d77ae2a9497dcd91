// Whether a rule is about a vulnerability of an item. Pure. The naive evaluation, which `rule-index.ts` must agree with.
import { versionTest } from '@assay/scanner/versions';
import { compileExclusions } from '../projects/exclusions.ts';
import { isRefusal } from '../refusal.ts';
import type { ItemFacts, VulnerabilityFacts } from './facts.ts';
import { asPattern, type NamedPackage, type PackagePattern, wildcardTest } from './patterns.ts';
import type { MatchedRule, RuleCondition, RulePackage, Unknown } from './rule.ts';

/** True or false; or what is not known, where the answer depends on it. */
export type Answer = boolean | Unknown;

type OfItem = (item: ItemFacts) => Answer;
type OfVulnerability = (vulnerability: VulnerabilityFacts) => Answer;

export interface CompiledRule {
  rule: MatchedRule;
  /** Cheap ones first. */
  ofVulnerability: OfVulnerability[];
  ofItem: OfItem[];
  /** Whether it asks for the dependency graph: the last test of the item does. */
  needsGraph: boolean;
}

export function compileRule(rule: MatchedRule): CompiledRule {
  const { condition } = rule;
  const needsGraph = condition.parents.length > 0;
  return { rule, ofVulnerability: vulnerabilityTests(condition), ofItem: itemTests(condition), needsGraph };
}

/** Whether it holds. If the only doubts are about facts that are not known, the first of them. */
export function answerOf({ ofVulnerability, ofItem }: CompiledRule, item: ItemFacts, one: VulnerabilityFacts): Answer {
  let unknown: Unknown | undefined;
  for (const test of ofVulnerability) {
    const answer = test(one);
    if (answer === false) return false;
    if (answer !== true) unknown ??= answer;
  }
  for (const test of ofItem) {
    const answer = test(item);
    if (answer === false) return false;
    if (answer !== true) unknown ??= answer;
  }
  return unknown ?? true;
}

/** The same without looking for what is unknown. */
export function holds({ ofVulnerability, ofItem }: CompiledRule, item: ItemFacts, one: VulnerabilityFacts): boolean {
  return ofVulnerability.every((test) => test(one) === true) && ofItem.every((test) => test(item) === true);
}

/** Whether the answer depends on the dependency graph. */
export function asksForGraph(
  { ofVulnerability, ofItem, needsGraph }: CompiledRule,
  item: ItemFacts,
  one: VulnerabilityFacts,
): boolean {
  return (
    needsGraph &&
    ofVulnerability.every((test) => test(one) !== false) &&
    ofItem.slice(0, -1).every((test) => test(item) !== false)
  );
}

function vulnerabilityTests(condition: RuleCondition): OfVulnerability[] {
  const tests: OfVulnerability[] = [];
  const { vulnerabilities, weaknesses, severities, epssBelow, epssFrom } = condition;
  if (vulnerabilities.length > 0) {
    const wanted = new Set(vulnerabilities.map((name) => name.toLowerCase()));
    tests.push(({ names }) => names.some((name) => wanted.has(name)));
  }
  if (severities.length > 0) {
    const wanted = new Set(severities);
    tests.push(({ severity }) => wanted.has(severity) || (severity === 'UNKNOWN' ? 'NO_SEVERITY' : false));
  }
  if (epssBelow !== null || epssFrom !== null)
    tests.push(({ epss }) =>
      epss === null ? 'NO_EPSS' : (epssBelow === null || epss < epssBelow) && (epssFrom === null || epss >= epssFrom),
    );
  if (weaknesses.length > 0) {
    const wanted = new Set(weaknesses);
    tests.push((one) => one.weaknesses.some((name) => wanted.has(name)));
  }
  return tests;
}

function itemTests(condition: RuleCondition): OfItem[] {
  const tests: OfItem[] = [...projectTests(condition)];
  const { packages, dependencyLevels, scopes, paths, parents } = condition;
  if (packages.length > 0) tests.push(packageTest(packages));
  if (dependencyLevels.length > 0) {
    const wanted = new Set<string>(dependencyLevels);
    tests.push(({ level }) => wanted.has(level) || (level === 'N/A' ? 'NO_LEVEL' : false));
  }
  if (scopes.length > 0) {
    const wanted = new Set(scopes);
    tests.push(({ scope }) => wanted.has(scope) || (scope === 'unknown' ? 'NO_SCOPE' : false));
  }
  if (paths.length > 0) tests.push(pathTest(paths));
  if (parents.length > 0) {
    const patterns = patternsOf(parents);
    const key = JSON.stringify(parents);
    tests.push((item) => item.isOnlyUnder(patterns, key));
  }
  return tests;
}

function* projectTests({ projectIds, includeCopies, folderIds, projectNames }: RuleCondition): Generator<OfItem> {
  if (projectIds.length > 0) {
    const wanted = new Set(projectIds);
    yield ({ project }) =>
      wanted.has(project.projectId) || (includeCopies && project.originIds.some((id) => wanted.has(id)));
  }
  if (folderIds.length > 0) {
    const wanted = new Set(folderIds);
    yield ({ project }) => project.folderIds.some((id) => wanted.has(id));
  }
  if (projectNames.length > 0) {
    const tests = projectNames.map((name) => wildcardTest(name.toLowerCase()));
    yield ({ project }) => {
      const name = project.projectName.toLowerCase();
      return tests.some((test) => test(name));
    };
  }
}

export const patternsOf = (texts: readonly string[]): PackagePattern[] =>
  texts.map(asPattern).filter((one) => one !== undefined);

/** Whether the package fits the pattern. */
export const isOfPattern = ({ type, test }: PackagePattern, one: NamedPackage): boolean =>
  type === one.type && test(one.name);

function packageTest(packages: readonly RulePackage[]): OfItem {
  const wanted = packages.flatMap((one) => {
    const pattern = asPattern(one.package);
    return pattern ? [{ pattern, isVersion: one.versions === '' ? undefined : versionTest(one.versions) }] : [];
  });
  return (item) => {
    const { package: own, version } = item;
    if (own === undefined) return 'NO_PACKAGE';
    let unknown: Answer = false;
    for (const { pattern, isVersion } of wanted) {
      if (!isOfPattern(pattern, own)) continue;
      if (isVersion === undefined) return true;
      if (version === '') unknown = 'NO_VERSION';
      else if (isVersion(version)) return true;
    }
    return unknown;
  };
}

/** A file fits if a pattern fits it or a folder above it. All files must fit: elsewhere the item may be used otherwise. */
function pathTest(patterns: readonly string[]): OfItem {
  const compiled = compileExclusions(patterns);
  if (isRefusal(compiled)) return () => false;
  const fits = (path: string) => {
    if (compiled.exclude(path, false)) return true;
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
      if (compiled.exclude(path.slice(0, at), true)) return true;
    return false;
  };
  return (item) => {
    const paths = item.paths();
    return paths.length === 0 ? 'NO_FILES' : paths.every(fits);
  };
}
