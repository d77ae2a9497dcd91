// The corpus from the command line to the items of a scan.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { zip } from '../../test/archives.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { type Config, readConfig } from '../config.ts';
import { corpusCommand } from './corpus.ts';

let h: Harness;
let config: Config;
let folder: string;
let registry: Server;
let projectId: number;
const text = (name: string) => `/* ${name} */\n${`int ${name}(void);\n`.repeat(10)}`;
const npmArchives = new Map<string, Buffer>();

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  registry = createServer((request, response) => {
    const path = request.url ?? '';
    const archive = npmArchives.get(path);
    if (archive !== undefined) response.end(archive);
    else if (path === '/copied') response.end(JSON.stringify({ versions: npmVersions() }));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const { host, user, database } = h.database.pool.options;
  const url = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host!)}`;
  config = readConfig({
    ASSAY_DATA_DIR: h.app.config.dataFolder,
    DATABASE_URL: url,
    ASSAY_OUTGOING_ALLOW: `127.0.0.1:${(registry.address() as AddressInfo).port}`,
  });
  folder = mkdtempSync(join(tmpdir(), 'assay-corpus-test-'));
  for (const version of ['1.0', '1.1']) {
    mkdirSync(join(folder, `foolib-${version}/src`), { recursive: true });
    writeFileSync(join(folder, `foolib-${version}/src/same.c`), text('same'));
    writeFileSync(join(folder, `foolib-${version}/src/changed.c`), text(`changed_${version.replace('.', '_')}`));
    writeFileSync(join(folder, `foolib-${version}/LICENSE`), 'Permission is granted. '.repeat(10));
  }
  for (const version of ['3.0.0', '3.1.0', '4.0.0'])
    npmArchives.set(
      `/${version}.zip`,
      Buffer.from(await zip({ 'package/dist/copied.js': text(`copied_${version.replaceAll('.', '_')}`) })),
    );
  projectId = (await h.call('POST', '/projects', { body: { name: 'copies' } })).body.id;
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    headers: { 'content-type': 'application/octet-stream' },
    raw: await zip({
      'ext/foo/src/same.c': text('same'),
      'ext/foo/src/changed.c': text('changed_1_0'),
      'web/renamed.js': text('copied_3_1_0'),
      'main.c': text('main'),
    }),
  });
});
afterAll(async () => {
  await h.close();
  await new Promise((resolve) => registry.close(resolve));
  rmSync(folder, { recursive: true });
});
afterEach(() => vi.restoreAllMocks());

function npmVersions(): object {
  const { port } = registry.address() as AddressInfo;
  return Object.fromEntries(
    [...npmArchives].map(([path, bytes]) => {
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
      return [path.slice(1, -4), { dist: { tarball: `http://127.0.0.1:${port}${path}`, integrity } }];
    }),
  );
}

/** Runs `assay corpus` and returns its exit code and what it printed. */
async function corpus(...argv: string[]): Promise<string> {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const code = await corpusCommand(config, argv);
  const printed = [...out.mock.calls, ...err.mock.calls].map(([part]) => String(part)).join('');
  vi.restoreAllMocks();
  return `${code} ${printed}`;
}

interface Found {
  componentName: string;
  componentVersionName: string;
  filePaths: string[];
}

async function scanned(): Promise<Record<string, { componentVersionName: string; detectionNotes: string }>> {
  const task = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  expect((await h.jobOver(task)).status).toBe('Completed');
  const { inventoryItems } = (await h.call('GET', `/project/inventory/${projectId}?published=false`)).body;
  return Object.fromEntries(inventoryItems.map((item: { componentName: string }) => [item.componentName, item]));
}

it('folders are added, and of npm the versions of a range', async () => {
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  expect(await corpus('add', join(folder, 'foolib-1.0'), `${join(folder, 'foolib-1.1')}=pkg:generic/foolib@1.1`)).toBe(
    '0 pkg:generic/foolib@1.0: 2 files\npkg:generic/foolib@1.1: 2 files\n',
  );
  expect(await corpus('add', 'npm:copied@3', '--registry', address)).toBe(
    '0 pkg:npm/copied@3.1.0: 1 files\npkg:npm/copied@3.0.0: 1 files\n',
  );
  expect(await corpus('list')).toMatch(
    /^0 pkg:generic\/foolib@1\.0: 2 files\n.*\n.*\npkg:npm\/copied@3\.1\.0: 1 files\n$/,
  );
});

it('an upstream archive of Debian is added under the upstream version', async () => {
  const archive = join(folder, 'barlib_2.1+dfsg1.orig.zip');
  writeFileSync(archive, await zip({ 'src/bar.c': text('bar') }));
  expect(await corpus('add', archive)).toBe('0 pkg:generic/barlib@2.1: 1 files\n');
  expect(await corpus('remove', 'pkg:generic/barlib@2.1')).toMatch(/^0 /);
});

