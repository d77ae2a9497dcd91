// Archives that are made to harm the program that unpacks them, and one ordinary zip of many small files. All are made in memory.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { deflateRawSync, gzipSync } from 'node:zlib';
import yazl from 'yazl';
import { tarHeader, tarOf } from './tar.ts';

const MB = 1024 * 1024;

/** A server must answer each kind: refuse it, or accept it with issues. */
export const HOSTILE: Record<string, () => Promise<Buffer> | Buffer> = {
  'zip of 400 MB of zeros': () => zipOf([['zeros', zeros(400)]]),
  'zip whose 2,000 entries are the same 64 MB': overlappingZip,
  'tar.gz of 400 MB of zeros': () => gzipSync(Buffer.concat([tarHeader('zeros', 400 * MB), ...zeros(400)])),
  'files 1,000 folders deep': () => zipOf(numbered(20, (i) => [`${'d/'.repeat(1000)}${i}.js`, [Buffer.from('x')]])),
  'files 190 folders deep': () => zipOf(numbered(2000, (i) => [`${`f${i}/`.repeat(190)}a.js`, [Buffer.from('x')]])),
  'a folder for each of 50,000 files': () => zipOf(numbered(50_000, (i) => [`f${i}/a`, []])),
  'zips in zips': () => nested(12),
  'a tar.gz that breaks off': () => gzipSync(tarOf({ 'a.txt': randomBytes(2 * MB).toString('hex') })).subarray(0, MB),
  'no archive': () => randomBytes(MB),
};

/** Small source files with a license and a copyright each. */
export function manySmallFiles(count: number): Promise<Buffer> {
  return zipOf(
    numbered(count, (i) => [
      `src/module-${i % 200}/source-${i}.c`,
      [
        Buffer.from(
          `/* Copyright (c) ${1990 + (i % 35)} Holder ${i} <holder${i}@example.org>\n * SPDX-License-Identifier: ${['MIT', 'Apache-2.0', 'GPL-2.0-or-later'][i % 3]}\n */\nint f${i}(int a) { return a + ${i}; }\n`.repeat(
            1 + (i % 4),
          ),
        ),
      ],
    ]),
  );
}

function numbered<T>(count: number, one: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => one(index));
}

function zeros(megabytes: number): Buffer[] {
  const block = Buffer.alloc(MB);
  return numbered(megabytes, () => block);
}

async function zipOf(files: [string, Buffer[]][]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  const chunks: Buffer[] = [];
  zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = once(zip.outputStream, 'end');
  for (const [name, content] of files) zip.addBuffer(Buffer.concat(content), name);
  zip.end();
  await end;
  return Buffer.concat(chunks);
}

async function nested(levels: number): Promise<Buffer> {
  let inner: Buffer = Buffer.from('innermost');
  for (let level = 0; level < levels; level++)
    inner = await zipOf(numbered(3, (i) => [`${i}.${level === 0 ? 'txt' : 'zip'}`, [inner]]));
  return inner;
}

/** The headers of all entries point to the same content. */
function overlappingZip(): Buffer {
  const content = deflateRawSync(Buffer.alloc(64 * MB));
  const name = (i: number) => Buffer.from(`z${i}`);
  const local = Buffer.alloc(30 + 2);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(content.length, 18);
  local.writeUInt32LE(64 * MB, 22);
  local.writeUInt16LE(2, 26);
  local.write('z0', 30);
  const entries = numbered(2000, (i) => {
    const header = Buffer.alloc(46);
    header.writeUInt32LE(0x02014b50, 0);
    header.writeUInt16LE(20, 6);
    header.writeUInt16LE(8, 10);
    header.writeUInt32LE(content.length, 20);
    header.writeUInt32LE(64 * MB, 24);
    header.writeUInt16LE(name(i).length, 28);
    return Buffer.concat([header, name(i)]);
  });
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(local.length + content.length, 16);
  return Buffer.concat([local, content, directory, end]);
}
