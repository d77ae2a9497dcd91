// Reads the headers in `Packages`, rpm's oldest database: a hash table of Berkeley DB. Visits all its pages in order,
// without using the hash table; this finds the same headers.
// Format: https://github.com/berkeleydb/libdb/blob/master/src/dbinc/db_page.h
const HASH_MAGIC = 0x00061561;
const HASH_PAGES = new Set([2, 13]);
const OVERFLOW_PAGE = 7;
const INLINE_ITEM = 1;
const OVERFLOW_ITEM = 3;
const PAGE_HEADER = 26;
/** Keys and counters are shorter than this. */
const MIN_HEADER = 32;

interface Database {
  bytes: Buffer;
  pageSize: number;
  u16(at: number): number;
  u32(at: number): number;
}

export function isBerkeley(bytes: Buffer): boolean {
  return bytes.length >= 72 && (bytes.readUInt32LE(12) === HASH_MAGIC || bytes.readUInt32BE(12) === HASH_MAGIC);
}

/** Throws an `Error` with the reason. */
export function* berkeleyHeaders(bytes: Buffer): Generator<Uint8Array> {
  const isLittle = bytes.readUInt32LE(12) === HASH_MAGIC;
  const database: Database = {
    bytes,
    pageSize: 0,
    u16: (at) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
    u32: (at) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
  };
  database.pageSize = database.u32(20);
  const { pageSize } = database;
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0)
    throw new Error(`the page size of the database should be a power of two from 512 to 65536, not ${pageSize}`);
  for (let page = pageSize; page + pageSize <= bytes.length; page += pageSize) {
    if (HASH_PAGES.has(bytes.readUInt8(page + 25))) yield* valuesOf(database, page);
  }
}

/** Items are key, value, key, value. They are stored from the end of the page to its start. */
function* valuesOf(database: Database, page: number): Generator<Uint8Array> {
  const { bytes, pageSize } = database;
  const count = Math.min(database.u16(page + 20), (pageSize - PAGE_HEADER) >> 1);
  for (let i = 1; i < count; i += 2) {
    const at = database.u16(page + PAGE_HEADER + i * 2);
    if (at + 12 > pageSize) continue;
    const kind = bytes.readUInt8(page + at);
    if (kind === OVERFLOW_ITEM) {
      yield overflow(database, database.u32(page + at + 4), database.u32(page + at + 8));
    } else if (kind === INLINE_ITEM) {
      const end = database.u16(page + PAGE_HEADER + (i - 1) * 2);
      if (end - at - 1 >= MIN_HEADER) yield bytes.subarray(page + at + 1, page + end);
    }
  }
}

function overflow(database: Database, firstPage: number, size: number): Uint8Array {
  const { bytes, pageSize } = database;
  if (size > bytes.length) throw new Error(`a package says that it has ${size} bytes, more than the file`);
  const parts: Uint8Array[] = [];
  let missing = size;
  for (let number = firstPage; missing > 0; ) {
    const page = number * pageSize;
    if (number < 1 || page + pageSize > bytes.length || bytes.readUInt8(page + 25) !== OVERFLOW_PAGE)
      throw new Error('a package is shorter than its size');
    const length = Math.min(missing, database.u16(page + 22), pageSize - PAGE_HEADER);
    if (length === 0) throw new Error('a package is shorter than its size');
    parts.push(bytes.subarray(page + PAGE_HEADER, page + PAGE_HEADER + length));
    missing -= length;
    number = database.u32(page + 16);
  }
  return Buffer.concat(parts);
}
