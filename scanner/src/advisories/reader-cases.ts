// A document of each source of advisories, and what its reader finds in it. For tests only. One table, because each source must have its rows in it.
import { expect } from 'vitest';

const HIGH = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
/** A plain advisory in the form of OSV. */
export const plain = {
  schema_version: '1.6.0',
  id: 'GHSA-aaaa-bbbb-cccc',
  modified: '2024-01-02T00:00:00Z',
  aliases: ['CVE-2024-1'],
  summary: 'Short',
  severity: [{ type: 'CVSS_V3', score: HIGH }],
  database_specific: { severity: 'CRITICAL', cwe_ids: ['CWE-079'] },
  affected: [
    {
      package: { ecosystem: 'npm', name: '@Scope/Name' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.3' }] }],
    },
  ],
};

function retireRange(introduced: string, fixed: string) {
  return {
    kind: 'SEMVER',
    repo: '',
    events: [
      { event: 'introduced', version: introduced },
      { event: 'fixed', version: fixed },
    ],
  };
}

/** Document, path, member, a part of the findings, and the sentences of its issues. */
type AdvisoryCase = [
  title: string,
  document: unknown,
  path: string,
  member: string,
  found: unknown[],
  issues: string[],
];

export const ADVISORY_CASES: AdvisoryCase[] = [
  [
    'OSV',
    plain,
    'a.json',
    'osv',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          id: 'GHSA-aaaa-bbbb-cccc',
          kind: 'vulnerability',
          aliases: ['CVE-2024-1'],
          modified: '2024-01-02T00:00:00.000Z',
          cwes: ['CWE-79'],
          severities: [
            { system: 'CVSS_V3', vector: HIGH, score: 9.8, label: null, source: 'GHSA' },
            { system: 'LABEL', vector: '', score: null, label: 'CRITICAL', source: 'GHSA' },
          ],
          affected: [
            expect.objectContaining({
              type: 'npm',
              name: '@scope/name',
              ranges: [
                {
                  kind: 'SEMVER',
                  repo: '',
                  events: [
                    { event: 'introduced', version: '0' },
                    { event: 'fixed', version: '1.2.3' },
                  ],
                },
              ],
            }),
          ],
        }),
      },
    ],
    [],
  ],
  [
    'OSV of malware, with a digest',
    {
      schema_version: '1',
      id: 'MAL-2024-1',
      affected: [
        {
          package: { ecosystem: 'PyPI', name: 'Evil_Package' },
          versions: ['1.0'],
          database_specific: { sha256: 'A'.repeat(64) },
        },
      ],
    },
    'a.json',
    'osv',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          kind: 'malware',
          affected: [expect.objectContaining({ name: 'evil-package', versions: ['1.0'], digests: ['a'.repeat(64)] })],
        }),
      },
    ],
    [],
  ],
  [
    'OSV with a wrong vector: no score, never 0',
    { ...plain, severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N' }], database_specific: {} },
    'a.json',
    'osv',
    [{ type: 'advisory', advisory: expect.objectContaining({ severities: [] }) }],
    ['the metric AC is missing'],
  ],
  [
    'OSV with fields of wrong types',
    { id: 'X-1', affected: [{ package: 7, ranges: 'all' }], aliases: { a: 1 }, references: [3], severity: 'HIGH' },
    'a.json',
    'osv',
    [{ type: 'advisory', advisory: expect.objectContaining({ id: 'X-1', aliases: [], affected: [] }) }],
    [
      '"aliases" should be a list',
      '"severity" should be a list',
      '"package" should be an object',
      '"references[0]"',
      '"ranges" should be a list',
    ],
  ],
  [
    'OSV of an unknown ecosystem',
    { id: 'X-1', affected: [{ package: { ecosystem: 'Fax', name: 'a' } }] },
    'a.json',
    'osv',
    [{ type: 'advisory', advisory: expect.objectContaining({ affected: [] }) }],
    ['"affected[0].package.ecosystem" is "Fax"'],
  ],
  ['OSV without a name', { id: '', affected: [] }, 'a.json', 'osv', [], ['"id" is ""']],
  [
    'OSV notice of a distribution that covers one CVE counts as that CVE',
    {
      id: 'DEBIAN-CVE-2024-1',
      upstream: ['CVE-2024-1'],
      affected: [{ package: { ecosystem: 'Debian:12', name: 'x' } }],
    },
    'a.json',
    'osv',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          aliases: ['CVE-2024-1'],
          affected: [expect.objectContaining({ type: 'deb', name: 'debian/x', release: '12' })],
        }),
      },
    ],
    [],
  ],
  [
    'CVE with the container of CISA',
    {
      dataType: 'CVE_RECORD',
      cveMetadata: { cveId: 'CVE-2024-2', state: 'PUBLISHED', datePublished: '2024-01-01T00:00:00Z' },
      containers: {
        cna: {
          providerMetadata: { shortName: 'acme' },
          descriptions: [{ lang: 'en', value: 'Bad.' }],
          affected: [
            {
              packageName: 'left-pad',
              collectionURL: 'https://registry.npmjs.org',
              versions: [{ version: '1.0', status: 'affected', lessThan: '1.3', versionType: 'semver' }],
            },
          ],
        },
        adp: [
          {
            providerMetadata: { shortName: 'CISA-ADP' },
            metrics: [
              { cvssV3_1: { vectorString: HIGH } },
              { other: { type: 'ssvc', content: { options: [{ Exploitation: 'active' }, { Automatable: 'yes' }] } } },
              { other: { type: 'kev', content: { dateAdded: '2024-02-03' } } },
            ],
            problemTypes: [{ descriptions: [{ cweId: 'CWE-20' }] }],
          },
        ],
      },
    },
    'a.json',
    'cve',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          id: 'CVE-2024-2',
          withdrawn: null,
          details: 'Bad.',
          cwes: ['CWE-20'],
          severities: [{ system: 'CVSS_V3', vector: HIGH, score: 9.8, label: null, source: 'CISA-ADP' }],
          affected: [
            expect.objectContaining({
              type: 'npm',
              name: 'left-pad',
              ranges: [
                {
                  kind: 'ECOSYSTEM',
                  repo: '',
                  events: [
                    { event: 'introduced', version: '1.0' },
                    { event: 'fixed', version: '1.3' },
                  ],
                },
              ],
            }),
          ],
        }),
      },
      {
        type: 'decision-points',
        points: { id: 'CVE-2024-2', exploitation: 'active', automatable: 'yes', technicalImpact: '' },
      },
      { type: 'exploitation', exploitation: expect.objectContaining({ asserter: 'CISA', since: '2024-02-03' }) },
    ],
    [],
  ],
  [
    'CVE that was rejected',
    {
      dataType: 'CVE_RECORD',
      cveMetadata: { cveId: 'CVE-2024-3', state: 'REJECTED', dateRejected: '2024-03-03T00:00:00Z' },
      containers: { cna: { rejectedReasons: [{ lang: 'en', value: 'Duplicate.' }] } },
    },
    'a.json',
    'cve',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({ withdrawn: '2024-03-03T00:00:00.000Z', details: 'Duplicate.' }),
      },
    ],
    [],
  ],
  [
    'GCVE: the extension gives the id, and only equal ids are other names',
    {
      dataType: 'CVE_RECORD',
      cveMetadata: { state: 'PUBLISHED', dateUpdated: '2026-01-02T00:00:00Z' },
      containers: {
        cna: {
          title: 'Short',
          descriptions: [{ lang: 'en', value: 'Bad.' }],
          x_gcve: [
            {
              vulnId: 'GCVE-1-2025-0001',
              relationships: [
                { destId: 'CVE-2025-1', type: 'equal' },
                { destId: 'CVE-2025-2', type: 'related' },
              ],
            },
          ],
        },
      },
    },
    'a.json',
    'gcve',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          id: 'GCVE-1-2025-0001',
          aliases: ['CVE-2025-1'],
          summary: 'Short',
          details: 'Bad.',
        }),
      },
    ],
    [],
  ],
  [
    'GCVE of an earlier draft: one object at the root',
    {
      dataType: 'CVE_RECORD',
      x_gcve: { vulnId: 'GCVE-115-2026-7', relationships: [{ dest_id: 'CVE-2026-9', type: 'equal' }] },
      containers: { cna: {} },
    },
    'a.json',
    'gcve',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({ id: 'GCVE-115-2026-7', aliases: ['CVE-2026-9'] }),
      },
    ],
    [],
  ],
  [
    'GCVE without a name',
    { dataType: 'CVE_RECORD', x_gcve: [{}], containers: {} },
    'a.json',
    'gcve',
    [],
    ['"vulnId" is ""'],
  ],
  [
    'a page of EUVD: a score of -1 means no score, and times are UTC',
    {
      total: 2,
      items: [
        {
          id: 'EUVD-2024-1',
          enisaUuid: 'u',
          description: 'Bad.',
          datePublished: 'Nov 18, 2024, 10:16:15 PM',
          dateUpdated: 'Nov 19, 2024, 12:00:00 AM',
          baseScore: 9.8,
          baseScoreVersion: '3.1',
          baseScoreVector: HIGH,
          references: 'https://a.example/1\nhttps://a.example/2\n',
          aliases: 'CVE-2024-1\nGHSA-aaaa-bbbb-cccc\n',
          assigner: 'CERT-PL',
          exploitedSince: 'Jan 1, 2026, 12:00:00 AM',
          enisaIdProduct: [{ product: { name: 'Left Pad' }, product_version: '<1' }],
        },
        { id: 'EUVD-2024-2', description: 'Worse.', baseScore: -1, dateUpdated: 'soon' },
      ],
    },
    'a.json',
    'euvd',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          id: 'EUVD-2024-1',
          aliases: ['CVE-2024-1', 'GHSA-aaaa-bbbb-cccc'],
          published: '2024-11-18T22:16:15.000Z',
          modified: '2024-11-19T00:00:00.000Z',
          severities: [{ system: 'CVSS_V3', vector: HIGH, score: 9.8, label: null, source: 'CERT-PL' }],
          references: [
            { type: 'WEB', url: 'https://a.example/1' },
            { type: 'WEB', url: 'https://a.example/2' },
          ],
          affected: [],
        }),
      },
      {
        type: 'exploitation',
        exploitation: expect.objectContaining({
          asserter: 'ENISA',
          id: 'CVE-2024-1',
          aliases: ['EUVD-2024-1', 'GHSA-aaaa-bbbb-cccc'],
          since: '2026-01-01',
        }),
      },
      {
        type: 'advisory',
        advisory: expect.objectContaining({ id: 'EUVD-2024-2', modified: null, severities: [] }),
      },
    ],
    ['"dateUpdated" is "soon"'],
  ],
  [
    'one document per line; a wrong line does not affect the others',
    `${JSON.stringify(plain)}\n\n{"id":\n${JSON.stringify({ ...plain, id: 'GHSA-dddd-eeee-ffff' })}`,
    'dump.ndjson',
    'osv',
    ['GHSA-aaaa-bbbb-cccc', 'GHSA-dddd-eeee-ffff'].map((id) => ({
      type: 'advisory',
      advisory: expect.objectContaining({ id }),
    })),
    ['not valid JSON'],
  ],
  [
    'NVD',
    {
      format: 'NVD_CVE',
      vulnerabilities: [
        {
          cve: {
            id: 'CVE-2024-4',
            vulnStatus: 'Analyzed',
            descriptions: [{ lang: 'en', value: 'Text.' }],
            metrics: {
              cvssMetricV2: [{ source: 'nvd@nist.gov', cvssData: { vectorString: 'AV:N/AC:L/Au:N/C:P/I:P/A:P' } }],
            },
            weaknesses: [{ description: [{ lang: 'en', value: 'NVD-CWE-noinfo' }] }],
            configurations: [
              {
                nodes: [
                  {
                    cpeMatch: [
                      {
                        vulnerable: true,
                        criteria: 'cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*',
                        versionEndExcluding: '1.0.2',
                      },
                      { vulnerable: true, criteria: 'cpe:2.3:o:linux:linux_kernel:*:*:*:*:*:*:*:*' },
                      { vulnerable: true, criteria: 'nonsense' },
                    ],
                  },
                ],
              },
            ],
          },
        },
      ],
    },
    'a.json',
    'nvd',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          cwes: [],
          severities: [expect.objectContaining({ system: 'CVSS_V2', score: 7.5, source: 'NVD' })],
          affected: [expect.objectContaining({ type: 'cpe', name: 'openssl', vendor: 'openssl' })],
        }),
      },
    ],
    ['The CPE "nonsense" is wrong'],
  ],
  [
    'EPSS',
    '#model_version:v2025,score_date:2026-01-01\ncve,epss,percentile\nCVE-2024-5,0.5,0.9\nCVE-2024-6,2,0\n',
    'epss.csv',
    'epss',
    [{ type: 'prediction', prediction: { id: 'CVE-2024-5', score: 0.5, percentile: 0.9 } }],
    ['CVE-2024-6,2,0'],
  ],
  [
    "CISA's catalogue",
    {
      catalogVersion: '2026',
      vulnerabilities: [
        { cveID: 'CVE-2024-7', dateAdded: '2024-01-01', dueDate: '2024-02-01', knownRansomwareCampaignUse: 'Known' },
      ],
    },
    'a.json',
    'kev-cisa',
    [
      {
        type: 'exploitation',
        exploitation: expect.objectContaining({ asserter: 'CISA', due: '2024-02-01', isRansomware: true }),
      },
    ],
    [],
  ],
  [
    "ENISA's catalogue",
    [
      {
        cveID: 'CVE-2024-7',
        euvdID: 'EUVD-2024-1',
        dateReported: '2026/08/17',
        originSource: 'CNW',
        exploitationType: ['APT'],
      },
    ],
    'a.json',
    'kev-enisa',
    [
      {
        type: 'exploitation',
        exploitation: expect.objectContaining({ asserter: 'ENISA', aliases: ['EUVD-2024-1'], since: '2026-08-17' }),
      },
    ],
    [],
  ],
  [
    'PHP',
    'title: T\nlink: https://x\ncve: CVE-2024-8\nreference: composer://Acme/Web\nbranches:\n  a:\n    time: 2015-01-01 10:00:00\n    versions: [">=1.0", "<1.2"]\n',
    'a.yaml',
    'php',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          id: 'FOP-Acme-Web-a',
          aliases: ['CVE-2024-8'],
          affected: [
            expect.objectContaining({
              type: 'composer',
              name: 'acme/web',
              ranges: [
                {
                  kind: 'ECOSYSTEM',
                  repo: '',
                  events: [
                    { event: 'introduced', version: '1.0' },
                    { event: 'fixed', version: '1.2' },
                  ],
                },
              ],
            }),
          ],
        }),
      },
    ],
    [],
  ],
  [
    'retire.js',
    {
      jquery: {
        vulnerabilities: [{ below: '1.9.0', severity: 'medium', identifiers: { CVE: ['CVE-2012-6708'] }, info: [] }],
        extractors: {},
      },
    },
    'a.json',
    'retire',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          id: 'RETIRE-jquery-CVE-2012-6708',
          affected: [expect.objectContaining({ type: 'npm', name: 'jquery' })],
        }),
      },
    ],
    [],
  ],
  [
    'retire.js with several ranges in a row',
    {
      advisories: {
        jquery: {
          vulnerabilities: [
            {
              ranges: [
                { atOrAbove: '1.4.0', below: '1.12.0' },
                { atOrAbove: '1.12.3', below: '3.0.0', excludes: ['1.12.4-aem'] },
              ],
              summary: 'Two ranges',
              identifiers: { retid: '73' },
              severity: 'medium',
            },
            { ranges: [{ below: '1.6.3' }], identifiers: { retid: '74' }, severity: 'low' },
            { summary: 'No versions', identifiers: { retid: '75' }, severity: 'low' },
          ],
          extractors: {},
        },
      },
      backdoored: {},
    },
    'a.json',
    'retire',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          id: 'RETIRE-jquery-retid-73',
          summary: 'Two ranges',
          affected: [
            expect.objectContaining({ ranges: [retireRange('1.4.0', '1.12.0')], unaffected: [] }),
            expect.objectContaining({ ranges: [retireRange('1.12.3', '3.0.0')], unaffected: ['1.12.4-aem'] }),
          ],
        }),
      },
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          id: 'RETIRE-jquery-retid-74',
          affected: [expect.objectContaining({ ranges: [retireRange('0', '1.6.3')] })],
        }),
      },
    ],
    ['A vulnerability of "jquery" ("No versions") names no versions ("atOrAbove", "below"); it was left out.'],
  ],
  [
    'retire.js for npm, without extractors',
    { angular: { vulnerabilities: [{ below: '1.8.0', identifiers: { CVE: ['CVE-2020-7676'] }, info: [] }] } },
    'a.json',
    'retire',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          id: 'RETIRE-angular-CVE-2020-7676',
          affected: [expect.objectContaining({ type: 'npm', name: 'angular', ranges: [retireRange('0', '1.8.0')] })],
        }),
      },
    ],
    [],
  ],
  [
    'CSAF',
    {
      document: {
        csaf_version: '2.0',
        publisher: { name: 'Acme' },
        tracking: { id: 'ACME-1', current_release_date: '2024-01-01T00:00:00Z' },
      },
      product_tree: {
        branches: [
          {
            branches: [
              {
                product: {
                  product_id: 'P',
                  product_identification_helper: { purl: 'pkg:rpm/redhat/x@2-1?arch=src&epoch=1' },
                },
              },
            ],
          },
          {
            product: { product_id: 'OS', product_identification_helper: { cpe: 'cpe:/o:redhat:rhel_eus:8.6::baseos' } },
          },
        ],
        relationships: [
          { full_product_name: { product_id: 'OS:P' }, product_reference: 'P', relates_to_product_reference: 'OS' },
        ],
      },
      vulnerabilities: [
        {
          cve: 'CVE-2024-9',
          product_status: { fixed: ['OS:P'] },
          threats: [{ category: 'impact', details: 'Important' }],
        },
      ],
    },
    'a.json',
    'csaf',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          id: 'ACME-1:CVE-2024-9',
          aliases: ['CVE-2024-9'],
          severities: [expect.objectContaining({ label: 'HIGH', source: 'Acme' })],
          affected: [
            expect.objectContaining({
              name: 'redhat/x',
              release: '8.6+eus',
              ranges: [
                {
                  kind: 'ECOSYSTEM',
                  repo: '',
                  events: [
                    { event: 'introduced', version: '0' },
                    { event: 'fixed', version: '1:2-1' },
                  ],
                },
              ],
            }),
          ],
        }),
      },
    ],
    [],
  ],
  [
    'own advisories',
    {
      advisories: [
        {
          id: 'ACME-2',
          severity: 'high',
          packages: [{ purl: 'pkg:npm/a', versions: ['>=1.0 <1.4.2'] }, { purl: 'a' }],
        },
      ],
    },
    'a.json',
    'own',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          affected: [
            expect.objectContaining({
              ranges: [
                {
                  kind: 'ECOSYSTEM',
                  repo: '',
                  events: [
                    { event: 'introduced', version: '1.0' },
                    { event: 'fixed', version: '1.4.2' },
                  ],
                },
              ],
            }),
          ],
        }),
      },
    ],
    ['"packages.purl" is "a"'],
  ],
  [
    'end-of-life dates',
    [
      { cycle: '18', eol: '2025-04-30' },
      { cycle: '20', eol: 'soon' },
    ],
    'a.json',
    'eol',
    [{ type: 'end-of-life', endOfLife: { product: '', cycle: '18', endsOn: '2025-04-30', isOver: false } }],
    ['should have "cycle", and "eol"'],
  ],
  [
    "a distribution's entry in vunnel's envelope",
    {
      schema: 'https://raw.githubusercontent.com/anchore/vunnel/main/schema/vulnerability/os/schema-1.1.0.json',
      item: {
        Vulnerability: {
          Name: 'CVE-2024-10',
          NamespaceName: 'rhel:9.4+eus',
          Severity: 'Medium',
          FixedIn: [
            { Name: 'nginx', NamespaceName: 'rhel:9.4+eus', Version: '1:1.20-2.el9' },
            { Name: 'other', NamespaceName: 'rhel:9.4+eus', Version: '0' },
            { Name: 'third', NamespaceName: 'beos:5', Version: 'None' },
          ],
        },
      },
    },
    'a.json',
    'vunnel',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          id: 'rhel:9.4+eus:CVE-2024-10',
          aliases: ['CVE-2024-10'],
          affected: [expect.objectContaining({ type: 'rpm', name: 'redhat/nginx', release: '9.4+eus' })],
        }),
      },
    ],
    ['begins with "beos"'],
  ],
  [
    "a distribution's fix for two streams of one release",
    {
      schema: 'https://raw.githubusercontent.com/anchore/vunnel/main/schema/vulnerability/os/schema-1.1.2.json',
      item: {
        Vulnerability: {
          Name: 'CVE-2024-11',
          NamespaceName: 'rhel:9',
          FixedIn: [
            {
              Name: 'python3.9',
              NamespaceName: 'rhel:9',
              Version: '0:3.9.19-8.el9',
              VulnerableRange: '< 0:3.9.18-3.el9_4.5 || >= 0:3.9.19, < 0:3.9.19-8.el9',
            },
            { Name: 'other', NamespaceName: 'rhel:9', Version: '1-2.el9', VulnerableRange: 'some' },
          ],
        },
      },
    },
    'a.json',
    'vunnel',
    [
      {
        type: 'advisory',
        advisory: expect.objectContaining({
          affected: [
            expect.objectContaining({
              ranges: [
                [
                  ['introduced', '0'],
                  ['fixed', '0:3.9.18-3.el9_4.5'],
                ],
                [
                  ['introduced', '0:3.9.19'],
                  ['fixed', '0:3.9.19-8.el9'],
                ],
              ].map((events) => ({
                kind: 'ECOSYSTEM',
                repo: '',
                events: events.map(([event, version]) => ({ event, version })),
              })),
            }),
            expect.objectContaining({ name: 'redhat/other', ranges: [expect.anything()] }),
          ],
        }),
      },
    ],
    ['"FixedIn.VulnerableRange" has "some"'],
  ],
  [
    'a range that begins after its end',
    {
      id: 'X-2',
      affected: [
        {
          package: { ecosystem: 'npm', name: 'a' },
          ranges: [
            { type: 'SEMVER', events: [{ introduced: '2.0.0' }, { fixed: '1.0.0' }] },
            { type: 'SEMVER', events: [{ introduced: '1.9.0' }, { fixed: '1.10.0' }] },
          ],
        },
      ],
    },
    'a.json',
    'osv',
    [{ type: 'advisory', advisory: expect.objectContaining({ id: 'X-2' }) }],
    ['begins at "2.0.0" and ends at "1.0.0"'],
  ],
  ['an empty file', '', 'a.json', '', [], ['is empty']],
  ['a cut-off file', '{"id": "X-1", "affected"', 'a.json', '', [], ['not valid JSON']],
  ['a file in an unknown format', { hello: 1 }, 'a.json', '', [], ['no known format of advisories']],
  ['a deep file', `${'['.repeat(200_000)}`, 'a.json', '', [], ['not valid JSON']],
];
