// What decisions cost a rescan: 1,000,000 decisions of one installation, 100,000 files of which some have changed. After the rescan its steps about
// decisions are repeated in a transaction that is taken back. --alone: before it, a rescan with the decisions of its project alone. Prints JSON.
//   node bench/carried-scale.ts [--files 100000] [--decisions 1000000] [--packages 2000] [--alone]
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { endCarriedMarks, refreshDecidedEvidence } from '../server/src/db/decisions/carried-files.ts';
import {
  listDecisionsToCheck,
  listLapsedMarks,
  listLapsedTies,
  listMovedTies,
} from '../server/src/db/decisions/checks.ts';
import { listReviewedItems } from '../server/src/db/decisions/reviews.ts';
import { embeddedConnection } from '../server/src/db/embedded/index.ts';
import { connect, type Db, type Tx } from '../server/src/db/postgres/connection.ts';
import { reviewsToCarry } from '../server/src/reviews/carried-reviews.ts';
import { carryFiles } from '../server/src/scans/inventory/carried-files.ts';
import { call } from './carried-door.ts';
import { release } from './generated-release.ts';
import { type BenchServer, followJob, startServer, uploadArchive } from './server.ts';
import { tarOf } from './tar.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '100000' },
    decisions: { type: 'string', default: '1000000' },
    packages: { type: 'string', default: '2000' },
    alone: { type: 'boolean', default: false },
  },
});
const FILES = Number(values.files);
const DECISIONS = Number(values.decisions);
const PACKAGES = Number(values.packages);
const PACKAGES_OF_OTHERS = 100;

async function scan(server: BenchServer, projectId: number, edition: number) {
  await uploadArchive(server, projectId, tarOf(release(edition, { files: FILES, packages: PACKAGES })), {
    replaces: true,
  });
  const path = `/scanResource/projectScan/${projectId}`;
  const { 'Content: ': jobId } = await call<{ 'Content: ': number }>(server, 'POST', path);
  const { status, details, seconds } = await followJob(server, jobId);
  if (status !== 'Completed') throw new Error(`The scan ended ${status}: ${details}`);
  return { seconds: rounded(seconds), details };
}

/** All files of the project are reviewed, and all items approved. */
async function decideOwn(db: Db, projectId: number): Promise<void> {
  await sql`with made as (
      insert into decisions (kind, subject, subject_key, scope, project_id, value, ground, author)
      select 'file-reviewed', s.subject, s.subject::text, 'project', ${projectId}, '{"isReviewed": true}', '{"by": "person"}', 'bench'
      from files f cross join lateral (select jsonb_build_object('path', f.path, 'sha256', encode(f.sha256, 'hex')) as subject) s
      where f.project_id = ${projectId} and not f.is_reviewed on conflict do nothing returning id, subject)
    insert into decision_files (decision_id, project_id, sha256, place_key, text_digest, evidence_digest, sketch, said)
    select m.id, ${projectId}, f.sha256, place_key(f.path), x.text_digest, x.evidence_digest, x.sketch, '{"licenses": [], "holders": []}'
    from made m join files f on f.project_id = ${projectId} and f.path = m.subject ->> 'path'
    left join facts x on x.sha256 = f.sha256 and x.hint = f.hint`.execute(db);
  await sql`update files set is_reviewed = true where project_id = ${projectId} and not is_reviewed`.execute(db);
}

