// The h1 checksum of the zip of a Go module: a SHA-256 of the SHA-256s and names of its files in order. https://go.dev/ref/mod#go-sum-files
import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { DEFAULT_ARCHIVE_LIMITS, readArchive } from '@assay/scanner/archives';

/** In base64. Undefined if the archive cannot be read to its end; an entry that is left out gives another checksum. */
export async function moduleHash(file: string, signal: AbortSignal): Promise<string | undefined> {
  const lines: { name: Buffer; line: string }[] = [];
  for await (const item of readArchive(file, {
    limits: DEFAULT_ARCHIVE_LIMITS,
    expansion: 'none',
    archiveDirSuffix: '',
    deleteArchiveAfterExpand: false,
    temporaryFolder: dirname(file),
    signal,
  })) {
    if (item.type === 'end' && !item.isComplete) return undefined;
    if (item.type === 'end' || item.type === 'issue') continue;
    const hash = createHash('sha256');
    if (item.type === 'file') hash.update(item.bytes);
    else for await (const piece of item.stream) hash.update(piece as Buffer);
    lines.push({ name: Buffer.from(item.path), line: `${hash.digest('hex')}  ${item.path}\n` });
  }
  // By bytes, as Go sorts.
  lines.sort((one, other) => Buffer.compare(one.name, other.name));
  const whole = createHash('sha256');
  for (const { line } of lines) whole.update(line);
  return whole.digest('base64');
}
