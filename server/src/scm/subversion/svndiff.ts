// Contents in Subversion's format of differences, here always to nothing: what svnrdump writes. Windows follow each other; each makes its part of the
// content out of new bytes and of what it has made so far. subversion/notes/svndiff of Subversion 1.14, version 0.
import type { ByteReader } from '../byte-reader.ts';
import { ScmError } from '../member.ts';

/** Subversion makes windows of 100 kB. */
const LARGEST_WINDOW = 16 << 20;
const LONGEST_NUMBER = 10;
const COPY_FROM_SOURCE = 0;
const COPY_FROM_TARGET = 1;
const COPY_NEW = 2;

/** How many bytes of the stream still belong to the content. */
export interface Remaining {
  bytes: number;
}

/** The content that the next bytes describe. Never reads more than remain. */
export async function* contentOf(reader: ByteReader, remaining: Remaining): AsyncGenerator<Buffer, void> {
  const take = async (count: number) => {
    if (count > remaining.bytes) throw unexpected('a content that ends too early');
    remaining.bytes -= count;
    return reader.take(count);
  };
  const head = await take(4);
  if (head.toString('latin1') !== 'SVN\0') throw unexpected('a content of an unknown version');
  while (remaining.bytes > 0) {
    const [, sourceLength, targetLength, codeLength, newLength] = await windowHead(take);
    if (sourceLength !== 0) throw unexpected('a difference to an older content');
    if ([targetLength, codeLength, newLength].some((size) => size > LARGEST_WINDOW))
      throw unexpected('a window of more than 16 MB');
    const code = await take(codeLength);
    yield windowOf(code, await take(newLength), targetLength);
  }
}

async function windowHead(take: (count: number) => Promise<Buffer>): Promise<[number, number, number, number, number]> {
  const number = async () => {
    let value = 0;
    for (let digits = 0; digits < LONGEST_NUMBER; digits++) {
      const byte = (await take(1)).readUInt8(0);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw unexpected('a number of too many digits');
  };
  return [await number(), await number(), await number(), await number(), await number()];
}

function windowOf(code: Buffer, fresh: Buffer, length: number): Buffer {
  const made = Buffer.alloc(length);
  let at = 0;
  let used = 0;
  let position = 0;
  const number = () => {
    for (let value = 0, digits = 0; digits < LONGEST_NUMBER && position < code.length; digits++) {
      const byte = code.readUInt8(position++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
    throw unexpected('an instruction that is cut off');
  };
  while (position < code.length) {
    const first = code.readUInt8(position++);
    const kind = first >> 6;
    const count = first & 63 || number();
    if (at + count > length) throw unexpected('more of a content than it announced');
    if (kind === COPY_NEW) {
      if (used + count > fresh.length) throw unexpected('too few new bytes');
      fresh.copy(made, at, used, used + count);
      used += count;
    } else if (kind === COPY_FROM_TARGET) {
      const from = number();
      if (from >= at) throw unexpected('a copy of what is not there yet');
      // Byte by byte: a copy may go on into what it makes itself.
      for (let offset = 0; offset < count; offset++) made[at + offset] = made[from + offset] as number;
    } else throw unexpected(kind === COPY_FROM_SOURCE ? 'a copy of an older content' : 'an unknown instruction');
    at += count;
  }
  if (at !== length || used !== fresh.length) throw unexpected('a window that does not come out even');
  return made;
}

export function unexpected(what: string): ScmError {
  return new ScmError('program', `svnrdump wrote ${what}, which is not what Subversion documents.`);
}
