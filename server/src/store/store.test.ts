// The store as callers see it: flushed bytes are returned unchanged, and damaged ones are reported as damaged.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BLOCK_BYTES, SEGMENT_HEADER } from './block.ts';
import {
  type BlobLocation,
  CorruptBlob,
  committedEnds,
  openStore,
  type PackStore,
  StreamSourceFailed,
} from './index.ts';

let root: string;
let store: PackStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-store-'));
  store = await openStore(root);
});

afterEach(async () => {
  await store.close();
  await rm(root, { recursive: true, force: true });
});

describe('round trip', () => {
  const sizes = {
    'an empty blob': 0,
    'one byte': 1,
    'one byte less than a block': BLOCK_BYTES - 1,
    'exactly a block': BLOCK_BYTES,
    'one byte more than a block': BLOCK_BYTES + 1,
    '5 MB': 5_000_000,
  };
  for (const [title, size] of Object.entries(sizes)) {
    for (const [kind, bytes] of [
      ['text', textOf(size)],
      ['noise', randomBytes(size)],
    ] as const) {
      it(`${title} of ${kind}, added and streamed`, async () => {
        const [added] = await addAll([bytes]);
        expect(same(await store.read(added!), bytes)).toBe(true);
        expect(same(await collect(store.stream(added!)), bytes)).toBe(true);
        const [streamed] = await addStreamed(bytes);
        expect(same(await store.read(streamed!), bytes)).toBe(true);
      });
    }
  }

  it('keeps many blobs of odd sizes apart, through a reopened store and JSON', async () => {
    const blobs = Array.from({ length: 500 }, (_, index) => randomBytes((index * 7919) % 6000));
    const locations = await addAll(blobs);
    await store.close();
    store = await openStore(root);
    for (const [index, location] of locations.entries()) {
      const bytes = await store.read(JSON.parse(JSON.stringify(location)) as BlobLocation);
      expect(same(bytes, blobs[index]!)).toBe(true);
    }
  });

  it('returns bytes that nobody else uses', async () => {
    const [location] = await addAll([textOf(1000)]);
    const first = await store.read(location!);
    expect(first.buffer.byteLength).toBe(1000);
    first.fill(0);
    expect(same(await store.read(location!), textOf(1000))).toBe(true);
  });

  it('continues in the next segment when one is full', async () => {
    await store.close();
    store = await openStore(root, { maxSegmentBytes: 1_000_000 });
    const big = randomBytes(3_500_000);
    const small = Array.from({ length: 40 }, () => randomBytes(100_000));
    const locations = await addAll([...small, big]);
    const run = locations.at(-1)!;
    expect(run.continuations!.length).toBeGreaterThanOrEqual(3);
    for (const name of segmentFiles()) expect(statSync(name).size).toBeLessThanOrEqual(1_000_000);
    for (const [index, location] of locations.entries()) {
      expect(same(await store.read(location), [...small, big][index]!)).toBe(true);
    }
  });

  it('accepts unawaited adds, in any mixture of sizes', async () => {
    const blobs = Array.from({ length: 300 }, (_, index) =>
      randomBytes(index % 50 === 0 ? 700_000 : (index * 997) % 90_000),
    );
    const writer = store.createWriter();
    await Promise.all(blobs.map((bytes) => writer.add({ sha256: sha256(bytes), bytes })));
    const found = new Map((await writer.flush()).map((location) => [location.sha256, location]));
    await writer.close();
    for (const bytes of blobs) expect(same(await store.read(found.get(sha256(bytes))!), bytes)).toBe(true);
  });

  it('a flush returns what was added since the last one', async () => {
    const writer = store.createWriter();
    await writer.add({ sha256: sha256(textOf(10)), bytes: textOf(10) });
    expect((await writer.flush()).map(({ sizeBytes }) => sizeBytes)).toEqual([10]);
    expect(await writer.flush()).toEqual([]);
    await writer.add({ sha256: Buffer.from(sha256(textOf(20)), 'hex'), bytes: textOf(20) });
    expect((await writer.flush()).map(({ sizeBytes }) => sizeBytes)).toEqual([20]);
    await writer.close();
    await expect(writer.add({ sha256: sha256(textOf(1)), bytes: textOf(1) })).rejects.toThrow('closed');
  });
});

