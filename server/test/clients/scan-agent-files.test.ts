// The files of a build machine: as a tree, and as those of detection rules.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { scanCommand } from '@assay/scanner/cli';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../harness.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-agent-files-'));
const CODE: Record<string, string> = {
  'a/b/deep.c': '// SPDX-License-Identifier: Zlib\n',
  'a/top.c': 'int top;\n',
  'a-b': 'beside the folder\n',
  'a.txt': 'beside it, too\n',
  a0: 'behind it\n',
  'lib/vendor.c': 'int vendor;\n',
  'z/ü.c': 'int umlaut;\n',
};
let h: Harness;
let projectId: number;

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  const address = await h.listen();
  projectId = (await h.call('POST', '/projects', { body: { name: 'remote files' } })).body.id;
  const { rows } = await h.database.pool.query(`
    with c as (insert into components (name, title) values ('vendor', 'vendor') returning id),
      v as (insert into component_versions (component_id, name) select id, '1.2' from c returning id, component_id)
    select v.id as version, v.component_id as component, (select min(id) from licenses where short_name = 'MIT') as license from v`);
  const [{ version, component, license }] = rows;
  const rule = { componentId: Number(component), versionId: Number(version), licenseId: Number(license) };
  const md5 = createHash('md5').update(CODE['lib/vendor.c']!).digest('hex');
  const byDigest = await h.call('POST', '/rules', { body: { ...rule, fileInfo: [{ name: 'vendor.c', md5 }] } });
  expect(byDigest.status, JSON.stringify(byDigest.body)).toBeLessThan(300);
  const byPath = { ...rule, ruleInfo: [{ detectionType: 'filePath', detectionCriteria: ['a/**/*.c'] }] };
  expect((await h.call('POST', '/rules', { body: byPath })).status).toBeLessThan(300);
  for (const [path, content] of Object.entries(CODE)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const streams = { stdout: new PassThrough().resume(), stderr: new PassThrough().resume() };
  const argv = [root, '--to', address, '--project', String(projectId), '--alias', 'ci', '--host', 'builder', '--threads', '1']; // biome-ignore format: one claim
  expect(await scanCommand(argv, { ...streams, apiToken: h.admin.token })).toBe(0);
});
afterAll(async () => {
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

const folder = (query: string) => h.call('GET', `/projects/${projectId}/scanNodes/ci/codebase?${query}`);
const names = (answer: { body: { data: { entries: { kind: string; name: string; files: number }[] } } }) =>
  answer.body.data.entries.map(({ kind, name, files }) => (kind === 'folder' ? `${name}/ ${files}` : name));

it('are a tree, each entry of a folder once, whatever lies beside it by name', async () => {
  expect(names(await folder(''))).toEqual(['a-b', 'a.txt', 'a/ 2', 'a0', 'lib/ 1', 'z/ 1']);
  expect(names(await folder('folderPath=a'))).toEqual(['b/ 1', 'top.c']);
  expect(names(await folder(`folderPath=${encodeURIComponent('/z/')}`))).toEqual(['ü.c']);
  const { body } = await folder('folderPath=a/b');
  expect(body.data.entries).toMatchObject([{ path: 'a/b/deep.c', spdx: ['Zlib'], sizeBytes: 33 }]);
  expect((await h.call('GET', `/files/${body.data.entries[0].id}?remote=true`)).status).toBe(200);
});

it('come page by page', async () => {
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const { body } = await folder(`limit=1&after=${encodeURIComponent(after)}`);
    expect(body.data.entries).toHaveLength(1);
    seen.push(body.data.entries[0].name);
    if (body.data.next === null) break;
    after = body.data.next;
  }
  expect(seen).toEqual(['a-b', 'a.txt', 'a', 'a0', 'lib', 'z']);
});

it('404 for another alias or folder, 400 for a position that is none', async () => {
  expect((await h.call('GET', `/projects/${projectId}/scanNodes/other/codebase`)).status).toBe(404);
  expect((await folder('folderPath=b')).status).toBe(404);
  expect((await folder('after=a')).status).toBe(400);
});

it('belong to the items of detection rules, by name and MD5 and by path', async () => {
  const { body } = await h.call('GET', `/projects/${projectId}/inventories/ci`);
  const ruled = (body.data as { name: string; filePaths: string[] }[]).find(({ name }) => name.startsWith('vendor'));
  expect(ruled?.filePaths.toSorted()).toEqual(['ci:a/b/deep.c', 'ci:a/top.c', 'ci:lib/vendor.c']);
});
