// Rows in PostgreSQL's binary COPY format (https://www.postgresql.org/docs/current/sql-copy.html, "Binary Format"). It sends byte values unchanged,
// while the text format would have to inspect every character.

const SIGNATURE = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);
const TRAILER = Buffer.from([0xff, 0xff]);
const TEXT_OID = 25;
/** Writes small rows to the socket together and large ones in pieces, so that other work of the process can run in between. */
const PIECE_BYTES = 256 * 1024;

/** A value as the database stores it: its bytes, in one or several pieces; null for NULL. */
export type Field = readonly Uint8Array[] | null;

export const byteaField = (bytes: Uint8Array): Field => [bytes];
export const textField = (text: string): Field => [Buffer.from(text)];
export const booleanField = (value: boolean): Field => [Buffer.from([value ? 1 : 0])];
/** @param json JSON for jsonb (storableJson), in UTF-8 */
export const jsonbField = (json: Uint8Array): Field => [JSONB_VERSION, json];

const JSONB_VERSION = Buffer.from([1]);

export function bigintField(value: number): Field {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigInt64BE(BigInt(value));
  return [bytes];
}

export function textArrayField(texts: readonly string[]): Field {
  const dimensions = texts.length === 0 ? [0, 0, TEXT_OID] : [1, 0, TEXT_OID, texts.length, 1];
  return [
    Buffer.concat([
      ...dimensions.map(int32),
      ...texts.flatMap((text) => {
        const bytes = Buffer.from(text);
        return [int32(bytes.length), bytes];
      }),
    ]),
  ];
}

/** The stream for `copy … from stdin (format binary)`. Every row must have the fields of the command's columns, in their order. */
export async function* binaryCopy(rows: Iterable<readonly Field[]>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [SIGNATURE];
  let size = 0;
  for (const fields of rows) {
    for (const piece of piecesOf(fields)) {
      for (let start = 0; start < piece.length; start += PIECE_BYTES) {
        const part = piece.subarray(start, start + PIECE_BYTES);
        waiting.push(part);
        size += part.length;
        if (size < PIECE_BYTES) continue;
        yield Buffer.concat(waiting);
        waiting = [];
        size = 0;
      }
    }
  }
  yield Buffer.concat([...waiting, TRAILER]);
}

function* piecesOf(fields: readonly Field[]): Generator<Uint8Array> {
  const count = Buffer.allocUnsafe(2);
  count.writeInt16BE(fields.length);
  yield count;
  for (const field of fields) {
    if (field === null) {
      yield int32(-1);
      continue;
    }
    yield int32(field.reduce((sum, { length }) => sum + length, 0));
    yield* field;
  }
}

function int32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeInt32BE(value);
  return bytes;
}