it('a scan names the version of copies and how many files agree', async () => {
  const items = await scanned();
  expect(items.foolib).toMatchObject({
    componentVersionName: '1.0',
    detectionNotes: expect.stringContaining('2 of 2 files are, byte for byte, of 1.0'),
  });
  expect(items.copied).toMatchObject({ componentVersionName: '3.1.0' });
  const { data } = (await h.call('GET', `/projects/${projectId}/evidences`)).body;
  const same = data.find((file: { filePath: string }) => file.filePath.endsWith('same.c'));
  expect(same.exactFileMatches).toEqual(['pkg:generic/foolib@1.0', 'pkg:generic/foolib@1.1']);
  expect((await h.call('GET', `/files/${same.scannedFileId}`)).body.data.exactFileMatchCount).toBe(2);
});

it('a profile without exact matches does not look for them', async () => {
  const profiles = (await h.call('GET', '/scanProfiles')).body.data as { id: number; name: string }[];
  const basic = profiles.find(({ name }) => name.startsWith('Basic'));
  await h.call('PUT', `/projects/${projectId}`, { body: { scanProfileName: basic?.name } });
  const { foolib } = await scanned();
  expect(foolib).toMatchObject({ filePaths: [] });
  await h.call('PUT', `/projects/${projectId}`, { body: { scanProfileName: 'Standard Scan Profile' } });
  expect((await scanned()).foolib).toMatchObject({ componentVersionName: '1.0' });
});

it('compares files inside archives too: each folder of each archive votes for its own version', async () => {
  const foo = (version: string, at: string) => ({
    [`${at}/src/same.c`]: text('same'),
    [`${at}/src/changed.c`]: text(`changed_${version}`),
  });
  const archives = (await h.call('POST', '/projects', { body: { name: 'copies in archives' } })).body.id;
  const inner = await zip(foo('1_1', 'deep'));
  const upload = await zip({
    'one.zip': await zip({ ...foo('1_0', 'ext/old'), ...foo('1_1', 'ext/new'), 'inner.zip': inner }),
    'main.c': text('main'),
  });
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${archives}`, {
    headers: { 'content-type': 'application/octet-stream' },
    raw: upload,
  });
  const found = async () => {
    const task = (await h.call('POST', `/scanResource/projectScan/${archives}`)).body['Content: '];
    expect((await h.jobOver(task)).status).toBe('Completed');
    const { inventoryItems } = (await h.call('GET', `/project/inventory/${archives}?published=false`)).body;
    return (inventoryItems as Found[])
      .filter(({ filePaths }) => filePaths.length > 0)
      .map((item) => [item.componentName, item.componentVersionName, item.filePaths]);
  };
  const both = [
    ['foolib', '1.0', [expect.stringContaining('one.zip')]],
    ['foolib', '1.1', [expect.stringContaining('one.zip')]],
  ];
  expect((await found()).toSorted()).toEqual(both);
  // The contents are those of the archive, and the next scan knows them without reading it again.
  expect((await found()).toSorted()).toEqual(both);
  const { rows } = await h.database.pool.query('select paths from archive_contents');
  expect(rows[0].paths.toSorted()).toEqual([
    'ext/new/src/changed.c',
    'ext/new/src/same.c',
    'ext/old/src/changed.c',
    'ext/old/src/same.c',
    'inner.zip!/deep/src/changed.c',
    'inner.zip!/deep/src/same.c',
  ]);
  const settings = { archiveDiscovery: false, exactMatches: true };
  await h.call('POST', '/scanProfiles', { body: { name: 'Archives are closed', settings } });
  await h.call('PUT', `/projects/${archives}`, { body: { scanProfileName: 'Archives are closed' } });
  expect(await found()).toEqual([]);
});

it('what cannot be added is reported, and the rest is added', async () => {
  expect(await corpus('add', join(folder, 'nothing-1.0'), 'nameless', join(folder, 'foolib-1.0'))).toMatch(
    /^1 pkg:generic\/foolib@1\.0: 2 files\nassay corpus: .*There is no file or folder.*\nassay corpus: nameless: "nameless" does not name its version/,
  );
});

it('removed entries are no longer found', async () => {
  expect(await corpus('remove', 'pkg:generic/foolib@1.0', 'pkg:generic/foolib@1.1', 'pkg:generic/foolib@9')).toMatch(
    /^1 pkg:generic\/foolib@1\.0 removed\npkg:generic\/foolib@1\.1 removed\nassay corpus: it does not contain pkg:generic\/foolib@9/,
  );
  expect((await scanned()).foolib).toMatchObject({ filePaths: [] });
});
