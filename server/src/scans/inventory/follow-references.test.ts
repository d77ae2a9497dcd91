// Files that refer to another file for their license: evidence, inventory, lists and rescans of projects.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { closeScanPool } from '../analysis/pool.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
});

const REFERRING = '/* The license is in the file COPYING. */\nint a;\n';

async function upload(id: number, files: Record<string, string>, query = ''): Promise<void> {
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}${query}`, {
    raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
}

async function projectWith(files: Record<string, string>): Promise<number> {
  const id = (await h.call('POST', '/projects', { body: { name: `referring ${++count}` } })).body.id as number;
  await upload(id, files);
  return id;
}

async function scan(projectId: number) {
  const taskId = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  const job = await h.jobOver(taskId);
  expect(job).toMatchObject({ status: 'Completed', error: '' });
  return job;
}

async function file(projectId: number, path: string) {
  const { rows } = await h.database.pool.query(
    'select id, has_evidence from files where project_id = $1 and path = $2',
    [projectId, path],
  );
  return { ...(await h.call('GET', `/files/${rows[0].id}`)).body.data, hasEvidence: rows[0].has_evidence };
}

async function licenseItems(projectId: number): Promise<Record<string, string[]>> {
  const { rows } = await h.database.pool.query(
    `select i.license_expression, array_agg(f.path order by f.path) as paths
     from inventory_items i join inventory_files x on x.item_id = i.id join files f on f.id = x.file_id
     where i.project_id = $1 and i.type = 'LICENSE' group by i.id`,
    [projectId],
  );
  return Object.fromEntries(rows.map((row) => [row.license_expression, row.paths]));
}

it('follows them to the nearest file, and names it in the file view, lists and inventory', async () => {
  const project = await projectWith({
    COPYING: 'SPDX-License-Identifier: ISC\n',
    'lib/COPYING': 'SPDX-License-Identifier: Zlib\n',
    'lib/deep/a.c': REFERRING,
    'src/a.c': REFERRING,
    'src/b.c': 'int b;\n',
  });
  await scan(project);
  const deep = await file(project, 'lib/deep/a.c');
  expect(deep).toMatchObject({ spdx: ['Zlib'], hasEvidence: true });
  expect(deep.licenses).toEqual([
    {
      expression: 'Zlib',
      startLine: 1,
      endLine: 1,
      score: 90,
      coverage: 100,
      rule: 'refers-to/COPYING',
      kind: 'reference',
      via: 'lib/COPYING',
      why: 'these words refer to another file: the license was found in lib/COPYING',
    },
  ]);
  // The same bytes in another place lead to another file.
  expect(await file(project, 'src/a.c')).toMatchObject({ spdx: ['ISC'], licenses: [{ via: 'COPYING' }] });
  expect(await file(project, 'src/b.c')).toMatchObject({ spdx: [], hasEvidence: false });
  expect(await licenseItems(project)).toEqual({ ISC: ['COPYING', 'src/a.c'], Zlib: ['lib/COPYING', 'lib/deep/a.c'] });
  const { body } = await h.call('GET', `/projects/${project}/evidences`);
  const listed = body.data.find((row: { filePath: string }) => row.filePath === 'lib/deep/a.c');
  expect(listed.licenseMatches).toEqual(['Zlib']);
});

it('follows them again after each scan, and analyses only new contents', async () => {
  const files = { COPYING: 'SPDX-License-Identifier: ISC\n', 'src/a.c': REFERRING, 'other.c': 'int other;\n' };
  const project = await projectWith(files);
  await scan(project);
  await upload(project, { ...files, COPYING: 'SPDX-License-Identifier: MIT\n' }, '&deleteExistingFileOnServer=true');
  const { details } = await scan(project);
  expect(details).toContain('3 files, 1 analysed now');
  expect(await file(project, 'src/a.c')).toMatchObject({ spdx: ['MIT'] });
  expect(await licenseItems(project)).toEqual({ MIT: ['COPYING', 'src/a.c'] });
  await upload(project, { 'src/a.c': REFERRING }, '&deleteExistingFileOnServer=true');
  await scan(project);
  expect(await file(project, 'src/a.c')).toMatchObject({ spdx: [], licenses: [], hasEvidence: false });
  const { rows } = await h.database.pool.query('select count(*)::int as count from followed_licenses l join files f on f.id = l.file_id where f.project_id = $1', [project]); // biome-ignore format: one query
  expect(rows[0].count).toBe(0);
});

it('takes the license of the package that contains the file, from its manifest', async () => {
  const project = await projectWith({
    'p/package.json': JSON.stringify({ name: 'p', version: '1.0.0', license: '0BSD' }),
    'p/src/a.js': '// Distributed under the same license as the rest of the package.\n',
  });
  await scan(project);
  expect(await file(project, 'p/src/a.js')).toMatchObject({ spdx: ['0BSD'], licenses: [{ via: 'p/package.json' }] });
});

it('shows the primary license of the project and of its packages, with the reasons', async () => {
  const project = await projectWith({
    LICENSE: 'SPDX-License-Identifier: Apache-2.0\n',
    'p/package.json': JSON.stringify({ name: 'p', version: '1.0.0', license: 'MIT' }),
    'p/LICENSE': 'SPDX-License-Identifier: ISC\n',
    'src/a.c': '// SPDX-License-Identifier: Apache-2.0\n',
  });
  const details = async () => (await h.call('GET', `/projects/${project}`)).body.data;
  expect((await details()).primaryLicense).toBeNull();
  await scan(project);
  expect((await details()).primaryLicense).toEqual({
    expression: 'Apache-2.0',
    reasons: ['LICENSE holds Apache-2.0', '1 of 1 licensed source files carry Apache-2.0, which agrees'],
  });
  const { rows } = await h.database.pool.query(
    `select detection_notes from inventory_items where project_id = $1 and type = 'COMPONENT'`,
    [project],
  );
  expect(rows[0].detection_notes).toContain(
    'Its primary license is MIT: p/package.json declares MIT; p/LICENSE holds ISC, which differs.',
  );
});
