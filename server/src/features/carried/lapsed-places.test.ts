// Marks of files that lapse where the folder of the next release has another name: they are to be decided again where the file lies now.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { listLapsedSince } from '../../db/releases/decision-changes.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const { projectWith, scan, upload } = scannedProjects(() => h, 'lapsed places');

const CODE = Array.from({ length: 12 }, (_, at) => `export const part${at} = make(${at});`).join('\n');
const by = (holder: string) => `/*\n * Copyright (c) 2020 ${holder}\n * SPDX-License-Identifier: MIT\n */\n${CODE}\n`;

async function reviewAll(projectId: number): Promise<void> {
  const { rows } = await h.database.pool.query('select id from files where project_id = $1', [projectId]);
  for (const { id } of rows) expect((await h.call('PUT', `/files/${id}/review?markAsReviewed=true`)).status).toBe(200);
}

const again = async (projectId: number) => (await h.call('GET', `/projects/${projectId}/toBeDecidedAgain`)).body.data;

it('are told in each release where they lie, until somebody decides', async () => {
  const id = await projectWith({ 'tool-1.0.0/a.js': by('Ann Example') });
  await scan(id);
  await reviewAll(id);
  for (const [folder, holder] of [
    ['tool-1.1.0', 'Bob Sample'],
    ['tool-1.2.0', 'Carl Example'],
  ] as const) {
    await upload(id, { [`${folder}/a.js`]: by(holder) });
    await scan(id);
    const filePath = `${folder}/a.js`;
    expect(await again(id)).toMatchObject([{ filePath, why: expect.stringContaining('the holder') }]);
    const since = await listLapsedSince(h.app.db, id, new Date(0));
    expect(since.map(({ subject }) => subject.path)).toEqual([filePath]);
  }
  await reviewAll(id);
  expect(await again(id)).toEqual([]);
}, 120_000);

it('are told also while their former contents lie elsewhere', async () => {
  const id = await projectWith({ 'tool-1.0.0/a/a.js': by('Ann Example'), 'tool-1.0.0/b/a.js': by('Ann Example') });
  await scan(id);
  await reviewAll(id);
  await upload(id, { 'tool-1.1.0/a/a.js': by('Ann Example'), 'tool-1.1.0/b/a.js': by('Bob Sample') });
  await scan(id);
  expect(await again(id)).toMatchObject([{ filePath: 'tool-1.1.0/b/a.js' }]);
}, 120_000);
