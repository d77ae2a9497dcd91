// Parses the output of `7zz l -slt` entry by entry. Pure: text in, values out.

export interface ListedEntry {
  path: string;
  sizeBytes: number;
  /** CRC-32; undefined where the format has none. */
  crc32: number | undefined;
  isFolder: boolean;
  isEncrypted: boolean;
  /** What messages call a special entry; undefined for an ordinary file. */
  specialKind: string | undefined;
}

/**
 * Parses entries from the program's output. A property is a line `Name = value`; 7-Zip itself writes line breaks in names as `_`, so a name
 * cannot forge a property. `onTail` receives the number of bytes after the archive.
 */
export async function* parseListing(
  chunks: AsyncIterable<Uint8Array>,
  onTail: (sizeBytes: number) => void = () => {},
): AsyncGenerator<ListedEntry, void> {
  let isInEntries = false;
  let properties = new Map<string, string>();
  for await (const line of linesOf(chunks)) {
    if (!isInEntries) {
      isInEntries = line.startsWith('----------');
      const tail = /^Tail Size = (\d{1,15})$/.exec(line)?.[1];
      if (tail !== undefined) onTail(Number(tail));
    } else if (line === '') {
      const entry = entryOf(properties);
      if (entry !== undefined) yield entry;
      properties = new Map();
    } else {
      const equals = line.indexOf(' = ');
      if (equals > 0) properties.set(line.slice(0, equals), line.slice(equals + 3));
      else if (line.endsWith(' =')) properties.set(line.slice(0, -2), '');
    }
  }
  const last = entryOf(properties);
  if (last !== undefined) yield last;
}

function entryOf(properties: ReadonlyMap<string, string>): ListedEntry | undefined {
  const path = properties.get('Path');
  if (path === undefined) return undefined;
  const attributes = properties.get('Attributes') ?? properties.get('Mode') ?? '';
  const size = properties.get('Size') ?? '';
  const crc = properties.get('CRC') ?? '';
  return {
    path,
    sizeBytes: /^\d{1,15}$/.test(size) ? Number(size) : -1,
    crc32: /^[0-9A-F]{8}$/i.test(crc) ? Number.parseInt(crc, 16) : undefined,
    isFolder: properties.get('Folder') === '+' || /^D/.test(attributes) || /(^| )d[rwxstST-]{9}/.test(attributes),
    isEncrypted: properties.get('Encrypted') === '+',
    specialKind: specialKind(properties, attributes),
  };
}

function specialKind(properties: ReadonlyMap<string, string>, attributes: string): string | undefined {
  if (properties.get('Anti') === '+') return 'a mark that a file is to be removed';
  if (properties.get('Alternate Stream') === '+') return 'an alternate stream';
  if (properties.get('Hard Link')) return 'a hard link';
  if (properties.get('Symbolic Link')) return 'a symbolic link';
  switch (/(?:^| )([lbcps])[rwxstST-]{9}/.exec(attributes)?.[1]) {
    case 'l':
      return 'a symbolic link';
    case 'b':
    case 'c':
      return 'a device';
    case 'p':
      return 'a named pipe';
    case 's':
      return 'a socket';
    default:
      return undefined;
  }
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  if (rest !== '') yield rest;
}
