// Recovery: data of a killed writer is taken back, data of one that is or may be alive is not touched, and
// committed bytes are never lost.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, renameSync, statSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
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
  it('at any point: the uncommitted end is removed, and committed bytes stay', async () => {
    const { segment, committed, whole, blobs, writeNotes } = await killedInTheMiddle();
    const end = committedEnds(committed).get(segment)!;
    const offsets = Array.from({ length: whole.length - end + 1 }, (_, index) => end + index);
    for (const size of offsets.filter(
      (offset) => offset % 7 === 0 || offset <= end + 25 || offset > whole.length - 25,
    )) {
      writeFileSync(segmentFile(segment), whole.subarray(0, size));
      writeNotes();
      const report = await survivor.recover(answer(committed), { graceMs: 0 });
      expect(report.cut).toEqual(size === end ? [] : [{ segment, fromBytes: size, toBytes: end }]);
      expect(statSync(segmentFile(segment)).size).toBe(end);
      const trash = await survivor.trash();
      expect(trash.map(({ sizeBytes }) => sizeBytes)).toEqual(size === end ? [] : [size - end]);
      expect(await survivor.emptyTrash({ isAll: true })).toBe(size - end);
    }
    for (const location of committed) expect(await freshRead(location)).toEqual(blobs.get(location.sha256));
  });

  it('with committed bytes lost: they are reported, and never read as something else', async () => {
    const { segment, committed, whole, blobs } = await killedInTheMiddle();
    const end = committedEnds(committed).get(segment)!;
    const lost = () => survivor.lostBytes(committedEnds(committed));
    expect(await lost()).toEqual([]);
    for (let size = 0; size < end; size += 13) {
      writeFileSync(segmentFile(segment), whole.subarray(0, size));
      expect(await lost()).toEqual([{ segment, sizeBytes: size, committedBytes: end }]);
      for (const location of committed) {
        const got = await freshRead(location);
        if (got instanceof CorruptBlob) expect(got.segment).toBe(segment);
        else expect(got).toEqual(blobs.get(location.sha256));
      }
    }
  });

  it('before it returned any location: its segments go to the trash, and its lease and notes are removed', async () => {
    const dying = await openStore(root, { maxSegmentBytes: 300_000 });
    await addUnflushed(dying, randomBytes(900_000));
    await die(dying);
    const names = segmentNames();
    expect(names).toHaveLength(4);
    const report = await survivor.recover(answer([]), { graceMs: 0 });
    expect(report.removed.toSorted()).toEqual(names);
    expect(segmentNames()).toEqual([]);
    expect((await survivor.trash()).map(({ segment }) => segment).toSorted()).toEqual(names);
    // The lease of the store that is still running.
    expect(leases()).toHaveLength(1);
  });

  it('with a run over several segments: the continuations are named by the run', async () => {
    const dying = await openStore(root, { maxSegmentBytes: 300_000 });
    const bytes = randomBytes(900_000);
    const committed = await addAll(dying, [bytes]);
    await die(dying);
    expect(await survivor.recover(answer([]), { graceMs: 0 })).toEqual({ cut: [], removed: [], held: 0, putBack: [] });
    expect(await freshRead(committed[0]!)).toEqual(bytes);
  });

  it('by a real SIGKILL', async () => {
    const script = `
      import { openStore } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)};
      import { hash } from 'node:crypto';
      const store = await openStore(${JSON.stringify(root)});
      const writer = store.createWriter();
      const bytes = Buffer.from('committed before the kill');
      await writer.add({ sha256: hash('sha256', bytes), bytes });
      const committed = await writer.flush();
      const lost = Buffer.alloc(1_000_000, 'lost');
      await writer.add({ sha256: hash('sha256', lost), bytes: lost });
      await writer.close();
      console.log(JSON.stringify(committed));
      setInterval(() => store.stats(), 1000);`;
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

describe('what is left unchanged', () => {
  it('a writer of this process, and one of another running store', async () => {
    const other = await openStore(root);
    for (const store of [survivor, other]) {
      const writer = store.createWriter();
      await writer.add({ sha256: sha256('x'), bytes: Buffer.from('x') });
      await writer.flush();
    }
    expect(await survivor.recover(answer([]), { graceMs: 0 })).toEqual({ cut: [], removed: [], held: 2, putBack: [] });
    await other.close();
  });

  it('locations that were returned, whatever a database says: it may be another one, or an older copy of the right one', async () => {
    const dying = await openStore(root);
    const bytes = randomBytes(100_000);
    const [location] = await addAll(dying, [bytes]);
    await die(dying);
    const size = statSync(segmentFile(location!.segment)).size;
    for (const time of [1, 2]) {
      const report = await survivor.recover(answer([]), { graceMs: 0 });
      expect({ time, ...report }).toEqual({ time, cut: [], removed: [], held: 0, putBack: [] });
    }
    expect(statSync(segmentFile(location!.segment)).size).toBe(size);
    expect(await freshRead(location!)).toEqual(bytes);
  });

  it('segments of an owner without notes, as older versions wrote them, and of one with damaged notes', async () => {
    for (const notes of [undefined, '', 'assay handed out v1\nx y z\n', 'something else\n']) {
      const dying = await openStore(root);
      await addUnflushed(dying, randomBytes(400_000));
      await die(dying);
      const segment = segmentNames().at(-1)!;
      if (notes === undefined) unlinkSync(notesOf(segment));
      else writeFileSync(notesOf(segment), notes);
      expect(await survivor.recover(answer([]), { graceMs: 0 })).toMatchObject({ cut: [], removed: [] });
      expect(segmentNames()).toContain(segment);
    }
  });

  it('a segment that was written to just now', async () => {
    const dying = await openStore(root);
    await addUnflushed(dying, randomBytes(400_000));
    await dying.close();
    expect((await survivor.recover(answer([]))).held).toBe(1);
    ageSegments(16 * 60_000);
    expect((await survivor.recover(answer([]))).removed).toHaveLength(1);
  });

  it('a lease of another machine, until it has not been renewed for more than a day', async () => {
    const remote = await openStore(root);
    const writer = remote.createWriter();
    await addUnflushed(remote, randomBytes(400_000));
    const lease = leaseOf(segmentNames()[0]!);
    rewriteLease(lease, { processTable: 'another machine' });
    age(lease, 23 * 60 * 60_000);
    expect((await survivor.recover(answer([]), { graceMs: 0 })).held).toBe(1);
    age(lease, 25 * 60 * 60_000);
    expect((await survivor.recover(answer([]), { graceMs: 0 })).removed).toHaveLength(1);
    // The machine was only suspended, and wakes: it must get no more rows out of the store.
    await writer.add({ sha256: sha256('y'), bytes: Buffer.from('y') });
    await expect(writer.flush()).rejects.toThrow('lost');
    await remote.close();
  });

  it('an unreadable lease, and one of a process whose start time is hidden', async () => {
    for (const change of [{ pid: 'x' }, { startedAt: '' }]) {
      const dying = await openStore(root);
      await addUnflushed(dying, randomBytes(400_000));
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
  it('the committed ends are read only after the death is certain', async () => {
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

  it('an owner whose own heartbeat is half a day late gives up', async () => {
    const sleeper = await openStore(root);
    const writer = sleeper.createWriter();
    await writer.add({ sha256: sha256('x'), bytes: Buffer.from('x') });
    await writer.flush();
    age(leaseOf(segmentNames()[0]!), 13 * 60 * 60_000);
    await writer.add({ sha256: sha256('y'), bytes: Buffer.from('y') });
    await expect(writer.flush()).rejects.toThrow('suspended');
    await sleeper.close();
  });

  it('two simultaneous recoveries have the same result', async () => {
    const { segment, committed, whole } = await killedInTheMiddle();
    writeFileSync(segmentFile(segment), whole);
    const second = await openStore(root);
    await Promise.all([survivor, second].map((store) => store.recover(answer(committed), { graceMs: 0 })));
    expect(statSync(segmentFile(segment)).size).toBe(committedEnds(committed).get(segment));
    await second.close();
  });

  it('a failing query changes nothing', async () => {
    const { segment, whole } = await killedInTheMiddle();
    const fail = async () => {
      throw new Error('no database');
    };
    await expect(survivor.recover(fail, { graceMs: 0 })).rejects.toThrow('no database');
    expect(statSync(segmentFile(segment)).size).toBe(whole.length);
  });
});

describe('the trash', () => {
  it('gives back the end of a segment, or a whole one, if a database names them later', async () => {
    const { segment, whole, committed } = await killedInTheMiddle();
    const dying = await openStore(root);
    const bytes = randomBytes(400_000);
    await addUnflushed(dying, bytes);
    await die(dying);
    const other = segmentNames().find((name) => name !== segment)!;
    const size = statSync(segmentFile(other)).size;
    const report = await survivor.recover(answer(committed), { graceMs: 0 });
    expect([report.cut.length, report.removed]).toEqual([1, [other]]);
    expect((await survivor.recover(answer(committed), { graceMs: 0 })).putBack).toEqual([]);
    const named = new Map([
      [segment, whole.length],
      [other, size],
    ]);
    const back = await survivor.recover(async () => named, { graceMs: 0 });
    expect(back.putBack.map((one) => one.segment).toSorted()).toEqual([segment, other].toSorted());
    expect(readFileSync(segmentFile(segment)).equals(whole)).toBe(true);
    expect(statSync(segmentFile(other)).size).toBe(size);
    expect(await survivor.trash()).toEqual([]);
  });

  it('overwrites nothing when it gives back', async () => {
    const { segment, committed, whole } = await killedInTheMiddle();
    await survivor.recover(answer(committed), { graceMs: 0 });
    writeFileSync(segmentFile(segment), whole.subarray(0, 100));
    const named = new Map([[segment, whole.length]]);
    expect((await survivor.recover(async () => named, { graceMs: 0 })).putBack).toEqual([]);
    expect(statSync(segmentFile(segment)).size).toBe(100);
    expect(await survivor.trash()).toHaveLength(1);
  });

  it('deletes entries older than a day, or all', async () => {
    for (const hours of [23, 25]) {
      const dying = await openStore(root);
      await addUnflushed(dying, randomBytes(400_000));
      await die(dying);
      await survivor.recover(answer([]), { graceMs: 0 });
      const [name] = readdirSync(join(root, 'trash'));
      const [segment, from, time] = name!.split('@');
      const then = Number(time!.split('.')[0]) - hours * 3_600_000;
      renameSync(join(root, 'trash', name!), join(root, 'trash', `${segment}@${from}@${then}.trash`));
      expect((await survivor.emptyTrash()) > 400_000).toBe(hours === 25);
      expect((await survivor.emptyTrash({ isAll: true })) > 400_000).toBe(hours === 23);
    }
  });
});

/** A segment of a dead store: two committed flushes, and the beginning of an upload that was not flushed. */
async function killedInTheMiddle() {
  const dying = await openStore(root);
  const writer = dying.createWriter();
  const blobs = new Map<string, Buffer>();
  const committed: BlobLocation[] = [];
  for (const flush of [1, 2]) {
    for (let index = 0; index < 20; index++) {
      const bytes = Buffer.from(`flush ${flush} blob ${index} ${'='.repeat(index * 3)}`);
      blobs.set(sha256(bytes), bytes);
      await writer.add({ sha256: sha256(bytes), bytes });
    }
    committed.push(...(await writer.flush()));
  }
  const lost = Buffer.concat([randomBytes(300), Buffer.alloc(300_000, 'lost')]);
  await writer.add({ sha256: sha256(lost), bytes: lost });
  await writer.close();
  const segment = committed[0]!.segment;
  const notes = readFileSync(notesOf(segment));
  const writeNotes = () => writeFileSync(notesOf(segment), notes);
  await die(dying);
  return { segment, committed, blobs, whole: readFileSync(segmentFile(segment)), writeNotes };
}

/** Appends a blob too large for a shared block, as an upload does that is killed before its flush. */
async function addUnflushed(store: PackStore, bytes: Uint8Array): Promise<void> {
  const writer = store.createWriter();
  await writer.add({ sha256: sha256(bytes), bytes });
  await writer.close();
}

/**
 * Ends a store as a kill would: its lease stays, and names a process that no longer exists (the same id now belongs
 * to another).
 */
async function die(store: PackStore): Promise<void> {
  const lease = leaseOf(segmentNames().at(-1)!);
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

function notesOf(segment: string): string {
  return join(root, 'owners', `${segment.split('-')[0]}.handed-out`);
}

/** Leases and notes. */
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
