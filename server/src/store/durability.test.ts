// The order of steps at a place, and the effect of failures, observed through a place that keeps a log.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type StorePlace } from './index.ts';
import { placeOf } from './places/index.ts';

let root: string;
let log: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-durability-'));
  log = [];
});

afterEach(() => rm(root, { recursive: true, force: true }));

describe('order', () => {
  it('lease, segment, bytes, sync, note, lease again, and only then the locations', async () => {
    const store = await openStore(await watched({}));
    const writer = store.createWriter();
    await writer.add(blobOf(randomBytes(300_000)));
    await writer.add(blobOf(Buffer.from('small')));
    await writer.flush();
    log.push('returned');
    expect(log).toEqual([
      'lease',
      'create',
      'append',
      'append',
      'append',
      'append',
      'sync',
      'note',
      'confirm',
      'returned',
    ]);
    await store.close();
  });

  it('a full segment is synced before it is left', async () => {
    const store = await openStore(await watched({}), { maxSegmentBytes: 300_000 });
    const writer = store.createWriter();
    await writer.add(blobOf(randomBytes(250_000)));
    await writer.add(blobOf(randomBytes(250_000)));
    await writer.flush();
    const steps = [
      'lease',
      'create',
      'append',
      'append',
      'sync',
      'close',
      'lease',
      'create',
      'append',
      'append',
      'sync',
    ];
    expect(log).toEqual([...steps, 'note', 'confirm']);
    await store.close();
  });

  it('locations wait for a slow sync', async () => {
    let finishSync = () => {};
    const syncing = new Promise<void>((resolve) => {
      finishSync = resolve;
    });
    const store = await openStore(await watched({ sync: () => syncing }));
    const writer = store.createWriter();
    await writer.add(blobOf(Buffer.from('x')));
    const flushing = writer.flush().then(() => log.push('returned'));
    await logged('sync');
    expect(log).not.toContain('returned');
    finishSync();
    await flushing;
    expect(log.at(-1)).toBe('returned');
    await store.close();
  });

  it('the empty blob needs no segment', async () => {
    const store = await openStore(await watched({}));
    const writer = store.createWriter();
    await writer.add(blobOf(Buffer.alloc(0)));
    const [location] = await writer.flush();
    expect(location).toMatchObject({ segment: '', sizeBytes: 0, blockCount: 0 });
    expect(log).toEqual([]);
    await store.close();
  });
});

describe('failures', () => {
  for (const step of ['create', 'append', 'sync', 'note'] as const) {
    it(`a failing ${step} ends the writer: it returns no locations any more`, async () => {
      const fail = () => Promise.reject(new Error(`no ${step}`));
      const store = await openStore(await watched({ [step]: fail }));
      const writer = store.createWriter();
      await writer.add(blobOf(Buffer.from('x')));
      await expect(writer.flush()).rejects.toThrow(`no ${step}`);
      await expect(writer.flush()).rejects.toThrow(`no ${step}`);
      await expect(writer.add(blobOf(Buffer.from('y')))).rejects.toThrow(`no ${step}`);
      await expect(writer.addStream(Readable.from([Buffer.from('z')]))).rejects.toThrow(`no ${step}`);
      await writer.close();
      const closes = log.filter((entry) => entry === 'close').length;
      expect(closes).toBe(log.filter((entry) => entry === 'create').length - (step === 'create' ? 1 : 0));
      await store.close();
    });
  }

  it('a disk that fills up in the middle of a stream', async () => {
    let left = 5;
    const append = async () => {
      if (left-- === 0) throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
    };
    const store = await openStore(await watched({ append }));
    const writer = store.createWriter();
    await expect(writer.addStream(Readable.from([randomBytes(12_000_000)]))).rejects.toThrow('no space');
    await writer.close();
    await store.close();
  });

  it('a lease that is lost while syncing', async () => {
    const place = await watched({});
    const lost = () => Promise.reject(new Error('lost'));
    const store = await openStore({ ...place, confirmLease: lost });
    const writer = store.createWriter();
    await writer.add(blobOf(Buffer.from('x')));
    await expect(writer.flush()).rejects.toThrow('lost');
    await store.close();
  });
});

describe('a place like an object store: sync ends the segment, and nothing can be shortened', () => {
  it('every flush starts a new segment, and everything can be read back', async () => {
    const store = await openStore(await watched({ isSealing: true }));
    const writer = store.createWriter();
    const blobs = [randomBytes(1000), randomBytes(600_000), Buffer.from('x')];
    const segments: string[] = [];
    for (const bytes of blobs) {
      await writer.add(blobOf(bytes));
      const [location] = await writer.flush();
      segments.push(location!.segment);
      expect(Buffer.compare(await store.read(location!), bytes)).toBe(0);
    }
    expect(new Set(segments).size).toBe(3);
    await store.close();
  });

  it('a stream taken back stays as garbage, and later data is after it', async () => {
    const store = await openStore(await watched({ isSealing: true }));
    const writer = store.createWriter();
    await writer.addStream(Readable.from([randomBytes(600_000)]), { isKnown: async () => true });
    await writer.add(blobOf(Buffer.from('after')));
    const [location] = await writer.flush();
    expect(location!.blockOffset).toBeGreaterThan(600_000);
    expect(Buffer.from(await store.read(location!)).toString()).toBe('after');
    await store.close();
  });
});

interface Behaviour {
  create?: () => Promise<void>;
  append?: () => Promise<void>;
  sync?: () => Promise<void>;
  note?: () => Promise<void>;
  isSealing?: boolean;
}

/** A folder whose steps are logged, and can be made to fail, to wait, or to seal. */
async function watched({ create, append, sync, note, isSealing = false }: Behaviour): Promise<StorePlace> {
  const place = await placeOf(root);
  return {
    ...place,
    async takeLease() {
      log.push('lease');
      await place.takeLease();
    },
    async noteHandedOut(ends) {
      log.push('note');
      await note?.();
      await place.noteHandedOut(ends);
    },
    async confirmLease() {
      log.push('confirm');
      await place.confirmLease();
    },
    async create(segment) {
      log.push('create');
      await create?.();
      const sink = await place.create(segment);
      return {
        async append(pieces) {
          log.push('append');
          await append?.();
          await sink.append(pieces);
        },
        async sync() {
          log.push('sync');
          await sync?.();
          await sink.sync();
          return { isSealed: isSealing };
        },
        rewind: async (sizeBytes) => !isSealing && sink.rewind(sizeBytes),
        async close() {
          log.push('close');
          await sink.close();
        },
      };
    },
  };
}

/** Resolves when the log contains the entry; the test's time limit ends it otherwise. */
async function logged(entry: string): Promise<void> {
  while (!log.includes(entry)) await new Promise((resolve) => setImmediate(resolve));
}

function blobOf(bytes: Uint8Array) {
  return { sha256: createHash('sha256').update(bytes).digest('hex'), bytes };
}
