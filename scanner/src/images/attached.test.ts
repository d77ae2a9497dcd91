// What is attached to images: found in each of its places, told in words, and verified by keys of the site alone.
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { afterEach, describe, expect, it } from 'vitest';
import { buildImage, digestOf, openRegistry, type Registry } from '../../test/images/image-builder.ts';
import { signedBytes } from '../sbom/signatures.ts';
import { findAttached } from './attached.ts';
import { readReference } from './reference.ts';
import { RegistryClient } from './registry-client.ts';
import { findImage } from './registry-image.ts';
import { NO_KEYS, readSiteKeys, type SiteKeys } from './site-keys.ts';

const image = buildImage([[{ name: 'etc/a', body: 'a' }]]);
const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const edwards = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }) as string;
const KEYS = readSiteKeys(pem(edwards.publicKey) + pem(own.publicKey));
const TAG = image.digest.replace(':', '-');

let registry: Registry | undefined;
afterEach(() => registry?.close());

interface Put {
  mediaType: string;
  body: Buffer;
  annotations?: Record<string, string>;
}

/** Manifests by tag or digest, and blobs by digest. */
function shelf() {
  const manifests = new Map<string, Buffer>();
  const blobs = new Map<string, Buffer>();
  const put = (name: string, documents: Put[]) => {
    for (const { body } of documents) blobs.set(digestOf(body), body);
    const layers = documents.map(({ mediaType, body, annotations = {} }) => ({ mediaType, digest: digestOf(body), size: body.length, annotations })); // biome-ignore format: one claim
    const manifest = Buffer.from(JSON.stringify({ schemaVersion: 2, config: { mediaType: 'application/vnd.oci.empty.v1+json', digest: digestOf(Buffer.from('{}')), size: 2 }, layers })); // biome-ignore format: one claim
    manifests.set(name || digestOf(manifest), manifest);
    return digestOf(manifest);
  };
  return { manifests, blobs, put };
}

async function look({ manifests, blobs }: ReturnType<typeof shelf>, keys: SiteKeys, referrers?: Buffer) {
  registry = await openRegistry({ v1: image }, (request, response) => {
    const name = decodeURIComponent((request.url ?? '').split('/').at(-1) ?? '');
    const body = request.url?.includes('/referrers/') ? referrers : (manifests.get(name) ?? blobs.get(name));
    if (body === undefined) return false;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(body);
    return true;
  });
  const client = new RegistryClient({
    address: `http://${registry.host}`,
    repository: 'app',
    login: { userName: '', password: '' },
    wayOut: { http: new HttpAgent(), https: new HttpsAgent() },
    signal: new AbortController().signal,
  });
  const reference = readReference(`${registry.host}/app:v1`);
  if ('refusal' in reference) throw new Error(reference.refusal);
  const found = await findImage(client, reference, { os: 'linux', architecture: 'amd64', variant: '' });
  return findAttached(client, found, keys);
}

function signature(key: KeyObject, digest = image.digest): Put {
  const body = Buffer.from(JSON.stringify({ critical: { identity: { 'docker-reference': 'r.example/app' }, image: { 'docker-manifest-digest': digest }, type: 'cosign container image signature' } })); // biome-ignore format: one claim
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  const signed = sign(algorithm, body, key).toString('base64');
  return { mediaType: 'application/vnd.dev.cosign.simplesigning.v1+json', body, annotations: { 'dev.cosignproject.cosign/signature': signed } }; // biome-ignore format: one claim
}

const statement = (predicateType: string, digest = image.digest) =>
  Buffer.from(JSON.stringify({ _type: 'https://in-toto.io/Statement/v1', subject: [{ name: 'app', digest: { sha256: digest.slice(7) } }], predicateType, predicate: { bomFormat: 'CycloneDX', specVersion: '1.5', components: [] } })); // biome-ignore format: one claim

function envelope(key: KeyObject, payload: Buffer, isBundle = false): Put {
  const payloadType = 'application/vnd.in-toto+json';
  const sig = sign('sha256', signedBytes(payloadType, payload), key).toString('base64');
  const document = { payloadType, payload: payload.toString('base64'), signatures: [{ keyid: '', sig }] };
  return {
    mediaType: isBundle ? 'application/vnd.dev.sigstore.bundle.v0.3+json' : 'application/vnd.dsse.envelope.v1+json',
    body: Buffer.from(JSON.stringify(isBundle ? { dsseEnvelope: document } : document)),
  };
}