describe('streams', () => {
  it('a stream much larger than the memory limit', async () => {
    await store.close();
    store = await openStore(root, { maxSegmentBytes: 1_000_000 });
    const sizeBytes = 192 * 1024 * 1024;
    const before = process.memoryUsage();
    let peak = 0;
    const watch = () => {
      const now = process.memoryUsage();
      peak = Math.max(peak, now.arrayBuffers - before.arrayBuffers + now.heapUsed - before.heapUsed);
    };
    const writer = store.createWriter();
    const added = await writer.addStream(bigStream(sizeBytes, watch));
    expect(added.sizeBytes).toBe(sizeBytes);
    const [location] = await writer.flush();
    await writer.close();
    const digest = createHash('md5');
    for await (const chunk of store.stream(location!)) {
      digest.update(chunk as Uint8Array);
      watch();
    }
    expect(digest.digest('hex')).toBe(added.md5);
    expect(location!.continuations!.length).toBeGreaterThan(1);
    expect(peak).toBeLessThan(96 * 1024 * 1024);
  });

  it('gives all three digests', async () => {
    const bytes = textOf(600_000);
    const writer = store.createWriter();
    const added = await writer.addStream(Readable.from([bytes]));
    expect(added).toEqual({
      md5: createHash('md5').update(bytes).digest('hex'),
      sha1: createHash('sha1').update(bytes).digest('hex'),
      sha256: sha256(bytes),
      sizeBytes: 600_000,
      isStored: true,
    });
    await writer.close();
  });

  it('removes the bytes of a known digest again, also over several segments', async () => {
    await store.close();
    store = await openStore(root, { maxSegmentBytes: 1_000_000 });
    const writer = store.createWriter();
    const before = randomBytes(400_000);
    await writer.add({ sha256: sha256(before), bytes: before });
    await writer.flush();
    const size = storedBytes();
    const bytes = randomBytes(3_000_000);
    const known = await writer.addStream(Readable.from([bytes]), {
      isKnown: async (digest) => digest === sha256(bytes),
    });
    expect(known).toMatchObject({ isStored: false, sizeBytes: 3_000_000, sha256: sha256(bytes) });
    expect(storedBytes()).toBeLessThan(size + 100);
    const after = randomBytes(300_000);
    await writer.add({ sha256: sha256(after), bytes: after });
    const [location, ...others] = await writer.flush();
    expect(others).toEqual([]);
    expect(same(await store.read(location!), after)).toBe(true);
    await writer.close();
  });

  it('a stream that fails leaves nothing, and the writer continues', async () => {
    const writer = store.createWriter();
    const first = textOf(500);
    await writer.add({ sha256: sha256(first), bytes: first });
    const failing = Readable.from(
      (async function* () {
        yield randomBytes(1_000_000);
        throw new Error('the line is dead');
      })(),
    );
    const failure = await writer.addStream(failing).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StreamSourceFailed);
    expect(((failure as Error).cause as Error).message).toBe('the line is dead');
    const second = textOf(700);
    await writer.add({ sha256: sha256(second), bytes: second });
    const locations = await writer.flush();
    await writer.close();
    expect(locations.map(({ sizeBytes }) => sizeBytes)).toEqual([500, 700]);
    expect(same(await store.read(locations[0]!), first)).toBe(true);
    expect(same(await store.read(locations[1]!), second)).toBe(true);
    expect(storedBytes()).toBeLessThan(10_000);
  });
});

describe('readMany', () => {
  it('returns every blob once, in the order of the segments, and decompresses each block once', async () => {
    const blobs = Array.from({ length: 3000 }, (_, index) => Buffer.from(`file ${index} ${'x'.repeat(index % 700)}`));
    const locations = await addAll(blobs);
    await store.close();
    store = await openStore(root, { cacheBytes: 2 * 1024 * 1024 });
    const shuffled = locations.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
    const order: number[] = [];
    for await (const item of store.readMany(shuffled)) {
      if (item.type !== 'bytes') throw new Error(`unexpected ${item.type}`);
      expect(sha256(item.bytes)).toBe(item.location.sha256);
      order.push(item.location.blockOffset * 1e6 + item.location.offsetInBlock);
    }
    expect(order).toHaveLength(3000);
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(store.stats().blocksDecompressed).toBe(new Set(locations.map(({ blockOffset }) => blockOffset)).size);
    expect(store.stats().cachedBytes).toBeLessThanOrEqual(2 * 1024 * 1024);
  });

  it('returns large blobs as streams and those of a damaged block as errors, and continues', async () => {
    const large = textOf(17 * 1024 * 1024);
    const locations = await addAll([textOf(10), large, randomBytes(200_000), textOf(30)]);
    const broken = locations[2]!;
    flip(broken.segment, broken.blockOffset + 1000);
    const seen: string[] = [];
    for await (const item of store.readMany(locations)) {
      seen.push(item.type);
      if (item.type === 'stream') expect(same(await collect(item.stream), large)).toBe(true);
      if (item.type === 'error')
        expect(item.error).toMatchObject({ name: 'CorruptBlob', sha256: item.location.sha256 });
    }
    expect(seen.toSorted()).toEqual(['bytes', 'error', 'error', 'stream'].toSorted());
  });

  it('stops on request', async () => {
    const locations = await addAll(Array.from({ length: 50 }, (_, index) => textOf(index)));
    const stop = new AbortController();
    const reading = (async () => {
      for await (const _ of store.readMany(locations, { signal: stop.signal })) stop.abort(new Error('enough'));
    })();
    await expect(reading).rejects.toThrow('enough');
  });
});

