// A file of values that a thread has read and the import takes one by one: no parser, and never more than a part of a large value at a time.
import { closeSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { isFields, own, present } from '@assay/scanner/items';
import { giveWay } from '../../turns.ts';

const LENGTH_BYTES = 4;
const WRITTEN_AT_ONCE = 1024 * 1024;
/** Longer lists of a value follow it in parts, because each part is taken in one step. */
const MOST_IN_PART = 2000;

type Spooled = { value: unknown } | { member: string; more: unknown[] };

/** For a thread: it writes synchronously. */
export class SpoolWriter implements Disposable {
  readonly #file: number;
  #buffers: Buffer[] = [];
  #bytes = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600);
  }

  add(value: unknown): void {
    const { first, parts } = divided(value);
    this.#write({ value: first });
    for (const part of parts) this.#write(part);
  }

  [Symbol.dispose](): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#file);
    }
  }

  #write(spooled: Spooled): void {
    const bytes = serialize(spooled);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32LE(bytes.length);
    this.#buffers.push(length, bytes);
    this.#bytes += LENGTH_BYTES + bytes.length;
    if (this.#bytes >= WRITTEN_AT_ONCE) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.concat(this.#buffers);
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    this.#buffers = [];
    this.#bytes = 0;
  }
}

function divided(value: unknown): { first: unknown; parts: Spooled[] } {
  if (!isFields(value)) return { first: value, parts: [] };
  const parts: Spooled[] = [];
  const short = Object.entries(value).map(([member, list]) => {
    if (!Array.isArray(list) || list.length <= MOST_IN_PART) return [member, list];
    for (let at = MOST_IN_PART; at < list.length; at += MOST_IN_PART)
      parts.push({ member, more: list.slice(at, at + MOST_IN_PART) });
    return [member, list.slice(0, MOST_IN_PART)];
  });
  return parts.length === 0 ? { first: value, parts } : { first: Object.fromEntries(short), parts };
}

/** The values in the order in which they were added. */
export async function* readSpool<T>(path: string): AsyncGenerator<T> {
  let whole: { value: unknown } | undefined;
  for await (const spooled of records(path)) {
    await giveWay();
    if ('value' in spooled) {
      if (whole !== undefined) yield whole.value as T;
      whole = spooled;
    } else {
      const { value } = present(whole, 'value before its parts');
      const list = listOf(value, spooled.member);
      for (const one of spooled.more) list.push(one);
    }
  }
  if (whole !== undefined) yield whole.value as T;
}

function listOf(value: unknown, member: string): unknown[] {
  const list = isFields(value) ? own(value, member) : undefined;
  if (!Array.isArray(list)) throw new Error(`A part belongs to the list "${member}" of a value without it.`);
  return list;
}

async function* records(path: string): AsyncGenerator<Spooled> {
  await using file = await open(path, 'r');
  let read = Buffer.alloc(0);
  const atLeast = async (bytes: number): Promise<boolean> => {
    const parts = [read];
    let length = read.length;
    while (length < bytes) {
      const { buffer, bytesRead } = await file.read({
        buffer: Buffer.alloc(Math.max(WRITTEN_AT_ONCE, bytes - length)),
      });
      if (bytesRead === 0) break;
      parts.push(buffer.subarray(0, bytesRead));
      length += bytesRead;
    }
    if (parts.length > 1) read = Buffer.concat(parts);
    return length >= bytes;
  };
  while (await atLeast(LENGTH_BYTES)) {
    const end = LENGTH_BYTES + read.readUInt32LE();
    if (!(await atLeast(end))) throw new Error(`The file ${path} ends in the middle of a value.`);
    yield deserialize(read.subarray(LENGTH_BYTES, end)) as Spooled;
    read = read.subarray(end);
  }
  if (read.length > 0) throw new Error(`The file ${path} ends in the middle of a value.`);
}
