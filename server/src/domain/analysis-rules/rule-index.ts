// Finds the rules about a vulnerability of an item among very many. Pure.
//
// Each rule is filed under its most selective condition, in the order of `fileUnder`. Only the rules that are filed under a fact of the item or of the
// vulnerability are compared with it; those with wide conditions alone are compared with everything.
import type { ItemFacts, VulnerabilityFacts } from './facts.ts';
import { asksForGraph, type CompiledRule, compileRule, holds } from './matching.ts';
import { asPattern, type PackagePattern } from './patterns.ts';
import { decidesBefore, type MatchedRule } from './rule.ts';

export interface RuleIndex {
  size: number;
  /** Whether the files of items must be known. */
  needsPaths: boolean;
  ofItem(item: ItemFacts): CandidatesOfItem;
}

/** The rules filed under facts of one item. */
interface CandidatesOfItem {
  /** All rules that hold, the one that decides first. */
  about(vulnerability: VulnerabilityFacts): MatchedRule[];
  /** Whether `about` asks for the dependency graph. */
  asksForGraph(vulnerability: VulnerabilityFacts): boolean;
}

type Shelf = Map<string, CompiledRule[]>;

export function indexRules(rules: readonly MatchedRule[]): RuleIndex {
  const [ofItems, ofVulnerabilities]: [Shelf, Shelf] = [new Map(), new Map()];
  const rest: CompiledRule[] = [];
  /** Of the beginnings of names with a `*`. */
  const lengths = new Set<number>();
  for (const rule of rules) {
    const compiled = compileRule(rule);
    const { shelf, keys } = fileUnder(rule, lengths);
    if (shelf === 'rest') rest.push(compiled);
    else for (const key of keys) put(shelf === 'item' ? ofItems : ofVulnerabilities, key, compiled);
  }
  return {
    size: rules.length,
    needsPaths: rules.some(({ condition }) => condition.paths.length > 0),
    ofItem: (item) =>
      candidatesOf(
        item,
        [...keysOfItem(item, lengths)].flatMap((key) => ofItems.get(key) ?? []),
        ofVulnerabilities,
        rest,
      ),
  };
}

function put(shelf: Shelf, key: string, rule: CompiledRule): void {
  const standing = shelf.get(key);
  if (standing === undefined) shelf.set(key, [rule]);
  else standing.push(rule);
}

function candidatesOf(
  item: ItemFacts,
  ofItem: readonly CompiledRule[],
  ofVulnerabilities: Shelf,
  rest: readonly CompiledRule[],
): CandidatesOfItem {
  function* filedUnder(vulnerability: VulnerabilityFacts): Generator<readonly CompiledRule[]> {
    yield ofItem;
    for (const key of keysOfVulnerability(vulnerability)) yield ofVulnerabilities.get(key) ?? [];
    yield rest;
  }
  return {
    about(vulnerability) {
      const found = new Map<number, MatchedRule>();
      for (const candidates of filedUnder(vulnerability))
        for (const one of candidates)
          if (!found.has(one.rule.id) && holds(one, item, vulnerability)) found.set(one.rule.id, one.rule);
      return [...found.values()].sort((a, b) => (decidesBefore(a, b) ? -1 : 1));
    },
    asksForGraph(vulnerability) {
      for (const candidates of filedUnder(vulnerability))
        if (candidates.some((one) => asksForGraph(one, item, vulnerability))) return true;
      return false;
    },
  };
}

type Filed = { shelf: 'item' | 'vulnerability'; keys: string[] } | { shelf: 'rest'; keys?: undefined };

/** @param lengths gets the lengths of the beginnings under which packages are filed */
function fileUnder({ condition }: MatchedRule, lengths: Set<number>): Filed {
  const { vulnerabilities, packages, projectIds, weaknesses, folderIds, includeCopies } = condition;
  if (vulnerabilities.length > 0)
    return {
      shelf: 'vulnerability',
      keys: keysOf(
        'name',
        vulnerabilities.map((name) => name.toLowerCase()),
      ),
    };
  const patterns = packages.map((one) => asPattern(one.package));
  const exact = patterns.flatMap((one) => (one?.exact === undefined ? [] : `${one.type}/${one.exact}`));
  if (packages.length > 0 && exact.length === packages.length) return { shelf: 'item', keys: keysOf('package', exact) };
  if (projectIds.length > 0) return { shelf: 'item', keys: keysOf(includeCopies ? 'origin' : 'project', projectIds) };
  const isLong = patterns.every((one) => one !== undefined && one.beginning.length >= LONG_BEGINNING);
  if (packages.length > 0 && isLong)
    return { shelf: 'item', keys: keysOf('beginning', patterns.map(beginningOf(lengths))) };
  if (weaknesses.length > 0) return { shelf: 'vulnerability', keys: keysOf('weakness', weaknesses) };
  if (folderIds.length > 0) return { shelf: 'item', keys: keysOf('folder', folderIds) };
  if (packages.length > 0) return { shelf: 'item', keys: keysOf('beginning', patterns.map(beginningOf(lengths))) };
  return { shelf: 'rest' };
}

/** A package that begins with so many characters is one of a few. */
const LONG_BEGINNING = 3;

const beginningOf =
  (lengths: Set<number>) =>
  (pattern: PackagePattern | undefined): string => {
    const { type = '', beginning = '' } = pattern ?? {};
    lengths.add(beginning.length);
    return `${type}/${beginning}`;
  };

const keysOf = (kind: string, values: readonly (string | number)[]): string[] => [
  ...new Set(values.map((value) => `${kind} ${value}`)),
];

function* keysOfItem({ project, package: own }: ItemFacts, lengths: ReadonlySet<number>): Generator<string> {
  if (own) {
    yield `package ${own.type}/${own.name}`;
    for (const length of lengths)
      if (length <= own.name.length) yield `beginning ${own.type}/${own.name.slice(0, length)}`;
  }
  yield `project ${project.projectId}`;
  yield `origin ${project.projectId}`;
  for (const id of project.originIds) yield `origin ${id}`;
  for (const id of project.folderIds) yield `folder ${id}`;
}

function* keysOfVulnerability({ names, weaknesses }: VulnerabilityFacts): Generator<string> {
  for (const name of names) yield `name ${name}`;
  for (const name of weaknesses) yield `weakness ${name}`;
}
