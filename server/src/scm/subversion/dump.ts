// The nodes of one revision, out of the stream that svnrdump writes: notes/dump-load-format.txt of Subversion 1.14, version 3.
import { createHash } from 'node:crypto';
import { ByteReader } from '../byte-reader.ts';
import { contentOf, unexpected } from './svndiff.ts';

const MOST_HEADERS = 100;
const MOST_PROPERTY_BYTES = 64 << 20;

export interface DumpNode {
  /** In the repository, as bytes. */
  path: Buffer;
  kind: 'file' | 'dir';
  properties: ReadonlyMap<string, Buffer>;
  /** The content; what of it is not read is passed over. */
  content: AsyncGenerator<Buffer, void>;
}

export async function* dumpNodes(chunks: AsyncIterable<Buffer>): AsyncGenerator<DumpNode, void> {
  const reader = new ByteReader(chunks, 'svnrdump');
  while (!(await reader.isAtEnd())) {
    const headers = await readHeaders(reader);
    if (headers.size === 0) continue;
    const version = headers.get('SVN-fs-dump-format-version')?.toString('latin1');
    if (version !== undefined && version !== '3') throw unexpected(`the version ${version} of its format`);
    const propertyBytes = sizeIn(headers, 'Prop-content-length');
    const textBytes = sizeIn(headers, 'Text-content-length');
    if (propertyBytes > MOST_PROPERTY_BYTES) throw unexpected('properties of more than 64 MB');
    const properties = readProperties(await reader.take(propertyBytes));
    const path = headers.get('Node-path');
    if (path === undefined) continue;
    yield* node(reader, headers, path, properties, textBytes);
  }
}

async function* node(
  reader: ByteReader,
  headers: ReadonlyMap<string, Buffer>,
  path: Buffer,
  properties: ReadonlyMap<string, Buffer>,
  textBytes: number,
): AsyncGenerator<DumpNode, void> {
  const text = (name: string) => headers.get(name)?.toString('latin1') ?? '';
  const kind = text('Node-kind');
  if (text('Node-action') !== 'add' || (kind !== 'file' && kind !== 'dir') || headers.has('Node-copyfrom-path'))
    throw unexpected('a change where only files and folders were asked for');
  if (textBytes > 0 && text('Text-delta') !== 'true') throw unexpected('a content in another form');
  const remaining = { bytes: textBytes };
  const content = checked(textBytes === 0 ? none() : contentOf(reader, remaining), text('Text-content-md5'), path);
  yield { path, kind, properties, content };
  // Whoever gave up the content has closed it, so the stream itself goes on.
  while (remaining.bytes > 0) remaining.bytes -= (await reader.piece(remaining.bytes)).length;
}

async function* none(): AsyncGenerator<Buffer, void> {}

/** Fails at its end if the content is not the one that the repository has. */
async function* checked(pieces: AsyncGenerator<Buffer, void>, md5: string, path: Buffer): AsyncGenerator<Buffer, void> {
  const hash = createHash('md5');
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  if (md5 !== '' && hash.digest('hex') !== md5)
    throw unexpected(`a content of ${path.toString('utf8')} with another sum`);
}

async function readHeaders(reader: ByteReader): Promise<Map<string, Buffer>> {
  const headers = new Map<string, Buffer>();
  for (let count = 0; count < MOST_HEADERS; count++) {
    const line = await reader.line();
    if (line.length === 0) return headers;
    const colon = line.indexOf(': ');
    if (colon < 0) throw unexpected('a line without a name');
    headers.set(line.subarray(0, colon).toString('latin1'), Buffer.from(line.subarray(colon + 2)));
  }
  throw unexpected('more than 100 headers');
}

function sizeIn(headers: ReadonlyMap<string, Buffer>, name: string): number {
  const text = headers.get(name)?.toString('latin1') ?? '0';
  const size = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(size)) throw unexpected(`a size that is none (${text})`);
  return size;
}

/** `K 3\nkey\nV 5\nvalue\n…PROPS-END\n` */
function readProperties(bytes: Buffer): Map<string, Buffer> {
  const properties = new Map<string, Buffer>();
  let at = 0;
  const line = () => {
    const end = bytes.indexOf(10, at);
    if (end < 0) throw unexpected('properties that are cut off');
    const text = bytes.subarray(at, end).toString('latin1');
    at = end + 1;
    return text;
  };
  const value = (mark: string, head: string) => {
    const [, size] = new RegExp(`^${mark} (\\d{1,9})$`).exec(head) ?? [];
    if (size === undefined || at + Number(size) >= bytes.length) throw unexpected('properties that are cut off');
    const taken = bytes.subarray(at, at + Number(size));
    at += Number(size) + 1;
    return taken;
  };
  while (at < bytes.length) {
    const head = line();
    if (head === 'PROPS-END') break;
    // A property that is taken away.
    if (head.startsWith('D ')) value('D', head);
    else properties.set(value('K', head).toString('utf8'), value('V', line()));
  }
  return properties;
}
