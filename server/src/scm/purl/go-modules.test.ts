// Go modules as sources, against a stand-in for a module proxy that answers as https://go.dev/ref/mod#goproxy-protocol says.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { zip } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { type RegistryStandIn, startRegistry } from '../../../test/registry-server.ts';
import { findModule } from '../../registries/golang/sources.ts';

let h: Harness;
let registry: RegistryStandIn;
let projectId: number;
let count = 0;
beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await h.work();
  registry = await startRegistry();
  await h.database.pool.query("update registries set is_asked = true, base_address = $1 where name = 'golang'", [
    registry.url,
  ]);
});
beforeEach(async () => {
  registry.answers.clear();
  registry.calls.length = 0;
  projectId = (await h.call('POST', '/projects', { body: { name: `modules ${++count}` } })).body.id;
});
afterAll(async () => {
  await registry.close();
  await h.close();
});

/** Written from the description of go.sum: the SHA-256 of each file, two blanks and its name, in order of the names. */
function sumOf(files: Record<string, string>): string {
  const hex = (text: string) => createHash('sha256').update(text).digest('hex');
  const lines = Object.keys(files).sort().map((name) => `${hex(files[name] ?? '')}  ${name}\n`); // biome-ignore format: one claim
  return createHash('sha256').update(lines.join('')).digest('base64');
}

const FILES = {
  'example.org/tool@v1.2.0/go.mod': 'module example.org/tool\n',
  'example.org/tool@v1.2.0/main.go': 'package main\n',
  'example.org/tool@v1.2.0/Zed.go': 'package main\n',
};

async function answer(files: Record<string, string> = FILES): Promise<void> {
  registry.answers.set('/example.org/tool/@v/list', 'v1.1.0\nv1.2.0\n');
  registry.answers.set('/example.org/tool/@v/v1.2.0.info', { Version: 'v1.2.0', Time: '2026-01-01T00:00:00Z' });
  registry.answers.set('/example.org/tool/@v/v1.2.0.zip', await zip(files));
}
const lookUp = (sum: string) =>
  registry.answers.set(
    '/sumdb/sum.golang.org/lookup/example.org/tool@v1.2.0',
    `7\nexample.org/tool v1.2.0 h1:${sum}\nexample.org/tool v1.2.0/go.mod h1:${sumOf({ a: 'a' })}\n\ngo.sum database tree\n`,
  );

async function synchronised(purl: string) {
  expect((await h.call('POST', `/projects/${projectId}/packageSources`, { body: { purls: [purl] } })).status).toBe(201);
  const { body } = await h.call('POST', `/scmInstances/sync?projectId=${projectId}`);
  const job = await h.jobOver(body.id);
  const { rows } = await h.database.pool.query('select path from files where project_id = $1 order by path', [
    projectId,
  ]);
  return { ...job, paths: rows.map(({ path }) => path as string) };
}
const PURL = 'pkg:golang/example.org/tool@v1.2.0';

it('a module comes with the sum of the database of checksums', async () => {
  await answer();
  lookUp(sumOf(FILES));
  const done = await synchronised(PURL);
  expect(done.error).toBe('');
  expect(done.paths.sort()).toEqual(Object.keys(FILES).map((name) => `purl.0/golang/example.org/tool@v1.2.0/${name}`).sort()); // biome-ignore format: one claim
  expect(registry.calls.map(({ path }) => path)).not.toContain('/example.org/tool/@v/v1.2.0.ziphash');
});

it('a module of a proxy without the database comes with the sum beside the zip', async () => {
  await answer();
  registry.answers.set('/example.org/tool/@v/v1.2.0.ziphash', `h1:${sumOf(FILES)}`);
  expect((await synchronised(PURL)).paths).toHaveLength(3);
});

it.each<[string, () => Promise<void>, RegExp]>([
  ['files that are others', async () => { await answer({ ...FILES, 'example.org/tool@v1.2.0/main.go': 'evil' }); lookUp(sumOf(FILES)); }, /has the h1 \S+=, but the registry states/], // biome-ignore format: one row
  ['a file more', async () => { await answer({ ...FILES, 'example.org/tool@v1.2.0/x.go': '' }); lookUp(sumOf(FILES)); }, /has the h1 /], // biome-ignore format: one row
  ['no archive', async () => { await answer(); registry.answers.set('/example.org/tool/@v/v1.2.0.zip', 'x'); lookUp(sumOf(FILES)); }, /of no archive that can be read/], // biome-ignore format: one row
  ['no sum', () => answer(), /this version, but no archive with its sources and a digest/],
  ['the sum of another version', async () => { await answer(); registry.answers.set('/sumdb/sum.golang.org/lookup/example.org/tool@v1.2.0', `7\nexample.org/tool v1.3.0 h1:${sumOf(FILES)}\n`); }, /no archive with its sources and a digest/], // biome-ignore format: one row
  ['no such module', async () => undefined, /has no package of this name/],
  ['no such version', async () => void registry.answers.set('/example.org/tool/@v/list', 'v1.1.0\n'), /has no such version. It has v1.1.0/], // biome-ignore format: one row
])('%s: nothing is taken', async (_, given, reason) => {
  await given();
  const done = await synchronised(PURL);
  expect([done.status, done.paths]).toEqual(['Failed', []]);
  expect(done.error).toMatch(reason);
});

it('capital letters are escaped, and the public database is asked for modules of the public proxy alone', async () => {
  const asked = async (isPublic: boolean) => {
    const paths: string[] = [];
    const noted =
      <T>(answer: T) =>
      async (path: string) => {
        paths.push(path);
        return answer;
      };
    const server = { json: noted({ Version: 'v1.0.0-RC1' }), text: noted(undefined) };
    await findModule(server, { namespace: 'github.com/Acme', name: 'Tool', version: 'v1.0.0-RC1' }, isPublic);
    return paths;
  };
  const ofProxy = ['/github.com/!acme/!tool/@v/list', '/github.com/!acme/!tool/@v/v1.0.0-!r!c1.info'];
  const lookup = '/lookup/github.com/!acme/!tool@v1.0.0-!r!c1';
  expect(await asked(true)).toEqual([...ofProxy, `https://sum.golang.org${lookup}`]);
  expect(await asked(false)).toEqual([...ofProxy, `/sumdb/sum.golang.org${lookup}`, '/github.com/!acme/!tool/@v/v1.0.0-!r!c1.ziphash']); // biome-ignore format: one claim
});
