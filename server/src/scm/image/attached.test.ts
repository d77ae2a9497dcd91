// Signatures and SBOMs that lie beside an image: told with it, noticed when they come later, and imported as inventory.
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage, openRegistry, type Registry } from '@assay/scanner/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsBeside } from '../../../test/attached-documents.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let registry: Registry;
const folder = mkdtempSync(join(tmpdir(), 'assay-test-'));
const keyFile = join(folder, 'cosign.pub');
const image = buildImage([[{ name: 'etc/a', body: 'a' }]]);
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const SBOM = Buffer.from(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, components: [{ type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0', licenses: [{ license: { id: 'WTFPL' } }] }] })); // biome-ignore format: one claim
const PAYLOAD = Buffer.from(JSON.stringify({ critical: { identity: { 'docker-reference': 'r.example/app' }, image: { 'docker-manifest-digest': image.digest } } })); // biome-ignore format: one claim
const beside = documentsBeside(image.digest);

beforeAll(async () => {
  writeFileSync(keyFile, key.publicKey.export({ type: 'spki', format: 'pem' }));
  registry = await openRegistry({ v1: image }, beside.answer);
  h = await startHarness({
    ASSAY_OUTGOING_ALLOW: '127.0.0.1',
    ASSAY_INSECURE_REGISTRIES: registry.host,
    ASSAY_IMAGE_KEYS: keyFile,
  });
  await h.work();
});
afterAll(async () => {
  await registry.close();
  await h.close();
  rmSync(folder, { recursive: true, force: true });
});

let projectId: number;
const sync = async () => h.jobOver((await h.call('POST', `/scmInstances/sync?projectId=${projectId}`)).body.id);
const attached = async () =>
  (await h.call('GET', `/projects/${projectId}/imageSources`)).body.images[0].attached as { kind: string; check: string; digest: string }[]; // biome-ignore format: one claim
const imports = (digest: string) =>
  h.call('POST', `/projects/${projectId}/imageSources/0/attached/${encodeURIComponent(digest)}/import`);

it('what is attached is told with the image, and noticed when it comes later', async () => {
  projectId = (await h.call('POST', '/projects', { body: { name: 'attached' } })).body.id;
  await h.call('POST', `/projects/${projectId}/imageSources`, { body: { image: `${registry.host}/team/app:v1` } });
  expect(await sync()).toMatchObject({ status: 'Completed' });
  expect(await attached()).toEqual([]);
  expect((await sync()).details).toContain('nothing has changed');

  const signed = sign('sha256', PAYLOAD, key.privateKey).toString('base64');
  beside.attach('sig', 'application/vnd.dev.cosign.simplesigning.v1+json', PAYLOAD, { 'dev.cosignproject.cosign/signature': signed }); // biome-ignore format: one claim
  beside.attach('sbom', 'application/vnd.cyclonedx+json', SBOM);
  expect((await sync()).details).not.toContain('nothing has changed');
  expect(await attached()).toMatchObject([
    { kind: 'signature', check: 'verified' },
    { kind: 'sbom', check: 'unsigned', isSbom: true },
  ]);
  expect((await sync()).details).toContain('nothing has changed');
});

it('without its key the signature is not verified any more', async () => {
  const pem = key.publicKey.export({ type: 'spki', format: 'pem' });
  writeFileSync(keyFile, 'no key');
  await sync();
  expect(await attached()).toMatchObject([{ check: 'unverified', why: expect.stringContaining('no key in PEM') }, {}]);
  writeFileSync(keyFile, pem);
  await sync();
  expect(await attached()).toMatchObject([{ check: 'verified' }, {}]);
});

it('an attached SBOM becomes inventory; other documents and digests do not', async () => {
  const [signature, sbom] = await attached();
  const answer = await imports(sbom!.digest);
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  expect(await h.jobOver(answer.body.id)).toMatchObject({ status: 'Completed' });
  const { rows } = await h.database.pool.query('select name from inventory_items where project_id = $1', [projectId]);
  expect(rows.map(({ name }) => name).join()).toContain('left-pad');
  expect((await imports(signature!.digest)).status).toBe(404);
  expect((await imports(image.layers[0]!)).status).toBe(404);
  expect((await imports('sha256:12')).status).toBe(400);
});

it('an SBOM with other bytes than its digest, or that is gone, is refused', async () => {
  const { digest } = (await attached())[1]!;
  beside.documents.set(digest, Buffer.from(SBOM.toString().replace('left-pad', 'evil-pad')));
  expect((await imports(digest)).body.errors[0].message).toContain('other bytes');
  beside.documents.delete(digest);
  expect((await imports(digest)).status).toBe(400);
});
