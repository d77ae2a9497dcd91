import { compareVersions } from '@assay/scanner/versions';
import { describe, expect, it } from 'vitest';
import { confidences } from '../inventories/inventory.ts';
import { autoPublish, type PublishSettings } from '../inventories/publication.ts';
import { isInRange, parseVersionRange } from '../vulnerabilities/version-range.ts';
import type { PolicyDecision, PolicyRules, PolicySubject } from './policy.ts';
import { decideByPolicy, NO_POLICY_RULES, policyRulesOf, preparePolicy, refusePolicyRules } from './policy.ts';

const subject: PolicySubject = {
  type: 'COMPONENT',
  componentPurl: 'pkg:npm/lodash',
  componentName: 'lodash',
  versionName: '4.17.21',
  licenseExpression: 'MIT',
  possibleLicenses: [],
  vulnerabilities: [],
  notCompared: '',
  isDataStale: false,
};

const approved = (license: string) => ({ license, decision: 'APPROVED' as const });
const rejected = (license: string) => ({ license, decision: 'REJECTED' as const });

function decide(rules: Partial<PolicyRules>, item: Partial<PolicySubject> = {}) {
  return decideByPolicy(preparePolicy(policyRulesOf(rules)), { ...subject, ...item });
}

describe('license rules', () => {
  it.each<[string, PolicyRules['licenses'], string, PolicyDecision]>([
    ['none', [], 'MIT', 'UNDECIDED'],
    ['one that approves', [approved('MIT')], 'MIT', 'APPROVED'],
    ['whatever the letter case', [approved('mit')], 'MIT', 'APPROVED'],
    ['one that rejects', [rejected('MIT')], 'MIT', 'REJECTED'],
    ['of another license', [rejected('ISC')], 'MIT', 'UNDECIDED'],
    ['two with different decisions', [rejected('MIT'), approved('MIT')], 'MIT', 'REJECTED'],
    ['the same in reverse order', [approved('MIT'), rejected('MIT')], 'MIT', 'REJECTED'],
    ['no license selected', [rejected('MIT')], '', 'UNDECIDED'],
    ['AND, both approved', [approved('MIT'), approved('ISC')], 'MIT AND ISC', 'APPROVED'],
    ['AND, one approved', [approved('MIT')], 'MIT AND ISC', 'UNDECIDED'],
    ['AND, one rejected', [approved('MIT'), rejected('ISC')], 'MIT AND ISC', 'REJECTED'],
    ['OR, one approved', [approved('MIT'), rejected('ISC')], 'MIT OR ISC', 'APPROVED'],
    ['OR, one rejected', [rejected('ISC')], 'MIT OR ISC', 'UNDECIDED'],
    ['OR, both rejected', [rejected('MIT'), rejected('ISC')], 'MIT OR ISC', 'REJECTED'],
    ['mixed', [approved('MIT'), approved('ISC')], '(MIT OR GPL-2.0-only) AND ISC', 'APPROVED'],
    ['WITH falls back on the license', [rejected('GPL-2.0-only')], 'GPL-2.0-only WITH X', 'REJECTED'],
    [
      'WITH has a rule of its own',
      [rejected('GPL-2.0-only'), approved('GPL-2.0-only WITH X')],
      'GPL-2.0-only WITH X',
      'APPROVED',
    ],
    ['a name that is no expression', [approved('Our own license')], 'Our own license', 'APPROVED'],
  ])('%s', (_, licenses, licenseExpression, decision) => {
    expect(decide({ licenses }, { licenseExpression }).decision).toBe(decision);
  });
});

describe('an unknown license among those of the files', () => {
  const possibleLicenses = ['MIT', 'LicenseRef-unknown-license'];
  it('is not approved, whatever approves the item', () => {
    expect(decide({ licenses: [approved('MIT')] }, { possibleLicenses })).toMatchObject({ decision: 'UNDECIDED' });
    const components = [{ component: 'pkg:npm/lodash', versions: '*', decision: 'APPROVED' as const }];
    expect(decide({ components }, { possibleLicenses })).toMatchObject({
      decision: 'UNDECIDED',
      reasons: ['Not approved: one of its files is under an unknown license. A person has to read the text.'],
    });
  });
  it('is rejected by a rule that rejects it', () => {
    expect(decide({ licenses: [rejected('MIT')] }, { possibleLicenses }).decision).toBe('REJECTED');
  });
});

