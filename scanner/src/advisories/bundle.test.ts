import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newBundleKey } from '../bundles/index.ts';
import { newAdvisory } from './advisory.ts';
import { type BundleItem, isBundle, openBundle, writeBundle } from './bundle.ts';

let folder: string;
let file: string;
const key = newBundleKey();
const items: BundleItem[] = [
  { source: 'one', item: { type: 'advisory', advisory: { ...newAdvisory('X-1'), details: 'ü'.repeat(100_000) } } },
  { source: 'two', removed: 'X-2' },
];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-bundle-'));
  file = join(folder, 'a.assay-advisories');
  const about = { installation: 'i', sequence: 5, basis: 0, createdAt: '2026-01-01T00:00:00.000Z', sources: [] };
  await writeBundle(file, about, Readable.from(items), key.privateKey);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (trusted?: string[]) => openBundle(file, trusted);
const problem = (sentence: string) => ({ problem: expect.stringContaining(sentence) });

it('a written bundle can be read several times', async () => {
  expect(await isBundle(file)).toBe(true);
  const bundle = await open([key.publicKey]);
  if ('problem' in bundle) throw new Error(bundle.problem);
  expect(bundle.header).toMatchObject({ sequence: 5, items: 2, publicKey: key.publicKey });
  for (const _ of [1, 2]) expect(await Array.fromAsync(bundle.items())).toEqual(items);
});

it('an untrusted key is refused; without trusted keys, any key is accepted', async () => {
  expect(await open([newBundleKey().publicKey])).toEqual(problem('is not trusted here'));
  expect(await open([])).toEqual(problem('is not trusted here'));
  expect(await open()).toHaveProperty('header');
});

type Tampering = [title: string, change: (bytes: Buffer) => Buffer, sentence: string];
const tampering: Tampering[] = [
  [
    'a changed header',
    (bytes) => Buffer.from(bytes.toString('latin1').replace('"sequence":5', '"sequence":6'), 'latin1'),
    'was changed after it was signed',
  ],
  [
    'a changed body',
    (bytes) => Buffer.concat([bytes.subarray(0, -9), Buffer.from([bytes.at(-9)! ^ 1]), bytes.subarray(-8)]),
    'cut off or changed',
  ],
  ['a cut-off body', (bytes) => bytes.subarray(0, -20), 'cut off or changed'],
  [
    'another signature',
    (bytes) => Buffer.from(bytes.toString('latin1').replace(/\n.{10}/, '\nAAAAAAAAAA'), 'latin1'),
    'was changed after it was signed',
  ],
  ['no signature', (bytes) => bytes.subarray(0, bytes.indexOf('\n')), 'no header and signature'],
  [
    'another key in the header',
    (bytes) => Buffer.from(bytes.toString('latin1').replace(key.publicKey, newBundleKey().publicKey), 'latin1'),
    'was changed after it was signed',
  ],
  [
    'a newer format',
    (bytes) => Buffer.from(bytes.toString('latin1').replace('"version":1', '"version":2'), 'latin1'),
    'cannot be read',
  ],
];
it.each(tampering)('%s is refused', async (_title, change, sentence) => {
  writeFileSync(file, change(readFileSync(file)));
  expect(await open()).toEqual(problem(sentence));
});
