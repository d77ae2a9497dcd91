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
    expect(err).toMatch(
      /^assay scan: failed by --fail-on not-compared: 2 inventory items are compared with no advisories\n$/,
    );
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
    const { rows } = await h.database.pool.query(
      'select gone_since_scan is not null as gone from inventory_items where id = $1',
      [zlib.id],
    );
    expect(rows).toEqual([{ gone: true }]);
  });

  it('leaves the code base of the server untouched, and the server’s scan leaves that of the agent', async () => {
    const id = await project();
    const raw = tar([
      { name: 'node_modules/left/package.json', content: manifest('left', 'MIT') },
      { name: 'server.c', content: '// SPDX-License-Identifier: ISC\n' },
    ]);
    const headers = { 'content-type': 'application/octet-stream' };
    await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}&deleteExistingFileOnServer=true`, {
      raw,
      headers,
    });
    const task = (await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: '];
    await h.jobOver(task);
    await send(CODE, id);
    expect(await itemsOf(id, 'assay')).toEqual({
      'left 1.0.0 (MIT)': [
        'ci:node_modules/left/index.js',
        'ci:node_modules/left/package.json',
        'ci:package.json',
        'node_modules/left/package.json',
      ],
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

describe('what the project becomes', () => {
  it('is copied with its remote code, and deleted with it', async () => {
    const id = await project();
    await send(CODE, id);
    const name = `copy ${++count}`;
    const { body } = await h.call('POST', `/projects/${id}/copy`, { body: { name } });
    expect((await h.jobOver(body.id)).status).toBe('Completed');
    const copy = (await h.call('GET', `/projects?name=${encodeURIComponent(name)}`)).body.data[0].id;
    expect(await itemsOf(copy, 'ci')).toEqual(await itemsOf(id, 'ci'));
    const again = await send(CODE, copy);
    expect(again.out).toMatch(/4 files, 0 of them with new facts/);
    expect(again.out).toMatch(/0 new files, 0 changed, 0 removed; 0 new inventory items, 0 changed/);
    const deletion = await h.call('DELETE', `/projects/${copy}`);
    expect(deletion.status).toBeLessThan(300);
    await h.allJobsOver();
    const { rows } = await h.database.pool.query(
      'select count(*)::int as n from remote_facts x join remote_code_bases c on c.id = x.code_base_id where c.project_id = $1',
      [copy],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });
});

describe('refused', () => {
  const digest = 'a'.repeat(64);
  const begin = (id: number, alias = 'ci', host = 'builder') =>
    h.call('POST', `/projects/${id}/scanNodes/${alias}/sends`, { body: { host, analyzerVersion: '1', root: 'x' } });
  const put = (id: number, alias: string, sendId: number, part: string, body: unknown) =>
    h.call('PUT', `/projects/${id}/scanNodes/${alias}/sends/${sendId}/${part}`, { body });
  const files = (...paths: string[]) => ({ files: paths.map((path) => ({ path, facts: digest })) });

  it('404 for a send of another project or alias, and for one that a newer send replaced', async () => {
    const [one, two] = [await project(), await project()];
    const sendId = (await begin(one)).body.id as number;
    await begin(two);
    await begin(one, 'other');
    expect((await put(two, 'ci', sendId, 'files', files('a.c'))).status).toBe(404);
    expect((await put(one, 'other', sendId, 'files', files('a.c'))).status).toBe(404);
    expect((await put(one, 'ci', sendId, 'files', files('a.c'))).body.data).toEqual({ lacking: [digest] });
    await begin(one);
    const replaced = await put(one, 'ci', sendId, 'files', files('a.c'));
    expect([replaced.status, replaced.body.errors[0].message]).toEqual([404, expect.stringContaining('Begin again')]);
  });

  it('409 for an alias of another host; 400 for one that is no alias', async () => {
    const id = await project();
    await begin(id);
    const other = await begin(id, 'CI', 'elsewhere');
    expect([other.status, other.body.errors[0].message]).toEqual([
      409,
      expect.stringContaining('belongs to the agent on host "builder"'),
    ]);
    for (const alias of ['assay', 'a:b', 'a%2Fb', '%20'])
      expect([alias, (await begin(id, alias)).status]).toEqual([alias, 400]);
  });

  it('404 for people who may not see the project, 403 for those who may not scan it', async () => {
    const stranger = await h.person(`stranger ${++count}`);
    const body = { host: 'b', analyzerVersion: '1', root: '' };
    const ask = async (id: number) =>
      (await h.call('POST', `/projects/${id}/scanNodes/ci/sends`, { as: stranger, body })).status;
    expect([await ask(await project({ privateProject: true })), await ask(await project())]).toEqual([404, 403]);
  });

  it('400 for paths that lead out, and for facts of wrong types, of no file, or with a wrong digest', async () => {
    const id = await project();
    const sendId = (await begin(id)).body.id as number;
    for (const path of ['/etc/passwd', '../x', 'a//b', 'a/./b', 'a\u0001b', 'a/'])
      expect([path, (await put(id, 'ci', sendId, 'files', files(path))).status]).toEqual([path, 400]);
    const facts = {
      ...{
        sizeBytes: 1,
        md5: 'a'.repeat(32),
        sha1: 'a'.repeat(40),
        sha256: digest,
        kind: 'text',
        mediaType: '',
        language: '',
      },
      ...{
        lines: { total: 1, code: 1, comment: 0, blank: 0 },
        spdx: [],
        licenses: [],
        licenseReferences: [],
        copyrights: [],
      },
      ...{ authors: [], emails: [], urls: [], searchTerms: [], packages: [] },
    };
    for (const wrong of [
      null,
      7,
      {},
      { ...facts, sizeBytes: -1 },
      { ...facts, sha256: 'z' },
      { ...facts, spdx: ['MIT\u0000'] },
      { ...facts, more: 1 },
      { ...facts, packages: [{ purl: {} }] },
    ]) {
      const { status, body } = await put(id, 'ci', sendId, 'facts', { facts: [wrong] });
      expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining('facts')]);
    }
    const stray = await put(id, 'ci', sendId, 'facts', { facts: [facts] });
    expect([stray.status, stray.body.errors[0].message]).toEqual([
      400,
      expect.stringContaining('those of no file of this send'),
    ]);
  });

  it('400 for a send without files or with lacking facts', async () => {
    const id = await project();
    const sendId = (await begin(id)).body.id as number;
    const finish = () => h.call('POST', `/projects/${id}/scanNodes/ci/sends/${sendId}/finish`, { body: {} });
    expect((await finish()).body.errors[0].message).toContain('has no files');
    await put(id, 'ci', sendId, 'files', files('a.c', 'b.c'));
    expect((await finish()).body.errors[0].message).toContain(
      'The facts of 2 files are still lacking, such as those of a.c, b.c.',
    );
  });

  it('an agent that lies about digests changes nothing elsewhere, and is told nothing of others', async () => {
    const [honest, liar] = [await project(), await project()];
    const code = '// SPDX-License-Identifier: BSL-1.0\n';
    await send({ 'secret.c': code }, honest);
    const { rows } = await h.database.pool.query(
      `select x.facts, encode(x.digest, 'hex') as digest from remote_facts x join remote_files f on f.facts_digest = x.digest and f.code_base_id = x.code_base_id where f.project_id = $1`,
      [honest],
    );
    const sendId = (await begin(liar)).body.id as number;
    // What another project has sent is not known here.
    const answer = await put(liar, 'ci', sendId, 'files', { files: [{ path: 'x.c', facts: rows[0].digest }] });
    expect(answer.body.data).toEqual({ lacking: [rows[0].digest] });
    const shared = await h.database.pool.query(
      'select count(*)::int as n from facts x where x.sha256 = decode($1, $2)',
      [rows[0].facts.sha256, 'hex'],
    );
    expect(shared.rows).toEqual([{ n: 0 }]);
  });
});

it('is a gate by advisories of its own as well, over the same scan', async () => {
  const id = await project();
  const advisories = folderWith({
    'OSV-1.json': JSON.stringify({
      ...{ id: 'GHSA-aaaa-bbbb-cccc', modified: '2026-01-01T00:00:00Z', database_specific: { severity: 'HIGH' } },
      affected: [{ package: { ecosystem: 'npm', name: 'left' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.0.1' }] }] }], // biome-ignore format: one record
    }),
  });
  const gated = (...more: string[]) => send(CODE, id, 'ci', '--advisories', advisories, ...more);
  const open = await gated('--max-age', '0');
  expect([open.code, open.err]).toEqual([0, expect.not.stringContaining('failed')]);
  expect(open.out).toContain('GHSA-aaaa-bbbb-cccc');
  expect(await itemsOf(id, 'ci')).toMatchObject({ 'left 1.0.0 (MIT)': expect.anything() });
  const closed = await gated('--fail-on', 'undetermined,high');
  expect([closed.code, closed.err]).toEqual([3, expect.stringContaining('failed by --fail-on high')]);
  expect((await gated('--fail-on', 'critical')).code).toBe(0);
  // The server has no advisories at all.
  expect((await gated('--fail-on', 'not-compared')).err).toContain('not-compared: 2 inventory items are compared with no advisories'); // biome-ignore format: one claim
  const before = await allOf(id);
  const none = await send(CODE, id, 'other', '--advisories', join(root, 'none'));
  expect([none.code, none.err]).toEqual([2, expect.stringContaining('there is no')]);
  expect(await allOf(id)).toEqual(before);
  expect((await send(CODE, id, 'ci', '--vex', 'x.json')).err).toContain('--vex needs --advisories');
});

it('an interrupted send resumes: what arrived is not sent again', async () => {
  const id = await project();
  const folder = folderWith(CODE);
  // The server refuses the finish while a report is made, so the agent gives up.
  await h.database.pool.query(
    `insert into jobs (type, project_id, status, payload) values ('Project Scan', $1, 'Scheduled', '{}')`,
    [id],
  );
  const args = ['--alias', 'ci', '--host', 'b', '--wait', '0'] as const;
  const first = await agent(folder, id, ...args);
  expect([first.code, first.err]).toEqual([1, expect.stringMatching(/refuses \(409\): .*task ID: \d+/)]);
  await h.database.pool.query(`delete from jobs where project_id = $1`, [id]);
  const second = await agent(folder, id, ...args);
  expect([second.code, second.out]).toEqual([0, expect.stringMatching(/4 files, 0 of them with new facts/)]);
});

it('2 for options that are wrong, with a sentence; the token is never taken from the command line', async () => {
  const folder = folderWith({ 'a.c': 'int a;\n' });
  for (const [argv, words] of [
    [['--alias', 'a', '--fail-on', 'kev'], 'With --to, --fail-on must name'],
    [[], '--alias is needed'],
    [['--alias', 'a', '--token', 'x'], 'can be read by other users'],
    [['--alias', 'a', '--advisories', 'x'], 'there is no x'],
  ] as const) {
    const { code, err } = await agent(folder, 1, ...argv);
    expect([code, err]).toEqual([2, expect.stringContaining(words)]);
  }
});
