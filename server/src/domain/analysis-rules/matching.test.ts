// When each condition holds, and that the index finds the same rules as comparing every rule with everything.
import { describe, expect, it } from 'vitest';
import { dependencyPaths } from './dependency-paths.ts';
import type { ItemFacts, VulnerabilityFacts } from './facts.ts';
import { type Answer, answerOf, compileRule, holds, patternsOf } from './matching.ts';
import { packageOf } from './patterns.ts';
import { ANY_CONDITION, decidesBefore, type MatchedRule, type RuleCondition } from './rule.ts';
import { indexRules } from './rule-index.ts';

type Given = Partial<Omit<ItemFacts, 'package' | 'paths' | 'project'>> &
  Partial<VulnerabilityFacts> & { purl?: string; paths?: string[] } & Partial<ItemFacts['project']>;

function itemOf(given: Given): ItemFacts {
  const own = packageOf(given.purl ?? 'pkg:npm/left-pad@1.2.0');
  return {
    itemId: 1,
    project: { projectId: 7, projectName: 'Shop', folderIds: [3, 1], originIds: [5], ...given },
    package: own,
    version: own?.version ?? '',
    level: 'Direct',
    scope: 'runtime',
    isOnlyUnder: () => false,
    ...given,
    paths: () => given.paths ?? ['src/a.js'],
  } as ItemFacts;
}

const vulnerabilityOf = (given: Given): VulnerabilityFacts => ({
  vulnerabilityId: 9,
  names: ['cve-2026-1', 'ghsa-aaaa'],
  weaknesses: ['CWE-79'],
  severity: 'HIGH',
  epss: 0.02,
  ...given,
});

const ruleOf = (condition: Partial<RuleCondition>, more: Partial<MatchedRule> = {}): MatchedRule => ({
  id: 1,
  name: 'One',
  condition: { ...ANY_CONDITION, ...condition },
  analysis: { state: 'NOT_AFFECTED' },
  words: 'Known',
  suppresses: true,
  changedBy: 'ada',
  changedAt: new Date(0),
  ...more,
});

