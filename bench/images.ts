// Compares the reading of a container image with `skopeo copy` and `umoci unpack`, and counts what a second image on the same base fetches. Prints JSON.
// Usage: node bench/images.ts FOLDER [FOLDER FOR THE SECOND IMAGE'S LAYER]. The image has FOLDER as its base layer. Needs docker-registry, skopeo and umoci.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_ARCHIVE_LIMITS, imageEntries, type LayerEntry, readEntries } from '@assay/scanner/archives';
import { findImage, type LayerMemory, openImage, RegistryClient } from '@assay/scanner/images';

const PORT = 5931;
const HOST = `127.0.0.1:${PORT}`;
const { positionals } = parseArgs({ allowPositionals: true });
const [source = '/usr/lib', own = '/etc'] = positionals;
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-images-'));
const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] }); // biome-ignore format: one claim

writeFileSync(
  join(folder, 'config.yml'),
  `version: 0.1\nlog: {level: error, accesslog: {disabled: true}}\nstorage: {filesystem: {rootdirectory: ${folder}/store}}\nhttp: {addr: ${HOST}}\n`,
);
const registry = spawn('/usr/bin/docker-registry', ['serve', join(folder, 'config.yml')], { stdio: 'ignore' });
const wayOut = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent() };
try {
  build();
  console.log(JSON.stringify(await measured(), null, 2));
} finally {
  registry.kill();
  wayOut.http.destroy();
  rmSync(folder, { recursive: true, force: true });
}

function build(): void {
  run('umoci', 'init', '--layout', 'oci');
  run('umoci', 'new', '--image', 'oci:one');
  run('umoci', 'insert', '--image', 'oci:one', source, '/base');
  run('umoci', 'insert', '--image', 'oci:one', '--tag', 'two', own, '/own');
  for (const tag of ['one', 'two']) run('skopeo', 'copy', '--dest-tls-verify=false', `oci:oci:${tag}`, `docker://${HOST}/bench/${tag}:1`); // biome-ignore format: one claim
}

async function measured(): Promise<object> {
  const copy = timed(() =>
    run('skopeo', 'copy', '--src-tls-verify=false', `docker://${HOST}/bench/one:1`, 'oci:copied:one'),
  );
  const unpack = timed(() => run('umoci', 'unpack', '--rootless', '--image', 'copied:one', 'bundle'));
  const layers = new Map<string, LayerEntry[]>();
  const first = await read('one', layers);
  const second = await read('two', layers);
  const ratio = Number((first.ms / (copy + unpack)).toFixed(2));
  return { skopeoCopyMs: copy, umociUnpackMs: unpack, assay: first, ratio, secondImage: second };
}

function timed(work: () => void): number {
  const start = performance.now();
  work();
  return Math.round(performance.now() - start);
}

/** Fetches, checks, unpacks and digests the image, as the server does before it stores. */
async function read(tag: string, layers: Map<string, LayerEntry[]>): Promise<{ ms: number } & Record<string, number>> {
  const start = performance.now();
  const client = new RegistryClient({ address: `http://${HOST}`, repository: `bench/${tag}`, login: { userName: '', password: '' }, wayOut, signal: new AbortController().signal }); // biome-ignore format: one claim
  const memory: LayerMemory = {
    known: async () => new Set(layers.keys()),
    entriesOf: async (digest) => layers.get(digest),
    learn: async ({ digest }, entries) => void layers.set(digest, entries),
  };
  const reference = { registry: HOST, repository: `bench/${tag}`, tag: '1', digest: '' };
  const temporaryFolder = join(folder, `read-${tag}`);
  mkdirSync(temporaryFolder);
  const found = await findImage(client, reference, { os: 'linux', architecture: 'amd64', variant: '' });
  const image = await openImage(client, found, { folder: temporaryFolder, memory });
  const count = { files: 0, bytes: 0 };
  const options = { limits: DEFAULT_ARCHIVE_LIMITS, expansion: 'none', archiveDirSuffix: '', deleteArchiveAfterExpand: false, temporaryFolder } as const; // biome-ignore format: one claim
  for await (const item of readEntries(
    { what: 'The image', read: (context) => imageEntries(image.layers, context) },
    options,
  )) {
    // biome-ignore format: one claim
    if (item.type === 'end' && !item.isComplete) throw new Error(item.reason);
    if (item.type !== 'file' && item.type !== 'stream' && item.type !== 'stored') continue;
    count.files += 1;
    count.bytes += Math.max(0, item.sizeBytes);
    const hash = createHash('sha256');
    if (item.type === 'file') hash.update(item.bytes).digest();
    else if (item.type === 'stream') for await (const chunk of item.stream) hash.update(chunk);
  }
  const fetchedBytes = image.fetchedBytes();
  await image.close();
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  return { ms: Math.round(performance.now() - start), ...count, fetchedBytes, peakMb };
}
