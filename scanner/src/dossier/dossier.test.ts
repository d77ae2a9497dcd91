// Dossiers: whatever changes in the archive, the verification tells.
import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_ARCHIVE_LIMITS, readArchive } from '../archives/index.ts';
import { type DossierPart, dossierHead, verifyDossier, writeDossier } from './index.ts';
import { archiveBytes, directoryOf, localHeader, readLargeSize } from './zip-bytes.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-dossier-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const AT = new Date('2026-11-29T16:30:01Z');
const ABOUT = {
  project: { id: 7, name: 'Shop' },
  release: { id: 1, name: '1.0', description: '', createdBy: 'admin' },
  frozenAt: AT.toISOString(),
  tool: { name: 'assay', version: '1' },
  origin: {},
};

function part(path: string, content: string | Buffer): DossierPart {
  const bytes = Buffer.from(content);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, sizeBytes: bytes.length, sha256, crc32: crc32(bytes), content: () => [bytes] };
}

const FILES = [part('sbom/a.json', '{"a":1}'), part('audit.html', '<p>ä</p>'), part('empty.txt', '')];

async function archive(files = FILES, options: { isSigned?: boolean; listed?: DossierPart[] } = {}): Promise<Buffer> {
  const head = dossierHead(ABOUT, options.listed ?? files, options.isSigned ? privateKey : undefined);
  const written = writeDossier(
    head.map(({ path, bytes }) => part(path, bytes)),
    files,
    AT,
  );
  const bytes = Buffer.concat(await Array.fromAsync(written.content));
  expect(bytes.length).toBe(written.sizeBytes);
  return bytes;
}

/** The paths that another reader of archives finds. */
async function listed(path: string): Promise<string[]> {
  const limits = { ...DEFAULT_ARCHIVE_LIMITS, expansionRatio: 1e6 };
  const options = { limits, expansion: 'none', archiveDirSuffix: '', deleteArchiveAfterExpand: false } as const;
  const paths: string[] = [];
  for await (const item of readArchive(path, { ...options, temporaryFolder: root }))
    if (item.type === 'file') paths.push(item.path);
    else expect(item).toEqual({ type: 'end', isComplete: true });
  return paths;
}

let count = 0;
async function verified(bytes: Buffer, key?: typeof publicKey) {
  const path = join(root, `${++count % 8}.zip`);
  writeFileSync(path, bytes);
  return verifyDossier(path, key);
}

it('a whole dossier is sound, and is the same twice', async () => {
  const bytes = await archive();
  expect(bytes.equals(await archive())).toBe(true);
  expect(await verified(bytes)).toMatchObject({ faults: [], soundFiles: 3, signature: 'none' });
  const path = join(root, 'listed.zip');
  writeFileSync(path, bytes);
  expect(await listed(path)).toEqual(['manifest.json', 'audit.html', 'empty.txt', 'sbom/a.json']);
});

describe('signatures', () => {
  it('hold with the key of the site, and are told without one', async () => {
    const bytes = await archive(FILES, { isSigned: true });
    expect(await verified(bytes, publicKey)).toMatchObject({ faults: [], signature: 'holds' });
    expect(await verified(bytes)).toMatchObject({ faults: [], signature: 'unchecked', keyIds: [expect.any(String)] });
  });

  it('of another key do not hold; an unsigned dossier is refused where a key is given', async () => {
    const other = generateKeyPairSync('ed25519').publicKey;
    const bytes = await archive(FILES, { isSigned: true });
    expect(await verified(bytes, other)).toMatchObject({ signature: 'broken', faultCount: 1 });
    expect((await verified(await archive(), publicKey)).faults).toEqual(['The dossier is not signed.']);
  });

  it('are missed where the manifest speaks of one', async () => {
    const [manifest] = dossierHead(ABOUT, FILES, privateKey);
    const { content } = writeDossier([part('manifest.json', manifest!.bytes)], FILES, AT);
    const { faults } = await verified(Buffer.concat(await Array.fromAsync(content)));
    expect(faults).toEqual(['The signature of the dossier is missing.']);
  });
});