describe('a condition', () => {
  it.each<[Partial<RuleCondition>, Given, Answer]>([
    [{ vulnerabilities: ['CVE-2026-1'] }, {}, true],
    [{ vulnerabilities: ['ghsa-AAAA', 'CVE-1'] }, {}, true],
    [{ vulnerabilities: ['CVE-2026-10'] }, {}, false],
    [{ weaknesses: ['CWE-79', 'CWE-1'] }, {}, true],
    [{ weaknesses: ['CWE-7'] }, {}, false],
    [{ weaknesses: ['CWE-79'] }, { weaknesses: [] }, false],
    [{ severities: ['HIGH', 'LOW'] }, {}, true],
    [{ severities: ['LOW'] }, {}, false],
    [{ severities: ['LOW'] }, { severity: 'UNKNOWN' }, 'NO_SEVERITY'],
    [{ severities: ['UNKNOWN'] }, { severity: 'UNKNOWN' }, true],
    [{ epssBelow: 0.05 }, {}, true],
    [{ epssBelow: 0.02 }, {}, false],
    [{ epssFrom: 0.02 }, {}, true],
    [{ epssFrom: 0.01, epssBelow: 0.02 }, {}, false],
    [{ epssBelow: 0.05 }, { epss: null }, 'NO_EPSS'],
    [{ epssBelow: 0.05, severities: ['LOW'] }, { epss: null }, false],
    [{ packages: [{ package: 'pkg:npm/left-pad', versions: '' }] }, {}, true],
    [{ packages: [{ package: 'pkg:pypi/left-pad', versions: '' }] }, {}, false],
    [{ packages: [{ package: 'pkg:npm/left-pad', versions: 'vers:npm/<1.3.0' }] }, {}, true],
    [{ packages: [{ package: 'pkg:npm/left-pad', versions: 'vers:npm/<1.2.0' }] }, {}, false],
    [
      { packages: [{ package: 'pkg:npm/left-pad', versions: 'vers:npm/<1.2.0' }] },
      { purl: 'pkg:npm/left-pad' },
      'NO_VERSION',
    ],
    [{ packages: [{ package: 'pkg:npm/left-pad', versions: '' }] }, { purl: 'nothing' }, 'NO_PACKAGE'],
    [{ packages: [{ package: 'pkg:npm/%40babel/*', versions: '' }] }, { purl: 'pkg:npm/%40babel/core@7.0.0' }, true],
    [{ packages: [{ package: 'pkg:npm/@babel/*', versions: '' }] }, { purl: 'pkg:npm/%40babel/core@7.0.0' }, true],
    [
      { packages: [{ package: 'pkg:maven/org.apache.*', versions: '' }] },
      { purl: 'pkg:maven/org.apache.commons/io@1' },
      true,
    ],
    [{ packages: [{ package: 'pkg:npm/*', versions: '' }] }, {}, true],
    [{ packages: [{ package: 'pkg:npm/x*', versions: '' }] }, {}, false],
    [{ dependencyLevels: ['Direct'] }, {}, true],
    [{ dependencyLevels: ['Transitive'] }, {}, false],
    [{ dependencyLevels: ['Transitive'] }, { level: 'N/A' }, 'NO_LEVEL'],
    [{ scopes: ['test', 'development'] }, { scope: 'test' }, true],
    [{ scopes: ['test'] }, {}, false],
    [{ scopes: ['test'] }, { scope: 'unknown' }, 'NO_SCOPE'],
    [{ scopes: ['unknown'] }, { scope: 'unknown' }, true],
    [{ projectIds: [7] }, {}, true],
    [{ projectIds: [5] }, {}, false],
    [{ projectIds: [5], includeCopies: true }, {}, true],
    [{ folderIds: [3] }, {}, true],
    [{ folderIds: [4] }, {}, false],
    [{ projectNames: ['sh*'] }, {}, true],
    [{ projectNames: ['Shop'] }, { projectName: 'Shop 2' }, false],
    [{ paths: ['test/'] }, { paths: ['test/a.js', 'x/test/b.js'] }, true],
    [{ paths: ['test/'] }, { paths: ['test/a.js', 'src/b.js'] }, false],
    [{ paths: ['test/', '/src/*.js'] }, { paths: ['test/a.js', 'src/b.js'] }, true],
    [{ paths: ['test/'] }, { paths: [] }, 'NO_FILES'],
    [{ parents: ['pkg:npm/jest'] }, { isOnlyUnder: () => true }, true],
    [{ parents: ['pkg:npm/jest'] }, {}, false],
    [{ severities: ['HIGH'], scopes: ['runtime'], projectIds: [7] }, {}, true],
    [{ severities: ['HIGH'], scopes: ['test'], projectIds: [7] }, {}, false],
  ])('%j of %j: %s', (condition, given, expected) => {
    expect(answerOf(compileRule(ruleOf(condition)), itemOf(given), vulnerabilityOf(given))).toBe(expected);
  });
});

describe('a path in the dependency graph', () => {
  const names = ['jest', 'express', 'a', 'b', 'shared', 'direct', 'circle', 'round'];
  const items = names.map((name, id) => ({
    ...{ id, package: { type: 'npm', name } },
    level: name === 'direct' ? ('Direct' as const) : ('N/A' as const),
  }));
  const link = (from: string, to: string) => ({ parentId: names.indexOf(from), childId: names.indexOf(to) });
  const links = [
    ...[link('jest', 'a'), link('a', 'b'), link('a', 'shared'), link('express', 'shared'), link('jest', 'direct')],
    ...[link('circle', 'round'), link('round', 'circle'), link('b', 'a')],
  ];
  it.each<[string[], string[]]>([
    [['pkg:npm/jest'], ['a', 'b']],
    [['pkg:npm/a'], ['b']],
    [
      ['pkg:npm/jest', 'pkg:npm/express'],
      ['a', 'b', 'shared'],
    ],
    [['pkg:npm/j*'], ['a', 'b']],
    [['pkg:npm/none'], []],
    [['pkg:npm/circle'], []],
  ])('only under %j: %j', (parents, expected) => {
    const paths = dependencyPaths(items, links);
    const under = names.filter((_, id) => paths.isOnlyUnder(id, patternsOf(parents), parents.join()));
    expect(under).toEqual(expected);
  });
});

