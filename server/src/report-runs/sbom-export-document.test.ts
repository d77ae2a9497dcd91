import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sealDocument, sealHere, sealInThread } from './sbom-export-document.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-seal-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const { privateKey: key } = generateKeyPairSync('ed25519');
const mediaType = 'application/vnd.cyclonedx+json; version=1.6';

function written(components: number): string {
  const all = Array.from({ length: components }, (_, at) => ({ type: 'library', name: `part-${at}`, version: '1' }));
  const file = join(root, `${components}.json`);
  writeFileSync(file, JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components: all }));
  return file;
}

it.each(['jsf', 'dsse'] as const)('%s: a thread gives the same bytes and the same score', async (signature) => {
  const plain = written(3);
  const task = (name: string) => ({ plain, mediaType, signed: { file: join(root, name), signature, key } });
  const here = await sealHere(task('here'));
  expect(await sealInThread(task('there'))).toEqual(here);
  expect(here.standards.length).toBeGreaterThan(2);
  expect(readFileSync(join(root, 'there'), 'utf8')).toBe(readFileSync(join(root, 'here'), 'utf8'));
});

it('a large document is read beside this thread, a small one here', async () => {
  const threadsFor = async (components: number) => {
    let begun = 0;
    const count = () => void begun++;
    process.on('worker', count);
    try {
      await sealDocument({ plain: written(components), mediaType });
    } finally {
      process.off('worker', count);
    }
    return begun;
  };
  expect(await threadsFor(10)).toBe(0);
  expect(await threadsFor(5000)).toBe(1);
});

it('a document that cannot be read fails with its reason', async () => {
  const plain = join(root, 'broken.json');
  writeFileSync(plain, '{"bomFormat":');
  await expect(sealInThread({ plain, mediaType })).rejects.toThrow(/JSON/);
});
