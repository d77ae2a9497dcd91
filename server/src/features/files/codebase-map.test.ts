// The map of the code base: its entries, what is summed up, licenses, review and vulnerabilities of each.

import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
let stranger: Person;
let id: number;
const projects = scannedProjects(() => h, 'map');

const MIT = '/* SPDX-License-Identifier: MIT */\n';
const GPL = '/* SPDX-License-Identifier: GPL-2.0-only */\n';
const lock = JSON.stringify({
  name: 'app',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: {
    '': { name: 'app', version: '1.0.0' },
    'node_modules/holey': { version: '1.0.0', resolved: 'https://registry.npmjs.org/holey/-/holey-1.0.0.tgz' },
  },
});
const FILES: Record<string, string> = {
  'app/package-lock.json': lock,
  'lib/a.c': MIT,
  'lib/b.c': `${MIT}${'x'.repeat(5000)}\n`,
  'lib/1/2/3/4/5/deep.c': GPL,
  'lib/1/2/plain.txt': 'nothing here\n',
  'top.c': `${MIT}${GPL}`,
};

beforeAll(async () => {
  h = await startHarness();
  stranger = await h.person('stranger');
  await h.work();
  const advisory = {
    schema_version: '1.6.0',
    id: 'TEST-map',
    modified: new Date().toISOString(),
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    affected: [
      {
        package: { ecosystem: 'npm', name: 'holey' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '9.0.0' }] }],
      },
    ],
  };
  const { body } = await h.call('POST', '/advisories/import?source=osv-npm&full=true&force=true', {
    raw: Buffer.from(makeZip([{ name: '0.json', body: JSON.stringify(advisory) }])),
    headers: { 'x-file-name': 'all.zip', 'content-type': 'application/octet-stream' },
  });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed' });
  id = await projects.projectWith(FILES);
  await h.call('PUT', `/projects/${id}`, { body: { privateProject: true } });
});
afterAll(() => h.close());

interface Entry {
  kind: string;
  path: string;
  parentPath: string | null;
  files: number;
  sizeBytes: number;
  [fact: string]: unknown;
}
const ask = (query = '', as: Person = h.admin) => h.call('GET', `/projects/${id}/codebaseMap${query}`, { as });
const mapOf = async (query = ''): Promise<Entry[]> => (await ask(query)).body.data.entries;
const entryOf = (entries: Entry[], path: string) => entries.find((one) => one.path === path);

it('200: before the first scan no file is scanned, so that no license is not an answer', async () => {
  expect((await mapOf())[0]).toMatchObject({ path: '', files: 6, notScanned: 6, parentPath: null });
  await projects.scan(id);
  expect((await mapOf())[0]).toMatchObject({ path: '', files: 6, notScanned: 0 });
});

it('200: the heaviest come first, each after its folder; below four levels a folder stands for what is in it', async () => {
  const entries = await mapOf();
  const paths = entries.map(({ path }) => path);
  expect(paths[0]).toBe('');
  expect(entries.every(({ parentPath }, at) => parentPath === null || paths.indexOf(parentPath) < at)).toBe(true);
  expect(new Set(paths)).toEqual(
    new Set([
      '',
      'app',
      'app/package-lock.json',
      'lib',
      'lib/a.c',
      'lib/b.c',
      'lib/1',
      'lib/1/2',
      'lib/1/2/plain.txt',
      'lib/1/2/3',
      'top.c',
    ]),
  );
  expect(entryOf(entries, 'lib/1/2/3')).toMatchObject({ kind: 'folder', files: 1, sizeBytes: GPL.length });
  expect(entryOf(entries, 'lib')).toMatchObject({ files: 4, others: { entries: 0, files: 0, sizeBytes: 0 } });
  const byFiles = (await mapOf('?area=FILES')).map(({ path }) => path);
  expect(byFiles.slice(0, 3)).toEqual(['', 'lib', 'lib/1']);
});

