// Decisions that a scan tells of because what they were made on is no longer so: a file that has other contents while its former ones lie elsewhere, and an
// approval for developers of what ships now.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const { projectWith, scan, upload } = scannedProjects(() => h, 'lapsed');
const get = async (path: string) => (await h.call('GET', path)).body.data;

const source = (holder: string) =>
  `// Copyright 2020 ${holder}\n${Array.from({ length: 12 }, (_, at) => `export const part${at} = make(${at});`).join('\n')}\n`;

async function review(projectId: number, ...paths: string[]): Promise<void> {
  const { rows } = await h.database.pool.query('select id from files where project_id = $1 and path = any($2)', [
    projectId,
    paths,
  ]);
  for (const { id } of rows) expect((await h.call('PUT', `/files/${id}/review?markAsReviewed=true`)).status).toBe(200);
}

it('a file with other contents is told of, also if the former ones are still elsewhere', async () => {
  const former = source('Ann Example');
  const id = await projectWith({ 'lib/a.js': former, 'copy/a.js': former, 'lib/moved.js': source('Carl Example') });
  await scan(id);
  await review(id, 'lib/a.js', 'copy/a.js', 'lib/moved.js');
  const next = { 'lib/a.js': source('Bob Sample'), 'copy/a.js': former, 'other/moved.js': source('Carl Example') };
  await upload(id, next);
  const told = async () => (await scan(id)).log.filter(({ code }) => code === 'decision-lapsed');
  expect((await told()).map(({ message }) => message)).toEqual([
    'admin had reviewed lib/a.js: the holder Bob Sample is new; the holder Ann Example is gone.',
  ]);
  const open = await get(`/projects/${id}/toBeDecidedAgain`);
  expect(open.map(({ filePath }: { filePath: string }) => filePath)).toEqual(['lib/a.js']);
  expect(await told()).toEqual([]);
  await review(id, 'lib/a.js');
  expect(await get(`/projects/${id}/toBeDecidedAgain`)).toEqual([]);
  expect(await inconsistencies(h.database.pool)).toEqual([]);
}, 120_000);

const installed = (scope: 'dependencies' | 'devDependencies') => ({
  'package-lock.json': JSON.stringify({
    ...{ name: 'app', version: '1.0.0', lockfileVersion: 3 },
    packages: {
      '': { name: 'app', version: '1.0.0', [scope]: { tool: '1.0.0' } },
      'node_modules/tool': { version: '1.0.0', license: 'MIT', ...(scope === 'devDependencies' && { dev: true }) },
    },
  }),
});

it('an approval for developers lapses when the same version ships, and holds again when it does not', async () => {
  const id = await projectWith(installed('devDependencies'));
  await scan(id);
  const tool = async () => {
    const { body } = await h.call('GET', `/project/inventory/${id}?published=false`);
    return body.inventoryItems.find(({ name }: { name: string }) => name.startsWith('tool 1.0.0'));
  };
  const { id: itemId } = await tool();
  expect((await h.call('PUT', `/inventories/${itemId}/status?status=APPROVED`)).status).toBe(200);
  await upload(id, installed('dependencies'));
  await scan(id);
  expect(await tool()).toMatchObject({
    inventoryReviewStatus: 'Draft',
    toBeDecidedAgain: { changes: [{ what: 'use', from: 'development', to: 'runtime' }] },
  });
  await upload(id, installed('devDependencies'));
  await scan(id);
  expect(await tool()).toMatchObject({ id: itemId, inventoryReviewStatus: 'Approved' });
}, 120_000);