describe('component rules', () => {
  const rule = (component: string, versions: string, decision: 'APPROVED' | 'REJECTED' = 'REJECTED') => ({
    components: [{ component, versions, decision }],
  });
  it.each<[Partial<PolicyRules>, Partial<PolicySubject>, PolicyDecision]>([
    [rule('pkg:npm/lodash', '*'), {}, 'REJECTED'],
    [rule('lodash', '*'), {}, 'REJECTED'],
    [rule('pkg:npm/lodash', '<4.17.21'), {}, 'UNDECIDED'],
    [rule('pkg:npm/lodash', '<=4.17.21', 'APPROVED'), {}, 'APPROVED'],
    [rule('pkg:npm/lodash', '*'), { versionName: '' }, 'REJECTED'],
    [rule('pkg:npm/lodash', '>=1'), { versionName: '' }, 'UNDECIDED'],
    [rule('pkg:npm/other', '*'), {}, 'UNDECIDED'],
    [rule('pkg:npm/lodash', 'nonsense <'), {}, 'UNDECIDED'],
  ])('%o on %o', (rules, item, decision) => {
    expect(decide(rules, item).decision).toBe(decision);
  });

  it.each<[purl: string, versions: string, version: string, decision: PolicyDecision]>([
    ['pkg:deb/debian/zlib', '<1:1.2', '1:1.2~rc1', 'REJECTED'],
    ['pkg:deb/debian/zlib', '<2.0', '1:1.2', 'UNDECIDED'],
    ['pkg:maven/g/a', '<1.0', '1.0-SNAPSHOT', 'REJECTED'],
    ['pkg:pypi/a', '<1.0', '1.0.post1', 'UNDECIDED'],
    ['', '<1.0', '1.0-rc1', 'REJECTED'],
  ])('orders versions as the ecosystem does: %s, %s, %s', (componentPurl, versions, versionName, decision) => {
    const component = componentPurl || 'lodash';
    expect(decide(rule(component, versions), { componentPurl, versionName }).decision).toBe(decision);
  });

  it('refuses to store a range that it cannot read', () => {
    expect(refusePolicyRules(policyRulesOf(rule('x', '^1.0')))?.refusal.message).toContain('"^1.0" cannot be read');
    expect(refusePolicyRules(policyRulesOf(rule('x', '>=1.0 <2.0')))).toBeUndefined();
  });
});

