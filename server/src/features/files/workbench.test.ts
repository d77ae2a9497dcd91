// The workbench: roll-ups of folders, licenses with counts, pages of a folder by position, groups, and the open files before and after a path.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
let stranger: Person;
let id: number;
const projects = scannedProjects(() => h, 'workbench');

const MIT = '/* SPDX-License-Identifier: MIT */\n';
const GPL = '/* SPDX-License-Identifier: GPL-2.0-only */\n';
const FILES: Record<string, string> = {
  'lib/a.c': MIT,
  'lib/b.c': MIT,
  'lib/deep/𝒜/c.c': GPL,
  'lib/deep/d.txt': 'nothing here\n',
  'lib-two/e.c': `${MIT}${GPL}`,
  'src/compat.txt': 'The license of this program is compatible with the GNU General Public License version 3.\n',
  'top.c': GPL,
};

beforeAll(async () => {
  h = await startHarness();
  stranger = await h.person('stranger');
  await h.work();
  id = await projects.projectWith(FILES);
  await h.call('PUT', `/projects/${id}`, { body: { privateProject: true } });
  await projects.scan(id);
});
afterAll(() => h.close());

type Query = Record<string, string | number | boolean>;
const ask = (what: string, query: Query = {}, as: Person = h.admin) =>
  h.call(
    'GET',
    `/projects/${id}/${what}?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}`,
    {
      as,
    },
  );
const licensesOf = async (folderPath = '') => (await ask('codebaseLicenses', { folderPath })).body.data;
const pathsOf = async (query: Query) =>
  (await ask('codebaseFiles', query)).body.data.files.map(({ path }: { path: string }) => path);
const folderOf = async (query: Query) => (await ask('codebase', { totals: true, ...query })).body.data;
const namesOf = (entries: { name: string }[]) => entries.map(({ name }) => name);
const idOf = async (path: string): Promise<number> =>
  (await h.database.pool.query('select id from files where project_id = $1 and path = $2', [id, path])).rows[0].id;
const mark = async (path: string, isReviewed: boolean) =>
  h.call('PUT', `/files/${await idOf(path)}/review?markAsReviewed=${isReviewed}`);

it('200: a folder has its licenses with files and open files; mentions are apart from grants', async () => {
  await mark('lib/a.c', true);
  const root = await licensesOf();
  expect(root.totals).toEqual({ files: 7, reviewed: 1, open: 5, inNoItem: expect.any(Number) });
  expect(root.licenses).toEqual(
    expect.arrayContaining([
      { license: 'MIT', isMention: false, files: 3, open: 2 },
      { license: 'GPL-2.0-only', isMention: false, files: 3, open: 3 },
      { license: '', isMention: false, files: 2, open: expect.any(Number) },
      expect.objectContaining({ isMention: true, files: 1, open: 1 }),
    ]),
  );
  expect(root.moreLicenses).toBe(0);
  expect((await licensesOf('/lib/')).licenses).toEqual([
    { license: 'MIT', isMention: false, files: 2, open: 1 },
    { license: '', isMention: false, files: 1, open: 0 },
    { license: 'GPL-2.0-only', isMention: false, files: 1, open: 1 },
  ]);
  await mark('lib/a.c', false);
});

it('200: the numbers beside a license are the numbers of files that its filter finds', async () => {
  for (const folderPath of ['', 'lib', 'lib/deep', 'src']) {
    const { licenses } = await licensesOf(folderPath);
    for (const { license, isMention, files, open } of licenses) {
      const filter = { folderPath, [isMention ? 'mentioned' : 'license']: license || 'NONE' };
      expect(await pathsOf(filter)).toHaveLength(files);
      expect(await pathsOf({ ...filter, reviewed: false, hasEvidence: true })).toHaveLength(open);
    }
  }
});

it('200: each folder of the tree has the totals of all files below it, at any depth', async () => {
  const { entries } = await folderOf({});
  const totals = Object.fromEntries(
    entries.map(({ name, totals }: { name: string; totals?: object }) => [name, totals]),
  );
  expect(totals).toEqual({
    lib: expect.objectContaining({ files: 4, open: 3, reviewed: 0 }),
    'lib-two': expect.objectContaining({ files: 1, open: 1 }),
    src: expect.objectContaining({ files: 1, open: 1 }),
    'top.c': undefined,
  });
  expect((await folderOf({ folderPath: 'lib/deep' })).entries[0]).toMatchObject({
    name: '𝒜',
    totals: { files: 1, open: 1 },
  });
  expect((await folderOf({ totals: false })).entries[0].totals).toBeUndefined();
});

