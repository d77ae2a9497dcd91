// Feeds and package URLs name one release of a distribution in different words: both must lead to the same release.
import { describe, expect, it } from 'vitest';
import { type MatchOutcome, matchAdvisory } from './matching.ts';
import { subjectOf } from './names.ts';
import { readAdvisories } from './readers.ts';

function outcomesOf(document: object, purl: string): MatchOutcome[] {
  const { findings, issues } = readAdvisories('a.json', Buffer.from(JSON.stringify(document)));
  expect(issues).toEqual([]);
  const subject = subjectOf(purl);
  if ('problem' in subject) throw new Error(subject.problem);
  return findings.flatMap((one) => (one.type === 'advisory' ? [matchAdvisory(subject, one.advisory).outcome] : []));
}

describe('ecosystems of OSV', () => {
  const LEAP = 'openSUSE:Leap 15.5';
  const SLES = 'SUSE:Linux Enterprise Server 15 SP5';
  const cases: [ecosystem: string, fixed: string, purl: string, outcome: MatchOutcome][] = [
    [SLES, '8.0.1-150400.5.32.1', 'rpm/suse/curl@8.0.1-150400.5.20.1?distro=sles-15.5', 'affected'],
    [SLES, '8.0.1-150400.5.32.1', 'rpm/sles/curl@8.0.1-150400.5.20.1?distro=sles-15.5', 'affected'],
    [SLES, '8.0.1-150400.5.32.1', 'rpm/suse/curl@8.0.1-150400.5.32.1?distro=sles-15.5', 'not-affected'],
    [SLES, '8.0.1-150400.5.32.1', 'rpm/suse/curl@8.0.1-150400.5.20.1?distro=sles-15.4', 'not-affected'],
    [
      'SUSE:Linux Enterprise Module for Python 3 15 SP5',
      '3.11.5-150400.9.20.1',
      'rpm/suse/python311@3.11.4-150400.9.20.1?distro=sles-15.5',
      'affected',
    ],
    [
      'SUSE:Linux Enterprise Server 15 SP4-LTSS',
      '8.0.1-150400.5.32.1',
      'rpm/suse/curl@8.0.1-150400.5.20.1?distro=sles-15.4',
      'affected',
    ],
    [LEAP, '8.0.1-150400.5.32.1', 'rpm/opensuse/curl@8.0.1-150400.5.20.1?distro=opensuse-leap-15.5', 'affected'],
    [LEAP, '8.0.1-150400.5.32.1', 'rpm/opensuse-leap/curl@8.0.1-150400.5.20.1?distro=opensuse-leap-15.5', 'affected'],
    [LEAP, '8.0.1-150400.5.32.1', 'rpm/suse/curl@8.0.1-150400.5.20.1?distro=sles-15.5', 'not-affected'],
    ['openSUSE:Tumbleweed', '8.5-1.1', 'rpm/opensuse/curl@8.4-1.1?distro=opensuse-tumbleweed-20240101', 'affected'],
    ['Azure Linux:3', '8.8.0-2.azl3', 'rpm/azurelinux/curl@8.8.0-1.azl3?distro=azurelinux-3.0', 'affected'],
    ['Amazon Linux:2', '8.1-1.amzn2', 'rpm/amzn/curl@8.0-1.amzn2?distro=amzn-2', 'affected'],
    ['Fedora:39', '8.1-1.fc39', 'rpm/fedora/curl@8.0-1.fc39?distro=fedora-39', 'affected'],
    ['Fedora:39', '8.1-1.fc39', 'rpm/fedora/curl@8.0-1.fc38?distro=fedora-38', 'not-affected'],
    ['Alpaquita:23', '8.4.0-r0', 'apk/alpaquita/curl@8.3.0-r2?distro=alpaquita-23', 'affected'],
    ['Go', '1.21.5', 'golang/stdlib@go1.21.4', 'affected'],
    ['Go', '1.21.5', 'golang/stdlib@go1.21.5', 'not-affected'],
  ];
  it.each(cases)('%s below %s: %s is %s', (ecosystem, fixed, purl, outcome) => {
    const name = /\/([\w]+)@/.exec(purl)?.[1] ?? '';
    const record = {
      id: 'X-1',
      modified: '2024-01-01T00:00:00Z',
      affected: [
        { package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }] },
      ],
    };
    expect(outcomesOf(record, `pkg:${purl}`)).toEqual([outcome]);
  });
});