it('200: a folder has the licenses of the files below it, the heaviest first; a file with two counts for both', async () => {
  const entries = await mapOf('?area=FILES');
  expect(entries[0]).toMatchObject({
    licenses: [
      { license: 'MIT', files: 3 },
      { license: '', files: 2 },
      { license: 'GPL-2.0-only', files: 2 },
    ],
    moreLicenses: 0,
  });
  expect(entryOf(entries, 'lib/1/2')?.licenses).toEqual([
    { license: '', files: 1, sizeBytes: FILES['lib/1/2/plain.txt']?.length },
    { license: 'GPL-2.0-only', files: 1, sizeBytes: GPL.length },
  ]);
  expect(entryOf(entries, 'top.c')?.licenses).toHaveLength(2);
});

it('200: folders and files have the open vulnerabilities of their items, and the items that were not compared', async () => {
  const { body } = await ask();
  const entries: Entry[] = body.data.entries;
  for (const path of ['', 'app', 'app/package-lock.json'])
    expect(entryOf(entries, path)?.exposure).toMatchObject({ critical: 1, high: 0, unknown: 0 });
  expect(entryOf(entries, 'lib/1')?.exposure).toMatchObject({ critical: 0 });
  expect(body).toMatchObject({ dataIsStale: false, coverage: { items: expect.any(Number) } });
  const { rows } = await h.database.pool.query(
    `select count(distinct i.id)::int as items, count(distinct i.id) filter (where k.reason <> '')::int as missed from inventory_items i
     join inventory_files t on t.item_id = i.id join item_coverage k on k.item_id = i.id where i.project_id = $1`,
    [id],
  );
  expect(entries[0]?.exposure).toMatchObject({ items: rows[0].items, notCompared: rows[0].missed });
});

it('200: below a folder; marks and sums follow decisions', async () => {
  const [file] = (await h.call('GET', `/projects/${id}/codebaseFiles?search=lib/a.c`)).body.data.files;
  await h.call('PUT', `/files/${file.id}/review?markAsReviewed=true`);
  const entries = await mapOf('?folderPath=/lib/');
  expect(entries[0]).toMatchObject({ path: 'lib', parentPath: null, reviewed: 1 });
  expect(entryOf(entries, 'lib/a.c')).toMatchObject({ kind: 'file', id: file.id, reviewed: 1, open: 0 });
  expect(entryOf(entries, 'lib/1/2/3/4')).toMatchObject({ files: 1 });
  expect(entryOf(entries, 'top.c')).toBeUndefined();
});

it('200: of more entries than an answer has, those that are left off are summed up', async () => {
  const many: Record<string, string> = { 'big/one.txt': 'x'.repeat(9000), 'other.txt': 'y\n' };
  for (let file = 0; file < 1100; file++) many[`big/${file}.txt`] = `${file}\n`;
  const project = await projects.projectWith(many);
  const { entries } = (await h.call('GET', `/projects/${project}/codebaseMap`)).body.data;
  expect(entries).toHaveLength(1000);
  const [root, big] = entries;
  expect(big.path).toBe('big');
  const listed = entries.filter(({ parentPath }: Entry) => parentPath === 'big').length;
  expect(big.others).toMatchObject({ entries: 1101 - listed, files: 1101 - listed });
  const parts = entries.filter(({ parentPath }: Entry) => parentPath === '');
  expect(parts.reduce((sum: number, one: Entry) => sum + one.files, root.others.files)).toBe(root.files);
});

it('404 for a folder that is not there, and for those who may not see the project; a project without files has no entries', async () => {
  expect((await ask('?folderPath=nowhere')).status).toBe(404);
  expect((await ask('', stranger)).status).toBe(404);
  const empty = (await h.call('POST', '/projects', { body: { name: 'map empty' } })).body.id;
  expect((await h.call('GET', `/projects/${empty}/codebaseMap`)).body.data.entries).toEqual([]);
});