it('200: a decision about all files of a license changes the totals of the folders, and its undo brings them back', async () => {
  const before = [await licensesOf(), await folderOf({})];
  const body = { action: 'MARK_REVIEWED', filter: { license: 'MIT', folderPath: 'lib' }, dryRun: false };
  const done = await h.call('POST', `/projects/${id}/bulkDecisions/files`, { body });
  expect(done.body.data.changed).toBe(2);
  expect((await folderOf({})).entries[0].totals).toMatchObject({ reviewed: 2, open: 1 });
  await h.call('POST', `/projects/${id}/bulkDecisions/${done.body.data.undoToken}/undo`);
  expect([await licensesOf(), await folderOf({})]).toEqual(before);
});

it('200: files that only mention a license are a group for one decision', async () => {
  const mention = (await licensesOf('src')).licenses.find(({ isMention }: { isMention: boolean }) => isMention);
  const body = { action: 'MARK_REVIEWED', filter: { mentioned: mention.license.toLowerCase() }, dryRun: true };
  const { examples } = (await h.call('POST', `/projects/${id}/bulkDecisions/files`, { body })).body.data;
  expect(namesOf(examples)).toEqual(['src/compat.txt']);
});

it('200: a page of a folder begins at a position, or contains the entry that is asked for', async () => {
  const all = namesOf((await folderOf({})).entries);
  expect(all).toEqual(['lib', 'lib-two', 'src', 'top.c']);
  for (let offset = 0; offset <= 5; offset++)
    for (const limit of [1, 2, 3]) {
      const page = await folderOf({ offset, limit });
      expect([namesOf(page.entries), page.offset, page.entryCount]).toEqual([
        all.slice(offset, offset + limit),
        offset,
        4,
      ]);
    }
  for (const [at, entry] of ['folder:lib', 'folder:lib-two', 'folder:src', 'file:top.c'].entries()) {
    const page = await folderOf({ around: entry, limit: 3 });
    expect([page.offset, namesOf(page.entries)]).toEqual([at < 3 ? 0 : 3, at < 3 ? all.slice(0, 3) : ['top.c']]);
  }
  const first = await folderOf({ limit: 3 });
  expect(namesOf((await folderOf({ after: first.next, limit: 3 })).entries)).toEqual(['top.c']);
});

it('200: the open files before and after a path', async () => {
  const open = { reviewed: false, hasEvidence: true, limit: 1 };
  expect(await pathsOf({ ...open, after: 'lib/b.c' })).toEqual(['lib/deep/𝒜/c.c']);
  expect(await pathsOf({ ...open, before: 'lib/deep/𝒜/c.c' })).toEqual(['lib/b.c']);
  expect(await pathsOf({ before: 'lib/deep/𝒜/c.c', limit: 3 })).toEqual(['lib/a.c', 'lib/b.c', 'lib/deep/d.txt']);
  expect(await pathsOf({ ...open, before: 'lib/' })).toEqual(['lib-two/e.c']);
});

it.each<[Query, string[]]>([
  [{ role: 'grants' }, ['lib-two/e.c', 'lib/a.c', 'lib/b.c', 'lib/deep/𝒜/c.c', 'top.c']],
  [{ role: 'compatible' }, ['src/compat.txt']],
  [{ role: 'thanks' }, []],
  [{ language: 'c', folderPath: 'lib' }, ['lib/a.c', 'lib/b.c', 'lib/deep/𝒜/c.c']],
  [{ language: 'none' }, ['lib/deep/d.txt', 'src/compat.txt']],
  [{ kind: 'text', folderPath: 'src' }, ['src/compat.txt']],
  [{ kind: 'binary' }, []],
  [{ groupBy: 'LICENSE', group: 'MIT' }, ['lib/a.c', 'lib/b.c']],
])('200: files by %o', async (query, paths) => {
  expect((await pathsOf(query)).sort()).toEqual(paths);
});

