// Difficult cases of distributions, with the records of the vendors: back-ports, extended support, modules, epochs. The
// expected results follow from the text of each record.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkPackages, type NamedItem } from './check.ts';
import { advisoryFiles } from './files.ts';
import { readAdvisories } from './readers.ts';

const root = join(import.meta.dirname, '../../../../shared/data/advisories/distribution-cases');

async function* records(path: string): AsyncGenerator<NamedItem> {
  for await (const file of advisoryFiles(path, { temporaryFolder: tmpdir() })) {
    if (file.type !== 'file') continue;
    const { member, findings } = readAdvisories(file.path, file.bytes);
    for (const item of findings) yield { source: member, item };
  }
}

type Case = [place: string, purl: string, affectedBy: string[]];
const cases: Case[] = [
  // No fix in the plain release; with extended support there is one.
  [
    'dpkg/testdata/ubuntu-esm',
    'pkg:deb/ubuntu/openssh@1:8.2p1-4ubuntu0.12?distro=ubuntu-20.04',
    ['CVE-2023-38408', 'CVE-2025-61985'],
  ],
  [
    'dpkg/testdata/ubuntu-esm',
    'pkg:deb/ubuntu/openssh@1:8.2p1-4ubuntu0.13%2Besm1?distro=ubuntu-20.04%2Besm',
    ['CVE-2023-38408'],
  ],
  ['dpkg/testdata/ubuntu-esm', 'pkg:deb/ubuntu/openssh@1:8.2p1-4ubuntu0.20%2Besm1?distro=ubuntu-20.04%2Besm', []],
  [
    'dpkg/testdata/ubuntu-esm',
    'pkg:deb/ubuntu/openssh-server@1:8.2p1-4ubuntu0.12?distro=focal&upstream=openssh',
    ['CVE-2023-38408', 'CVE-2025-61985'],
  ],
  // There is no record for extended support, so the record of the plain release applies.
  ['dpkg/testdata/ubuntu-esm', 'pkg:deb/ubuntu/curl@7.47.0-1ubuntu2?distro=ubuntu-16.04%2Besm', ['CVE-2016-9586']],
  ['dpkg/testdata/ubuntu-esm', 'pkg:deb/ubuntu/wayland@1.18.0-1?distro=ubuntu-20.04', ['CVE-2021-3782']],
  ['dpkg/testdata/ubuntu-esm', 'pkg:deb/ubuntu/wayland@1.18.0-1ubuntu0.1?distro=ubuntu-20.04', []],
  ['dpkg/testdata/ubuntu-esm', 'pkg:deb/ubuntu/wayland@1.18.0-1?distro=ubuntu-22.04', []],
  // Another stream of Red Hat's kernel is fixed under a lower version.
  ['rpm/testdata/rhel9-eus', 'pkg:rpm/redhat/kernel@5.14.0-427.68.1.el9_4?distro=rhel-9.4%2Beus', ['CVE-2021-47527']],
  ['rpm/testdata/rhel9-eus', 'pkg:rpm/redhat/kernel@5.14.0-427.81.1.el9_4?distro=rhel-9.4%2Beus', []],
  [
    'rpm/testdata/rhel9-eus',
    'pkg:rpm/redhat/kernel@5.14.0-427.81.1.el9_4?distro=rhel-9.4',
    ['CVE-2021-47527', 'CVE-2024-0340'],
  ],
  ['rpm/testdata/rhel9-eus', 'pkg:rpm/rhel/nginx@1.20.1-13.el9_4?distro=rhel-9.4%2Beus&epoch=1', ['CVE-2024-7347']],
  ['rpm/testdata/rhel9-eus', 'pkg:rpm/rhel/nginx@1.20.1-14.el9_4?distro=rhel-9.4%2Beus&epoch=1', []],
  // One release, fixed in an older stream too.
  ['rpm/testdata/rhel-multi-rhsa', 'pkg:rpm/redhat/python3.9@3.9.18-3.el9_4.4?distro=rhel-9.4', ['CVE-2024-8088']],
  ['rpm/testdata/rhel-multi-rhsa', 'pkg:rpm/redhat/python3.9@3.9.18-3.el9_4.5?distro=rhel-9.4', []],
  ['rpm/testdata/rhel-multi-rhsa', 'pkg:rpm/redhat/python3.9@3.9.19-1.el9?distro=rhel-9.4', ['CVE-2024-8088']],
  ['rpm/testdata/rhel-multi-rhsa', 'pkg:rpm/redhat/python3.9@3.9.19-8.el9?distro=rhel-9.4', []],
  // Module streams are independent: a fix in nodejs:10 does not fix nodejs:14.
  [
    'rpm/testdata/rhel9-eus',
    'pkg:rpm/redhat/nodejs@14.0.0-1.module%2Bel8?distro=rhel-8.5&epoch=1&rpmmod=nodejs:14',
    ['CVE-2020-7788'],
  ],
  [
    'rpm/testdata/rhel9-eus',
    'pkg:rpm/redhat/nodejs@12.20.1-1.module%2Bel8.3.0%2B9503%2B19cb079c?distro=rhel-8.5&epoch=1&rpmmod=nodejs:12',
    [],
  ],
];

it.skipIf(!existsSync(root)).each(cases)('%s: %s', async (place, purl, affectedBy) => {
  const { vulnerabilities, coverage } = await checkPackages([purl], () => records(join(root, place)));
  expect(coverage.get(purl)).not.toMatchObject({ reason: 'unread' });
  expect(
    vulnerabilities
      .filter(({ outcome }) => outcome === 'affected')
      .map(({ name }) => name)
      .sort(),
  ).toEqual(affectedBy);
});
