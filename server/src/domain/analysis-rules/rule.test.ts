// What a rule must have, which of two decides, and how it is named.
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import {
  ANY_CONDITION,
  decidesBefore,
  type MatchedRule,
  type RuleCondition,
  type RuleDraft,
  reachOf,
  readRule,
  stateOf,
} from './rule.ts';

const now = new Date('2026-12-01T00:00:00Z');
const input = (more: Partial<RuleDraft> = {}, condition: Partial<RuleCondition> = {}): RuleDraft => ({
  name: ' Tests ',
  condition: { scopes: ['test'], ...condition },
  analysis: { state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE' },
  words: ' Tests are not shipped. ',
  expiresOn: 'never',
  ...more,
});

it('reads a rule', () => {
  expect(readRule(input({}, { weaknesses: ['79', 'cwe-20', 'CWE-79'], projectIds: [3, 1, 3] }), now)).toEqual({
    name: 'Tests',
    words: 'Tests are not shipped.',
    condition: { ...ANY_CONDITION, scopes: ['test'], weaknesses: ['CWE-20', 'CWE-79'], projectIds: [1, 3] },
    analysis: { state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE' },
    suppresses: true,
    expiresAt: null,
  });
  expect(readRule(input({ expiresOn: '2026-12-31' }), now)).toMatchObject({
    expiresAt: new Date('2026-12-31T23:59:59Z'),
  });
  expect(readRule(input({ analysis: { state: 'EXPLOITABLE' } }), now)).toMatchObject({ suppresses: false });
});

describe('what is wrong is told by the name of the field', () => {
  it.each<[string, RuleDraft]>([
    ['"name"', input({ name: '  ' })],
    ['"ground"', input({ words: ' ' })],
    ['"condition"', input({}, { scopes: [] })],
    ['"condition.vulnerabilities"', input({}, { vulnerabilities: [' '] })],
    ['"condition.weaknesses"', input({}, { weaknesses: ['XSS'] })],
    ['"condition.epssFrom"', input({}, { epssFrom: 0.5, epssBelow: 0.5 })],
    [
      '"condition.packages[1].package"',
      input(
        {},
        {
          packages: [
            { package: 'pkg:npm/a', versions: '' },
            { package: 'left-pad', versions: '' },
          ],
        },
      ),
    ],
    ['"condition.packages[0].package"', input({}, { packages: [{ package: 'pkg:npm/a@1.0.0', versions: '' }] })],
    ['"condition.packages[0].package"', input({}, { packages: [{ package: 'pkg:npm/a*@1.0.0', versions: '' }] })],
    ['"condition.packages[0].versions"', input({}, { packages: [{ package: 'pkg:npm/a', versions: '<1.0.0' }] })],
    ['"condition.parents[0]"', input({}, { parents: ['jest'] })],
    ['"condition.includeCopies"', input({}, { includeCopies: true })],
    ['"condition.paths"', input({}, { paths: ['!src'] })],
    ['"condition.paths"', input({}, { paths: ['src/[a'] })],
    ['"expiresOn"', input({ expiresOn: ' ' })],
    ['"expiresOn"', input({ expiresOn: '2026-11-30' })],
    ['"suppress"', input({ analysis: { state: 'IN_TRIAGE' }, suppresses: true })],
  ])('%s', (field, wrong) => {
    const answer = readRule(wrong, now);
    expect(isRefusal(answer) && answer.refusal.message).toContain(`The field ${field}`);
  });
});

const rule = (id: number, condition: Partial<RuleCondition>, changedAt = 0): MatchedRule => ({
  ...{ id, name: `${id}`, words: '', suppresses: true, analysis: { state: 'NOT_AFFECTED' } },
  condition: { ...ANY_CONDITION, ...condition },
  changedBy: 'ada',
  changedAt: new Date(changedAt),
});

it('of two rules the narrower decides, then the one changed last', () => {
  const ordered = [
    rule(1, { projectIds: [1] }),
    rule(2, { projectIds: [1], includeCopies: true }),
    rule(3, { folderIds: [1] }, 5),
    rule(4, { projectNames: ['a'] }, 4),
    rule(6, { scopes: ['test'] }, 9),
    rule(5, { scopes: ['test'] }, 9),
  ];
  expect(ordered.map(({ condition }) => reachOf(condition))).toEqual([
    'PROJECT',
    'RELEASES',
    'FOLDER',
    'FOLDER',
    'SITE',
    'SITE',
  ]);
  expect(
    ordered
      .toReversed()
      .sort((a, b) => (decidesBefore(a, b) ? -1 : 1))
      .map(({ id }) => id),
  ).toEqual([1, 2, 3, 4, 6, 5]);
});

it('an ended rule says so, whether it is on or off', () => {
  expect(stateOf({ isEnabled: true, endedAt: null })).toBe('ON');
  expect(stateOf({ isEnabled: false, endedAt: null })).toBe('OFF');
  expect(stateOf({ isEnabled: true, endedAt: now })).toBe('ENDED');
});
