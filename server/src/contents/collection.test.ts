// The collection of deleted contents, on a whole server: what goes, what stays, and the races between it and those who bring or read contents.
import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../../test/archives.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { findBlob } from '../db/files/blobs.ts';
import { beginUse, endUse } from '../db/files/collection.ts';
import { collectWhenDue } from '../jobs/content-collection/due.ts';
import { parseLocation } from '../store/index.ts';
import { collectContents } from './collection.ts';
import { keepStream } from './kept-file.ts';
import { KnownContents } from './known-contents.ts';
import { verifyStore } from './verification.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const noise = (bytes: number) => randomBytes(bytes);
const digestOf = async (path: string, projectId: number) =>
  (
    await h.app.db
      .selectFrom('files')
      .select('sha256')
      .where('path', '=', path)
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
  ).sha256;

async function project(name: string, files: Record<string, Buffer | string>): Promise<number> {
  const { id } = (await h.call('POST', '/projects', { body: { name } })).body;
  await upload(id, files);
  return id;
}

async function upload(id: number, files: Record<string, Buffer | string>, more = ''): Promise<void> {
  const raw = tar(Object.entries(files).map(([path, content]) => ({ name: path, content: content as Buffer })));
  const headers = { 'content-type': 'application/octet-stream' };
  const { status } = await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}${more}`, { raw, headers });
  expect(status).toBe(200);
}

async function remove(id: number): Promise<void> {
  await h.call('DELETE', `/projects/${id}`);
  await h.allJobsOver();
}

const collect = () => collectContents(h.app, { signal: AbortSignal.timeout(60_000), isThorough: true });

function storedBytes(): number {
  const folder = join(h.app.folder.store, 'segments');
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

async function expectWhole(): Promise<void> {
  const { damaged } = await verifyStore(h.app, { onDamaged: () => undefined });
  expect(damaged).toBe(0);
  const { rows } =
    await sql`select 1 from files f where not exists (select 1 from blobs b where b.sha256 = f.sha256)`.execute(
      h.app.db,
    );
  expect(rows).toEqual([]);
}

describe('after a deletion', () => {
  it('the bytes of the project are gone, and what another project has too is intact at its new place', async () => {
    const shared = noise(200_000);
    const kept = await project('keeps', { 'shared.bin': shared, 'own.bin': noise(50_000) });
    await collect();
    const before = storedBytes();
    const gone = await project('goes', { 'shared.bin': shared, 'a.bin': noise(3_000_000), 'b/c.bin': noise(400_000) });
    const secret = await digestOf('a.bin', gone);
    expect(storedBytes() - before).toBeGreaterThan(3_300_000);
    await remove(gone);
    await collectWhenDue(h.app);
    await h.allJobsOver();
    expect(storedBytes() - before).toBeLessThan(10_000);
    expect(await findBlob(h.app.db, secret)).toBeUndefined();
    expect(readdirSync(join(h.app.folder.store, 'trash'))).toEqual([]);
    const row = await findBlob(h.app.db, await digestOf('shared.bin', kept));
    expect(Buffer.from(await h.app.store.read(parseLocation(row?.location)))).toEqual(shared);
    await expectWhole();
  });

  it('a job of the type of the interface says what went, the store tells it, and the audit log has it', async () => {
    await remove(await project('told', { 'told.bin': noise(70_000) }));
    expect((await h.call('GET', '/store')).body.data.isCollectionWaiting).toBe(true);
    const { status, body } = await h.call('POST', '/store/collect');
    expect(status).toBe(202);
    await h.jobOver(body.id);
    const job = (await h.call('GET', `/jobs/${body.id}`)).body;
    expect(job).toMatchObject({ jobType: 'Data Garbage Collection', status: 'Completed' });
    const { lastCollection, lastCollectionOn, isCollectionWaiting } = (await h.call('GET', '/store')).body.data;
    expect(lastCollection).toMatch(/^1 contents \(70000 bytes\) .* deleted; [1-9]\d* bytes of the store were freed\.$/);
    expect([lastCollectionOn !== '', isCollectionWaiting]).toEqual([true, false]);
    await h.app.audit.flush();
    const lines = await h.app.db
      .selectFrom('audit_log')
      .select(['operation', 'status'])
      .where('operation', '=', 'Data Garbage Collection')
      .execute();
    expect(lines.map(({ status: end }) => end)).toContain('Completed');
  });

  it('replaced files and replaced reports go too', async () => {
    const id = await project('replaces', { 'f.bin': noise(60_000) });
    const former = await digestOf('f.bin', id);
    await upload(id, { 'f.bin': noise(60_000) });
    await collect();
    expect(await findBlob(h.app.db, former)).toBeUndefined();
    const results: Buffer[] = [];
    for (const name of ['first', 'second']) {
      await h.call('PUT', `/projects/${id}`, { body: { description: name } });
      const { body } = await h.call('POST', `/projects/${id}/reports/1/generate`, { body: {} });
      await h.jobOver(body.data.taskId);
      const row = await h.app.db
        .selectFrom('report_results')
        .select('sha256')
        .where('project_id', '=', id)
        .executeTakeFirstOrThrow();
      results.push(row.sha256);
    }
    // The minutes in which a kept file waits for its row are over.
    await sql`update content_uses set ends_at = now()`.execute(h.app.db);
    await collect();
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = results;
    expect(first.equals(second)).toBe(false);
    expect(await findBlob(h.app.db, first)).toBeUndefined();
    expect(await findBlob(h.app.db, second)).toBeDefined();
    await expectWhole();
  });

  it('403 for callers who are no system administrators', async () => {
    const reader = await h.person('reader-of-store');
    expect((await h.call('POST', '/store/collect', { as: reader })).status).toBe(403);
  });
});

describe('what is about to be named stays', () => {
  it('an upload that found a content keeps it, also if it was marked before and is collected at that moment', async () => {
    const bytes = noise(90_000);
    const id = await project('first owner', { 'x.bin': bytes });
    const sha256 = await digestOf('x.bin', id);
    await remove(id);
    const known = new KnownContents(h.app);
    expect((await known.sound([sha256.toString('hex')])).size).toBe(1);
    const collected = await collect();
    expect(collected.contents).toBe(0);
    expect(collected.waitingContents).toBeGreaterThan(0);
    expect(await findBlob(h.app.db, sha256)).toBeDefined();
    await known.end();
    expect((await collect()).contents).toBe(1);
    expect(await findBlob(h.app.db, sha256)).toBeUndefined();
  });

  it('an upload that asks while a content is being struck waits, and stores the bytes again', async () => {
    const id = await project('struck now', { 'y.bin': noise(40_000) });
    const sha256 = await digestOf('y.bin', id);
    await remove(id);
    const { markUnneeded, strikeMarked } = await import('../db/files/collection.ts');
    await markUnneeded(h.app.db, undefined, 100_000);
    const known = new KnownContents(h.app);
    let answer: Promise<Set<string>> | undefined;
    await h.app.db.transaction().execute(async (tx) => {
      expect((await strikeMarked(tx, 1000)).contents).toBe(1);
      answer = known.sound([sha256.toString('hex')]);
      await waitsForALock();
    });
    expect((await answer)?.size).toBe(0);
    await known.end();
  });

  it('a kept file stays until a row names it, and goes if none does', async () => {
    const { sha256 } = await keepStream(
      h.app,
      (async function* () {
        yield noise(5_000);
      })(),
    );
    await collect();
    expect(await findBlob(h.app.db, sha256)).toBeDefined();
    await sql`update content_uses set ends_at = now() where sha256 = ${sha256}`.execute(h.app.db);
    await collect();
    expect(await findBlob(h.app.db, sha256)).toBeUndefined();
  });

  it('the file of a waiting job stays', async () => {
    const { sha256 } = await keepStream(
      h.app,
      (async function* () {
        yield noise(5_000);
      })(),
    );
    await sql`update content_uses set ends_at = now() where sha256 = ${sha256}`.execute(h.app.db);
    await sql`insert into jobs (type, status, payload) values ('Project Import', 'New', ${JSON.stringify({ sha256: sha256.toString('hex') })}::jsonb)`.execute(
      h.app.db,
    );
    await collect();
    expect(await findBlob(h.app.db, sha256)).toBeDefined();
    await sql`update jobs set status = 'Failed' where status = 'New'`.execute(h.app.db);
  });

  it('staged files of an upload keep their contents', async () => {
    const { sha256 } = await keepStream(
      h.app,
      (async function* () {
        yield noise(5_000);
      })(),
    );
    await sql`delete from content_uses`.execute(h.app.db);
    await sql`insert into upload_files (upload_id, path, sha256, size_bytes, hint, folder)
      values (gen_random_uuid(), 'a', ${sha256}, 5000, '', 0)`.execute(h.app.db);
    await collect();
    expect(await findBlob(h.app.db, sha256)).toBeDefined();
    await sql`delete from upload_files`.execute(h.app.db);
  });

  it('a use whose holder died holds nothing up for ever', async () => {
    const use = await beginUse(h.app.db);
    await remove(await project('after a death', { 'z.bin': noise(20_000) }));
    expect((await collect()).waitingContents).toBeGreaterThan(0);
    await sql`update content_uses set seen_at = now() - interval '1 hour' where id = ${use}::uuid`.execute(h.app.db);
    expect((await collect()).waitingContents).toBe(0);
    await endUse(h.app.db, use);
  });

  it('every column that refers to a content without going with it is asked', async () => {
    const { rows } = await sql<{ column: string }>`
      select conrelid::regclass || '.' || a.attname as column from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
      where c.contype = 'f' and c.confrelid = 'blobs'::regclass and c.confdeltype <> 'c' order by 1`.execute(h.app.db);
    expect(rows.map(({ column }) => column)).toEqual([
      'files.sha256',
      'release_files.sha256',
      'report_results.sha256',
      'report_results.view_sha256',
      'sbom_exports.sha256',
      'sboms.sha256',
      'vex_documents.original_sha256',
    ]);
  });
});

describe('readers and writers at the same time', () => {
  it('a reader with the former place reads on at the new one, at once and in the middle of a stream', async () => {
    const large = noise(5_000_000);
    const id = await project('read on', { 'large.bin': large, 'small.txt': 'words' });
    const victim = await project('victim', { 'v.bin': noise(1_000_000) });
    const locations = await Promise.all(
      ['large.bin', 'small.txt'].map(async (path) =>
        parseLocation((await findBlob(h.app.db, await digestOf(path, id)))?.location),
      ),
    );
    const [place, small] = locations;
    if (!place || !small) throw new Error('no places');
    const stream = h.app.store.stream(place)[Symbol.asyncIterator]();
    const pieces = [(await stream.next()).value as Buffer];
    await remove(victim);
    await collect();
    const now = parseLocation((await findBlob(h.app.db, await digestOf('large.bin', id)))?.location);
    expect(now.segment).not.toBe(place.segment);
    for (let next = await stream.next(); !next.done; next = await stream.next()) pieces.push(next.value as Buffer);
    expect(Buffer.concat(pieces).equals(large)).toBe(true);
    expect(Buffer.from(await h.app.store.read(small)).toString()).toBe('words');
    expect((await h.app.store.findBroken([place, small])).size).toBe(0);
  });

  it('nothing needed is lost while uploads, scans, deletions and collections run at once', {
    timeout: 120_000,
  }, async () => {
    const pool = Array.from({ length: 12 }, (_, at) => noise(20_000 + at));
    const fresh = (round: number, lane: number) =>
      Object.fromEntries(
        pool.filter((_, at) => (at + round + lane) % 3 === 0).map((bytes, at) => [`d${at}/f${round}.bin`, bytes]),
      );
    const lane = async (number: number) => {
      for (let round = 0; round < 4; round++) {
        const id = await project(`lane ${number} ${round}`, fresh(round, number));
        const scan = await h.call('POST', `/scanResource/projectScan/${id}`, {});
        expect((await h.jobOver(scan.body['Content: '])).status).toBe('Completed');
        if (round % 2 === 0) await h.call('DELETE', `/projects/${id}`);
        else await upload(id, fresh(round + 1, number), '&deleteExistingFileOnServer=true');
      }
    };
    let isOver = false;
    let rounds = 0;
    const collector = async () => {
      for (; !isOver; rounds++) await collect();
    };
    const collecting = collector();
    await Promise.all([lane(0), lane(1), lane(2)]).finally(() => {
      isOver = true;
    });
    await collecting;
    await h.allJobsOver();
    await collect();
    expect(rounds).toBeGreaterThan(0);
    await expectWhole();
  });

  it('a backup holds the bytes that its rows name', async () => {
    const { withSharedLock, COLLECTION_LOCK } = await import('../db/postgres/advisory-locks.ts');
    const id = await project('backed up', { 'b.bin': noise(30_000) });
    const sha256 = await digestOf('b.bin', id);
    await remove(id);
    await withSharedLock(h.database.pool, COLLECTION_LOCK, async () => {
      const { contents, waitingContents } = await collect();
      expect([contents, waitingContents > 0]).toEqual([0, true]);
    });
    await collect();
    expect(await findBlob(h.app.db, sha256)).toBeUndefined();
  });
});

async function waitsForALock(): Promise<void> {
  for (;;) {
    const { rows } =
      await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        h.app.db,
      );
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