describe('CSAF of SUSE, which names no package URLs', () => {
  const platform = (name: string, cpe: string) => ({
    category: 'product_name',
    name,
    product: { name, product_id: name, product_identification_helper: { cpe } },
  });
  const [server, leap] = ['SUSE Linux Enterprise Server 15 SP5', 'openSUSE Leap 15.5'];
  const document = {
    document: {
      csaf_version: '2.0',
      publisher: { name: 'SUSE Product Security Team' },
      tracking: { id: 'CVE-2023-1', current_release_date: '2024-01-01T00:00:00Z' },
    },
    product_tree: {
      branches: [
        {
          category: 'vendor',
          name: 'SUSE',
          branches: [platform(server, 'cpe:/o:suse:sles:15:sp5'), platform(leap, 'cpe:/o:opensuse:leap:15.5')],
        },
      ],
      relationships: [
        {
          category: 'default_component_of',
          full_product_name: { product_id: `${leap}:libcurl4-8.0.1-lp155.5.32.1.x86_64` },
          product_reference: 'libcurl4-8.0.1-lp155.5.32.1.x86_64',
          relates_to_product_reference: leap,
        },
      ],
    },
    vulnerabilities: [
      {
        cve: 'CVE-2023-1',
        product_status: {
          known_affected: [`${server}:libopenssl-1_0_0-devel`, `${server}:libcurl4`],
          known_not_affected: [`${server}:libopenssl1_1`],
          recommended: [`${server}:libcurl4-8.0.1-150400.5.32.1`, `${leap}:libcurl4-8.0.1-lp155.5.32.1.x86_64`],
        },
      },
    ],
  };
  const cases: [purl: string, outcome: MatchOutcome][] = [
    ['rpm/suse/libcurl4@8.0.1-150400.5.20.1?distro=sles-15.5', 'affected'],
    ['rpm/suse/libcurl4@8.0.1-150400.5.32.1?distro=sles-15.5', 'not-affected'],
    ['rpm/suse/libcurl4@8.0.1-150400.5.20.1?distro=sles-15.6', 'not-affected'],
    ['rpm/opensuse/libcurl4@8.0.1-lp155.5.20.1?distro=opensuse-leap-15.5', 'affected'],
    ['rpm/suse/libopenssl-1_0_0-devel@1.0.2p-150000.3.70.1?distro=sles-15.5', 'affected'],
    ['rpm/suse/libopenssl1_1@1.1.1l-150500.15.4?distro=sles-15.5', 'not-affected'],
  ];
  it.each(cases)('%s is %s', (purl, outcome) => {
    expect(outcomesOf(document, `pkg:${purl}`)).toEqual([outcome]);
  });
});

it('a namespace with signs of patterns is read like any other', () => {
  expect(subjectOf('pkg:rpm/a(b*/pad@1-1?distro=x-y')).toMatchObject({ release: 'x-y' });
});

it('an affected product with a version of CSAF is that version alone', () => {
  const named = (product_id: string) => ({
    name: product_id,
    product_id,
    product_identification_helper: { purl: product_id },
  });
  const document = (product_status: Record<string, string[]>) => ({
    document: { csaf_version: '2.0', publisher: { name: 'Acme' }, tracking: { id: 'ACME-1' } },
    product_tree: { full_product_names: Object.values(product_status).flat().map(named) },
    vulnerabilities: [{ cve: 'CVE-2024-1', product_status }],
  });
  const listed = document({ known_affected: ['pkg:npm/pad@1.2.0'] });
  expect(outcomesOf(listed, 'pkg:npm/pad@1.2.0')).toEqual(['affected']);
  expect(outcomesOf(listed, 'pkg:npm/pad@1.3.0')).toEqual(['not-affected']);
  const last = document({ last_affected: ['pkg:npm/pad@1.2.0'] });
  expect(outcomesOf(last, 'pkg:npm/pad@1.1.0')).toEqual(['affected']);
  expect(outcomesOf(last, 'pkg:npm/pad@1.3.0')).toEqual(['not-affected']);
  const all = document({ known_affected: ['pkg:npm/pad'] });
  expect(outcomesOf(all, 'pkg:npm/pad@9.0.0')).toEqual(['affected']);
});
