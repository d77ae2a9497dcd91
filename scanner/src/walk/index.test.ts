import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestsOf } from '../analyze/digests.ts';
import {
  countFiles,
  type FolderItem,
  IN_MEMORY_BYTES,
  listFolder,
  readFolder,
  readPlace,
  readPlaceInChunks,
} from './index.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-walk-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function write(path: string, content: string | Uint8Array = path): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
}

const summary = (items: FolderItem[]) =>
  items.map((item) => (item.type === 'issue' ? `${item.issue.code} ${item.issue.path}` : `${item.type} ${item.path}`));

describe('readFolder', () => {
  it('gives files with their bytes, in the order of sorted full paths', () => {
    const paths = ['a-b', 'a.c', 'a/b', 'a/c/d', 'a0', 'B', 'ä/x'];
    for (const path of paths) write(path);
    const items = [...readFolder(root)];
    expect(items.map((item) => item.type === 'file' && item.path)).toEqual([...paths].sort());
    for (const item of items)
      expect(item.type === 'file' && Buffer.from(item.bytes).toString()).toBe(item.type === 'file' && item.path);
  });

  it('follows no link and opens no pipe', () => {
    write('real/file');
    symlinkSync('real', join(root, 'folder-link'));
    symlinkSync('/etc/passwd', join(root, 'file-link'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    expect(summary([...readFolder(root)])).toEqual([
      'skipped-entry file-link',
      'skipped-entry folder-link',
      'skipped-entry pipe',
      'file real/file',
    ]);
  });

  it('leaves out the data of version control, and says so', () => {
    write('.git/objects/ab/cd');
    write('.gitignore');
    expect(summary([...readFolder(root)])).toEqual(['skipped-entry .git', 'file .gitignore']);
  });

  it('says what cannot be read, and continues', () => {
    write('a/hidden');
    write('b');
    chmodSync(join(root, 'a'), 0);
    const expected = process.getuid?.() === 0 ? ['file a/hidden', 'file b'] : ['unreadable a', 'file b'];
    expect(summary([...readFolder(root)])).toEqual(expected);
    chmodSync(join(root, 'a'), 0o700);
  });

  it('reports a root that is no folder', () => {
    expect(summary([...readFolder(join(root, 'nowhere'))])).toEqual(['unreadable ']);
  });

  it('reports a path that is too long for the system', () => {
    // The path is made of two halves, one moved into the other, because neither making nor removing such a long path works in one call.
    const half = Array.from({ length: 9 }, () => 'd'.repeat(250)).join('/');
    write(`outer/${half}/file`);
    write(`inner/${half}/file`);
    renameSync(join(root, 'inner'), join(root, 'outer', half, 'inner'));
    const found = [...readFolder(root)].map((item) => (item.type === 'issue' ? item.issue.message : item.type));
    renameSync(join(root, 'outer', half, 'inner'), join(root, 'inner'));
    expect(found).toEqual(['file', 'A folder could not be read: its path is too long for the system.']);
  });

  it('reads files whose names are not UTF-8', () => {
    const name = Buffer.concat([Buffer.from(`${root}/`), Buffer.from('caf\xe9', 'latin1')]);
    writeFileSync(name, 'x');
    const items = [...readFolder(root)];
    expect(summary(items)).toEqual(['odd-name café', 'file café']);
  });

  it('passes large files on as streams', async () => {
    const large = Buffer.alloc(IN_MEMORY_BYTES + 1, 'x');
    write('large', large);
    write('small');
    const seen: string[] = [];
    for (const item of readFolder(root)) {
      seen.push(item.type);
      if (item.type === 'stream')
        expect(digestsOf(Buffer.concat(await item.stream.toArray()))).toEqual(digestsOf(large));
    }
    expect(seen).toEqual(['stream', 'file']);
  });

  it('does not read known files', () => {
    write('known');
    write('new');
    const facts = { sizeBytes: 5 } as never;
    const items = [...readFolder(root, { known: (path) => (path === 'known' ? facts : undefined) })];
    expect(summary(items)).toEqual(['known known', 'file new']);
  });
});

describe('readPlace', () => {
  // `allocate` is called between the stat and the read, so the test can change the file there.
  it.each([
    ['grows', 'abc', 'abcdef', 'abc'],
    ['shrinks', 'abc', 'a', 'a'],
    ['is emptied', 'abc', '', ''],
  ])('gives the remaining bytes of a file that %s while it is read', (_, before, after, expected) => {
    write('file', before);
    const place = { disk: join(root, 'file'), path: 'file' };
    const item = readPlace(place, (sizeBytes) => {
      write('file', after);
      return Buffer.alloc(sizeBytes, '-');
    });
    expect(item.type === 'file' && Buffer.from(item.bytes).toString()).toBe(expected);
    expect(item).toMatchObject({ sizeBytes: expected.length });
  });

  it.skipIf(process.platform !== 'linux').each(['plain', 'caf\xe9'])(
    'reads nothing through a link that has replaced a folder: %s',
    (name) => {
      const file = Buffer.concat([Buffer.from(`${root}/tree/a/`), Buffer.from(name, 'latin1')]);
      mkdirSync(join(root, 'tree/a'), { recursive: true });
      mkdirSync(join(root, 'elsewhere'));
      writeFileSync(file, 'mine');
      writeFileSync(Buffer.concat([Buffer.from(`${root}/elsewhere/`), Buffer.from(name, 'latin1')]), 'secret');
      // The root itself may be named through a link.
      symlinkSync('tree', join(root, 'by-link'));
      const [place] = [...listFolder(join(root, 'by-link'))].flatMap((item) =>
        item.type === 'place' ? item.place : [],
      );
      expect(summary([readPlace(place!)])).toEqual([`file a/${name}`]);
      rmSync(join(root, 'tree/a'), { recursive: true });
      symlinkSync('../elsewhere', join(root, 'tree/a'));
      expect(summary([readPlace(place!)])).toEqual([`skipped-entry a/${name}`]);
    },
  );

  it('reports impossible file names', () => {
    expect(summary([readPlace({ disk: `${root}/a\0b`, path: 'a' })])).toEqual(['unreadable a']);
  });
});

describe('readPlaceInChunks', () => {
  const large = Buffer.from('0123456789'.repeat(IN_MEMORY_BYTES / 10 + 1));
  const open = () => {
    write('large', large);
    const item = readPlaceInChunks({ disk: join(root, 'large'), path: 'large' }, Buffer.alloc);
    if (item.type !== 'chunks') throw new Error(`a large file is read as ${item.type}`);
    return item;
  };

  it('gives a large file piece by piece, in the same memory', () => {
    const { chunks, sizeBytes } = open();
    const memories = new Set<ArrayBufferLike>();
    const pieces = Array.from(chunks, (chunk) => {
      memories.add(chunk.buffer);
      return Buffer.from(chunk);
    });
    expect(sizeBytes).toBe(large.length);
    expect(pieces.length).toBeGreaterThan(1);
    expect(digestsOf(Buffer.concat(pieces))).toEqual(digestsOf(large));
    expect(memories.size).toBe(1);
  });

  it('passes on small files and issues', () => {
    write('small', 'abc');
    const small = readPlaceInChunks({ disk: join(root, 'small'), path: 'small' }, Buffer.alloc);
    expect(small).toMatchObject({ type: 'file', sizeBytes: 3 });
    const absent = readPlaceInChunks({ disk: join(root, 'absent'), path: 'absent' }, Buffer.alloc);
    expect(absent).toMatchObject({ type: 'issue', issue: { code: 'unreadable' } });
  });

  it.skipIf(process.platform !== 'linux')('closes the file, also when the reader stops early', () => {
    const before = readdirSync('/proc/self/fd').length;
    for (const _ of open().chunks) break;
    for (const _ of open().chunks);
    expect(readdirSync('/proc/self/fd').length).toBe(before);
  });
});

describe('countFiles', () => {
  it('ends with the number of plain files', () => {
    for (let index = 0; index < 300; index++) write(`f/${index}`);
    symlinkSync('f', join(root, 'link'));
    expect([...countFiles(root)].at(-1)).toBe(300);
  });
});
