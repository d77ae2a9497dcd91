// What `p4 -G` writes: records as dictionaries in Python's marshal format, version 0. It is the only output of p4 that keeps the bytes of names and
// contents; JSON (-Mj) cannot hold what is not UTF-8. https://help.perforce.com/helix-core/server-apps/cmdref (global options),
// https://docs.python.org/3/library/marshal.html
import { ByteReader } from '../byte-reader.ts';
import { ScmError } from '../member.ts';

/** One line of a listing, a message, or a piece of a content. */
export type P4Record = ReadonlyMap<string, Buffer>;

const LONGEST_VALUE = 64 << 20;
const MOST_MEMBERS = 10_000;
const DICTIONARY = 0x7b;
const TEXT = 0x73;
const INTERNED = 0x74;
const NUMBER = 0x69;
const END = 0x30;

/** Throws an ScmError where the output is something else, or longer than so many bytes. */
export async function* recordsOf(output: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<P4Record, void> {
  const reader = new ByteReader(limited(output, mostBytes), 'p4');
  while (!(await reader.isAtEnd())) {
    if ((await reader.take(1))[0] !== DICTIONARY) throw unexpected('something else than a record');
    const record = new Map<string, Buffer>();
    for (let name = await partOf(reader); name !== undefined; name = await partOf(reader)) {
      const value = await partOf(reader);
      if (value === undefined) throw unexpected('a member without a value');
      if (record.set(name.toString('latin1'), value).size > MOST_MEMBERS)
        throw unexpected('a record of too many members');
    }
    yield record;
  }
}

async function* limited(output: AsyncIterable<Buffer>, mostBytes: number): AsyncGenerator<Buffer, void> {
  let length = 0;
  for await (const piece of output) {
    length += piece.length;
    if (length > mostBytes) throw new ScmError('tooLarge', `p4 wrote more than ${mostBytes} bytes.`);
    yield piece;
  }
}

/** Undefined at the end of a record. Numbers become their digits. */
async function partOf(reader: ByteReader): Promise<Buffer | undefined> {
  const [kind] = await reader.take(1);
  if (kind === END) return undefined;
  if (kind === NUMBER) return Buffer.from(String((await reader.take(4)).readInt32LE()));
  if (kind !== TEXT && kind !== INTERNED) throw unexpected('a value of another kind');
  const length = (await reader.take(4)).readUInt32LE();
  if (length > LONGEST_VALUE) throw unexpected('a value of more than 64 MB');
  return Buffer.from(await reader.take(length));
}

export const textIn = (record: P4Record, name: string) => record.get(name)?.toString('utf8') ?? '';

function unexpected(what: string): ScmError {
  return new ScmError('program', `p4 wrote ${what}, which is not what Perforce documents for -G.`);
}
