// `assay scan --to` against a real server: what arrives of a code base that stays where it is, and what a rescan does to it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { scanCommand } from '@assay/scanner/cli';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../archives.ts';
import { inconsistencies } from '../consistency.ts';
import { type Harness, startHarness } from '../harness.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-scan-agent-'));
let h: Harness;
let address: string;
let count = 0;

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  address = await h.listen();
});
afterAll(async () => {
  expect(await inconsistencies(h.database.pool)).toEqual([]);
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

const manifest = (name: string, license: string, dependencies: Record<string, string> = {}) =>
  JSON.stringify({ name, version: '1.0.0', license, dependencies });
const CODE = {
  'package.json': manifest('shop', 'Apache-2.0', { left: '1.0.0' }),
  'node_modules/left/package.json': manifest('left', 'MIT'),
  'node_modules/left/index.js': '// Copyright (c) 2020 Ann Author\n// SPDX-License-Identifier: MIT\n',
  'src/zlib.c': '// SPDX-License-Identifier: Zlib\n',
};

function folderWith(files: Record<string, string>): string {
  const folder = join(root, `code-${++count}`);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

async function project(more: Record<string, unknown> = {}): Promise<number> {
  return (await h.call('POST', '/projects', { body: { name: `remote ${++count}`, ...more } })).body.id;
}

async function agent(folder: string, projectId: number, ...more: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const shown = Promise.all([text(stdout), text(stderr)]);
  const argv = [folder, '--to', address, '--project', String(projectId), '--threads', '1', ...more];
  const code = await scanCommand(argv, { stdout, stderr, apiToken: h.admin.token });
  stdout.end();
  stderr.end();
  const [out, err] = await shown;
  return { code, out, err };
}

const send = (files: Record<string, string>, projectId: number, alias = 'ci', ...more: string[]) =>
  agent(folderWith(files), projectId, '--alias', alias, '--host', 'builder', ...more);

interface Item {
  id: number;
  name: string;
  filePaths: string[];
}
const itemsOf = async (projectId: number, alias: string): Promise<Record<string, string[]>> => {
  const { body } = await h.call('GET', `/projects/${projectId}/inventories/${alias}`);
  return Object.fromEntries((body.data as Item[]).map(({ name, filePaths }) => [name, filePaths]));
};
const allOf = async (projectId: number) =>
  (await h.call('GET', `/project/inventory/${projectId}?published=false&skipVulnerabilities=true`)).body.inventoryItems;

describe('the first scan', () => {
  it('makes items, files and evidence of the alias, and leaves no contents', async () => {
    const id = await project();
    const { code, out, err } = await send(CODE, id);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/4 files, 4 of them with new facts/);
    expect(await itemsOf(id, 'CI')).toMatchObject({
      'left 1.0.0 (MIT)': expect.arrayContaining(['ci:node_modules/left/package.json']),
    });
    expect((await h.call('GET', `/projects/${id}/scanNodes`)).body.data).toMatchObject([
      { alias: 'assay', type: 'SERVER', totalFiles: 0 },
      { alias: 'ci', host: 'builder', type: 'AGENT', remote: true, totalFiles: 4 },
    ]);
    const files = (await h.call('GET', `/projects/${id}/allscannedfiles?includeSHA1Hash=true`)).body.data;
    expect(files).toHaveLength(4);
    expect(files[0]).toMatchObject({ remote: 'true', fileSHA1: expect.stringMatching(/^[0-9a-f]{40}$/) });
    const evidences = (await h.call('GET', `/projects/${id}/evidences`)).body.data;
    const left = evidences.find(({ filePath }: { filePath: string }) => filePath.endsWith('left/index.js'));
    expect(left).toMatchObject({ remote: true, filePath: 'ci:node_modules/left/index.js', licenseMatches: ['MIT'] });
    expect((await h.call('GET', `/files/${left.scannedFileId}?remote=true`)).body.data).toMatchObject({
      filePath: 'ci:node_modules/left/index.js',
      alias: 'ci',
      host: 'builder',
      spdx: ['MIT'],
      copyrights: [{ holder: 'Ann Author' }],
    });
    expect((await h.call('GET', `/files/${left.scannedFileId}`)).status).toBe(404);
    expect((await h.call('GET', `/projects/${id}/files?filePath=ci:src/zlib.c`)).body.data).toMatchObject({
      filePath: 'ci:src/zlib.c',
      remote: true,
    });
    const described = (await h.call('GET', `/projects/${id}`)).body.data;
    expect(described).toMatchObject({ totalFiles: 0, projectStatus: 'Analysis In Progress' });
    const { rows } = await h.database.pool.query('select count(*)::int as n from blobs');
    expect(rows).toEqual([{ n: 0 }]);
    const facts = await h.database.pool.query('select count(*)::int as n from facts');
    expect(facts.rows).toEqual([{ n: 0 }]);
  });

  it('publishes and applies the policy as a scan of the server does, and is a gate', async () => {
    const id = await project();
    const { code, err } = await send(CODE, id, 'ci', '--fail-on', 'not-compared,rejected');
    expect(code).toBe(3);
    expect(err).toMatch(/^assay scan: failed by --fail-on not-compared: 2 inventory items are compared with no advisories\n$/);
    const published = (await h.call('GET', `/projects/${id}/scanNodes/ci`)).body.data.inventory;
    expect(published.published).toBeGreaterThan(0);
  });
});

describe('a rescan', () => {
  it('transfers only new facts, replaces only its alias, and keeps what people decided', async () => {
    const id = await project();
    await send(CODE, id, 'a');
    await send({ 'lib/zlib.c': CODE['src/zlib.c'] }, id, 'b');
    const zlib = (await allOf(id)).find(({ name }: Item) => name.includes('Zlib'));
    expect(zlib.filePaths).toEqual(['a:src/zlib.c', 'b:lib/zlib.c']);
    const left = (await allOf(id)).find(({ name }: Item) => name.startsWith('left'));
    expect((await h.call('PUT', `/inventories/${left.id}/status?status=REJECTED`)).status).toBe(200);
    const { 'src/zlib.c': _, ...rest } = CODE;
    const again = await send({ ...rest, 'new.js': '// new\n' }, id, 'a');
    expect(again.out).toMatch(/4 files, 1 of them with new facts/);
    expect(again.out).toMatch(/1 new file, 0 changed, 1 removed/);
    const after = await allOf(id);
    expect(after.find(({ id: one }: Item) => one === zlib.id).filePaths).toEqual(['b:lib/zlib.c']);
    expect(after.find(({ id: one }: Item) => one === left.id)).toMatchObject({ inventoryReviewStatus: 'Rejected' });
    // Without its last file, the item is gone.
    await send({ 'other.c': '// nothing\n' }, id, 'b');
    const { rows } = await h.database.pool.query('select gone_since_scan is not null as gone from inventory_items where id = $1', [zlib.id]);
    expect(rows).toEqual([{ gone: true }]);
  });

  it('leaves the code base of the server untouched, and the server’s scan leaves that of the agent', async () => {
    const id = await project();
    const raw = tar([
      { name: 'node_modules/left/package.json', content: manifest('left', 'MIT') },
      { name: 'server.c', content: '// SPDX-License-Identifier: ISC\n' },
    ]);
    const headers = { 'content-type': 'application/octet-stream' };
    await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}&deleteExistingFileOnServer=true`, { raw, headers });
    const task = (await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: '];
    await h.jobOver(task);
    await send(CODE, id);
    expect(await itemsOf(id, 'assay')).toEqual({
      'left 1.0.0 (MIT)': ['ci:node_modules/left/index.js', 'ci:node_modules/left/package.json', 'ci:package.json', 'node_modules/left/package.json'],
      ISC: ['server.c'],
    });
    const before = await allOf(id);
    await h.jobOver((await h.call('POST', `/scanResource/projectScan/${id}?fullRescan=true`)).body['Content: ']);
    const strip = (items: Item[]) => items.map(({ name, filePaths }) => ({ name, filePaths }));
    expect(strip(await allOf(id))).toEqual(strip(before));
    const { body } = await h.call('DELETE', `/projects/${id}/scanNodes/ci`);
    expect((await h.jobOver(body.id)).status).toBe('Completed');
    expect(await itemsOf(id, 'assay')).toEqual({
      'left 1.0.0 (MIT)': ['node_modules/left/package.json'],
      ISC: ['server.c'],
    });
    expect((await h.call('GET', `/projects/${id}/inventories/ci`)).status).toBe(404);
    expect((await h.call('GET', `/projects/${id}/allscannedfiles`)).body.data).toHaveLength(2);
  });
});
