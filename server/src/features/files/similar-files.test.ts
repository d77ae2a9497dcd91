// Files that say the same as a file: listed, and decided about at once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
let id: number;
const projects = scannedProjects(() => h, 'similar');

const header = (year: number, holder = 'Ann Example') =>
  `/*\n * Copyright (c) ${year} ${holder}\n * SPDX-License-Identifier: MIT\n */\n`;
/** A text of forty lines, of which so many are others. */
const long = (changed: number) =>
  Array.from({ length: 40 }, (_, at) => `int line_${at}(void) { return ${at < changed ? at + 1000 : at}; }\n`).join('');
const FILES: Record<string, string> = {
  'a.c': `${header(2020)}int f(void) { return 1; }\n`,
  'sub/a.c': `${header(2024)}int f(void) { return 1; }\n`,
  'sub/b.c': `${header(2021)}int g(int x) { return x + x; }\n`,
  'other/c.c': `${header(2020, 'Bob Other')}int f(void) { return 1; }\n`,
  'long.c': long(0),
  'copy/long.c': long(2),
  'copy/other.c': long(30),
  'plain.txt': 'nothing here\n',
  'plain2.txt': 'nothing there\n',
};

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  id = await projects.projectWith(FILES);
  await projects.scan(id);
});
afterAll(() => h.close());

const idOf = async (path: string): Promise<number> =>
  Number(
    (await h.database.pool.query('select id from files where project_id = $1 and path = $2', [id, path])).rows[0].id,
  );
const similar = async (path: string, similarBy?: string): Promise<string[]> => {
  const query = new URLSearchParams({ similarTo: String(await idOf(path)), ...(similarBy && { similarBy }) });
  const { body } = await h.call('GET', `/projects/${id}/codebaseFiles?${query}`);
  return body.data.files.map((file: { path: string }) => file.path);
};

it('200: the same text but for years, and the same licenses and holders', async () => {
  expect(await similar('a.c', 'TEXT')).toEqual(['sub/a.c']);
  expect(await similar('a.c')).toEqual(['sub/a.c', 'sub/b.c']);
  expect(await similar('other/c.c')).toEqual([]);
  // Files without evidence are not alike because they all say nothing.
  expect(await similar('plain.txt')).toEqual([]);
});

it('200: nearly the same text', async () => {
  expect(await similar('long.c', 'NEAR')).toEqual(['copy/long.c']);
  expect(await similar('long.c', 'TEXT')).toEqual([]);
  // Who states rights is evidence: the lines that state them do not count here.
  expect(await similar('a.c', 'NEAR')).toEqual(['other/c.c', 'sub/a.c']);
});

it('200: nothing for a file of another project, 400 for an unknown way', async () => {
  const other = await projects.projectWith({ 'x.c': FILES['a.c']! });
  await projects.scan(other);
  const { rows } = await h.database.pool.query('select id from files where project_id = $1', [other]);
  const { body } = await h.call('GET', `/projects/${id}/codebaseFiles?similarTo=${rows[0].id}`);
  expect(body.data.files).toEqual([]);
  const wrong = await h.call('GET', `/projects/${id}/codebaseFiles?similarTo=1&similarBy=COLOUR`);
  expect([wrong.status, wrong.body.errors[0].message]).toEqual([400, expect.stringMatching(/similarBy/)]);
});

it('200: all of them are marked by one decision', async () => {
  const filter = { similarTo: await idOf('a.c'), similarBy: 'EVIDENCE' };
  const { body } = await h.call('POST', `/projects/${id}/bulkDecisions/files`, {
    body: { action: 'MARK_REVIEWED', filter, dryRun: false },
  });
  expect(body.data.summary).toBe('2 files were marked as reviewed');
});