describe('vulnerability rules', () => {
  const one = (score: number | null, severity: PolicySubject['vulnerabilities'][number]['severity']) => ({
    score,
    severity,
  });
  const rules = (
    change: Partial<PolicyRules['vulnerabilities']>,
    licenses: PolicyRules['licenses'] = [],
  ): Partial<PolicyRules> => ({
    licenses,
    vulnerabilities: { ...NO_POLICY_RULES.vulnerabilities, ...change } as PolicyRules['vulnerabilities'],
  });
  const mit = [approved('MIT')];

  it.each<[string, Partial<PolicyRules>, PolicySubject['vulnerabilities'], PolicyDecision]>([
    ['a score above the limit', rules({ rejectScoreAbove: 7 }), [one(7.1, 'HIGH')], 'REJECTED'],
    ['a score at the limit', rules({ rejectScoreAbove: 7 }), [one(7, 'HIGH')], 'UNDECIDED'],
    ['no score', rules({ rejectScoreAbove: 0 }), [one(null, 'UNKNOWN')], 'UNDECIDED'],
    [
      'a severity at the limit',
      rules({ rejectSeverityFrom: 'HIGH' }),
      [one(null, 'LOW'), one(null, 'HIGH')],
      'REJECTED',
    ],
    ['a higher severity', rules({ rejectSeverityFrom: 'HIGH' }), [one(null, 'CRITICAL')], 'REJECTED'],
    ['a lower severity', rules({ rejectSeverityFrom: 'HIGH' }), [one(null, 'MEDIUM')], 'UNDECIDED'],
    ['a rejection wins over approvals', rules({ rejectScoreAbove: 7 }, mit), [one(9, 'CRITICAL')], 'REJECTED'],
    ['approval is held back', rules({ approveOnlyWithoutVulnerabilities: true }, mit), [one(1, 'LOW')], 'UNDECIDED'],
    ['approval without vulnerabilities', rules({ approveOnlyWithoutVulnerabilities: true }, mit), [], 'APPROVED'],
    ['exploited', rules({ rejectExploited: true }, mit), [{ ...one(1, 'LOW'), isExploited: true }], 'REJECTED'],
    ['not known to be exploited', rules({ rejectExploited: true }, mit), [one(9, 'CRITICAL')], 'APPROVED'],
    ['EPSS at the limit', rules({ rejectEpssFrom: 0.1 }), [{ ...one(1, 'LOW'), epss: 0.1 }], 'REJECTED'],
    ['EPSS below', rules({ rejectEpssFrom: 0.1 }), [{ ...one(9, 'HIGH'), epss: 0.09 }], 'UNDECIDED'],
    ['no EPSS', rules({ rejectEpssFrom: 0 }), [{ ...one(9, 'HIGH'), epss: null }], 'UNDECIDED'],
    ...(
      [
        ['active', 'REJECTED'],
        ['poc', 'REJECTED'],
        ['none', 'UNDECIDED'],
        ['', 'UNDECIDED'],
        ['a new word', 'UNDECIDED'],
      ] as const
    ).map(([word, decision]): [string, Partial<PolicyRules>, PolicySubject['vulnerabilities'], PolicyDecision] => [
      `SSVC "${word}" where poc is rejected`,
      rules({ rejectSsvcExploitationFrom: 'poc' }),
      [{ ...one(1, 'LOW'), ssvcExploitation: word }],
      decision,
    ]),
    ['nothing to approve', rules({ approveOnlyWithoutVulnerabilities: true }), [], 'UNDECIDED'],
  ])('%s', (_, policy, vulnerabilities, decision) => {
    expect(decide(policy, { vulnerabilities }).decision).toBe(decision);
  });

  it('approves nothing by outdated data, and still rejects', () => {
    const decideOnStale = (change: Partial<PolicyRules['vulnerabilities']>, all: PolicySubject['vulnerabilities']) =>
      decideByPolicy(preparePolicy(policyRulesOf(rules(change, mit))), {
        ...subject,
        isDataStale: true,
        vulnerabilities: all,
      }).decision;
    expect(decideOnStale({ approveOnlyWithFreshData: true }, [])).toBe('UNDECIDED');
    expect(decideOnStale({}, [])).toBe('APPROVED');
    expect(decideOnStale({ approveOnlyWithFreshData: true, rejectScoreAbove: 7 }, [one(9, 'HIGH')])).toBe('REJECTED');
  });

  it.each<[string, Partial<PolicyRules['vulnerabilities']>, PolicyDecision]>([
    ['nothing about vulnerabilities', {}, 'APPROVED'],
    ['only without vulnerabilities', { approveOnlyWithoutVulnerabilities: true }, 'UNDECIDED'],
    ['only with fresh data', { approveOnlyWithFreshData: true }, 'UNDECIDED'],
    ['a person decides', { whenNotCompared: 'UNDECIDED' }, 'UNDECIDED'],
    ['rejected', { whenNotCompared: 'REJECTED' }, 'REJECTED'],
  ])('an item that was not compared, where the policy says: %s', (_, change, decision) => {
    const answer = decide(rules(change, mit), { notCompared: 'no data for Maven' });
    expect(answer.decision).toBe(decision);
    if (decision !== 'APPROVED') expect(answer.reasons).toEqual([expect.stringContaining('no data for Maven')]);
    expect(decide(rules(change, mit)).decision).toBe('APPROVED');
  });

  it('does not approve an item with undetermined vulnerabilities as one without any', () => {
    const policy = rules({ approveOnlyWithoutVulnerabilities: true }, mit);
    expect(decide(policy, { undetermined: 1 })).toEqual({
      decision: 'UNDECIDED',
      reasons: [expect.stringContaining('undetermined')],
    });
  });

  it.each<[string, string, number | null, PolicyDecision, string]>([
    ['4.2.1', '2026-04-30', 0, 'UNDECIDED', ''],
    ['4.2.1', '2026-05-01', 0, 'REJECTED', 'whose life ended on 2026-05-01'],
    ['4.2.1', '2026-04-01', 30, 'REJECTED', 'ends on 2026-05-01, within 30 days'],
    ['4.2.1', '2026-03-31', 30, 'UNDECIDED', ''],
    ['4.2.1', '2026-06-01', null, 'UNDECIDED', ''],
    // Ended without a date; supported without a date; of an unknown cycle; of an unknown version.
    ['3.0.1', '2020-01-01', 0, 'REJECTED', 'django 3.0, whose life ended.'],
    ['5.0.1', '2030-01-01', 3650, 'UNDECIDED', ''],
    ['6.0.1', '2030-01-01', 3650, 'UNDECIDED', ''],
    ['', '2030-01-01', 3650, 'UNDECIDED', ''],
  ])('ends of life: %s on %s, %s days', (versionName, today, days, decision, reason) => {
    const cycles = [
      { cycle: '4.2', endsOn: '2026-05-01', isOver: false },
      { cycle: '3.0', endsOn: '', isOver: true },
      { cycle: '5.0', endsOn: '', isOver: false },
    ];
    const policy = preparePolicy(policyRulesOf(rules({ rejectEndOfLifeWithinDays: days })), {
      endsOfLife: new Map([['django', cycles]]),
      today,
    });
    const item = { ...subject, componentPurl: 'pkg:pypi/django', versionName, vulnerabilities: [] };
    expect(decideByPolicy(policy, item)).toEqual({
      decision,
      reasons: reason === '' ? [] : [expect.stringContaining(reason)],
    });
    expect(decideByPolicy(policy, { ...item, componentPurl: 'pkg:npm/django' }).decision).toBe('UNDECIDED');
  });

  it('gives its reasons', () => {
    const answer = decide(rules({ rejectScoreAbove: 7, rejectSeverityFrom: 'HIGH' }, mit), {
      vulnerabilities: [one(9.8, 'CRITICAL')],
    });
    expect(answer.reasons).toEqual([
      'A CVSS score of 9.8 is above 7.',
      'A vulnerability of severity CRITICAL is present; HIGH and above are rejected.',
    ]);
  });
});

