// The ingest: entries become rows and bytes, each content once, in batches that can be committed one by one.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Issue } from '@assay/scanner';
import type { ArchiveItem } from '@assay/scanner/archives';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type PackStore } from './index.ts';
import { type IngestBatch, type IngestedBlob, type IngestOptions, ingest } from './ingest.ts';

let root: string;
let store: PackStore;
/** In place of a database. */
let rows: { files: Map<string, string>; blobs: Map<string, IngestedBlob>; batches: IngestBatch[] };

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-ingest-'));
  store = await openStore(root);
  rows = { files: new Map(), blobs: new Map(), batches: [] };
});

afterEach(async () => {
  await store.close();
  await rm(root, { recursive: true, force: true });
});

const END: ArchiveItem = { type: 'end', isComplete: true };

describe('results', () => {
  it('files of all sizes, as bytes and as streams, read back by path', async () => {
    const contents = new Map([
      ['empty', Buffer.alloc(0)],
      ['src/small.c', Buffer.from('int main() {}\n')],
      ['src/large.bin', randomBytes(900_000)],
      ['stream/small', Buffer.from('streamed')],
      ['stream/large', randomBytes(2_500_000)],
      ['stream/empty', Buffer.alloc(0)],
    ]);
    const items = [...contents].map(([path, bytes]) =>
      path.startsWith('stream') ? streamed(path, bytes) : file(path, bytes),
    );
    const result = await run([...items, END]);
    expect(result).toMatchObject({ files: 6, newBlobs: 5, issues: 0, isComplete: true, reason: '' });
    expect(result.bytes).toBe([...contents.values()].reduce((sum, { length }) => sum + length, 0));
    for (const [path, bytes] of contents) {
      const blob = rows.blobs.get(rows.files.get(path)!)!;
      expect(Buffer.compare(await store.read(blob.location), bytes)).toBe(0);
      expect(blob).toMatchObject({
        md5: createHash('md5').update(bytes).digest('hex'),
        sha1: createHash('sha1').update(bytes).digest('hex'),
        sha256: createHash('sha256').update(bytes).digest('hex'),
        sizeBytes: bytes.length,
      });
    }
  });

  it('an empty archive', async () => {
    expect(await run([END])).toMatchObject({ files: 0, newBlobs: 0, isComplete: true });
    expect(rows.batches).toEqual([]);
  });

  it('of files with one path in a batch, the last', async () => {
    await run([file('a', Buffer.from('1')), file('b', Buffer.from('2')), file('a', Buffer.from('3')), END]);
    expect(rows.batches[0]!.files.map(({ path }) => path)).toEqual(['a', 'b']);
    expect(rows.files.get('a')).toBe(createHash('sha256').update('3').digest('hex'));
  });
});

describe('each content once', () => {
  it('within the archive, over batches, streams included', async () => {
    const big = randomBytes(700_000);
    const items = Array.from({ length: 5000 }, (_, index) => file(`f${index}`, Buffer.from(`content ${index % 40}`)));
    const result = await run([streamed('s0', big), ...items, streamed('s1', big), file('s2', big), END]);
    expect(result).toMatchObject({ files: 5003, newBlobs: 41, newBytes: 700_000 + 30 * 10 + 10 * 9 });
    const stored = rows.batches.flatMap(({ blobs }) => blobs.map(({ sha256 }) => sha256));
    expect(new Set(stored).size).toBe(stored.length);
  });

  it('of contents known already: a second ingest stores nothing', async () => {
    const items = () => [file('a', randomOf(1)), streamed('b', randomOf(2)), file('c', randomOf(1)), END];
    await run(items());
    const second = await run(items());
    expect(second).toMatchObject({ files: 3, newBlobs: 0, newBytes: 0 });
    expect(rows.batches[1]!.blobs).toEqual([]);
  });

  it('leaves committed files to the database, and so does not remember the whole archive', async () => {
    const asked: string[] = [];
    let isCommitted = () => {};
    const committed = new Promise<void>((resolve) => {
      isCommitted = resolve;
    });
    const items = (async function* () {
      for (let index = 0; index < 2000; index++) yield file(`f${index}`, Buffer.from(`content ${index}`));
      // The batch is full, but only the next group makes sure that it was passed on.
      for (let index = 0; index < 300; index++) yield file(`g${index}`, Buffer.from('other'));
      await committed;
      yield file('again', Buffer.from('content 7'));
      yield END;
    })();
    const changes: Partial<IngestOptions> = {
      knownDigests: async (digests) => {
        asked.push(...digests);
        return new Set(digests.filter((sha256) => rows.blobs.has(sha256)));
      },
      commit: async (batch) => record(batch),
      onProgress: () => isCommitted(),
    };
    expect(await ingest(items, options(changes))).toMatchObject({ files: 2301, newBlobs: 2001 });
    const digest = createHash('sha256').update('content 7').digest('hex');
    expect(asked.filter((sha256) => sha256 === digest)).toHaveLength(2);
  });

  it('asks in batches, and never twice for contents that are being stored', async () => {
    const asked: string[][] = [];
    const items = Array.from({ length: 1000 }, (_, index) => file(`f${index}`, Buffer.from(`content ${index % 500}`)));
    await run([...items, END], {
      knownDigests: async (digests) => {
        asked.push(digests);
        return new Set();
      },
    });
    expect(asked.flat()).toHaveLength(500);
    expect(asked.length).toBeLessThan(10);
  });
});

