// Makes a tar of files that the browser can read, without reading them: a blob of headers and of the files themselves, which are read while it is sent.
// Format: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html#tag_20_92_13_06 (ustar, with pax records where a name or size needs them).

export interface PathedFile {
  path: string;
  file: File;
}

const BLOCK = 512;
/** Eleven octal digits. */
const LARGEST_PLAIN_SIZE = 8 ** 11 - 1;
const LONGEST_PLAIN_NAME = 100;
const encoder = new TextEncoder();

/** The same files give the same bytes, so that a broken upload of a folder can be continued when the folder is chosen again. */
export function tarOf(name: string, files: readonly PathedFile[]): File {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const parts = sorted.flatMap(({ path, file }) => [
    ...headersOf(path, file),
    file,
    new Uint8Array((BLOCK - (file.size % BLOCK)) % BLOCK),
  ]);
  const lastModified = sorted.reduce((latest, { file }) => Math.max(latest, file.lastModified), 0);
  return new File([...parts, new Uint8Array(2 * BLOCK)], `${name}.tar`, { type: 'application/x-tar', lastModified });
}

function headersOf(path: string, file: File): Uint8Array<ArrayBuffer>[] {
  const name = encoder.encode(path);
  const isPlain = name.length <= LONGEST_PLAIN_NAME && name.length === path.length;
  const records = [
    ...(isPlain ? [] : [record('path', path)]),
    ...(file.size > LARGEST_PLAIN_SIZE ? [record('size', String(file.size))] : []),
  ].join('');
  const mtime = Math.max(0, Math.floor(file.lastModified / 1000));
  const own = header({ name: name.slice(0, LONGEST_PLAIN_NAME), size: Math.min(file.size, LARGEST_PLAIN_SIZE), mtime, type: '0' }); // biome-ignore format: one claim
  if (records === '') return [own];
  const bytes = encoder.encode(records);
  const padded = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
  padded.set(bytes);
  return [header({ name: encoder.encode('pax'), size: bytes.length, mtime, type: 'x' }), padded, own];
}

/** `30 path=a/b\n`: the number counts its own digits too. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const length = encoder.encode(rest).length;
  let total = length + 1;
  while (String(total).length + length !== total) total = String(total).length + length;
  return `${total}${rest}`;
}

interface Entry {
  name: Uint8Array;
  size: number;
  mtime: number;
  type: string;
}

function header({ name, size, mtime, type }: Entry): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(BLOCK);
  const put = (at: number, text: string) => block.set(encoder.encode(text), at);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  block.set(name, 0);
  put(100, octal(0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(size, 11));
  put(136, octal(mtime, 11));
  put(148, ' '.repeat(8));
  put(156, type);
  put(257, 'ustar\x0000');
  const sum = block.reduce((total, byte) => total + byte, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return block;
}
