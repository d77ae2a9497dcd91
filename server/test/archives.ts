// Archives for tests, made in memory byte by byte, so that they can be as invalid as those that users may send.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import yazl from 'yazl';

export interface TarEntry {
  name: string;
  content?: string | Buffer;
  /** '0' file, '1' hard link, '2' symbolic link, '3' device, '5' folder. */
  type?: string;
  linkName?: string;
}

export function tar(entries: TarEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? '');
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [tarHeader(entry, content.length), content, padding];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

export function tarGz(entries: TarEntry[]): Buffer {
  return gzipSync(tar(entries));
}

function tarHeader({ name, type = '0', linkName = '' }: TarEntry, size: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(name, 0, 100, 'utf8');
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write(linkName, 157, 100, 'utf8');
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** A valid zip with these names. The zip library refuses some names: see `renameInZip`. */
export async function zip(entries: Record<string, string | Buffer>): Promise<Buffer> {
  const file = new yazl.ZipFile();
  for (const [name, content] of Object.entries(entries)) file.addBuffer(Buffer.from(content), name);
  file.end();
  const chunks: Buffer[] = [];
  for await (const chunk of file.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Puts a forbidden name of the same length in place of a harmless one. */
export function renameInZip(archive: Buffer, from: string, to: string): Buffer {
  if (Buffer.byteLength(from) !== Buffer.byteLength(to)) throw new Error('the names must have the same length');
  const copy = Buffer.from(archive);
  for (let at = copy.indexOf(from); at >= 0; at = copy.indexOf(from, at + 1)) copy.write(to, at);
  return copy;
}

export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