it.each(['LICENSE', 'FOLDER', 'KIND', 'LANGUAGE'])(
  '200: each file is in one group by %s, whose filter finds its files, for lists and for decisions',
  async (by) => {
    const { body, headers } = await ask('codebaseFileGroups', { by, limit: 2 });
    const { data } = (await ask('codebaseFileGroups', { by })).body;
    expect(headers['total-records']).toBe(String(data.length));
    expect(body.data).toEqual(data.slice(0, 2));
    expect((await ask('codebaseFileGroups', { by, offset: 50 })).body.errors[0].message).toContain('out of bounds');
    const found: string[] = [];
    for (const { key, count, open } of data) {
      const filter = { groupBy: by, group: key };
      const paths = await pathsOf(filter);
      expect(paths).toHaveLength(count);
      expect(await pathsOf({ ...filter, reviewed: false, hasEvidence: true })).toHaveLength(open);
      const order = { action: 'MARK_REVIEWED', filter, dryRun: true };
      const preview = (await h.call('POST', `/projects/${id}/bulkDecisions/files`, { body: order })).body.data;
      expect(preview.matched).toBe(count);
      found.push(...paths);
    }
    expect(found.sort()).toEqual(Object.keys(FILES).sort());
  },
);

it('200: several groups are decided about at once, and refused beside files', async () => {
  const { data } = (await ask('codebaseFileGroups', { by: 'LICENSE' })).body;
  const [first, second] = data as { key: string; count: number }[];
  const decide = (more: object) =>
    h.call('POST', `/projects/${id}/bulkDecisions/files`, { body: { action: 'MARK_REVIEWED', dryRun: true, ...more } });
  const groups = { by: 'LICENSE', keys: [first!.key, second!.key] };
  expect((await decide({ filter: { search: '' }, groups })).body.data.matched).toBe(first!.count + second!.count);
  expect((await decide({ filter: { search: '/no/such/' }, groups })).body.data.matched).toBe(0);
  expect((await decide({ fileIds: [1], groups })).body.errors[0].message).toContain(
    '"groups" cannot be given together',
  );
});

it('200: the lines of a file that have some words', async () => {
  const finds = async (query: Query) =>
    (
      await h.call(
        'GET',
        `/files/${await idOf('src/compat.txt')}/finds?${new URLSearchParams(query as Record<string, string>)}`,
      )
    ).body.data;
  expect(await finds({ words: 'LICENSE' })).toEqual({
    lines: [{ line: 1, count: 2 }],
    lineCount: 1,
    total: 2,
    isBinary: false,
  });
  expect(await finds({ words: 'license', fromLine: 2 })).toMatchObject({ lines: [], lineCount: 1 });
  expect(await finds({ words: 'not there' })).toMatchObject({ lines: [], total: 0 });
});

it('200: each license of a file says why its words match', async () => {
  const { licenses } = (await h.call('GET', `/files/${await idOf('lib/a.c')}`)).body.data;
  expect(licenses).toMatchObject([
    { expression: 'MIT', why: 'an SPDX-License-Identifier, which states the license by its id' },
  ]);
});

it('200: other contents lose the licenses of the former ones until the next scan', async () => {
  const other = await projects.projectWith({ 'a.c': MIT });
  await projects.scan(other);
  const count = async () => (await h.call('GET', `/projects/${other}/codebaseLicenses`)).body.data.licenses[0].license;
  expect(await count()).toBe('MIT');
  await projects.upload(other, { 'a.c': `${MIT}int x;\n` });
  expect(await count()).toBe('');
  await projects.scan(other);
  expect(await count()).toBe('MIT');
});

it.each<[string, string, Query]>([
  ['both ends', 'codebaseFiles', { after: 'a', before: 'b' }],
  ['two beginnings', 'codebase', { offset: 1, around: 'file:a' }],
  ['two beginnings', 'codebase', { offset: 1, after: 'file:a' }],
  ['an entry of no kind', 'codebase', { around: 'top.c' }],
  ['a group of nothing', 'codebaseFiles', { group: 'MIT' }],
  ['a grouping without a group', 'codebaseFiles', { groupBy: 'LICENSE' }],
  ['a kind that there is not', 'codebaseFiles', { kind: 'song' }],
])('400 for %s: %s %o', async (_, what, query) => {
  expect((await ask(what, query)).status).toBe(400);
});

it('404 for a folder that is not there, and for who may not see the project', async () => {
  expect((await ask('codebaseLicenses', { folderPath: 'nowhere' })).status).toBe(404);
  expect((await ask('codebaseLicenses', {}, stranger)).status).toBe(404);
  expect((await ask('codebase', { totals: true }, stranger)).status).toBe(404);
});
