// Kills the server or a session of the database (SIGKILL, after which PostgreSQL recovers) in each step of the outcome of a scan that changes every item of a
// project, and starts again what does not start by itself. Another project takes the same code undisturbed. Afterwards the scan must have ended by itself, both
// inventories must be alike, and the summaries of both scans too. Prints JSON: node bench/endurance/outcome-kills.ts [kills, default 30] [packages, default 1200]
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import pg from 'pg';
import { embeddedConnection } from '../../server/src/db/embedded/index.ts';
import { dataFolder } from '../../server/src/installation/data-folder.ts';
import { startServer } from '../server.ts';
import { type Place, startedPlace } from './place.ts';

/** The kill comes when so many steps are noted, in turns. */
const DEEPEST = 12;
const VICTIMS = ['server', 'session'] as const;
/** The licenses of the code base, in turns; so each scan changes every item. */
const LICENSES = [
  ['ISC', 'Zlib'],
  ['MIT', 'Apache-2.0'],
  ['0BSD', 'MIT-0'],
] as const;

export async function outcomeKills(kills = 30, packages = 1200) {
  let place = await startedPlace();
  const folder = place.server.dataFolder;
  const killed: Record<string, number> = {};
  const different: string[] = [];
  const failed: string[] = [];
  try {
    const disturbed = await place.projectOfPackages('disturbed', packages);
    const undisturbed = await place.projectOfPackages('undisturbed', packages);
    for (const project of [disturbed, undisturbed]) await approve(place, project);
    for (let turn = 0; turn < kills; turn++) {
      const victim = VICTIMS[turn % VICTIMS.length] as (typeof VICTIMS)[number];
      const licenses = LICENSES[turn % LICENSES.length] ?? [];
      const expected = await scanned(place, undisturbed, { packages, licenses });
      await place.uploadLockfile(disturbed, packages, licenses);
      const job = await place.scan(disturbed);
      const at = await killAt(place, { job, victim, depth: Math.floor(turn / VICTIMS.length) % DEEPEST });
      const key = `${victim}, ${at === undefined ? 'after all steps' : `${at} steps noted`}`;
      killed[key] = (killed[key] ?? 0) + 1;
      if (victim === 'server') place = await startedPlace(await startServer({}, folder));
      const outcome = await overAgain(place, job);
      if (!outcome.startsWith('Completed')) failed.push(`turn ${turn}: ${outcome}`);
      if (itemsOfSummary(outcome) !== itemsOfSummary(expected))
        different.push(`turn ${turn}: ${outcome} / ${expected}`);
      const sides = await Promise.all([disturbed, undisturbed].map((project) => inventoryOf(folder, project)));
      if (!isDeepStrictEqual(sides[0], sides[1])) different.push(`turn ${turn}: ${firstDifference(sides)}`);
    }
    return { kills, killed, failed, different };
  } finally {
    await place.server.stop();
  }
}

/** Up to 1,000 items at once, more in a job. */
async function approve({ call, jobOver }: Place, project: number): Promise<void> {
  const order = { action: 'APPROVE', filter: {}, dryRun: false };
  const { body } = await call('POST', `/projects/${project}/bulkDecisions/items`, order);
  if (body.data.jobId) await jobOver(body.data.jobId);
}

async function scanned(place: Place, project: number, code: { packages: number; licenses: readonly string[] }) {
  await place.uploadLockfile(project, code.packages, code.licenses);
  return place.jobOver(await place.scan(project));
}

const itemsOfSummary = (outcome: string) => /[\d,]+ inventory items \([^)]*\)/.exec(outcome)?.[0];

/** Kills when so many steps are noted, and returns how many were; undefined if the scan was past them. */
async function killAt(
  { server }: Place,
  { job, victim, depth }: { job: number; victim: (typeof VICTIMS)[number]; depth: number },
): Promise<number | undefined> {
  return inDatabase(server.dataFolder, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ status: string; steps: number; pid: number | null }>(
        `select j.status, (select count(*)::int from job_steps s where s.job_id = j.id) as steps,
           (select a.pid from pg_stat_activity a where a.backend_xid is not null and a.pid <> pg_backend_pid() and a.datname = current_database()
              and a.query not like '%for key share%' order by a.xact_start limit 1) as pid
         from jobs j where j.id = $1`,
        [job],
      );
      const [now] = rows;
      const isOver = now === undefined || !['New', 'Scheduled', 'Active'].includes(now.status);
      if (isOver || (now.steps > depth && (victim === 'server' || now.pid !== null))) {
        if (victim === 'server') await server.kill('SIGKILL');
        else if (now?.pid) process.kill(now.pid, 'SIGKILL');
        return isOver ? undefined : now.steps;
      }
      await pause(3);
    }
  });
}

/** The database recovers for a moment; until then the server answers 503. */
async function overAgain(place: Place, job: number): Promise<string> {
  for (;;) {
    try {
      return await place.jobOver(job);
    } catch {
      await pause(200);
    }
  }
}

async function inDatabase<T>(folder: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  for (;;) {
    const client = new pg.Client(embeddedConnection(dataFolder(folder).postgres));
    // A session that ends with the killed one.
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch {
      await pause(200);
      continue;
    }
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** What people see, without ids and times. */
function inventoryOf(folder: string, project: number): Promise<object[]> {
  return inDatabase(folder, async (client) => {
    const { rows } = await client.query(
      `select i.name, i.license_expression, i.status, i.is_published, i.file_count, i.missing_why <> '' as is_gone, i.review_lapse is not null as lapsed,
         (select array_agg(h.event order by h.event) from inventory_history h where h.item_id = i.id) as history,
         (select array_agg(d.kind order by d.kind) from decisions d where d.item_id = i.id and d.superseded_at is null) as decisions,
         (select array_agg(f.path order by f.path) from inventory_files x join files f on f.id = x.file_id where x.item_id = i.id) as files, null as rollup
       from inventory_items i where i.project_id = $1
       union all select '', '', '', null, null, null, null, null, null, null, p.inventory_rollup from projects p where p.id = $1 order by 1`,
      [project],
    );
    return rows;
  });
}

function firstDifference([one = [], other = []]: object[][]): string {
  const at = one.findIndex((row, index) => !isDeepStrictEqual(row, other[index]));
  return `${JSON.stringify(one[at])} / ${JSON.stringify(other[at])}`.slice(0, 600);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kills = 30, packages = 1200] = process.argv.slice(2).map(Number);
  process.stdout.write(`${JSON.stringify(await outcomeKills(kills, packages), null, 1)}\n`);
}
