// Images of registries: found, checked and refused. The registry of these tests answers as each test wants; a real one is in server/src/scm/image.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answering, buildImage, digestOf, openRegistry, type Registry } from '../../test/images/image-builder.ts';
import { fetchImage, imageRequest } from '../cli/image-source.ts';
import { runScan } from '../cli/run-scan.ts';
import { readChallenges } from './challenge.ts';
import { readReference, referenceText } from './reference.ts';

let folder: string;
let registry: Registry | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-registry-'));
  // What is left behind is looked for in a folder where nobody else works.
  vi.stubEnv('TMPDIR', folder);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  await registry?.close();
  registry = undefined;
});

const app = buildImage([
  [{ name: 'app/package.json', body: '{"name":"web","version":"1.0.0","license":"MIT"}' }],
  [{ name: 'app/main.js', body: '// SPDX-License-Identifier: ISC\n' }],
]);

async function open(images = { '1': app }, before?: Answering): Promise<Registry> {
  registry = await openRegistry(images, before);
  return registry;
}

/** The reason why an image cannot be fetched; '' if it can. */
async function reason(name: string, more: Record<string, string | boolean> = {}): Promise<string> {
  const request = imageRequest({ image: name, 'plain-http': true, ...more });
  if (request === undefined) throw new Error('no image was named');
  try {
    await (await fetchImage(request)).remove();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

function json(response: ServerResponse, status: number, value: unknown, headers: Record<string, string> = {}): true {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
  return true;
}

it('assay scan --image finds what a scan of the same files finds, and says the layer of each', async () => {
  const { host } = await open();
  const { code, out, err } = await runScan('--image', `${host}/team/app:1`, '--plain-http', '--format', 'json');
  const scan = JSON.parse(out);
  expect([code, err]).toEqual([0, '']);
  expect(scan.files.map(({ path, layer }: { path: string; layer: string }) => [path, layer])).toEqual([
    ['app/main.js', app.layers[1]],
    ['app/package.json', app.layers[0]],
  ]);
  expect(scan.components[0].purl).toBe('pkg:npm/web@1.0.0');
  expect(scan.source).toBe(`${host}/team/app:1@${app.digest}`);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('assay-image-'))).toEqual([]);
});

describe('names', () => {
  it.each([
    ['debian', 'docker.io/library/debian:latest'],
    ['debian:12', 'docker.io/library/debian:12'],
    ['index.docker.io/a/b', 'docker.io/a/b:latest'],
    ['localhost/a', 'localhost/a:latest'],
    ['registry.example:5000/a/b:1', 'registry.example:5000/a/b:1'],
    [`ghcr.io/a/b:1@${app.digest}`, `ghcr.io/a/b:1@${app.digest}`],
    ['[::1]:5000/a', '[::1]:5000/a:latest'],
  ])('%s is %s', (text, full) => {
    const reference = readReference(text);
    expect('refusal' in reference ? reference.refusal : referenceText(reference)).toBe(full);
  });

  it.each([
    '',
    'A/b',
    'https://a.b/c',
    'a:b:c',
    'a@sha256:12',
    'a.b:70000000/c',
    'a.b/c/../d',
    'a b',
    'user:pw@host.x/a',
    '-x.y/a',
    `a/${'b'.repeat(300)}`,
  ])('%j is none', (text) => {
    expect(readReference(text)).toHaveProperty('refusal');
  });
});

it('reads challenges with and without quotes', () => {
  const [bearer, basic] = readChallenges('Bearer realm="https://a/t?x=\\"1",service=s , Basic realm=x');
  expect([bearer?.scheme, bearer?.parameters.get('realm'), bearer?.parameters.get('service')]).toEqual([
    'bearer',
    'https://a/t?x="1',
    's',
  ]);
  expect(basic?.scheme).toBe('basic');
  expect(readChallenges('"'.repeat(100_000))).toEqual([]);
});

