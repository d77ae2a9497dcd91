import { expect, it } from 'vitest';
import { type ReviewDecision, type ReviewedFacts, standingOfReview } from './review-lapse.ts';

const facts: ReviewedFacts = {
  componentId: 1,
  versionId: 11,
  component: 'pkg:npm/x',
  version: '1.0.0',
  licenseExpression: 'MIT',
  concluded: 'MIT OR GPL-2.0-only',
  possibleLicenses: ['MIT', 'GPL-2.0-only'],
  goneSinceScan: null,
  isScanned: true,
};

function decision(status: string, ground: object = {}): ReviewDecision {
  const { componentId, versionId, licenseExpression, concluded, possibleLicenses } = facts;
  return {
    subject: { finding: 'component\npkg:npm/x\n1.0.0' },
    value: { status },
    ground: { by: 'person', componentId, versionId, licenseExpression, concluded, possibleLicenses, ...ground },
    author: 'ann',
    decidedAt: new Date('2026-03-01T10:00:00Z'),
  };
}

const changesAfter = (made: ReviewDecision, change: Partial<ReviewedFacts>) => {
  const standing = standingOfReview(made, { ...facts, ...change }, new Date('2026-04-01T00:00:00Z'));
  return standing.is === 'holds' ? [] : standing.lapse.changes.map(({ what, from, to }) => `${what}: ${from} -> ${to}`);
};

it.each<[string, string, Partial<ReviewedFacts>, string[]]>([
  ['nothing changed', 'APPROVED', {}, []],
  ['the license in other words', 'APPROVED', { licenseExpression: 'mit' }, []],
  ['another license', 'APPROVED', { licenseExpression: 'GPL-3.0-only' }, ['license: MIT -> GPL-3.0-only']],
  ['a license that is unknown now', 'REJECTED', { licenseExpression: '' }, ['license: MIT -> ']],
  ['another version', 'APPROVED', { versionId: 12, version: '2.0.0' }, ['version: 1.0.0 -> 2.0.0']],
  [
    'another component',
    'APPROVED',
    { componentId: 2, component: 'pkg:npm/y', versionId: 21 },
    ['component: pkg:npm/x -> pkg:npm/y', 'version: 1.0.0 -> 1.0.0'],
  ],
  ['the same version for another release of the distribution', 'APPROVED', { versionId: 12 }, []],
  ['the same component under another name', 'APPROVED', { component: 'pkg:npm/%40scope/x' }, []],
  [
    'other evidence under the same license',
    'APPROVED',
    { concluded: 'GPL-2.0-only' },
    ['evidence: MIT OR GPL-2.0-only -> GPL-2.0-only'],
  ],
  [
    'gone, whatever else changed',
    'APPROVED',
    { goneSinceScan: 7, licenseExpression: 'ISC' },
    ['presence: in the code -> gone since scan 7'],
  ],
  ['tied files of other contents', 'REJECTED', { doubt: { contents: 'x', paths: 'a.c' } }, ['tied files:  -> a.c']],
  ['other words in its license texts', 'APPROVED', { hasOtherTexts: true }, ['license texts:  -> other words']],
  [
    'approved for developers, and it ships now',
    'APPROVED',
    { scopes: { before: 'development', now: 'runtime' } },
    ['use: development -> runtime'],
  ],
  ['rejected for developers, and it ships now', 'REJECTED', { scopes: { before: 'development', now: 'runtime' } }, []],
  ['approved as it ships, and only tests use it now', 'APPROVED', { scopes: { before: 'runtime', now: 'test' } }, []],
  ['approved for a use that was not known', 'APPROVED', { scopes: { before: '', now: 'runtime' } }, []],
  ['evidence that now agrees', 'APPROVED', { concluded: 'MIT' }, []],
  ['no evidence any more', 'APPROVED', { concluded: undefined }, []],
  [
    'approved, one more is possible',
    'APPROVED',
    { possibleLicenses: ['MIT', 'GPL-2.0-only', 'SSPL-1.0'] },
    ['possible licenses:  -> SSPL-1.0'],
  ],
  ['approved, one less is possible', 'APPROVED', { possibleLicenses: ['MIT'] }, []],
  [
    'rejected, one less is possible',
    'REJECTED',
    { possibleLicenses: ['MIT'] },
    ['possible licenses: GPL-2.0-only -> '],
  ],
  ['rejected, one more is possible', 'REJECTED', { possibleLicenses: ['MIT', 'GPL-2.0-only', 'ISC'] }, []],
])('%s', (_, status, change, expected) => {
  expect(changesAfter(decision(status), change)).toEqual(expected);
});

it('compares only what the decision recorded', () => {
  const old = { ...decision('APPROVED'), ground: { by: 'migration' as const, licenseExpression: 'MIT' } };
  expect(changesAfter(old, { versionId: 99, concluded: 'ISC', possibleLicenses: ['SSPL-1.0'] })).toEqual([]);
  expect(changesAfter(old, { licenseExpression: 'ISC' })).toEqual(['license: MIT -> ISC']);
});

it.each<[string, object, string]>([
  ['person', {}, 'Approved under MIT by ann on 2026-03-01; the license is now GPL-3.0-only.'],
  [
    'policy',
    { by: 'policy' },
    'Approved under MIT by the policy (ann) on 2026-03-01; the license is now GPL-3.0-only.',
  ],
])('says who decided: a %s', (_, ground, why) => {
  const standing = standingOfReview(
    decision('APPROVED', ground),
    { ...facts, licenseExpression: 'GPL-3.0-only' },
    new Date(),
  );
  expect(standing).toMatchObject({ is: 'lapsed', lapse: { why } });
});

it('holds again for exactly the facts on which it rested, whatever lapsed in between', () => {
  const made = decision('APPROVED');
  const others: Partial<ReviewedFacts>[] = [
    { versionId: 12, version: '2.0.0' },
    { licenseExpression: 'ISC' },
    { possibleLicenses: ['X11'] },
  ];
  for (const one of others) {
    expect(changesAfter(made, one)).not.toEqual([]);
    expect(changesAfter(made, { ...one, ...facts })).toEqual([]);
  }
});

it('holds on the contents of tied files that the person saw when deciding', () => {
  const made = decision('APPROVED', { doubtedContents: 'x' });
  expect(changesAfter(made, { doubt: { contents: 'x', paths: 'a.c' } })).toEqual([]);
  expect(changesAfter(made, { doubt: { contents: 'y', paths: 'a.c' } })).toEqual(['tied files:  -> a.c']);
});
