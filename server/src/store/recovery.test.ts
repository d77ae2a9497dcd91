// Recovery: what a killed writer left is taken back, what lives or may live is not touched, and committed bytes survive everything.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BlobLocation, CorruptBlob, committedEnds, openStore, type PackStore, parseLocation } from './index.ts';

let root: string;
let survivor: PackStore;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-recovery-'));
  survivor = await openStore(root);
});

afterEach(async () => {
  await survivor.close();
  await rm(root, { recursive: true, force: true });
});

describe('a writer that was killed', () => {
  it('at any point: the tail goes, what was committed stays', async () => {
    const { segment, committed, whole, blobs } = await killedInTheMiddle();
    const end = committedEnds(committed).get(segment)!;
    const offsets = Array.from({ length: whole.length - end + 1 }, (_, index) => end + index);
    for (const size of offsets.filter(
      (offset) => offset % 7 === 0 || offset <= end + 25 || offset > whole.length - 25,
    )) {
      writeFileSync(segmentFile(segment), whole.subarray(0, size));
      const report = await survivor.recover(answer(committed), { graceMs: 0 });
      expect(report.cut).toEqual(size === end ? [] : [{ segment, fromBytes: size, toBytes: end }]);
      expect(statSync(segmentFile(segment)).size).toBe(end);
    }
    for (const location of committed) expect(await freshRead(location)).toEqual(blobs.get(location.sha256));
  });

  it('with committed bytes lost: they are reported, and never read as something else', async () => {
    const { segment, committed, whole, blobs } = await killedInTheMiddle();
    const end = committedEnds(committed).get(segment)!;
    for (let size = 0; size < end; size += 13) {
      writeFileSync(segmentFile(segment), whole.subarray(0, size));
      const report = await survivor.recover(answer(committed), { graceMs: 0 });
      expect(report.damaged).toEqual([{ segment, sizeBytes: size, committedBytes: end }]);
      for (const location of committed) {
        const got = await freshRead(location);
        if (got instanceof CorruptBlob) expect(got.segment).toBe(segment);
        else expect(got).toEqual(blobs.get(location.sha256));
      }
    }
  });

  it('before its first commit: its segments are removed, and its lease', async () => {
    const dying = await openStore(root, { maxSegmentBytes: 300_000 });
    await addAll(dying, [randomBytes(900_000)]);
    await die(dying);
    const names = segmentNames();
    expect(names).toHaveLength(4);
    const report = await survivor.recover(answer([]), { graceMs: 0 });
    expect(report.removed.toSorted()).toEqual(names);
    expect(segmentNames()).toEqual([]);
    expect(leases()).toHaveLength(1);
  });

  it('with a run over segments: the continuations are named by the run', async () => {
    const dying = await openStore(root, { maxSegmentBytes: 300_000 });
    const bytes = randomBytes(900_000);
    const committed = await addAll(dying, [bytes]);
    await die(dying);
    expect(await survivor.recover(answer(committed), { graceMs: 0 })).toEqual({
      cut: [],
      removed: [],
      held: 0,
      damaged: [],
    });
    expect(await freshRead(committed[0]!)).toEqual(bytes);
  });

  it('for real, by SIGKILL', async () => {
    const script = `
      import { openStore } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
      import { hash } from 'node:crypto';
      const store = await openStore(${JSON.stringify(root)});
      const writer = store.createWriter();
      const bytes = Buffer.from('committed before the kill');
      await writer.add({ sha256: hash('sha256', bytes), bytes });
      const committed = await writer.flush();
      await writer.add({ sha256: hash('sha256', 'lost'), bytes: Buffer.from('lost') });
      await writer.flush();
      console.log(JSON.stringify(committed));
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const committed = (JSON.parse(line.toString()) as unknown[]).map(parseLocation);
    expect(await survivor.recover(answer(committed), { graceMs: 0 })).toMatchObject({ held: 1, cut: [], removed: [] });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const report = await survivor.recover(answer(committed), { graceMs: 0 });
    expect(report.cut).toHaveLength(1);
    expect(Buffer.from(await survivor.read(committed[0]!)).toString()).toBe('committed before the kill');
  });
});

describe('what is left alone', () => {
  it('a writer of this process, and one of another store instance that lives', async () => {
    const other = await openStore(root);
    for (const store of [survivor, other]) {
      const writer = store.createWriter();
      await writer.add({ sha256: sha256('x'), bytes: Buffer.from('x') });
      await writer.flush();
    }
    expect(await survivor.recover(answer([]), { graceMs: 0 })).toEqual({ cut: [], removed: [], held: 2, damaged: [] });
    await other.close();
    expect((await survivor.recover(answer([]), { graceMs: 0 })).removed).toHaveLength(1);
  });

  it('a segment that was written to only just now: its commit may still be on its way', async () => {
    const dying = await openStore(root);
    await addAll(dying, [randomBytes(100)]);
    await dying.close();
    expect((await survivor.recover(answer([]))).held).toBe(1);
    ageSegments(16 * 60_000);
    expect((await survivor.recover(answer([]))).removed).toHaveLength(1);
  });

  it('a lease of another machine, until it has been silent for more than a day', async () => {
    const remote = await openStore(root);
    const writer = remote.createWriter();
    await writer.add({ sha256: sha256('x'), bytes: Buffer.from('x') });
    await writer.flush();
    const lease = leaseOf(segmentNames()[0]!);
    rewriteLease(lease, { processTable: 'another machine' });
    age(lease, 23 * 60 * 60_000);
    expect((await survivor.recover(answer([]), { graceMs: 0 })).held).toBe(1);
    age(lease, 25 * 60 * 60_000);
    expect((await survivor.recover(answer([]), { graceMs: 0 })).removed).toHaveLength(1);
    // The machine was only suspended, and wakes: it must not get rows out of the store any more.
    await writer.add({ sha256: sha256('y'), bytes: Buffer.from('y') });
    await expect(writer.flush()).rejects.toThrow('lost');
    await remote.close();
  });

  it('a lease that cannot be read, or of a process that hides when it began', async () => {
    for (const change of [{ pid: 'x' }, { startedAt: '' }]) {
      const dying = await openStore(root);
      await addAll(dying, [randomBytes(10)]);
      rewriteLease(leaseOf(segmentNames()[0]!), change);
      expect((await survivor.recover(answer([]), { graceMs: 0 })).held).toBe(1);
      await dying.close();
      expect((await survivor.recover(answer([]), { graceMs: 0 })).removed).toHaveLength(1);
    }
  });

  it('files that are not segments', async () => {
    writeFileSync(join(root, 'segments', 'notes.txt'), 'mine');
    writeFileSync(join(root, 'segments', 'UPPER-1.pack'), 'mine');
    await survivor.recover(answer([]), { graceMs: 0 });
    expect(readdirSync(join(root, 'segments'))).toHaveLength(2);
  });
});

describe('order', () => {
  it('the committed ends are asked for after the death is certain', async () => {
    const dying = await openStore(root);
    const committed = await addAll(dying, [randomBytes(1000)]);
    const lease = leaseOf(segmentNames()[0]!);
    await die(dying);
    const seen: boolean[] = [];
    await survivor.recover(
      async (segments) => {
        seen.push(leases().includes(lease));
        expect(segments).toEqual(segmentNames());
        return committedEnds(committed);
      },
      { graceMs: 0 },
    );
    expect(seen).toEqual([false]);
  });

  it('an owner that finds its own heartbeat half a day late gives up', async () => {
    const sleeper = await openStore(root);
    const writer = sleeper.createWriter();
    await writer.add({ sha256: sha256('x'), bytes: Buffer.from('x') });
    await writer.flush();
    age(leaseOf(segmentNames()[0]!), 13 * 60 * 60_000);
    await writer.add({ sha256: sha256('y'), bytes: Buffer.from('y') });
    await expect(writer.flush()).rejects.toThrow('suspended');
    await sleeper.close();
  });

  it('two recoveries at once come to the same', async () => {
    const { segment, committed, whole } = await killedInTheMiddle();
    writeFileSync(segmentFile(segment), whole);
    const second = await openStore(root);
    await Promise.all([survivor, second].map((store) => store.recover(answer(committed), { graceMs: 0 })));
    expect(statSync(segmentFile(segment)).size).toBe(committedEnds(committed).get(segment));
    await second.close();
  });

  it('a failing question touches nothing', async () => {
    const { segment, whole } = await killedInTheMiddle();
    const fail = async () => {
      throw new Error('no database');
    };
    await expect(survivor.recover(fail, { graceMs: 0 })).rejects.toThrow('no database');
    expect(statSync(segmentFile(segment)).size).toBe(whole.length);
  });
});

/** A dead store's segment: two committed flushes, and one of which no row tells. */
async function killedInTheMiddle() {
  const dying = await openStore(root);
  const writer = dying.createWriter();
  const blobs = new Map<string, Buffer>();
  const committed: BlobLocation[] = [];
  for (const flush of [1, 2, 3]) {
    for (let index = 0; index < 20; index++) {
      const bytes = Buffer.from(`flush ${flush} blob ${index} ${'='.repeat(index * 3)}`);
      blobs.set(sha256(bytes), bytes);
      await writer.add({ sha256: sha256(bytes), bytes });
    }
    const locations = await writer.flush();
    if (flush < 3) committed.push(...locations);
  }
  await die(dying);
  const segment = committed[0]!.segment;
  return { segment, committed, blobs, whole: readFileSync(segmentFile(segment)) };
}

/** Ends a store as a kill would: its lease stays, and names a process that is no more (the same id now belongs to another). */
async function die(store: PackStore): Promise<void> {
  const [segment] = segmentNames();
  const lease = leaseOf(segment!);
  const content = readFileSync(lease, 'utf8');
  await store.close();
  writeFileSync(lease, JSON.stringify({ ...JSON.parse(content), startedAt: '1' }));
}

function answer(committed: readonly BlobLocation[]) {
  return async (segments: string[]) => {
    const ends = committedEnds(committed);
    return new Map([...ends].filter(([segment]) => segments.includes(segment)));
  };
}

async function addAll(store: PackStore, blobs: readonly Uint8Array[]): Promise<BlobLocation[]> {
  const writer = store.createWriter();
  for (const bytes of blobs) await writer.add({ sha256: sha256(bytes), bytes });
  const locations = await writer.flush();
  await writer.close();
  return locations;
}

async function freshRead(location: BlobLocation): Promise<unknown> {
  const fresh = await openStore(root);
  const got = await fresh.read(location).catch((error: unknown) => error);
  await fresh.close();
  return got;
}

function sha256(bytes: string | Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function segmentNames(): string[] {
  return readdirSync(join(root, 'segments'))
    .map((name) => name.replace('.pack', ''))
    .sort();
}

function segmentFile(segment: string): string {
  return join(root, 'segments', `${segment}.pack`);
}

function leaseOf(segment: string): string {
  return join(root, 'owners', `${segment.split('-')[0]}.json`);
}

function leases(): string[] {
  return readdirSync(join(root, 'owners')).map((name) => join(root, 'owners', name));
}

function rewriteLease(lease: string, change: object): void {
  writeFileSync(lease, JSON.stringify({ ...JSON.parse(readFileSync(lease, 'utf8')), ...change }));
}

function age(file: string, ageMs: number): void {
  const then = new Date(Date.now() - ageMs);
  utimesSync(file, then, then);
}

function ageSegments(ageMs: number): void {
  for (const name of segmentNames()) age(segmentFile(name), ageMs);
}