describe('sign-in', () => {
  const authFile = (host: string, auth: string) => {
    const file = join(folder, 'auth.json');
    writeFileSync(file, JSON.stringify({ auths: { [host]: { auth: Buffer.from(auth).toString('base64') } } }));
    return file;
  };
  const withToken =
    (accepts: (authorization: string) => boolean, realm?: string): Answering =>
    (request, response) => {
      const { authorization = '', host } = request.headers;
      if (request.url?.startsWith('/token'))
        return accepts(authorization) ? json(response, 200, { token: 'good' }) : json(response, 401, {});
      if (authorization === 'Bearer good') return false;
      return json(
        response,
        401,
        {},
        { 'www-authenticate': `Bearer realm="${realm ?? `http://${host}/token`}",service="s"` },
      );
    };

  it('takes a token without user where the registry gives one, and asks for it once', async () => {
    const { host, asked } = await open(
      { '1': app },
      withToken(() => true),
    );
    expect(await reason(`${host}/a:1`)).toBe('');
    expect(asked.filter((path) => path.startsWith('/token'))).toEqual(['/token?service=s&scope=repository%3Aa%3Apull']);
  });

  it('takes a token or Basic with the user of the file, and says which is wrong', async () => {
    const right = `Basic ${Buffer.from('ada:secret').toString('base64')}`;
    const { host } = await open(
      { '1': app },
      withToken((authorization) => authorization === right),
    );
    expect(await reason(`${host}/a:1`)).toMatch(/only after a sign-in; give a user and password/);
    expect(await reason(`${host}/a:1`, { 'auth-file': authFile(host, 'ada:secret') })).toBe('');
    const wrong = await reason(`${host}/a:1`, { 'auth-file': authFile(host, 'ada:wrong-one') });
    expect(wrong).toMatch(/does not accept this user and password/);
    expect(wrong).not.toMatch(/wrong-one|YWRh/);
    await registry?.close();
    const basic = await open({ '1': app }, (request, response) => request.headers.authorization === right ? false : json(response, 401, {}, { 'www-authenticate': 'Basic realm=x' })); // biome-ignore format: one claim
    expect(await reason(`${basic.host}/a:1`)).toMatch(/asks for a user and password/);
    expect(await reason(`${basic.host}/a:1`, { 'auth-file': authFile(basic.host, 'ada:secret') })).toBe('');
  });

  it('sends nothing to a token server at an address of the cloud', async () => {
    const { host } = await open(
      { '1': app },
      withToken(() => true, 'http://169.254.169.254/token'),
    );
    expect(await reason(`${host}/a:1`)).toMatch(/169\.254\.169\.254 is a cloud metadata address/);
  });
});

describe('a hostile registry', () => {
  const [first = ''] = app.layers;
  const instead =
    (path: string, answer: (response: ServerResponse) => void): Answering =>
    (request, response) => {
      if (!request.url?.includes(path)) return false;
      answer(response);
      return true;
    };

  it.each<[string, Answering, RegExp]>([
    [
      'sends another layer',
      instead(first, (response) => response.end(Buffer.alloc(app.blobs.get(first)?.length ?? 0))),
      /sends other bytes than asked for/,
    ],
    [
      'ends a layer early',
      instead(first, (response) => response.end('x')),
      /sends 1 bytes for sha256:\w+, and the manifest announces \d+/,
    ],
    [
      'never ends a layer',
      instead(first, (response) => {
        const more = () => {
          while (response.write(Buffer.alloc(65_536)));
          response.once('drain', more);
        };
        more();
      }),
      /sends more than the \d+ bytes/,
    ],
    [
      'breaks a layer off',
      instead(first, (response) => {
        response.writeHead(200, { 'content-length': 1000 });
        response.write('x');
        setImmediate(() => response.destroy());
      }),
      /broke off|sends more/,
    ],
    [
      'sends a manifest of 100 MB',
      instead('/manifests/', (response) => {
        let left = 1600;
        const more = () => {
          while (left-- > 0 && response.write(Buffer.alloc(65_536, 32)));
          if (left > 0) response.once('drain', more);
          else response.end();
        };
        more();
      }),
      /manifest from [\d.:]+ is larger than 4194304 bytes/,
    ],
    [
      'redirects to an address of the cloud',
      instead(first, (response) => {
        response.writeHead(307, { location: 'http://169.254.169.254/latest' });
        response.end();
      }),
      /cloud metadata address/,
    ],
    [
      'redirects for ever',
      instead('/manifests/', (response) => {
        response.writeHead(307, { location: '/v2/a/manifests/1' });
        response.end();
      }),
      /redirects more than 5 times/,
    ],
    [
      'redirects to another protocol',
      instead('/manifests/', (response) => {
        response.writeHead(307, { location: 'file:///etc/passwd' });
        response.end();
      }),
      /redirects to an address that is not followed/,
    ],
    [
      'is too busy',
      instead('/manifests/', (response) => {
        response.writeHead(429);
        response.end();
      }),
      /too many requests/,
    ],
  ])('that %s is refused', async (_, before, sentence) => {
    const { host } = await open({ '1': app }, before);
    expect(await reason(`${host}/a:1`)).toMatch(sentence);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('assay-image-'))).toEqual([]);
  });

  const manifest = (value: unknown): Answering =>
    instead('/manifests/', (response) => response.end(JSON.stringify(value)));
  const config = { mediaType: 'application/vnd.oci.image.config.v1+json', digest: app.digest, size: 2 };
  const layer = { mediaType: 'application/vnd.oci.image.layer.v1.tar', digest: first, size: 2 };

  it.each<[string, unknown, RegExp]>([
    ['schema 1', { schemaVersion: 1, fsLayers: [] }, /manifest of schema 1/],
    [
      'a foreign layer',
      { schemaVersion: 2, config, layers: [{ ...layer, urls: ['http://169.254.169.254/'] }] },
      /foreign layer: layer 1 of 1/,
    ],
    [
      '20,000 layers',
      { schemaVersion: 2, config, layers: Array(20_000).fill(layer) },
      /20000 layers, and 500 is the limit/,
    ],
    ['100,000 layers', { schemaVersion: 2, config, layers: Array(100_000).fill(layer) }, /larger than 4194304 bytes/],
    [
      'an artifact',
      { schemaVersion: 2, config, layers: [{ ...layer, mediaType: 'application/x' }] },
      /it is no image but an artifact/,
    ],
    [
      'a layer without a digest',
      { schemaVersion: 2, config, layers: [{ ...layer, digest: 'md5:1' }] },
      /has no digest by SHA-256/,
    ],
    [
      'layers of an exabyte',
      { schemaVersion: 2, config, layers: [{ ...layer, size: 1e15 }] },
      /bytes of layers, and 100000000000 is the limit/,
    ],
    [
      'another platform',
      { schemaVersion: 2, manifests: [{ ...layer, platform: { os: 'linux', architecture: 's390x' } }] },
      /no image for linux\/amd64; it has: linux\/s390x/,
    ],
    ['no JSON', 'x', /not JSON/],
  ])('with %s is refused', async (_, value, sentence) => {
    const { host } = await open({ '1': app }, manifest(value));
    expect(await reason(`${host}/a:1`)).toMatch(sentence);
  });

  it('that answers each digest with another index, or an index with itself, is refused', async () => {
    const index = { schemaVersion: 2, manifests: [{ ...layer, platform: { os: 'linux', architecture: 'amd64' } }] };
    const { host } = await open({ '1': app }, manifest(index));
    expect(await reason(`${host}/a:1`)).toMatch(/another manifest than asked for/);
    await registry?.close();
    // Each index names the next one truly.
    const chain = new Map<string, string>();
    let next = app.digest;
    for (let depth = 0; depth < 6; depth++) {
      const text = JSON.stringify({
        manifests: [{ ...layer, digest: next, platform: { os: 'linux', architecture: 'amd64' } }],
      });
      next = digestOf(Buffer.from(text));
      chain.set(next, text);
    }
    const other = await open({ '1': app }, (request, response) => {
      const name = request.url?.split('/').at(-1) ?? '';
      const text = name === 'top' ? chain.get(next) : chain.get(name);
      if (text === undefined) return false;
      response.end(text);
      return true;
    });
    expect(await reason(`${other.host}/a:top`)).toMatch(/leads from index to index/);
  });
});

it('chooses the platform of an index, and tells it', async () => {
  const other = buildImage([[{ name: 'arm', body: 'x' }]]);
  const entry = ({ digest, manifest }: typeof app, architecture: string) => ({ mediaType: 'application/vnd.oci.image.manifest.v1+json', digest, size: manifest.length, platform: { os: 'linux', architecture } }); // biome-ignore format: one claim
  const index = JSON.stringify({ schemaVersion: 2, manifests: [entry(other, 'arm64'), entry(app, 'amd64')] });
  const { host } = await open({ amd: app, arm: other } as never, (request, response) => {
    if (!request.url?.endsWith('/manifests/all')) return false;
    response.end(index);
    return true;
  });
  const arm = await runScan(
    '--image',
    `${host}/a:all`,
    '--plain-http',
    '--platform',
    'linux/arm64',
    '--format',
    'jsonl',
  );
  expect(arm.err).toMatch(/made for several platforms \(linux\/arm64, linux\/amd64\); linux\/arm64 was taken/);
  expect(
    arm.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).path),
  ).toEqual(['arm']);
});