describe('corruption', () => {
  it('any flipped bit of a block is found, and the error names it', async () => {
    const bytes = textOf(3000);
    const [location] = await addAll([bytes]);
    const { segment, blockOffset, blockLength } = location!;
    for (let position = blockOffset; position < blockOffset + blockLength; position++) {
      flip(segment, position);
      const failure = await freshRead(location!);
      expect(failure).toMatchObject({ name: 'CorruptBlob', sha256: sha256(bytes), segment });
      expect((failure as Error).message).toContain(segment);
      flip(segment, position);
    }
    expect(await freshRead(location!)).toEqual(Buffer.from(bytes));
  });

  it('a segment truncated at every place', async () => {
    const bytes = textOf(2000);
    const [location] = await addAll([bytes]);
    const file = segmentFile(location!.segment);
    const whole = readFileSync(file);
    for (let size = 0; size < location!.blockOffset + location!.blockLength; size += 3) {
      truncateSync(file, size);
      expect(await freshRead(location!)).toMatchObject({
        name: 'CorruptBlob',
        finding: expect.stringContaining('ends at'),
      });
      writeFileSync(file, whole);
    }
  });

  it('a truncated or damaged run, read and streamed', async () => {
    const bytes = randomBytes(2_000_000);
    const [location] = await addAll([bytes]);
    flip(location!.segment, location!.blockOffset + 1_500_000);
    await expect(store.read(location!)).rejects.toMatchObject({ name: 'CorruptBlob', sha256: sha256(bytes) });
    await expect(collect(store.stream(location!))).rejects.toMatchObject({
      name: 'CorruptBlob',
      sha256: sha256(bytes),
    });
    flip(location!.segment, location!.blockOffset + 1_500_000);
    expect(same(await store.read(location!), bytes)).toBe(true);
    truncateSync(segmentFile(location!.segment), location!.blockOffset + 1_999_000);
    await expect(store.read(location!)).rejects.toBeInstanceOf(CorruptBlob);
  });

  it('a missing segment', async () => {
    const [location] = await addAll([textOf(100)]);
    rmSync(segmentFile(location!.segment));
    expect(await freshRead(location!)).toMatchObject({ finding: 'the segment is missing' });
  });

  it('a location that does not belong to its digest', async () => {
    const [first, second] = await addAll([textOf(100), textOf(200)]);
    const wrong: Partial<BlobLocation>[] = [
      { ...second!, sha256: first!.sha256 },
      { ...first!, offsetInBlock: first!.offsetInBlock + 1 },
      { ...first!, sizeBytes: 99 },
      { ...first!, sizeBytes: 1_000_000 },
      { ...first!, blockOffset: first!.blockOffset + 1 },
      { ...first!, blockLength: first!.blockLength - 1 },
      { ...first!, blockCount: 2 },
    ];
    for (const location of wrong)
      await expect(store.read(location as BlobLocation)).rejects.toBeInstanceOf(CorruptBlob);
  });

  it('an invalid location is refused before anything is opened', async () => {
    const [good] = await addAll([textOf(100)]);
    for (const wrong of [{ segment: '../../etc/passwd' }, { blockOffset: -1 }, { sizeBytes: 1.5 }, { sha256: 'abc' }]) {
      await expect(store.read({ ...good!, ...wrong })).rejects.toBeInstanceOf(TypeError);
    }
  });
});

