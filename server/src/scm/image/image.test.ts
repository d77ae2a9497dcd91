// Container images as a source of a project: what lands in the code base, what is fetched again, what is told when it fails, and who may see it. The registry
// is one of these tests, which counts what it is asked; one test asks Debian's docker-registry.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltImage, buildImage, openRegistry, type Registry, savedBy } from '@assay/scanner/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let registry: Registry;
let count = 0;

const part = (name: string, body = name) => ({ name, body });
const BASE = [part('etc/os-release', 'ID=debian\nVERSION_ID="12"\n'), part('etc/a', 'base a'), part('etc/b', 'base b')];
const base = buildImage([BASE]);
const app = buildImage([BASE, [part('etc/a', 'own a'), part('.wh.nothing'), part('app/x', 'x')]]);
const other = buildImage([BASE, [part('etc/.wh.a'), part('app/y', 'y')]]);
const images: Record<string, BuiltImage> = { base, app, other };
/** What the next requests get instead of an answer. */
let instead: Parameters<typeof openRegistry>[1];

beforeAll(async () => {
  registry = await openRegistry(images, (request, response) => instead?.(request, response));
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1', ASSAY_INSECURE_REGISTRIES: registry.host });
  await h.work();
});
afterAll(async () => {
  await registry.close();
  await h.close();
});
afterEach(() => {
  instead = undefined;
});

const project = async (more: Record<string, unknown> = {}) =>
  (await h.call('POST', '/projects', { body: { name: `from images ${++count}`, ...more } })).body.id as number;
const add = async (projectId: number, body: Record<string, unknown>) => {
  const answer = await h.call('POST', `/projects/${projectId}/imageSources`, { body });
  expect(answer.status).toBe(201);
  return answer.body.id as number;
};
const sync = async (projectId: number) => {
  const answer = await h.call('POST', `/scmInstances/sync?projectId=${projectId}`);
  expect(answer.status).toBe(202);
  return h.jobOver(answer.body.id);
};
const files = async (projectId: number) =>
  (await h.database.pool.query('select id, path, encode(layer, $2) as layer from files where project_id = $1 order by path collate "C"', [projectId, 'hex'])).rows as { id: number; path: string; layer: string | null }[]; // biome-ignore format: one query
const listed = async (projectId: number) => (await h.call('GET', `/projects/${projectId}/imageSources`)).body;
/** Layers that were fetched since the last call. */
const fetched = () => {
  const layers = new Set(Object.values(images).flatMap((one) => one.layers));
  return gets.splice(0).filter((digest) => layers.has(digest));
};
const gets: string[] = [];
const watched: typeof instead = (request) => {
  if (request.method === 'GET') gets.push(request.url?.split('/').at(-1) ?? '');
  return false;
};

