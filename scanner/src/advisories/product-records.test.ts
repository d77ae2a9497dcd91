// Records that name products by CPE, from the form of the CVE list and of NVD to the answer: what is not certain must not be an alarm, and what
// cannot be compared must not look safe.
import { describe, expect, it } from 'vitest';
import { type MatchOutcome, matchAdvisory } from './matching.ts';
import { subjectOf } from './names.ts';
import { readAdvisories } from './readers.ts';
import { versionsIn } from './written-versions.ts';

interface Statement {
  version: string;
  lessThan?: string;
  lessThanOrEqual?: string;
}

const PAD = 'cpe:2.3:a:pad:pad:*:*:*:*:*:*:*:*';

function cveRecord(statements: Statement[], cpes: string[] = [PAD]) {
  return {
    dataType: 'CVE_RECORD',
    dataVersion: '5.1',
    cveMetadata: { cveId: 'CVE-2024-1', state: 'PUBLISHED' },
    containers: {
      cna: {
        descriptions: [],
        affected: [
          { vendor: 'pad', product: 'pad', cpes, versions: statements.map((one) => ({ ...one, status: 'affected' })) },
        ],
      },
    },
  };
}

function nvdRecord(configuration: object) {
  return {
    format: 'NVD_CVE',
    vulnerabilities: [{ cve: { id: 'CVE-2024-1', descriptions: [], metrics: {}, configurations: [configuration] } }],
  };
}

function answerOf(document: object, purl: string) {
  const { findings, issues } = readAdvisories('a.json', Buffer.from(JSON.stringify(document)));
  expect(issues).toEqual([]);
  const [found] = findings;
  const subject = subjectOf(purl);
  if (found?.type !== 'advisory' || 'problem' in subject) throw new Error('The case has no advisory or package.');
  const { outcome, why } = matchAdvisory(subject, found.advisory);
  return { outcome, why: why.join(' ') };
}

describe('versions of the CVE list', () => {
  const cases: [statements: Statement[], version: string, outcome: MatchOutcome][] = [
    [[{ version: '< 1.2.3' }], '1.2.2', 'affected'],
    [[{ version: '< 1.2.3' }], '1.2.3', 'not-affected'],
    [[{ version: '>= 9.0.0, < 9.2.8' }], '9.1.0', 'affected'],
    [[{ version: '>= 9.0.0, < 9.2.8' }], '8.9.0', 'not-affected'],
    [[{ version: '> 9.0.0 <= 9.2' }], '9.0.0', 'not-affected'],
    [[{ version: '> 9.0.0 <= 9.2' }], '9.2', 'affected'],
    [[{ version: '= 2.0' }], '2.0', 'affected'],
    [[{ version: '= 2.0' }], '2.1', 'not-affected'],
    [[{ version: '3.5, 4.0' }], '4.0', 'affected'],
    [[{ version: '3.5, 4.0' }], '3.6', 'not-affected'],
    [[{ version: 'All versions < V4.7' }], '4.6', 'affected'],
    [[{ version: 'All versions' }], '4.6', 'affected'],
    [[{ version: '4.1 and earlier' }], '3.0', 'undetermined'],
    [[{ version: '-' }], '3.0', 'undetermined'],
    [[{ version: 'unspecified', lessThan: '2.0' }], '1.0', 'affected'],
    [[{ version: 'n/a', lessThanOrEqual: '2.0' }], '2.0', 'affected'],
    [[{ version: '-', lessThan: '2.0' }], '2.0', 'not-affected'],
    [[{ version: '>= 1.0', lessThanOrEqual: '<= 1.4' }], '1.4', 'affected'],
    [[{ version: '>= 1.0', lessThanOrEqual: '<= 1.4' }], '0.9', 'not-affected'],
    [[{ version: '1.0', lessThan: 'publication' }], '9.0', 'undetermined'],
    [[{ version: '1.0', lessThan: 'publication' }, { version: '< 10' }], '9.0', 'affected'],
  ];
  it.each(cases)('%j, %s: %s', (statements, version, outcome) => {
    expect(answerOf(cveRecord(statements), `pkg:generic/pad@${version}`).outcome).toBe(outcome);
  });
});