/** Other projects with the same places and packages, and half of the same contents, until there are this many decisions. */
async function decideElsewhere(db: Db, projectId: number): Promise<void> {
  await sql`insert into projects (name, folder_id, contact_id, scan_profile_id) select 'reviewer ' || n, folder_id, contact_id, scan_profile_id
    from projects cross join generate_series(1, ${PACKAGES_OF_OTHERS}::int) n where id = ${projectId}`.execute(db);
  await sql`with made as (
      insert into decisions (kind, subject, subject_key, scope, project_id, item_id, value, ground, author)
      select 'review', '{"finding": "elsewhere"}', 'elsewhere ' || o.id || ' ' || i.id, 'item', o.id, i.id, '{"status": "APPROVED"}', '{"by": "person"}', 'bench'
      from projects o cross join inventory_items i where o.name like 'reviewer %' and i.project_id = ${projectId} and i.type = 'COMPONENT' returning id, project_id, item_id)
    insert into review_grounds (decision_id, project_id, component, facts)
    select m.id, m.project_id, coalesce(c.purl, lower(c.name)), jsonb_build_object('version', v.name, 'license', 'MIT', 'concluded', 'MIT', 'declared', 'MIT',
      'bundled', '[]'::jsonb, 'texts', '[]'::jsonb, 'holders', '[]'::jsonb, 'usage', '{}'::jsonb, 'vulnerabilities', '[]'::jsonb, 'isCompared', false)
    from made m join inventory_items i on i.id = m.item_id join components c on c.id = i.component_id left join component_versions v on v.id = i.version_id`.execute(
    db,
  );
  for (let n = 1; (await countOf(db)) < DECISIONS; n++)
    await sql`with other as (insert into projects (name, folder_id, contact_id, scan_profile_id) select ${`twin ${n}`}, folder_id, contact_id, scan_profile_id from projects where id = ${projectId} returning id),
      made as (
        insert into decisions (kind, subject, subject_key, scope, project_id, value, ground, author)
        select 'file-reviewed', d.subject, d.subject_key, 'project', other.id, d.value, d.ground, 'bench' from decisions d cross join other
        where d.project_id = ${projectId} and d.kind = 'file-reviewed' and d.superseded_at is null
        limit ${DECISIONS - (await countOf(db))} returning id, project_id, subject_key)
      insert into decision_files (decision_id, project_id, sha256, place_key, text_digest, evidence_digest, sketch, said)
      select m.id, m.project_id, case when m.id % 2 = 0 then y.sha256 else sha256(y.sha256) end, y.place_key, case when m.id % 2 = 0 then y.text_digest else substring(sha256(y.text_digest), 1, 16) end,
        y.evidence_digest, y.sketch, y.said
      from made m join decisions d on d.project_id = ${projectId} and d.kind = 'file-reviewed' and d.subject_key = m.subject_key and d.superseded_at is null
      join decision_files y on y.decision_id = d.id`.execute(db);
  await sql`analyze`.execute(db);
}

async function countOf(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from decisions`.execute(db);
  return rows[0]?.count ?? 0;
}

const rounded = (seconds: number) => Math.round(seconds * 100) / 100;

class TakenBack extends Error {}

/** The steps of the last rescan about decisions, once more, as they were before it. */
async function stepsAgain(db: Db, projectId: number): Promise<Record<string, number>> {
  const seconds: Record<string, number> = {};
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const started = performance.now();
    await work();
    seconds[name] = rounded((performance.now() - started) / 1000);
  };
  const steps = async (tx: Tx) => {
    const now = new Date();
    await sql`update files f set is_reviewed = false from carried_files c where c.file_id = f.id and f.project_id = ${projectId}`.execute(
      tx,
    );
    await sql`delete from carried_files c using files f where c.file_id = f.id and f.project_id = ${projectId}`.execute(
      tx,
    );
    await timed('evidence', () => refreshDecidedEvidence(tx, projectId, false));
    await timed('ended marks', () => endCarriedMarks(tx, projectId, now));
    await timed('files, all of it', () => carryFiles(tx, projectId, { now, hasOtherAnalyzer: false }));
    await timed('moved ties', () => listMovedTies(tx, projectId));
    await timed('decisions', () => listDecisionsToCheck(tx, projectId));
    await timed('lapsed marks', () => listLapsedMarks(tx, projectId));
    await timed('lapsed ties', () => listLapsedTies(tx, projectId));
    await timed('reviews', () => listReviewedItems(tx, projectId));
    await timed('reviews to carry', () => reviewsToCarry(tx, projectId, undefined, now));
    throw new TakenBack();
  };
  await db
    .transaction()
    .execute(steps)
    .catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
  return seconds;
}

const OF_THE_STEP = [
  'files, all of it',
  'moved ties',
  'decisions',
  'lapsed marks',
  'lapsed ties',
  'reviews',
  'reviews to carry',
];

const server = await startServer();
const connection = connect(embeddedConnection(join(server.dataFolder, 'postgres')), { maxConnections: 2 });
try {
  const { db } = connection;
  const { id } = await call<{ id: number }>(server, 'POST', '/projects', { name: 'Large' });
  const first = await scan(server, id, 0);
  await decideOwn(db, id);
  await sql`analyze`.execute(db);
  const alone = values.alone ? await scan(server, id, 1) : undefined;
  if (alone) await decideOwn(db, id);
  console.error(JSON.stringify({ first, alone }));
  await decideElsewhere(db, id);
  const among = await scan(server, id, 2);
  const steps = await stepsAgain(db, id);
  const decided = OF_THE_STEP.reduce((sum, name) => sum + (steps[name] ?? 0), 0);
  console.log(
    JSON.stringify(
      {
        ...{ files: FILES, decisions: await countOf(db), first, alone, among, steps },
        ...{
          decidingSeconds: rounded(decided),
          percentOfScan: rounded((100 * decided) / among.seconds),
          load: loadavg(),
        },
      },
      null,
      1,
    ),
  );
} finally {
  await connection.close();
  await server.stop();
}