describe('batches', () => {
  it('are bounded, in order, never overlap, and contain every blob before its file', async () => {
    const items = Array.from({ length: 7000 }, (_, index) => file(`f${index}`, Buffer.from(`content ${index % 3500}`)));
    let active = 0;
    const committed = new Set<string>();
    const result = await run([...items, END], {
      async commit(batch) {
        expect(++active).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        for (const { sha256 } of batch.blobs) committed.add(sha256);
        for (const { sha256 } of batch.files) expect(committed).toContain(sha256);
        record(batch);
        active--;
      },
    });
    expect(rows.batches.map(({ files }) => files.length)).toEqual([2000, 2000, 2000, 1000]);
    expect(rows.batches.flatMap(({ files }) => files.map(({ path }) => path))).toEqual(items.map(({ path }) => path));
    expect(result.newBlobs).toBe(3500);
    for (const { blobs } of rows.batches) {
      const digests = blobs.map(({ sha256 }) => sha256);
      expect(digests).toEqual(digests.toSorted());
    }
  });

  it('end early when they are heavy', async () => {
    const items = Array.from({ length: 12 }, (_, index) => file(`f${index}`, Buffer.alloc(7_000_000, `${index}`)));
    await run([...items, END]);
    expect(rows.batches.length).toBe(3);
  });

  it('report progress after each commit', async () => {
    const seen: number[] = [];
    const items = Array.from({ length: 4500 }, (_, index) => file(`f${index}`, Buffer.from('same')));
    await run([...items, END], { onProgress: ({ files }) => seen.push(files) });
    expect(seen).toEqual([2000, 4000, 4500]);
  });
});

