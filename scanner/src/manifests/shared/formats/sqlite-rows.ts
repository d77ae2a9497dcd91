// Reads the rows of a table of an SQLite database from its bytes: follows the table's B-tree to its leaf pages and
// joins overflowing rows. No queries, no indexes, no write-ahead log. It trusts no bytes: each page is visited once,
// and sizes are checked.
// Format: https://www.sqlite.org/fileformat2.html
export type SqliteValue = null | number | bigint | string | Uint8Array;

const MAGIC = 'SQLite format 3\0';
const TABLE_LEAF = 13;
const TABLE_INTERIOR = 5;
const MAX_COLUMNS = 2000;

interface Database {
  bytes: Buffer;
  pageSize: number;
  /** Bytes of a page that rows may use. */
  usable: number;
  pages: number;
}

/** The rows of the table, in the order of their keys, each a list of values by column. Throws an `Error` with the reason. */
export function* sqliteRows(bytes: Uint8Array, table: string): Generator<SqliteValue[]> {
  const database = openDatabase(bytes);
  for (const [type, name, , rootPage] of rowsBelow(database, 1)) {
    if (type === 'table' && typeof name === 'string' && name.toLowerCase() === table.toLowerCase()) {
      yield* rowsBelow(database, Number(rootPage));
      return;
    }
  }
  throw new Error(`the database should have a table named "${table}"`);
}

function openDatabase(given: Uint8Array): Database {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.length < 100 || bytes.toString('latin1', 0, 16) !== MAGIC)
    throw new Error('an SQLite database should begin with "SQLite format 3"');
  const written = bytes.readUInt16BE(16);
  const pageSize = written === 1 ? 65_536 : written;
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0)
    throw new Error(`the page size should be a power of two from 512, not ${pageSize}`);
  if (bytes.readUInt32BE(56) > 1) throw new Error('its texts should be UTF-8');
  return { bytes, pageSize, usable: pageSize - bytes.readUInt8(20), pages: Math.ceil(bytes.length / pageSize) };
}

/** Depth first with its own stack, each page at most once. */
function* rowsBelow(database: Database, root: number): Generator<SqliteValue[]> {
  const { bytes, pageSize } = database;
  const seen = new Set<number>();
  const stack = [root];
  for (let page = stack.pop(); page !== undefined; page = stack.pop()) {
    if (page < 1 || page > database.pages || seen.has(page)) throw new Error(`page ${page} of its tree is not there`);
    seen.add(page);
    const start = (page - 1) * pageSize;
    const header = page === 1 ? start + 100 : start;
    const kind = bytes.readUInt8(header);
    const cells = bytes.readUInt16BE(header + 3);
    const pointers = header + (kind === TABLE_INTERIOR ? 12 : 8);
    if (kind === TABLE_INTERIOR) {
      stack.push(bytes.readUInt32BE(header + 8));
      for (let i = cells - 1; i >= 0; i--) stack.push(bytes.readUInt32BE(start + bytes.readUInt16BE(pointers + i * 2)));
    } else if (kind === TABLE_LEAF) {
      for (let i = 0; i < cells; i++) yield rowAt(database, start + bytes.readUInt16BE(pointers + i * 2));
    } else throw new Error(`page ${page} should be of a table but has the type ${kind}`);
  }
}

function rowAt(database: Database, at: number): SqliteValue[] {
  const [size, afterSize] = varint(database.bytes, at);
  const [, afterKey] = varint(database.bytes, afterSize);
  return record(payload(database, afterKey, size));
}

/** The bytes of a row. If they do not fit into its page, the rest is on a chain of pages. */
function payload({ bytes, pageSize, usable }: Database, at: number, size: number): Buffer {
  if (size > bytes.length) throw new Error(`a row says that it has ${size} bytes, more than the file`);
  const most = usable - 35;
  if (size <= most) return bytes.subarray(at, at + size);
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const wanted = least + ((size - least) % (usable - 4));
  const local = wanted <= most ? wanted : least;
  const parts = [bytes.subarray(at, at + local)];
  let missing = size - local;
  for (let page = bytes.readUInt32BE(at + local); missing > 0; ) {
    const start = (page - 1) * pageSize;
    if (page < 1 || start + pageSize > bytes.length) throw new Error('a long row ends before its size');
    const length = Math.min(missing, usable - 4);
    parts.push(bytes.subarray(start + 4, start + 4 + length));
    missing -= length;
    page = bytes.readUInt32BE(start);
  }
  return Buffer.concat(parts);
}

function record(row: Buffer): SqliteValue[] {
  const [headerSize, afterHeaderSize] = varint(row, 0);
  const values: SqliteValue[] = [];
  let body = headerSize;
  for (let at = afterHeaderSize; at < headerSize && values.length < MAX_COLUMNS; ) {
    const [type, next] = varint(row, at);
    at = next;
    const [value, end] = valueAt(row, body, type);
    values.push(value);
    body = end;
  }
  return values;
}

const INTEGER_SIZES = [0, 1, 2, 3, 4, 6, 8];

function valueAt(row: Buffer, at: number, type: number): [SqliteValue, number] {
  if (type === 0) return [null, at];
  if (type === 8 || type === 9) return [type - 8, at];
  if (type === 7) return [row.readDoubleBE(at), at + 8];
  const size = type >= 12 ? Math.floor((type - 12) / 2) : (INTEGER_SIZES[type] ?? 0);
  if (at + size > row.length) throw new RangeError('a value is longer than its row');
  if (type < 12) return [size === 8 ? row.readBigInt64BE(at) : row.readIntBE(at, size || 1), at + size];
  const bytes = row.subarray(at, at + size);
  return [type % 2 === 0 ? bytes : bytes.toString('utf8'), at + size];
}

/** Seven bits per byte; the ninth byte has eight. Callers refuse a value larger than the file. */
function varint(bytes: Buffer, at: number): [number, number] {
  let value = 0;
  for (let i = 0; i < 8; i++) {
    const byte = bytes.readUInt8(at + i);
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, at + i + 1];
  }
  return [value * 256 + bytes.readUInt8(at + 8), at + 9];
}
