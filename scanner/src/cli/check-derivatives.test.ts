// A derivative that no table knows: its os-release says from which distribution it is made. What that one's records call affected may be affected.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkPackages } from '../advisories/check.ts';
import { readAdvisories } from '../advisories/readers.ts';
import { checkInput } from './check-input.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-derivatives-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const DPKG = ['var/lib/dpkg/status', 'Package: a\nVersion: 0.5-1\nStatus: install ok installed\nArchitecture: all\n'];
const APK = ['lib/apk/db/installed', 'P:a\nV:0.5-r0\n'];
const RPM = ['var/lib/rpmmanifest/container-manifest-2', 'a\t0.5-1\t1\t2\tM\t(none)\t3\tx86_64\t0\ta-0.5-1.src.rpm\n'];
const EL9 = 'Red Hat:enterprise_linux:9::baseos';

function recordFor(ecosystem: string): object {
  return {
    schema_version: '1.6.0',
    id: 'TEST-1',
    modified: '2026-11-27T00:00:00Z',
    affected: [
      {
        package: { ecosystem, name: 'a' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.0-1' }] }],
      },
    ],
  };
}

type Case = [osRelease: string, database: string[], ecosystem: string, outcomes: string[], sentence: RegExp];
const UNKNOWN = /does not say which release of/;
const cases: Case[] = [
  [
    'ID=mydistro\nID_LIKE="debian"\nVERSION_CODENAME=bookworm',
    DPKG,
    'Debian:12',
    ['undetermined'],
    /like Debian .*compared as Debian 12/,
  ],
  ['ID=other\nID_LIKE=debian\nVERSION="3 (bookworm)"', DPKG, 'Debian:12', ['undetermined'], /as Debian 12/],
  ['ID=newer\nID_LIKE=debian\nVERSION_CODENAME=trixie', DPKG, 'Debian:12', [], /as Debian 13/],
  ['ID=silent\nID_LIKE=debian\nVERSION_ID=12', DPKG, 'Debian:12', ['undetermined'], UNKNOWN],
  ['ID=foreign\nID_LIKE=debian\nVERSION_CODENAME=aurora', DPKG, 'Debian:12', ['undetermined'], UNKNOWN],
  [
    'ID=tuxos\nID_LIKE="ubuntu debian"\nVERSION_CODENAME=una\nUBUNTU_CODENAME=jammy',
    DPKG,
    'Ubuntu:22.04:LTS',
    ['undetermined'],
    /as Ubuntu 22\.04/,
  ],
  ['ID=bare\nID_LIKE=debian\nUBUNTU_CODENAME=noble', DPKG, 'Ubuntu:24.04:LTS', ['undetermined'], /as Ubuntu 24\.04/],
  ['ID=grandchild\nID_LIKE=linuxmint', DPKG, 'Ubuntu:22.04:LTS', ['undetermined'], UNKNOWN],
  // Linux Mint is made of Ubuntu by the table, and its edition of Debian says that it is not.
  [
    'ID=linuxmint\nID_LIKE=debian\nVERSION_ID=6\nVERSION_CODENAME=faye\nDEBIAN_CODENAME=bookworm',
    DPKG,
    'Debian:12',
    ['undetermined'],
    /as Debian 12/,
  ],
  ['ID=myel\nID_LIKE="rhel fedora"\nPLATFORM_ID="platform:el9"', RPM, EL9, ['undetermined'], /as Red Hat 9/],
  ['ID=oldel\nID_LIKE="centos"\nVERSION_ID=9', RPM, EL9, ['undetermined'], UNKNOWN],
  ['ID=smallpine\nID_LIKE=alpine\nVERSION_ID=1', APK, 'Alpine:v3.20', ['undetermined'], UNKNOWN],
  [
    'ID=unrelated\nID_LIKE="constructor __proto__"',
    DPKG,
    'Debian:12',
    [],
    /^The advisories hold no record for unrelated\.$/,
  ],
  [
    'ID=ubuntu\nVERSION_ID=22.04\nID_LIKE=debian\nUBUNTU_CODENAME=jammy',
    DPKG,
    'Debian:12',
    [],
    /^The advisories hold no record for Ubuntu\.$/,
  ],
];

it.each(cases)('%s', async (osRelease, [path = '', text = ''], ecosystem, outcomes, sentence) => {
  const folder = mkdtempSync(join(root, 'system-'));
  for (const [name, content] of [
    ['etc/os-release', `${osRelease}\n`],
    [path, text],
  ] as const) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const { packages } = await checkInput(folder, { threads: 1 }, { stdout: process.stdout, stderr: process.stderr });
  const read = readAdvisories('a.json', Buffer.from(JSON.stringify(recordFor(ecosystem))));
  const open = async function* () {
    for (const item of read.findings) yield { source: read.member, item };
  };
  const { vulnerabilities, coverage } = await checkPackages(
    packages.map(({ identity }) => identity),
    open,
    [],
    (purl) => ({ namesSources: true, like: packages.find(({ identity }) => identity === purl)?.like }),
  );
  expect([...coverage.values()]).toMatchObject([
    { state: 'not-compared', reason: 'distribution', sentence: expect.stringMatching(sentence) },
  ]);
  expect(vulnerabilities.map(({ outcome }) => outcome)).toEqual(outcomes);
});