/** All places in a row of tests would take too long; the step meets each kind of place. */
const STEP = 5;

it('a flipped byte is told, wherever it is', async () => {
  const bytes = await archive(FILES, { isSigned: true });
  const overlooked: number[] = [];
  for (let place = 0; place < bytes.length; place += STEP) {
    const changed = Buffer.from(bytes);
    changed[place]! ^= 1 << (place % 8);
    if ((await verified(changed)).faultCount === 0) overlooked.push(place);
  }
  expect(overlooked).toEqual([]);
});

it('every cut is told, and bytes behind the end', async () => {
  const bytes = await archive();
  for (let length = 0; length < bytes.length; length += 7)
    expect((await verified(bytes.subarray(0, length))).faultCount, String(length)).toBeGreaterThan(0);
  expect((await verified(Buffer.concat([bytes, Buffer.from([0])]))).faultCount).toBe(1);
});

describe('other files than the manifest has', () => {
  it.each<[string, DossierPart[], RegExp[]]>([
    ['a missing one', FILES.slice(1), [/"sbom\/a.json" is missing/]],
    ['one more', [...FILES, part('extra.txt', 'x')], [/"extra.txt" is not in the manifest/]],
    [
      'another name',
      [...FILES.slice(1), part('sbom/b.json', '{"a":1}')],
      [/"sbom\/b.json" is not in the manifest/, /"sbom\/a.json" is missing/],
    ],
    ['other bytes', [...FILES.slice(1), part('sbom/a.json', '{"a":2}')], [/"sbom\/a.json" has other bytes/]],
    ['the same name twice', [...FILES, FILES[0]!], [/"sbom\/a.json" is not in the manifest/]],
  ])('%s', async (_what, files, sentences) => {
    const { faults } = await verified(await archive(files, { listed: FILES }));
    expect(faults).toEqual(sentences.map((one) => expect.stringMatching(one)));
  });
});

it.each(['../a', '/a', 'a/../b', 'C:/a', 'a\\b', 'a/', 'a\u0007b', './a'])(
  'the path %j is never written',
  async (path) => {
    await expect(archive([part(path, '')])).rejects.toThrow(/cannot have the path/);
  },
);

it('a path that leaves the folder is refused, though all digests are right', async () => {
  const bytes = Buffer.from((await archive()).toString('latin1').replaceAll('sbom/a.json', '../b/a.json'), 'latin1');
  expect((await verified(bytes)).faults).toEqual([expect.stringMatching(/path is not allowed|checksum/)]);
  expect((await verified(Buffer.from('PK\x03\x04'))).faults).toEqual([expect.stringMatching(/no dossier/)]);
  expect((await verified(Buffer.alloc(0))).faultCount).toBe(1);
});

it('sizes and counts above those of the first zip format have 64 bits', () => {
  const entries = Array.from({ length: 3 }, (_, at) => ({ path: `${at}`, sizeBytes: 3 * 2 ** 31, crc32: 1 }));
  const extra = localHeader(entries[0]!, AT).subarray(31);
  expect([extra.readUInt16LE(0), extra.length, readLargeSize(extra)]).toEqual([1, 20, 3 * 2 ** 31]);
  const directory = Buffer.concat([...directoryOf(entries, AT)]);
  expect(directory.includes(Buffer.from('PK\x06\x06', 'latin1'))).toBe(true);
  expect(archiveBytes(entries, AT)).toBe(3 * (51 + 3 * 2 ** 31) + directory.length);
  const many = Array.from({ length: 65_536 }, (_, at) => ({ path: `${at}`, sizeBytes: 0, crc32: 0 }));
  const end = Buffer.concat([...directoryOf(many, AT)]).subarray(-98);
  expect([end.readUInt32LE(0), Number(end.readBigUInt64LE(32)), end.readUInt16LE(86)]).toEqual([
    0x06064b50, 65_536, 0xffff,
  ]);
});