describe('what is attached to an image', () => {
  it('is nothing where there is nothing', async () => {
    expect(await look(shelf(), KEYS)).toEqual({ attached: [], lines: [] });
  });

  it('is found by the tags of cosign, and verified by the key of the site that made it', async () => {
    const all = shelf();
    all.put(`${TAG}.sig`, [signature(own.privateKey), signature(edwards.privateKey)]);
    all.put(`${TAG}.att`, [envelope(own.privateKey, statement('https://cyclonedx.org/bom'))]);
    all.put(`${TAG}.sbom`, [{ mediaType: 'text/spdx+json', body: Buffer.from('{"spdxVersion":"SPDX-2.3"}') }]);
    const { attached } = await look(all, KEYS);
    expect(attached.map(({ kind, check, isSbom }) => [kind, check, isSbom])).toEqual([
      ['signature', 'verified', false],
      ['signature', 'verified', false],
      ['attestation', 'verified', true],
      ['sbom', 'unsigned', true],
    ]);
    expect(attached[0]?.says).toBe(`r.example/app with ${image.digest}`);
    expect(attached.slice(0, 2).map(({ why }) => why)).toEqual(
      KEYS.keys.toReversed().map(({ name }) => `signed by the key ${name} of this site`),
    );
    expect(attached[2]?.says).toBe(`https://cyclonedx.org/bom about ${image.digest.slice(7)}`);
  });

  it('is found by the list of referrers, or by its tag where the registry has no list', async () => {
    const all = shelf();
    const digest = all.put('', [envelope(own.privateKey, statement('https://sigstore.dev/cosign/sign/v1'), true)]);
    const index = Buffer.from(JSON.stringify({ schemaVersion: 2, manifests: [{ digest, size: 1, artifactType: 'application/vnd.dev.sigstore.bundle.v0.3+json' }] })); // biome-ignore format: one claim
    expect((await look(all, KEYS, index)).attached).toMatchObject([{ kind: 'signature', place: 'referrers', check: 'verified' }]); // biome-ignore format: one claim
    await registry?.close();
    all.manifests.set(TAG, index);
    expect((await look(all, KEYS)).attached).toMatchObject([{ kind: 'signature', place: 'referrers', check: 'verified' }]); // biome-ignore format: one claim
  });

  it.each([
    ['no key of the site', NO_KEYS, own.privateKey, image.digest, 'unverified', 'this site has no keys'],
    ['keys that cannot be read', readSiteKeys('nothing'), own.privateKey, image.digest, 'unverified', 'no key in PEM'],
    ['the key of a stranger', KEYS, stranger.privateKey, image.digest, 'unverified', 'no key of this site made'],
    ['another image', KEYS, own.privateKey, digestOf(Buffer.from('x')), 'wrong', 'about something else'],
  ] as const)('is not verified with %s', async (_what, keys, key, digest, check, why) => {
    const all = shelf();
    all.put(`${TAG}.sig`, [signature(key, digest)]);
    all.put(`${TAG}.att`, [envelope(key, statement('https://slsa.dev/provenance/v1', digest))]);
    const { attached } = await look(all, keys);
    expect(attached.map((one) => one.check)).toEqual([check, check]);
    for (const one of attached) expect(one.why).toContain(why);
  });

  it('is not verified if a byte of what is signed is another one', async () => {
    const all = shelf();
    const changed = signature(own.privateKey);
    all.put(`${TAG}.sig`, [
      { ...changed, body: Buffer.from(changed.body.toString().replace('r.example', 's.example')) },
    ]);
    expect((await look(all, KEYS)).attached).toMatchObject([{ check: 'unverified' }]);
  });

  it('without a signature, or without a statement, is told as that', async () => {
    const all = shelf();
    all.put(`${TAG}.sig`, [{ ...signature(own.privateKey), annotations: {} }]);
    all.put(`${TAG}.att`, [
      { mediaType: 'application/vnd.in-toto+json', body: statement('https://spdx.dev/Document') },
      { mediaType: 'application/vnd.dsse.envelope.v1+json', body: Buffer.from('[]') },
    ]);
    expect((await look(all, KEYS)).attached.map(({ kind, check, isSbom }) => [kind, check, isSbom])).toEqual([
      ['signature', 'wrong', false],
      ['attestation', 'unsigned', true],
      ['other', 'unverified', false],
    ]);
  });

  it('with other bytes than its digest ends the search', async () => {
    const all = shelf();
    const one = signature(own.privateKey);
    all.put(`${TAG}.sig`, [one]);
    all.blobs.set(digestOf(one.body), Buffer.from(one.body.toString().replace('cosign', 'COSIGN')));
    await expect(look(all, KEYS)).rejects.toThrow('other bytes than asked for');
  });
});

describe('keys of the site', () => {
  it('are public keys in PEM, and nothing else', () => {
    expect(KEYS.keys).toHaveLength(2);
    expect(readSiteKeys(own.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string).fault).toContain('private');
    expect(readSiteKeys('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----').fault).toContain('key 1');
  });
});