describe('CPEs', () => {
  const cpe = (rest: string) => `cpe:2.3:a:${rest}`;
  const cases: [cpe: string, purl: string, outcome: MatchOutcome, because: string][] = [
    [cpe('pad:pad:1.0:rc1:*:*:*:*:*:*'), 'pkg:generic/pad@1.0', 'not-affected', 'not one of the 1 versions'],
    [cpe('pad:pad:1.0:rc1:*:*:*:*:*:*'), 'pkg:generic/pad@1.0-rc1', 'affected', 'lists version'],
    [cpe('pad:pad:8.0:p1:*:*:*:*:*:*'), 'pkg:generic/pad@8.0p1', 'affected', 'lists version'],
    [cpe('pad:pad:1.0:-:*:*:*:*:*:*'), 'pkg:generic/pad@1.0', 'affected', 'lists version'],
    [cpe('pad_project:pad:1.0:*:*:*:*:wordpress:*:*'), 'pkg:generic/pad@1.0', 'not-affected', 'does not name'],
    [cpe('other:pad:1.0:*:*:*:*:node.js:*:*'), 'pkg:generic/pad@1.0', 'not-affected', 'does not name'],
    [cpe('acme:pad:1.0:*:*:*:*:wordpress:*:*'), 'pkg:github/acme/pad@1.0', 'undetermined', 'only on wordpress'],
    [cpe('pad:pad:1.0:*:*:*:*:windows:*:*'), 'pkg:generic/pad@1.0', 'undetermined', 'only on windows'],
  ];
  it.each(cases)('%s, %s: %s', (name, purl, outcome, because) => {
    const answer = answerOf(cveRecord([], [name]), purl);
    expect(answer).toEqual({ outcome, why: expect.stringContaining(because) });
  });
});

describe('configurations of NVD', () => {
  const match = (more: object) => ({ vulnerable: true, criteria: PAD, ...more });
  const platform = { vulnerable: false, criteria: 'cpe:2.3:o:acme:box:-:*:*:*:*:*:*:*' };
  const cases: [configuration: object, version: string, outcome: MatchOutcome, because: string][] = [
    [
      { nodes: [{ cpeMatch: [match({ versionStartExcluding: '1.0', versionEndExcluding: '2.0' })] }] },
      '1.0',
      'not-affected',
      'unaffected',
    ],
    [
      { nodes: [{ cpeMatch: [match({ versionStartExcluding: '1.0', versionEndExcluding: '2.0' })] }] },
      '1.1',
      'affected',
      'before 2.0',
    ],
    [
      { operator: 'AND', nodes: [{ cpeMatch: [match({ versionEndExcluding: '2.0' })] }, { cpeMatch: [platform] }] },
      '1.1',
      'undetermined',
      'only together with cpe:2.3:o:acme:box',
    ],
    [
      { operator: 'AND', nodes: [{ cpeMatch: [match({ versionEndExcluding: '2.0' })] }, { cpeMatch: [platform] }] },
      '2.0',
      'not-affected',
      'fixed',
    ],
  ];
  it.each(cases)('%j, %s: %s', (configuration, version, outcome, because) => {
    const answer = answerOf(nvdRecord(configuration), `pkg:generic/pad@${version}`);
    expect(answer).toEqual({ outcome, why: expect.stringContaining(because) });
  });
});

it('a text that is no list and no comparison stays as it is', () => {
  expect(versionsIn('4.1 and earlier').versions).toEqual(['4.1 and earlier']);
  expect(versionsIn('< 1.0 || >= 2.0, < 2.4').ranges.map(({ events }) => events.map(({ version }) => version))).toEqual(
    [
      ['0', '1.0'],
      ['2.0', '2.4'],
    ],
  );
});