describe('failures', () => {
  const issue: Issue = { code: 'unsafe-path', path: '../x', message: 'Refused.' };

  it('issues are passed on and counted', async () => {
    const issues: Issue[] = [];
    const result = await run([{ type: 'issue', issue }, file('a', Buffer.from('1')), END], {
      onIssue: (found) => void issues.push(found),
    });
    expect(result).toMatchObject({ files: 1, issues: 1 });
    expect(issues).toEqual([issue]);
  });

  it('a truncated archive is reported', async () => {
    const cut: ArchiveItem = { type: 'end', isComplete: false, reason: 'It ends in the middle.' };
    expect(await run([file('a', Buffer.from('1')), cut])).toMatchObject({
      files: 1,
      isComplete: false,
      reason: 'It ends in the middle.',
    });
    expect(await run([file('a', Buffer.from('1'))])).toMatchObject({
      isComplete: false,
      reason: 'The archive was not read to its end.',
    });
  });

  it('a stream that fails costs its file; the reader or the ingest says why', async () => {
    for (const explained of [true, false]) {
      const issues: Issue[] = [];
      const next: ArchiveItem[] = explained ? [{ type: 'issue', issue: { ...issue, path: 'bad' } }] : [];
      const result = await run(
        [file('a', Buffer.from('1')), failing('bad'), ...next, file('z', Buffer.from('2')), END],
        {
          onIssue: (found) => void issues.push(found),
        },
      );
      expect(result).toMatchObject({ files: 2, issues: 1 });
      expect(issues.map(({ path }) => path)).toEqual(['bad']);
      expect(rows.files.has('bad')).toBe(false);
    }
    expect(await run([failing('last')])).toMatchObject({ files: 0, issues: 1 });
  });

  for (const step of ['knownDigests', 'commit', 'onIssue'] as const) {
    it(`a failing ${step} ends the ingest, with its error, and leaves nothing open`, async () => {
      const fail = async () => {
        throw new Error(`no ${step}`);
      };
      const items = Array.from({ length: 5000 }, (_, index) => file(`f${index}`, Buffer.from(`${index}`)));
      await expect(run([...items, { type: 'issue', issue }, END], { [step]: fail })).rejects.toThrow(`no ${step}`);
      expect(await run([file('a', Buffer.from('1')), END])).toMatchObject({ files: 1 });
    });
  }

  it('a reader that throws', async () => {
    const items = (async function* () {
      yield file('a', Buffer.from('1'));
      throw new Error('a bug');
    })();
    await expect(ingest(items, options({}))).rejects.toThrow('a bug');
    expect(rows.batches).toEqual([]);
  });

  it('stops on request: between files, and in the middle of a stream', async () => {
    const stop = new AbortController();
    let isReaderClosed = false;
    const items = (async function* () {
      try {
        yield file('a', Buffer.from('1'));
        stop.abort(new Error('cancelled'));
        yield file('b', Buffer.from('2'));
      } finally {
        isReaderClosed = true;
      }
    })();
    await expect(ingest(items, options({ signal: stop.signal }))).rejects.toThrow('cancelled');
    expect(isReaderClosed).toBe(true);

    const second = new AbortController();
    const endless = Readable.from(
      (async function* () {
        for (let index = 0; ; index++) {
          if (index === 50) second.abort(new Error('enough'));
          yield randomBytes(10_000);
          await new Promise((resolve) => setImmediate(resolve));
        }
      })(),
    );
    const item: ArchiveItem = { type: 'stream', path: 'endless', sizeBytes: -1, stream: endless };
    await expect(run([item, END], { signal: second.signal })).rejects.toThrow('enough');
    expect(endless.destroyed).toBe(true);
    expect(rows.batches).toEqual([]);
  });
});

function run(items: readonly ArchiveItem[], changes: Partial<IngestOptions> = {}) {
  return ingest(
    (async function* () {
      yield* items;
    })(),
    options(changes),
  );
}

function options(changes: Partial<IngestOptions>): IngestOptions {
  return {
    store,
    knownDigests: async (digests) => new Set(digests.filter((sha256) => rows.blobs.has(sha256))),
    commit: async (batch) => record(batch),
    ...changes,
  };
}

function record(batch: IngestBatch): void {
  rows.batches.push(batch);
  for (const blob of batch.blobs) rows.blobs.set(blob.sha256, blob);
  for (const { path, sha256 } of batch.files) rows.files.set(path, sha256);
}

function file(path: string, bytes: Uint8Array) {
  // A copy, because the ingest frees the buffers it has taken.
  return { type: 'file', path, sizeBytes: bytes.length, bytes: Uint8Array.from(bytes) } as const;
}

function streamed(path: string, bytes: Uint8Array): ArchiveItem {
  const pieces = [bytes.subarray(0, 1000), bytes.subarray(1000)].filter(({ length }) => length > 0);
  return { type: 'stream', path, sizeBytes: -1, stream: Readable.from(pieces) };
}

function failing(path: string): ArchiveItem {
  const stream = Readable.from(
    (async function* () {
      yield randomBytes(400_000);
      throw new Error('broken');
    })(),
  );
  return { type: 'stream', path, sizeBytes: -1, stream };
}

/** The same bytes each time for the same number. */
function randomOf(seed: number): Buffer {
  return Buffer.concat(
    Array.from({ length: 20_000 }, (_, index) => createHash('md5').update(`${seed} ${index}`).digest()),
  );
}
