// Where licenses, components, holders and digests are used, with files that a scan has analysed. A private project has the same files as a public one.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
let outsider: Person;
let open: number;
let secret: number;
let mit: string;
const { projectWith, scan } = scannedProjects(() => h, 'used');

const MIT = (holder: string) => `MIT License

Copyright (c) 2021 ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;
const HEADER = '// SPDX-License-Identifier: MIT OR GPL-2.0-only WITH Classpath-exception-2.0\nexport const one = 1;\n';
const FILES = {
  'node_modules/lion/package.json': '{"name":"lion","version":"1.2.3","license":"MIT"}',
  'node_modules/lion/LICENSE': MIT('Leona Löwe & Sons, Ltd.'),
  'src/header.js': HEADER,
  'src/plain.js': 'export const two = 2;\n',
};

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  outsider = await h.person('outsider');
  open = await projectWith(FILES);
  secret = await projectWith({ ...FILES, 'src/more.js': '// SPDX-License-Identifier: MIT\n' });
  for (const id of [open, secret]) await scan(id);
  await h.database.pool.query('update projects set is_private = true where id = $1', [secret]);
  mit = `licenseId=${(await h.call('GET', '/licenses/MIT')).body.data.id}`;
});
afterAll(() => h.close());

const projects = async (subject: string, as: Person = h.admin) =>
  (await h.call('GET', `/uses/projects?${subject}`, { as })).body;
const found = async (kind: 'files' | 'inventories', query: string, as: Person = h.admin) =>
  h.call('GET', `/uses/${kind}?${query}`, { as });
const paths = async (query: string, as?: Person) =>
  (await found('files', query, as)).body.data.map(({ path }: { path: string }) => path);
const digestOf = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');

describe('a license', () => {
  it('is used by projects with items and files, also as a part of an expression', async () => {
    const { data, filesAreComplete } = await projects(mit);
    expect(filesAreComplete).toBe(true);
    expect(data.map(({ projectId }: { projectId: number }) => projectId)).toEqual([open, secret]);
    expect(data[1].files).toBe(data[0].files + 1);
    expect(data[0].items).toBeGreaterThan(0);
    expect(await paths(`${mit}&projectId=${open}`)).toEqual(expect.arrayContaining(['src/header.js', 'node_modules/lion/LICENSE'])); // biome-ignore format: one claim
    expect(await paths(`${mit}&projectId=${open}`)).not.toContain('src/plain.js');
  });

  it('says how each item is under it', async () => {
    const { body } = await found('inventories', `${mit}&projectId=${open}`);
    const lion = body.data.find(({ inventoryName }: { inventoryName: string }) => inventoryName.startsWith('lion'));
    expect(lion).toMatchObject({ versionName: '1.2.3', licenseExpression: 'MIT', ways: ['SELECTED', 'CONCLUDED', 'DECLARED'], projectId: open }); // biome-ignore format: one claim
  });

  it('an exception is found in the files that have it', async () => {
    const { body } = await h.call('GET', '/library/licenses/Classpath-exception-2.0');
    expect(await paths(`licenseId=${body.data.id}&projectId=${open}`)).toEqual(['src/header.js']);
  });
});

describe('nothing of a private project is shown, not even as a count', () => {
  it.each([
    ['a license', () => mit],
    ['a holder', () => 'holder=Leona%20L%C3%B6we%20%26%20Sons%2C%20Ltd.'],
    ['a digest', () => `digest=${digestOf('sha256', HEADER)}`],
  ])('%s', async (_, subject) => {
    const { data } = await projects(subject(), outsider);
    expect(data.map(({ projectId }: { projectId: number }) => projectId)).toEqual([open]);
    for (const kind of ['files', 'inventories'] as const) {
      const { body, headers } = await found(kind, subject(), outsider);
      expect(body.data.every(({ projectId }: { projectId: number }) => projectId === open)).toBe(true);
      expect(Number(headers['total-records'])).toBe(body.data.length);
    }
    const within = await found('files', `${subject()}&projectId=${secret}`, outsider);
    expect([within.body.data, within.headers['total-records']]).toEqual([[], '0']);
  });

  it('a component, and the texts of a license', async () => {
    const { rows } = await h.database.pool.query(`select id from components where name = 'lion'`);
    const { data } = await projects(`componentId=${rows[0].id}`, outsider);
    expect(data).toMatchObject([{ projectId: open, items: 1 }]);
    const texts = `/library/licenses/${mit.replace('licenseId=', '')}/texts`;
    expect((await h.call('GET', texts)).body.data[0]).toMatchObject({ projects: 2 });
    expect((await h.call('GET', texts, { as: outsider })).body.data[0]).toMatchObject({ projects: 1, projectId: open });
  });
});

it('a holder is found by the whole name in any case, not by a part', async () => {
  expect(await paths(`holder=leona%20l%C3%B6we%20%26%20sons%2C%20ltd.&projectId=${open}`)).toEqual(['node_modules/lion/LICENSE']); // biome-ignore format: one claim
  expect(await paths('holder=Leona')).toEqual([]);
});

it.each(['sha256', 'sha1', 'md5'])('a file is found by its %s', async (algorithm) => {
  expect(await paths(`digest=${digestOf(algorithm, HEADER).toUpperCase()}&projectId=${open}`)).toEqual([
    'src/header.js',
  ]);
});

it('excluded files and items that are gone do not count', async () => {
  const id = await projectWith({ 'only.js': HEADER });
  await scan(id);
  const digest = `digest=${digestOf('sha256', HEADER)}`;
  const counted = async () =>
    (await projects(digest)).data.filter((one: { projectId: number }) => one.projectId === id);
  expect(await counted()).toHaveLength(1);
  await h.database.pool.query('update files set is_excluded = true where project_id = $1', [id]);
  expect(await counted()).toEqual([]);
});

it('pages are parts of the whole list', async () => {
  const all = (await found('files', mit)).body.data;
  const pages = await Promise.all(
    all.map((_: unknown, at: number) => found('files', `${mit}&limit=1&offset=${at + 1}`)),
  );
  expect(pages.flatMap(({ body }) => body.data)).toEqual(all);
  expect((await found('files', `${mit}&limit=1&offset=${all.length + 1}`)).status).toBe(400);
});

it.each([
  ['', 'exactly one'],
  ['holder=a&digest=b', 'exactly one'],
  ['holder=%20', '"holder" must not be blank'],
  ['digest=123', '"digest" must be 64'],
])('400 for %j', async (query, words) => {
  const { status, body } = await h.call('GET', `/uses/projects?${query}`);
  expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining(words)]);
});

it.each(['licenseId=99999', 'componentId=999999999'])('404 for %s', async (query) => {
  for (const of of ['projects', 'inventories', 'files'])
    expect((await h.call('GET', `/uses/${of}?${query}`)).status).toBe(404);
});

describe('the search for licenses and their pages', () => {
  const names = async (query: string) =>
    (await h.call('GET', `/library/licenses?${query}`)).body.data.map((one: { shortName: string }) => one.shortName);

  it.each([
    ['find=MIT%20License', 'MIT'],
    ['find=GPL-2.0', 'GPL-2.0-only'],
    ['find=gpl-2.0-only', 'GPL-2.0-only'],
    ['find=Apache%20License%2C%20Version%202.0', 'Apache-2.0'],
    ['find=bsd%203', 'BSD-3-Clause'],
  ])('%s finds %s first', async (query, first) => expect((await names(query))[0]).toBe(first));

  it('a license by id or name, with obligations, other names and what policies say', async () => {
    await h.call('POST', '/policies', {
      body: { name: 'No GPL', rules: { licenses: [{ license: 'GPL-2.0-only', decision: 'REJECTED' }] } },
    });
    const { body } = await h.call('GET', '/library/licenses/gpl-2.0-only');
    expect(body.data).toMatchObject({ shortName: 'GPL-2.0-only', category: 'strong copyleft', isDeprecated: false });
    expect(body.data.obligations.length).toBeGreaterThan(1);
    expect(body.data.policies).toContainEqual({
      policyId: expect.any(Number),
      policyName: 'No GPL',
      decision: 'REJECTED',
    });
    const byId = await h.call('GET', `/library/licenses/${body.data.id}`);
    expect(byId.body).toEqual(body);
    expect((await h.call('GET', '/library/licenses/GPL-2.0')).body.data).toMatchObject({ isDeprecated: true, successor: 'GPL-2.0-only' }); // biome-ignore format: one claim
  });

  it('a text as found says which words differ from the library', async () => {
    const { body } = await h.call('GET', `/library/licenses/${mit.replace('licenseId=', '')}/texts`);
    const [text] = body.data;
    expect(text).toMatchObject({ path: 'node_modules/lion/LICENSE', items: 2 });
    const added = text.difference.pieces.filter(({ piece }: { piece: string }) => piece === 'ADDED');
    expect(added.map((one: { text: string }) => one.text).join(' ')).toContain('Leona Löwe & Sons');
  });

  it('404 for a license that does not exist', async () => {
    expect((await h.call('GET', '/library/licenses/nonsense')).status).toBe(404);
    expect((await h.call('GET', '/library/licenses/99999')).status).toBe(404);
    expect((await h.call('GET', '/library/licenses/99999/texts')).status).toBe(404);
  });
});