describe('writers', () => {
  it('two at once, and two stores on one folder, do not affect each other', async () => {
    const other = await openStore(root);
    const sets = [store, store, other].map((owner, set) => ({
      owner,
      blobs: Array.from({ length: 200 }, (_, index) => Buffer.from(`${set} ${index} `.repeat(300))),
    }));
    const locations = await Promise.all(sets.map(({ owner, blobs }) => addAll(blobs, owner)));
    expect(new Set(locations.map(([first]) => first!.segment)).size).toBe(3);
    for (const [set, { blobs }] of sets.entries()) {
      for (const [index, bytes] of blobs.entries())
        expect(same(await other.read(locations[set]![index]!), bytes)).toBe(true);
    }
    await other.close();
  });

  it('successive writers fill the same segment; one that ended with unflushed blobs does not pass its segment on', async () => {
    const [first] = await addAll([textOf(100)]);
    const [second] = await addAll([textOf(200)]);
    expect(second!.segment).toBe(first!.segment);
    const dropped = store.createWriter();
    await dropped.add({ sha256: sha256(textOf(300)), bytes: textOf(300) });
    await dropped.flush();
    await dropped.add({ sha256: sha256(textOf(400)), bytes: textOf(400) });
    await dropped.close();
    const [third] = await addAll([textOf(500)]);
    expect(third!.segment).not.toBe(first!.segment);
    for (const [location, size] of [
      [first, 100],
      [second, 200],
      [third, 500],
    ] as const) {
      expect(same(await store.read(location!), textOf(size))).toBe(true);
    }
  });

  it('no file stays open, and closing the store closes its writers', async () => {
    const count = () => readdirSync('/proc/self/fd').length;
    await store.close();
    const before = count();
    const opened = await openStore(root, { maxSegmentBytes: 300_000 });
    const locations = await addAll(
      Array.from({ length: 100 }, () => randomBytes(200_000)),
      opened,
    );
    for await (const item of opened.readMany(locations)) expect(item.type).toBe('bytes');
    expect(count()).toBeLessThan(before + 60);
    const abandoned = opened.createWriter();
    await abandoned.add({ sha256: sha256(textOf(10)), bytes: textOf(10) });
    await opened.close();
    expect(count()).toBeLessThanOrEqual(before);
    await expect(opened.read(locations[0]!)).rejects.toThrow('closed');
  });
});

it('an address of an unknown kind is refused with a sentence', async () => {
  await expect(openStore('gopher://x/y')).rejects.toThrow('"gopher://x/y" has an unknown kind');
});

it('committedEnds counts continuations and skips the empty blob', async () => {
  await store.close();
  store = await openStore(root, { maxSegmentBytes: 600_000 });
  const locations = await addAll([randomBytes(1_500_000), Buffer.alloc(0)]);
  const ends = committedEnds(locations);
  expect([...ends.keys()]).toHaveLength(3);
  for (const [segment, end] of ends) expect(statSync(segmentFile(segment)).size).toBe(end);
  expect(SEGMENT_HEADER).toHaveLength(16);
});

async function addAll(blobs: readonly Uint8Array[], owner = store): Promise<BlobLocation[]> {
  const writer = owner.createWriter();
  for (const bytes of blobs) await writer.add({ sha256: sha256(bytes), bytes });
  const locations = await writer.flush();
  await writer.close();
  return locations;
}

async function addStreamed(bytes: Uint8Array): Promise<BlobLocation[]> {
  const writer = store.createWriter();
  const pieces = [bytes.subarray(0, 17), bytes.subarray(17, 70_000), bytes.subarray(70_000)];
  await writer.addStream(Readable.from(pieces.filter(({ length }) => length > 0)));
  const locations = await writer.flush();
  await writer.close();
  return locations;
}

/** The result of a store without a cache: the bytes, or the error. */
async function freshRead(location: BlobLocation): Promise<unknown> {
  const fresh = await openStore(root);
  const answer = await fresh.read(location).catch((error: unknown) => error);
  await fresh.close();
  return answer;
}

async function collect(stream: Readable): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

function bigStream(sizeBytes: number, watch: () => void): Readable {
  const chunk = Buffer.concat([textOf(60_000), randomBytes(5536)]);
  return Readable.from(
    (async function* () {
      for (let sent = 0; sent < sizeBytes; sent += chunk.length) {
        watch();
        yield chunk.subarray(0, Math.min(chunk.length, sizeBytes - sent));
      }
    })(),
  );
}

function textOf(size: number): Buffer {
  return Buffer.alloc(size, 'const answer = 42; // of many\n');
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}

function segmentFile(segment: string): string {
  return join(root, 'segments', `${segment}.pack`);
}

function segmentFiles(): string[] {
  return readdirSync(join(root, 'segments')).map((name) => join(root, 'segments', name));
}

function storedBytes(): number {
  return segmentFiles().reduce((sum, file) => sum + statSync(file).size, 0);
}

function flip(segment: string, position: number): void {
  const bytes = readFileSync(segmentFile(segment));
  bytes[position] = bytes[position]! ^ 0x10;
  writeFileSync(segmentFile(segment), bytes);
}
