// A cache of decompressed blocks, because neighbours in a block are read together. Hands out shared bytes: only for the store's reader.
import { unpackBlock } from './block.ts';
import { CorruptBlob, SEGMENT_MISSING } from './corruption.ts';
import type { StorePlace } from './places/place.ts';

export class BlockCache {
  /** Oldest first: a used entry moves to the end. */
  readonly #blocks = new Map<string, Uint8Array>();
  /** A block that two callers request at once is read once. */
  readonly #underway = new Map<string, Promise<Uint8Array>>();
  readonly #place: StorePlace;
  readonly #maxBytes: number;
  cachedBytes = 0;
  blocksDecompressed = 0;

  constructor(place: StorePlace, maxBytes: number) {
    this.#place = place;
    this.#maxBytes = maxBytes;
  }

  /** The content of the block in exactly these bytes. Rejects with CorruptBlob. The bytes are shared: do not change or keep them. */
  async get(segment: string, offset: number, length: number): Promise<Uint8Array> {
    const key = `${segment}:${offset}:${length}`;
    const cached = this.#blocks.get(key);
    if (cached) {
      this.#blocks.delete(key);
      this.#blocks.set(key, cached);
      return cached;
    }
    const pending = this.#underway.get(key) ?? this.#load(key, segment, offset, length);
    return pending;
  }

  clear(): void {
    this.#blocks.clear();
    this.cachedBytes = 0;
  }

  /** For runs of blocks, which are read once and would only displace others. */
  unpack(bytes: Uint8Array, segment: string, offset: number): Promise<Uint8Array> {
    this.blocksDecompressed++;
    return unpackBlock(bytes, segment, offset);
  }

  #load(key: string, segment: string, offset: number, length: number): Promise<Uint8Array> {
    const loading = this.#read(segment, offset, length)
      .then((content) => this.#keep(key, content))
      .finally(() => this.#underway.delete(key));
    this.#underway.set(key, loading);
    return loading;
  }

  async #read(segment: string, offset: number, length: number): Promise<Uint8Array> {
    const bytes = await this.#place.read(segment, offset, length);
    return this.unpack(requireBytes(bytes, length, segment, offset), segment, offset);
  }

  #keep(key: string, content: Uint8Array): Uint8Array {
    this.#blocks.set(key, content);
    this.cachedBytes += content.length;
    for (const [oldest, bytes] of this.#blocks) {
      if (this.cachedBytes <= this.#maxBytes) break;
      this.#blocks.delete(oldest);
      this.cachedBytes -= bytes.length;
    }
    return content;
  }
}

/** Throws CorruptBlob if the place returned fewer bytes than requested. */
export function requireBytes(
  bytes: Uint8Array | undefined,
  length: number,
  segment: string,
  offset: number,
): Uint8Array {
  if (!bytes) throw new CorruptBlob('', segment, offset, SEGMENT_MISSING);
  if (bytes.length < length) {
    throw new CorruptBlob(
      '',
      segment,
      offset,
      `the segment ends at ${offset + bytes.length}, ${length - bytes.length} bytes too early`,
    );
  }
  return bytes;
}