it('never decides on Work in Progress', () => {
  expect(decide({ licenses: [rejected('MIT')] }, { type: 'WORK_IN_PROGRESS' }).decision).toBe('UNDECIDED');
});

describe('auto-publish', () => {
  const settings: PublishSettings = {
    autoPublish: true,
    minimumConfidence: 'LOW',
    doNotPublishUnknownLicense: false,
    markAssociatedFilesAsReviewed: true,
  };
  for (const confidence of confidences) {
    for (const minimumConfidence of confidences) {
      const isPublished = confidences.indexOf(confidence) <= confidences.indexOf(minimumConfidence);
      it(`${confidence} with a required minimum of ${minimumConfidence}: ${isPublished}`, () => {
        const answer = autoPublish(
          { type: 'COMPONENT', confidence, licenseExpression: '' },
          { ...settings, minimumConfidence },
        );
        expect(answer).toMatchObject({ isPublished, marksFilesAsReviewed: isPublished });
        expect(answer.reason === '').toBe(isPublished);
      });
    }
  }
  it.each([
    ['switched off', { autoPublish: false }, {}, false],
    ['an unknown license', { doNotPublishUnknownLicense: true }, { licenseExpression: '' }, false],
    ['a known license', { doNotPublishUnknownLicense: true }, { licenseExpression: 'MIT' }, true],
    ['Work in Progress', {}, { type: 'WORK_IN_PROGRESS' }, false],
    ['files stay unreviewed', { markAssociatedFilesAsReviewed: false }, {}, true],
  ] as const)('%s', (_, change, item, isPublished) => {
    const answer = autoPublish(
      { type: 'COMPONENT', confidence: 'HIGH', licenseExpression: 'MIT', ...item },
      { ...settings, ...change },
    );
    expect(answer.isPublished).toBe(isPublished);
    if ('markAssociatedFilesAsReviewed' in change) expect(answer.marksFilesAsReviewed).toBe(false);
  });
});

describe('version ranges', () => {
  it.each([
    ['*', '1.0', true],
    ['1.4.1', '1.4.1', true],
    ['=1.4.1', '1.4.2', false],
    ['>=1.2 <2.0', '1.2', true],
    ['>=1.2, <2.0', '2.0', false],
    ['>= 1.2 < 2.0', '1.10', true],
    ['<1.0 || >=3.0 <3.2', '3.1.9', true],
    ['<1.0 || >=3.0 <3.2', '2.0', false],
    ['!=1.3', '1.3', false],
    ['<=2.0', '2.0-rc1', true],
    ['<2.0', '2.0-rc1', true],
    ['>2.0', '2.0.1', true],
    ['1.0', '1.0.0', true],
    ['v1.0', '1.0', true],
  ])('%s contains %s: %s', (text, version, holds) => {
    const range = parseVersionRange(text);
    if (!Array.isArray(range)) throw new Error(range.refusal.message);
    expect(isInRange(version, range, (a, b) => compareVersions('generic', a, b))).toBe(holds);
  });

  it.each(['', '||', '1.0 ||', '^1.0', '~1.0', '1.*', '<', '>=<1', '1 !'])('refuses "%s"', (text) => {
    expect(parseVersionRange(text)).toMatchObject({ refusal: { code: 'invalid' } });
  });
});