describe('an image', () => {
  it('lands with the layer of each file; the next sync moves nothing, and the next image only its new layers', async () => {
    instead = watched;
    const id = await project();
    await add(id, { image: `${registry.host}/team/app:app` });
    const job = await sync(id);
    expect([job.status, job.error]).toEqual(['Completed', '']);
    const [lower, upper] = app.layers.map((digest) => digest.slice(7));
    expect((await files(id)).map(({ path, layer }) => [path, layer])).toEqual([
      ['image.0/app/app/x', upper],
      ['image.0/app/etc/a', upper],
      ['image.0/app/etc/b', lower],
      ['image.0/app/etc/os-release', lower],
    ]);
    expect(fetched().sort()).toEqual([...app.layers].sort());
    expect(job.details).toContain(`image.0/app at ${app.digest} (tag app)`);

    expect((await sync(id)).details).toContain('nothing has changed');
    expect(fetched()).toEqual([]);

    const second = await project();
    await add(second, { image: `${registry.host}/team/other:other` });
    await sync(second);
    expect(fetched()).toEqual([other.layers[1]]);
    // The file that the base has under another layer is not lost: its content is in the store by its digest.
    expect((await files(second)).map(({ path }) => path)).toEqual(['image.0/other/app/y', 'image.0/other/etc/b', 'image.0/other/etc/os-release']); // biome-ignore format: one claim
  });

  it('reads a layer again if a file of it was never stored', async () => {
    const id = await project();
    await add(id, { image: `${registry.host}/team/base:base` });
    instead = watched;
    await sync(id);
    // In both images before, etc/a of the base was replaced or removed.
    expect((await files(id)).map(({ path }) => path)).toEqual(['image.0/base/etc/a', 'image.0/base/etc/b', 'image.0/base/etc/os-release']); // biome-ignore format: one claim
    expect(fetched()).toEqual(base.layers);
  });

  it('tells its layers and its base, by an image that the caller may see', async () => {
    const id = await project();
    await add(id, { image: `${registry.host}/team/app:app` });
    await sync(id);
    expect((await listed(id)).images).toMatchObject([
      { folder: 'image.0/app', digest: app.digest, layers: app.layers.map((digest) => ({ digest })), base: { layers: 1, by: 'image', name: `${registry.host}/team/base:base` } }, // biome-ignore format: one claim
    ]);
    const [{ id: fileId } = { id: 0 }] = (await files(id)).filter(({ path }) => path.endsWith('etc/a'));
    const file = (await h.call('GET', `/files/${fileId}`)).body;
    const data = file.data ?? file;
    expect(data.layer).toMatchObject({ digest: app.layers[1], number: 2, layers: 2, createdBy: 'step 1', isBase: false, image: `${registry.host}/team/app:app` }); // biome-ignore format: one claim
  });

  it('of an uploaded archive of docker save lands as its files with their layers', async () => {
    const id = await project();
    const answer = await h.call(
      'POST',
      `/project/uploadProjectCodebase?projectId=${id}&deleteExistingFileOnServer=true`,
      {
        raw: Buffer.from(savedBy(app)),
        headers: { 'content-type': 'application/octet-stream' },
      },
    );
    expect(answer.status).toBe(200);
    expect((await files(id)).map(({ path }) => path)).toEqual(['app/x', 'etc/a', 'etc/b', 'etc/os-release']);
    expect((await listed(id)).images).toMatchObject([{ folder: '', reference: 'app:1', platform: 'linux/amd64' }]);
    expect((await files(id)).every(({ layer }) => layer !== null)).toBe(true);
  });

  it('that is deleted leaves with the next sync', async () => {
    const id = await project();
    await add(id, { image: `${registry.host}/team/base:base` });
    await sync(id);
    expect((await h.call('DELETE', `/projects/${id}/imageSources/0`)).status).toBe(200);
    await sync(id);
    expect([await files(id), (await listed(id)).images]).toEqual([[], []]);
  });
});

describe('a failed sync', () => {
  it('keeps the files of the last good one, and says why', async () => {
    const id = await project();
    await add(id, { image: `${registry.host}/team/base:base` });
    await sync(id);
    const before = await files(id);
    expect((await h.call('PUT', `/projects/${id}/imageSources/0`, { body: { image: `${registry.host}/team/base:bad` } })).status).toBe(200); // biome-ignore format: one claim
    images.bad = buildImage([[part('bad', `bad ${Math.random()}`)]]);
    const [layer = ''] = images.bad.layers;
    instead = (request, response) => {
      if (request.method !== 'GET' || !request.url?.endsWith(layer)) return false;
      response.end(Buffer.alloc(images.bad?.blobs.get(layer)?.length ?? 0));
      return true;
    };
    const job = await sync(id);
    expect(job.status).toBe('Failed');
    expect(job.error).toMatch(/image\.0 could not be synchronised: .*sends other bytes than asked for/);
    expect(await files(id)).toEqual(before);
    expect((await listed(id)).sources[0].lastSync).toMatchObject({ isGood: false, error: expect.stringMatching(/other bytes/) }); // biome-ignore format: one claim
    delete images.bad;
  });

  it('of a registry that the server may not call names the variable', async () => {
    const id = await project();
    await add(id, { image: '169.254.169.254/a:1' });
    const test = await h.call('POST', `/projects/${id}/imageSources/0/test`);
    expect([test.status, test.body.errors[0].message]).toEqual([400, expect.stringMatching(/ASSAY_OUTGOING_ALLOW/)]);
  });

  it('calls no token server inside the network', async () => {
    const id = await project();
    await add(id, { image: `${registry.host}/team/base:base`, userName: 'ann', password: 's3cret' });
    instead = (_, response) => {
      response.writeHead(401, { 'www-authenticate': 'Bearer realm="http://169.254.169.254/token"' });
      response.end();
      return true;
    };
    const test = await h.call('POST', `/projects/${id}/imageSources/0/test`);
    expect(test.body.errors[0].message).toMatch(/169\.254\.169\.254:80 leads to a cloud metadata address/);
    expect(JSON.stringify(test.body)).not.toContain('s3cret');
  });
});

