// `assay scan --image` tells what lies beside the image, and verifies it by the keys that it is given.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { buildImage, digestOf, openRegistry, type Registry } from '../../test/images/image-builder.ts';
import { runScan } from './run-scan.ts';

const image = buildImage([[{ name: 'etc/a', body: 'a' }]]);
const TAG = image.digest.replace(':', '-');
const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const PAYLOAD = Buffer.from(JSON.stringify({ critical: { identity: { 'docker-reference': 'r.example/app' }, image: { 'docker-manifest-digest': image.digest } } })); // biome-ignore format: one claim
const SBOM = Buffer.from('{"bomFormat":"CycloneDX","specVersion":"1.5","version":1}');

let folder: string;
let registry: Registry | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-attached-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => registry?.close());

function keyFile(key: KeyObject): string {
  const file = join(folder, 'cosign.pub');
  writeFileSync(file, key.export({ type: 'spki', format: 'pem' }));
  return file;
}

function manifest(mediaType: string, body: Buffer, annotations: Record<string, string> = {}): Buffer {
  const layers = [{ mediaType, digest: digestOf(body), size: body.length, annotations }];
  return Buffer.from(JSON.stringify({ schemaVersion: 2, layers }));
}

const SIGNATURE = manifest('application/vnd.dev.cosign.simplesigning.v1+json', PAYLOAD, {
  'dev.cosignproject.cosign/signature': sign('sha256', PAYLOAD, own.privateKey).toString('base64'),
});
const BESIDE = new Map([
  [`${TAG}.sig`, SIGNATURE],
  [digestOf(PAYLOAD), PAYLOAD],
  [`${TAG}.sbom`, manifest('application/vnd.cyclonedx+json', SBOM)],
  [digestOf(SBOM), SBOM],
]);

/** Scans the image with these documents beside it. */
async function scan(documents: ReadonlyMap<string, Buffer>, ...options: string[]) {
  registry = await openRegistry({ v1: image }, (request, response) => {
    const document = documents.get(decodeURIComponent((request.url ?? '').split('/').at(-1) ?? ''));
    if (document !== undefined) response.end(document);
    return document !== undefined;
  });
  return runScan('--image', `${registry.host}/app:v1`, '--plain-http', ...options);
}

it('tells each document, and verifies a signature by its key', async () => {
  const { code, err } = await scan(BESIDE, '--image-keys', keyFile(own.publicKey));
  expect(code).toBe(0);
  expect(err).toContain(`Attached signature ${digestOf(PAYLOAD)} (r.example/app with ${image.digest}): verified, `);
  expect(err).toContain(`Attached sbom ${digestOf(SBOM)}: not signed, `);
  expect(err).not.toContain('No key');
});

it('tells them without keys, and verifies nothing then', async () => {
  const { err } = await scan(BESIDE);
  expect(err).toContain(`Attached signature ${digestOf(PAYLOAD)}`);
  expect(err).toContain(': not verified, ');
  expect(err).not.toContain('No key');
});

it('says that no key has signed the image: another key, or no signature at all', async () => {
  const file = keyFile(stranger.publicKey);
  for (const documents of [BESIDE, new Map<string, Buffer>()])
    expect((await scan(documents, '--image-keys', file)).err).toContain('No key of --image-keys has signed the image.');
});

it('refuses keys that it cannot read, and keys without an image', async () => {
  const missing = await scan(BESIDE, '--image-keys', join(folder, 'none.pub'));
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('The file of --image-keys cannot be read')]);
  writeFileSync(join(folder, 'text.pub'), 'no key');
  const text = await scan(BESIDE, '--image-keys', join(folder, 'text.pub'));
  expect([text.code, text.err]).toEqual([2, expect.stringContaining('no key in PEM')]);
  const lonely = await runScan(folder, '--image-keys', 'x');
  expect([lonely.code, lonely.err]).toEqual([2, expect.stringContaining('--image-keys belongs to --image')]);
});
