// Zip archives as a stream. The time inside is that of the document, so that the same files give the same bytes.
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import yazl from 'yazl';
import type { FileOut } from './document.ts';

/** Writers give rows; the archive gets pieces of about this length. */
const PIECE = 64 * 1024;

/** Each file is read to its end before the next one is requested. */
export async function* zipOf(files: AsyncIterable<FileOut> | Iterable<FileOut>, at: Date): AsyncGenerator<Buffer> {
  const zip = new yazl.ZipFile();
  const out = zip.outputStream as unknown as Readable;
  const fed = feed(zip, files, at).catch((error: unknown) => out.destroy(error as Error));
  try {
    yield* out;
  } finally {
    out.destroy();
    await fed;
  }
}

/** Archives store local time. This writes UTC, so that servers in different time zones write the same bytes. */
class ZonelessDate extends Date {
  override getFullYear = () => this.getUTCFullYear();
  override getMonth = () => this.getUTCMonth();
  override getDate = () => this.getUTCDate();
  override getHours = () => this.getUTCHours();
  override getMinutes = () => this.getUTCMinutes();
  override getSeconds = () => this.getUTCSeconds();
}

async function feed(zip: yazl.ZipFile, files: AsyncIterable<FileOut> | Iterable<FileOut>, at: Date): Promise<void> {
  const out = zip.outputStream as unknown as Readable;
  for await (const { name, content, isPacked } of files) {
    const stream = Readable.from(pieces(content), { objectMode: false });
    const abandon = () => stream.destroy();
    out.once('close', abandon);
    zip.addReadStream(stream, name, { mtime: new ZonelessDate(at), mode: 0o100644, compress: !isPacked });
    await finished(stream);
    out.off('close', abandon);
  }
  zip.end();
}

async function* pieces(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: string[] = [];
  let length = 0;
  for await (const piece of content) {
    if (typeof piece !== 'string') {
      if (length > 0) yield Buffer.from(gathered.join(''));
      [gathered, length] = [[], 0];
      if (piece.length > 0) yield piece;
      continue;
    }
    gathered.push(piece);
    length += piece.length;
    if (length < PIECE) continue;
    yield Buffer.from(gathered.join(''));
    [gathered, length] = [[], 0];
  }
  if (length > 0) yield Buffer.from(gathered.join(''));
}
