// Builds headers, .rpm files and databases of rpm. For tests only.

/** Texts, lists of texts and numbers by tag. */
export type RpmTags = Readonly<Record<number, string | readonly string[] | readonly number[]>>;

export const SAMPLE_TAGS: RpmTags = {
  1000: 'bash',
  1001: '5.1',
  1002: '2.el9',
  1003: [1],
  1004: ['The shell'],
  1014: 'GPL-3.0-or-later',
  1020: 'https://x.org',
  1022: 'x86_64',
  1044: 'bash-5.1-2.el9.src.rpm',
  1047: ['bash', '/bin/sh'],
  1048: [12, 0],
  1049: ['glibc', 'rpmlib(X)'],
  1050: ['2.34', ''],
};

/** `without` its magic number, as databases store it. */
export function rpmHeader(tags: RpmTags, hasMagic = false): Buffer {
  const entries: Buffer[] = [];
  const store: Buffer[] = [];
  let size = 0;
  const add = (bytes: Buffer): void => {
    store.push(bytes);
    size += bytes.length;
  };
  for (const [tag, value] of Object.entries(tags)) {
    const isNumber = typeof value !== 'string' && typeof value[0] === 'number';
    if (isNumber && size % 4 !== 0) add(Buffer.alloc(4 - (size % 4)));
    const list = typeof value === 'string' ? [value] : value;
    const entry = Buffer.alloc(16);
    entry.writeUInt32BE(Number(tag), 0);
    entry.writeUInt32BE(isNumber ? 4 : typeof value === 'string' ? 6 : 8, 4);
    entry.writeUInt32BE(size, 8);
    entry.writeUInt32BE(list.length, 12);
    entries.push(entry);
    for (const item of list) add(typeof item === 'number' ? u32be(item) : Buffer.from(`${item}\0`));
  }
  const magic = hasMagic ? Buffer.from('8eade80100000000', 'hex') : Buffer.alloc(0);
  return Buffer.concat([magic, u32be(entries.length), u32be(size), ...entries, ...store]);
}

export function rpmFile(tags: RpmTags, isSource = false): Buffer {
  const lead = Buffer.alloc(96);
  lead.writeUInt32BE(0xedabeedb, 0);
  lead.writeUInt16BE(isSource ? 1 : 0, 6);
  const signature = rpmHeader({ 1000: [7] }, true);
  const padding = Buffer.alloc((8 - (signature.length % 8)) % 8);
  return Buffer.concat([lead, signature, padding, rpmHeader(tags, true), Buffer.from('payload')]);
}

/** A page of the hash table with a counter and one overflowing item for each header, and the overflow pages. */
export function berkeleyDatabase(headers: readonly Buffer[], pageSize = 512): Buffer {
  const meta = Buffer.alloc(pageSize);
  meta.writeUInt32LE(0x00061561, 12);
  meta.writeUInt32LE(pageSize, 20);
  meta[25] = 8;
  const table = Buffer.alloc(pageSize);
  table[25] = 13;
  table.writeUInt16LE(headers.length * 2, 20);
  const pages: Buffer[] = [];
  let end = pageSize;
  headers.forEach((header, i) => {
    const item = Buffer.alloc(12);
    item[0] = 3;
    item.writeUInt32LE(2 + pages.length, 4);
    item.writeUInt32LE(header.length, 8);
    // A key of five bytes, then the item.
    end -= 17;
    table.writeUInt16LE(end + 12, 26 + i * 4);
    table.writeUInt16LE(end, 28 + i * 4);
    item.copy(table, end);
    for (let at = 0; at < header.length; at += pageSize - 26) {
      const part = header.subarray(at, at + pageSize - 26);
      const page = Buffer.alloc(pageSize);
      page.writeUInt32LE(at + part.length < header.length ? 3 + pages.length : 0, 16);
      page.writeUInt16LE(part.length, 22);
      page[25] = 7;
      part.copy(page, 26);
      pages.push(page);
    }
  });
  return Buffer.concat([meta, table, ...pages]);
}

export function ndbDatabase(headers: readonly Buffer[]): Buffer {
  const slots = Buffer.alloc(4096);
  slots.write('RpmP', 0, 'latin1');
  slots.writeUInt32LE(1, 12);
  const blobs: Buffer[] = [];
  let at = slots.length;
  for (let slot = 32; slot < slots.length; slot += 16) {
    slots.write('Slot', slot, 'latin1');
    const i = slot / 16 - 2;
    const header = headers[i];
    if (header === undefined) continue;
    const blob = Buffer.alloc(16 + Math.ceil(header.length / 16) * 16);
    blob.write('BlbS', 0, 'latin1');
    blob.writeUInt32LE(header.length, 12);
    header.copy(blob, 16);
    slots.writeUInt32LE(i + 1, slot + 4);
    slots.writeUInt32LE(at / 16, slot + 8);
    blobs.push(blob);
    at += blob.length;
  }
  return Buffer.concat([slots, ...blobs]);
}

function u32be(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value, 0);
  return bytes;
}