describe('the index', () => {
  /** mulberry32: the same numbers in every run. */
  function random(seed: number) {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
    };
  }

  it.each(Array.from({ length: 15 }, (_, seed) => seed))('finds what the naive evaluation finds, seed %i', (seed) => {
    const next = random(seed);
    const upTo = (count: number) => Math.floor(next() * count);
    const some = <T>(make: () => T, chance: number): T[] =>
      next() < chance ? Array.from({ length: 1 + upTo(2) }, make) : [];
    const rules = Array.from({ length: 60 }, (_, id) =>
      ruleOf(
        {
          vulnerabilities: some(() => `CVE-2026-${upTo(6)}`, 0.3),
          weaknesses: some(() => `CWE-${upTo(4)}`, 0.2),
          severities: some(() => (['HIGH', 'LOW', 'UNKNOWN'] as const)[upTo(3)]!, 0.2),
          epssBelow: next() < 0.2 ? next() : null,
          packages: some(
            () => ({
              package: `pkg:${['npm', 'pypi'][upTo(2)]}/${['a', 'b', 'c', '*', 'a*'][upTo(5)]}`,
              versions: next() < 0.5 ? '' : `vers:npm/<${1 + upTo(4)}.0.0`,
            }),
            0.4,
          ),
          dependencyLevels: some(() => (['Direct', 'Transitive'] as const)[upTo(2)]!, 0.2),
          scopes: some(() => (['test', 'runtime'] as const)[upTo(2)]!, 0.2),
          folderIds: some(() => upTo(4), 0.2),
          projectIds: some(() => upTo(4), 0.2),
          includeCopies: next() < 0.5,
          projectNames: some(() => ['p1', 'p*'][upTo(2)]!, 0.1),
          paths: some(() => ['test/', 'src/'][upTo(2)]!, 0.1),
        },
        { id, changedAt: new Date(upTo(3)) },
      ),
    );
    const compiled = rules.map(compileRule);
    const index = indexRules(rules);
    let found = 0;
    for (let pair = 0; pair < 40; pair++) {
      const given: Given = {
        purl: `pkg:${['npm', 'pypi'][upTo(2)]}/${'abc'[upTo(3)]}@${upTo(5)}.0.0`,
        level: (['Direct', 'Transitive', 'N/A'] as const)[upTo(3)]!,
        scope: (['test', 'runtime', 'unknown'] as const)[upTo(3)]!,
        projectId: upTo(4),
        projectName: `p${upTo(3)}`,
        folderIds: [upTo(4), 1],
        originIds: some(() => upTo(4), 0.5),
        paths: some(() => ['test/a', 'src/a'][upTo(2)]!, 0.7),
        names: some(() => `cve-2026-${upTo(6)}`, 0.9),
        weaknesses: some(() => `CWE-${upTo(4)}`, 0.7),
        severity: (['HIGH', 'LOW', 'UNKNOWN'] as const)[upTo(3)]!,
        epss: next() < 0.3 ? null : next(),
      };
      const [item, vulnerability] = [itemOf(given), vulnerabilityOf(given)];
      const naive = rules.filter((_, at) => holds(compiled[at]!, item, vulnerability));
      const answers = rules.filter((_, at) => answerOf(compiled[at]!, item, vulnerability) === true);
      expect(answers).toEqual(naive);
      const indexed = index.ofItem(item).about(vulnerability);
      expect(indexed.map(({ id }) => id).sort()).toEqual(naive.map(({ id }) => id).sort());
      for (const other of indexed.slice(1)) expect(decidesBefore(indexed[0]!, other)).toBe(true);
      found += indexed.length;
    }
    expect(found).toBeGreaterThan(0);
  });
});
