// Files of the next release that are new: proposed if they state what reviewed files of their component state, or nothing as they do.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const { projectWith, scan, upload } = scannedProjects(() => h, 'new files');

const code = (word: string) =>
  Array.from({ length: 12 }, (_, at) => `export const ${word}${at} = make(${at});`).join('\n');
const header = (holder: string, clause = '') =>
  `/*\n * Copyright (c) 2020 ${holder}\n * SPDX-License-Identifier: MIT\n${clause} */\n`;
const ANN = header('Ann Example');

const FIRST = {
  'tool-1.0/LICENSE': 'MIT License\n\nCopyright (c) 2020 Ann Example\n',
  'tool-1.0/a.js': `${ANN}${code('a')}`,
  'tool-1.0/plain.js': code('plain'),
  'tool-1.0/node_modules/b/LICENSE': 'ISC License\n\nCopyright (c) 2020 Bob Sample\n',
  'tool-1.0/node_modules/b/index.js': code('b'),
};
const at11 = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace('tool-1.0', 'tool-1.1'), text]));
const SECOND = {
  ...at11(FIRST),
  'tool-1.1/lib/stated.js': `${ANN}${code('stated')}`,
  'tool-1.1/lib/plain.js': code('more'),
  'tool-1.1/node_modules/b/more.js': code('c'),
  // Nobody has decided about any of these.
  'tool-1.1/lib/holder.js': `${header('Carl Example')}${code('holder')}`,
  'tool-1.1/lib/clause.js': `${header('Ann Example', ' * Not for members of the club.\n')}${code('clause')}`,
  'tool-1.1/node_modules/b/stated.js': `${ANN}${code('d')}`,
  'tool-1.1/node_modules/b/NOTICE.txt': 'b includes parts of the Oak library.\n',
  'tool-1.1/node_modules/stranger/index.js': code('stranger'),
  'tool-1.1/vendored/LICENSE': 'Apache License, Version 2.0\n',
  'tool-1.1/vendored/plain.js': code('vendored'),
  'tool-1.1/picture.bin': '\u0000\u0001\u0002',
  // Something was decided about what was here before.
  'tool-1.1/plain.js': code('swapped'),
};
const PROPOSED = ['lib/plain.js', 'lib/stated.js', 'node_modules/b/more.js'].map((path) => `tool-1.1/${path}`);

const get = async (path: string) => (await h.call('GET', path)).body.data;

async function reviewedProject(): Promise<number> {
  const id = await projectWith(FIRST);
  await scan(id);
  const { rows } = await h.database.pool.query('select id from files where project_id = $1', [id]);
  for (const { id: fileId } of rows)
    expect((await h.call('PUT', `/files/${fileId}/review?markAsReviewed=true`)).status).toBe(200);
  return id;
}

const reviewed = async (id: number) => {
  const { rows } = await h.database.pool.query(
    'select path from files where project_id = $1 and is_reviewed order by 1',
    [id],
  );
  return rows.map(({ path }) => path as string);
};

it('are proposed in one group, and accepted in one decision', async () => {
  const id = await reviewedProject();
  await upload(id, SECOND);
  await scan(id);
  const before = await reviewed(id);
  for (const path of [...PROPOSED, 'tool-1.1/plain.js']) expect(before).not.toContain(path);
  const groups = await get(`/projects/${id}/carriedProposals`);
  expect(groups).toMatchObject([{ subject: 'FILE', way: 'component', count: PROPOSED.length }]);
  const path = `/projects/${id}/carriedProposals/${groups[0].group}`;
  const proposals = await get(path);
  expect(proposals.map(({ filePath }: { filePath: string }) => filePath).sort()).toEqual(PROPOSED);
  expect(proposals[0].why).toMatch(
    /^Reviewed by admin on .*; the same licenses, words and holders as reviewed files of the same component/,
  );
  expect((await h.call('POST', path, { body: { decision: 'ACCEPT', seen: groups[0].seen } })).status).toBe(200);
  expect(await reviewed(id)).toEqual([...before, ...PROPOSED].sort());
}, 120_000);

it('count by themselves where the project says so, and neither a swapped file nor one with a clause does', async () => {
  const id = await reviewedProject();
  expect((await h.call('PUT', `/projects/${id}/carrySettings`, { body: { newFiles: 'APPLY' } })).status).toBe(200);
  await upload(id, SECOND);
  await scan(id);
  const marked = await reviewed(id);
  expect(marked).toEqual(
    [...Object.keys(at11(FIRST)).filter((path) => path !== 'tool-1.1/plain.js'), ...PROPOSED].sort(),
  );
  const carried = await get(`/projects/${id}/carriedFiles`);
  expect(
    carried
      .filter(({ way }: { way: string }) => way === 'component')
      .map(({ filePath }: { filePath: string }) => filePath),
  ).toEqual(PROPOSED);
  expect(await get(`/projects/${id}/carriedProposals`)).toEqual([]);
}, 120_000);

it('are left to people where the project says so', async () => {
  const id = await reviewedProject();
  expect((await h.call('PUT', `/projects/${id}/carrySettings`, { body: { newFiles: 'NEVER' } })).status).toBe(200);
  await upload(id, SECOND);
  await scan(id);
  const groups: { way: string }[] = await get(`/projects/${id}/carriedProposals`);
  // Other projects have the same files.
  expect(groups.filter(({ way }) => way === 'component')).toEqual([]);
}, 120_000);
