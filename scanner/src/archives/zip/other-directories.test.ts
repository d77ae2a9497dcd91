// Zips in which two programs see different files: the second list is told, and never read in silence.
import { describe, expect, it } from 'vitest';
import { makeZip } from '../../../test/archives/archive-builders.ts';
import { readBytes } from '../archive-runner.ts';

const END_BYTES = 22;
const shown = Buffer.from(makeZip([{ name: 'shown', body: 'good' }]));
const hidden = Buffer.from(makeZip([{ name: 'hidden', body: 'evil' }]));

/** With all places counted from the file's start, as by a writer that knows of the bytes before. */
function movedBy(zip: Buffer, bytes: number): Buffer {
  const moved = Buffer.from(zip);
  const directory = moved.readUInt32LE(moved.length - END_BYTES + 16);
  moved.writeUInt32LE(directory + bytes, moved.length - END_BYTES + 16);
  moved.writeUInt32LE(moved.readUInt32LE(directory + 42) + bytes, directory + 42);
  return moved;
}

/** The second zip lies in the comment of the first. */
function inComment(first: Buffer, second: Buffer): Buffer {
  const commented = Buffer.from(first);
  commented.writeUInt16LE(second.length, commented.length - 2);
  return Buffer.concat([commented, second]);
}

/** Two directories behind one entry: the old fields name the first, and the record of zip64 the second, which is read. */
function byZip64(): Buffer {
  const directory = shown.readUInt32LE(shown.length - END_BYTES + 16);
  const entries = shown.subarray(0, directory);
  const other = shown.subarray(directory, shown.length - END_BYTES);
  const records = Buffer.from(other);
  records.write('other', 46);
  const record = Buffer.alloc(56);
  record.write('PK\x06\x06', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(1n, 24);
  record.writeBigUInt64LE(1n, 32);
  record.writeBigUInt64LE(BigInt(other.length), 40);
  record.writeBigUInt64LE(BigInt(directory + records.length), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(directory + other.length + records.length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([entries, records, other, record, locator, shown.subarray(shown.length - END_BYTES)]);
}

describe('a zip with a second list of files is told', () => {
  it.each([
    ['before it', Buffer.concat([hidden, shown])],
    ['before it, with places from the start', Buffer.concat([hidden, movedBy(shown, hidden.length)])],
    ['around it, by a comment', inComment(hidden, shown)],
    ['around it, by a comment, with places from the start', inComment(hidden, movedBy(shown, hidden.length))],
    ['before it, with a comment', Buffer.concat([inComment(hidden, Buffer.alloc(60_000)), shown])],
    ['by zip64', byZip64()],
  ])('%s', async (_, bytes) => {
    const result = await readBytes('a.zip', bytes);
    expect(result).toMatchObject({ files: { shown: 'good' }, codes: ['skipped-entry'], isComplete: true });
    expect(result.issues[0]?.message).toMatch(/has a second list of files, which other programs may read/);
  });

  it.each([
    ['a zip that is stored in a zip', makeZip([{ name: 'inner.zip', body: hidden, method: 0 }])],
    ['a zip behind a program that names the mark', Buffer.concat([Buffer.from('#!PK\x05\x06'.padEnd(80)), shown])],
    ['a zip without files behind other bytes', Buffer.concat([Buffer.from('#!'), makeZip([])])],
    [
      'a zip of 70,000 files',
      makeZip(Array.from({ length: 70_000 }, (_unused, at) => ({ name: `f${at}`, method: 0 }))),
    ],
  ])('%s has one list', async (_, bytes) => {
    expect(await readBytes('a.zip', bytes)).toMatchObject({ codes: [], isComplete: true });
  });
});
