import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runScan } from '../run-scan.ts';
import { licenseFailures, readLicensePolicy } from './license-policy.ts';

const NOW = new Date('2026-11-28T12:00:00Z');

const failures = (policy: string, license: string, purl = 'pkg:npm/x@1.0.0') =>
  licenseFailures(readLicensePolicy(policy, 'policy.yaml'), [{ shown: purl, purl, cpe: '', license }], NOW);

const BOTH = 'allow: [MIT, BSD-*, GPL-2.0-only WITH Classpath-exception-2.0]\ndeny: [AGPL-*]';

it.each([
  ['MIT', ''],
  ['mit', ''],
  ['BSD-3-Clause', ''],
  ['Zlib', 'Zlib is not allowed'],
  ['AGPL-3.0-only', 'AGPL-3.0-only is denied'],
  ['MIT OR AGPL-3.0-only', ''],
  ['MIT AND AGPL-3.0-only', 'AGPL-3.0-only is denied'],
  ['(MIT OR Zlib) AND Apache-2.0', 'Apache-2.0 is not allowed'],
  ['GPL-2.0-only WITH Classpath-exception-2.0', ''],
  ['GPL-2.0-only', 'GPL-2.0-only is not allowed'],
  ['LicenseRef-unknown-license', 'LicenseRef-unknown-license is no known license'],
  ['MIT AND LicenseRef-unknown-license', 'is no known license'],
  ['', 'no license is known'],
  ['see the file COPYING', 'is no license expression'],
])('%s beside an allowed and a denied list: %s', (license, sentence) => {
  const found = failures(BOTH, license);
  expect(found).toEqual(sentence === '' ? [] : [expect.stringContaining(sentence)]);
});

it('with a denied list alone everything else passes, and an unknown license does not', () => {
  const policy = 'deny: [GPL-3.0-only]';
  expect(failures(policy, 'Zlib')).toEqual([]);
  expect(failures(policy, 'GPL-3.0-only')).toHaveLength(1);
  expect(failures(policy, '')).toHaveLength(1);
  expect(failures(`${policy}\nunknown: pass`, '')).toEqual([]);
  expect(failures(`${policy}\nunknown: pass`, 'MIT AND LicenseRef-unknown-license')).toEqual([]);
});

it('denying a license denies it with an exception too, unless this one is allowed', () => {
  const license = 'GPL-2.0-only WITH Classpath-exception-2.0';
  expect(failures('deny: [GPL-*]', license)).toHaveLength(1);
  expect(failures(`deny: [GPL-*]\nallow: ["${license}"]`, license)).toEqual([]);
});

const exception = (expires: string) =>
  `deny: [GPL-3.0-only]\nexceptions:\n  - {package: pkg:npm/x, license: GPL-3.0-only, reason: Bought., expires: ${expires}}`;

it('an exception holds for its package and license to the end of its last day', () => {
  expect(failures(exception('2026-11-28'), 'GPL-3.0-only')).toEqual([]);
  expect(failures(exception('2026-11-28'), 'GPL-3.0-only', 'pkg:npm/y@1')).toHaveLength(1);
  expect(failures(exception('2026-11-27'), 'GPL-3.0-only')).toEqual([
    'policy.yaml: GPL-3.0-only (GPL-3.0-only is denied) (the exception of policy.yaml, line 3 held until 2026-11-27): pkg:npm/x@1.0.0',
  ]);
});

it('packages with the same fault are one line', () => {
  const policy = readLicensePolicy('deny: [GPL-*]', 'policy.yaml');
  const all = ['a', 'b', 'c'].map((name) => ({ shown: name, purl: '', cpe: '', license: 'GPL-3.0-only' }));
  expect(licenseFailures(policy, all, NOW)).toEqual([
    'policy.yaml: GPL-3.0-only (GPL-3.0-only is denied): a and 2 more',
  ]);
});

it.each([
  ['', 'the file must have the list "allow" or the list "deny"'],
  ['allow: MIT', '"allow" must be a list'],
  ['allow: [1]', '"allow" must be a list of texts'],
  ['allow: [MIT]\nunknown: maybe', '"unknown" must be fail or pass'],
  ['allowed: [MIT]', '"allowed" is unknown'],
  ['allow: [MIT]\nexceptions:\n  - {package: pkg:npm/x, expires: 2027-01-01}', 'line 3: "reason" is missing'],
  ['allow: [MIT]\nexceptions:\n  - {package: pkg:npm/x, reason: x}', 'line 3: "expires" is missing'],
  ['allow: [', 'line 1'],
])('%j is refused', (text, sentence) => {
  expect(() => readLicensePolicy(text, 'policy.yaml')).toThrow(sentence);
});

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-policy-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: string): string {
  writeFileSync(join(root, path), content);
  return join(root, path);
}

it('a scan without advisories fails by the license of a package, and passes by another policy', async () => {
  const policies = write('p.yaml', 'deny: [GPL-*]');
  const source = write('package.json', JSON.stringify({ name: 'x', version: '1.0.0', license: 'GPL-3.0-only' }));
  const { code, err } = await runScan(source, '--fail-on', policies);
  expect(code).toBe(3);
  expect(err).toContain('failed by --fail-on p.yaml: GPL-3.0-only (GPL-3.0-only is denied): pkg:npm/x@1.0.0');
  writeFileSync(policies, 'deny: [AGPL-*]');
  expect((await runScan(source, '--fail-on', policies)).code).toBe(0);
  writeFileSync(policies, 'denied: [AGPL-*]');
  expect((await runScan(source, '--fail-on', policies)).code).toBe(2);
  expect((await runScan(source, '--fail-on', join(root, 'absent.yaml'))).code).toBe(2);
  expect((await runScan(source, '--fail-on', `${policies},high`)).err).toContain('--fail-on needs --advisories');
});

it("a check of an SBOM judges its components' licenses too", async () => {
  const advisories = write(
    'GHSA-1.json',
    JSON.stringify({
      id: 'GHSA-1',
      modified: '2026-11-01T00:00:00Z',
      affected: [{ package: { ecosystem: 'npm', name: 'z' } }],
    }),
  );
  const component = {
    type: 'library',
    name: 'x',
    version: '1',
    purl: 'pkg:npm/x@1',
    licenses: [{ license: { id: 'AGPL-3.0-only' } }],
  };
  const bom = write(
    'bom.json',
    JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components: [component] }),
  );
  const policy = write('policy.yaml', 'deny: [AGPL-*]');
  const { code, err } = await runScan(bom, '--advisories', advisories, '--fail-on', `high,${policy}`);
  expect(err).toContain('AGPL-3.0-only is denied): pkg:npm/x@1');
  expect(code).toBe(3);
});
