// Contents of archives in a code base: packages and licenses at any depth, with the archive as their file.
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tarGz, zip } from '../../../test/archives.ts';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { closeScanPool } from './pool.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(async () => {
  expect(await inconsistencies(h.database.pool)).toEqual([]);
  expect(readdirSync(h.app.folder.temporary)).toEqual([]);
  await h.close();
  await closeScanPool();
});

const { projectWith, upload, useProfile, scan, inventory } = scannedProjects(() => h, 'archives');

async function file(projectId: number, path: string) {
  const { rows } = await h.database.pool.query('select id, has_evidence from files where project_id = $1 and path = $2', [projectId, path]); // biome-ignore format: one query
  return { ...(await h.call('GET', `/files/${rows[0].id}`)).body.data, hasEvidence: rows[0].has_evidence };
}

const source = (license: string) => `// SPDX-License-Identifier: ${license}\nint a; // ${++count}\n`;
const pom = (artifact: string, version: string) => `groupId=org.example\nartifactId=${artifact}\nversion=${version}\n`;
const POM = (artifact: string) => `META-INF/maven/org.example/${artifact}/pom.properties`;

async function jar(artifact: string, more: Record<string, string | Buffer> = {}): Promise<Buffer> {
  return zip({ 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n', [POM(artifact)]: pom(artifact, '1.2.3'), ...more });
}

describe('packages and licenses inside', () => {
  it('are found at any depth, and belong to the archive; the profile turns them off and on', async () => {
    const inner = await jar('inner', { 'META-INF/LICENSE': source('ISC') });
    const project = await projectWith({
      'lib/outer.jar': await jar('outer', {
        'META-INF/LICENSE': source('Apache-2.0'),
        'BOOT-INF/lib/inner.jar': inner,
      }),
      'blobs/old.tgz': tarGz([{ name: 'old/a.c', content: source('GPL-2.0-only') }]),
      'src/a.c': source('MIT'),
    });
    const all = {
      'GPL-2.0-only': ['blobs/old.tgz'],
      'inner 1.2.3 (ISC)': ['lib/outer.jar'],
      MIT: ['src/a.c'],
      'outer 1.2.3 (Apache-2.0)': ['lib/outer.jar'],
    };
    expect((await scan(project)).details).toContain('3 files, 3 analysed now, 2 archives looked into;');
    expect(await inventory(project)).toEqual(all);
    const outer = await file(project, 'lib/outer.jar');
    expect(outer).toMatchObject({ spdx: ['Apache-2.0', 'ISC'], hasEvidence: true });
    expect(outer.licenses.map(({ expression, via }: Record<string, string>) => [expression, via])).toEqual([
      ['Apache-2.0', 'lib/outer.jar!/META-INF/LICENSE'],
      ['ISC', 'lib/outer.jar!/BOOT-INF/lib/inner.jar!/META-INF/LICENSE'],
    ]);

    expect((await scan(project)).details).toContain('3 files, 0 analysed now;');
    await useProfile(project, { archiveDiscovery: false });
    expect((await scan(project, '?fullRescan=true')).details).toContain('3 files, 3 analysed now;');
    expect(await inventory(project)).toEqual({ MIT: ['src/a.c'] });
    expect(await file(project, 'lib/outer.jar')).toMatchObject({ spdx: [], licenses: [], hasEvidence: false });

    await useProfile(project, { archiveDiscovery: true });
    expect((await scan(project)).details).toContain('3 files, 0 analysed now;');
    expect(await inventory(project)).toEqual(all);
    expect((await scan(project, '?fullRescan=true')).details).toContain('2 archives looked into;');
  });

  it('of a package are that package, not packages of the code base that request more', async () => {
    const manifest = { name: 'packed', version: '2.0.0', license: 'MIT', dependencies: { 'left-pad': '^1.0.0' } };
    const project = await projectWith({
      'deps/packed-2.0.0.tgz': tarGz([
        { name: 'package/package.json', content: JSON.stringify(manifest) },
        { name: 'package/LICENSE', content: source('MIT') },
        { name: 'package/bsd.js', content: source('BSD-3-Clause') },
      ]),
    });
    await scan(project);
    expect(await inventory(project)).toEqual({ 'packed 2.0.0 (MIT)': ['deps/packed-2.0.0.tgz'] });
  });

  it('are added and removed with the archive', async () => {
    const project = await projectWith({ 'a.jar': await jar('first'), 'b.txt': 'b' });
    await scan(project);
    expect(Object.keys(await inventory(project))).toEqual(['first 1.2.3']);
    await useProfile(project, { exclusions: ['*.jar'] });
    await scan(project);
    expect(await inventory(project)).toEqual({});
    await useProfile(project, {});
    await upload(project, { 'a.jar': await jar('second'), 'b.txt': 'b' });
    await scan(project);
    expect(await inventory(project)).toEqual({ 'second 1.2.3': ['a.jar'] });
  });

  it('stay unchanged in archives that a rescan skips', async () => {
    const project = await projectWith({ 'a.jar': await jar('kept', { LICENSE: source('Zlib') }) });
    await scan(project);
    await useProfile(project, { archiveDiscovery: false, rescanSkips: 'ALL' });
    expect((await scan(project)).details).toContain('0 analysed now, 1 skipped;');
    expect(await inventory(project)).toEqual({ 'kept 1.2.3 (Zlib)': ['a.jar'] });
    expect(await file(project, 'a.jar')).toMatchObject({ spdx: ['Zlib'], hasEvidence: true });
  });
});

describe('archives that cannot be read, or should not be', () => {
  it.each<[string, () => Promise<Buffer> | Buffer, string, string[]]>([
    ['cut short', async () => (await jar('cut', { z: randomBytes(4000) })).subarray(0, 3000), 'corrupt-archive', []],
    [
      'encrypted',
      () => Buffer.from(makeZip([{ name: 'a.c', body: source('MIT'), flags: 1 }])),
      'encrypted-archive',
      [],
    ],
    [
      'of an unsupported kind',
      () => Buffer.concat([Buffer.from('LZIP\x01'), randomBytes(900)]),
      'unsupported-archive',
      [],
    ],
    [
      'out of proportion',
      () => zip({ 'a.c': source('MIT'), 'zeros.bin': Buffer.alloc(130e6) }),
      'limit-exceeded',
      ['MIT'],
    ],
    [
      'with names that lead outside',
      () =>
        Buffer.from(
          makeZip([
            { name: '../../a.c', body: source('MIT') },
            { name: 'b.c', body: source('ISC') },
          ]),
        ),
      'unsafe-path',
      ['ISC'],
    ],
  ])('%s: a line in the log, readable entries are kept, and the scan continues', async (_, make, code, items) => {
    // biome-ignore format: a table
    const project = await projectWith({ 'odd.bin': await make(), 'z.c': source('0BSD') });
    const { log } = await scan(project);
    expect(log.map((line) => [line.code, line.path])).toContainEqual([code, 'odd.bin']);
    expect(log.map(({ message }) => message).join()).not.toContain('uploaded');
    expect(Object.keys(await inventory(project))).toEqual(['0BSD', ...items].sort());
    // Later scans do not read it again.
    const again = await scan(project);
    expect(again.details).toContain('2 files, 0 analysed now;');
    expect(again.log).toEqual(log);
  });

  it('a document is no archive', async () => {
    const project = await projectWith({
      'a.epub': await zip({ mimetype: 'application/epub+zip', 'a.c': source('MIT') }),
    });
    const { details, log } = await scan(project);
    expect(details).toContain('1 file, 1 analysed now;');
    expect(log.map(({ code }) => code)).toEqual(['nothing-found']);
    expect(await inventory(project)).toEqual({});
  });
});