describe('a password', () => {
  it('is masked, kept while registry and user stay, and refused for another registry', async () => {
    const id = await project();
    await add(id, { image: 'r.example/a:1', userName: 'ann', password: 's3cret' });
    expect((await listed(id)).sources[0]).toMatchObject({ userName: 'ann', password: '********' });
    const put = (image: string, userName = 'ann') =>
      h.call('PUT', `/projects/${id}/imageSources/0`, { body: { image, userName, password: '********' } });
    expect((await put('r.example/a:2')).status).toBe(200);
    expect((await put('other.example/a:2')).status).toBe(400);
    expect((await put('r.example/a:2', 'bob')).status).toBe(400);
    expect((await h.call('GET', `/scmInstances?projectId=${id}`)).body.propertyList).toEqual([]);
  });
});

it.each([
  [{ image: 'https://r.example/a' }, /"image" is wrong: write it without https/],
  [{ image: 'a:b:c' }, /"image" is wrong/],
  [{ image: 'a', platform: 'linux' }, /"platform" must be like linux\/amd64/],
  [{ image: 'a', password: 'x' }, /"userName" is needed with a password/],
])('400 for %j', async (body, message) => {
  const answer = await h.call('POST', `/projects/${await project()}/imageSources`, { body });
  expect([answer.status, answer.body.errors[0].message]).toEqual([400, expect.stringMatching(message)]);
});

/** Until the registry answers: it says nowhere that it has begun. */
async function answers(host: string): Promise<void> {
  const isUp = () => fetch(`http://${host}/v2/`).then(({ ok }) => ok, () => false); // biome-ignore format: one claim
  while (!(await isUp())) await new Promise((resolve) => setImmediate(resolve));
}

const PROGRAMS = ['/usr/bin/docker-registry', '/usr/bin/skopeo', '/usr/bin/umoci'];
const MISSING = PROGRAMS.filter((program) => !existsSync(program));
if (MISSING.length > 0)
  console.warn(
    `A test of container images is skipped: ${MISSING.join(' and ')} is not installed (docker-registry, skopeo, umoci).`,
  );
it.skipIf(MISSING.length > 0)('comes from a real registry, as skopeo pushed it and umoci built it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-real-registry-'));
  const port = await freePort();
  writeFileSync(
    join(folder, 'config.yml'),
    `version: 0.1\nlog: {level: error, accesslog: {disabled: true}}\nstorage: {filesystem: {rootdirectory: ${folder}/store}}\nhttp: {addr: 127.0.0.1:${port}}\n`,
  );
  const real = spawn('/usr/bin/docker-registry', ['serve', join(folder, 'config.yml')], { stdio: 'ignore' });
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: folder, stdio: 'ignore' });
  const host = `127.0.0.1:${port}`;
  h.app.config.insecureRegistries = [...h.app.config.insecureRegistries, host];
  try {
    mkdirSync(join(folder, 'one/etc'), { recursive: true });
    writeFileSync(join(folder, 'one/etc/kept'), 'kept');
    writeFileSync(join(folder, 'one/etc/gone'), 'gone');
    run('umoci', 'init', '--layout', 'oci');
    run('umoci', 'new', '--image', 'oci:a');
    run('umoci', 'insert', '--image', 'oci:a', 'one', '/');
    run('umoci', 'insert', '--image', 'oci:a', '--whiteout', '/etc/gone');
    await answers(host);
    run('skopeo', 'copy', '--dest-tls-verify=false', 'oci:oci:a', `docker://${host}/real/a:1`);
    const id = await project();
    await add(id, { image: `${host}/real/a:1` });
    const job = await sync(id);
    expect([job.status, job.error]).toEqual(['Completed', '']);
    expect((await files(id)).map(({ path }) => path)).toEqual(['image.0/a/etc/kept']);
  } finally {
    real.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
