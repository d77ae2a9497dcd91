// Kills sessions of the database while operations with streams answer: the server must answer each with an error or a broken connection, never end, and
// hold no file afterwards. Prints JSON. Not part of the tests, because it takes minutes: node bench/endurance/backend-kills.ts [kills, default 200]
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { embeddedConnection } from '../../server/src/db/embedded/index.ts';
import { dataFolder } from '../../server/src/installation/data-folder.ts';
import { tar } from '../../server/test/archives.ts';
import { startServer, uploadArchive } from '../server.ts';

const wanted = Number(process.argv[2] ?? 200);
/** At once, so that some answers are in each of their phases when the sessions end. */
const AT_ONCE = 8;

const server = await startServer();
const database = new pg.Client(embeddedConnection(dataFolder(server.dataFolder).postgres));
database.on('error', () => undefined);

async function fill(): Promise<string[]> {
  const id = ((await server.api('POST', '/projects', { name: 'kills' })).body as { id: number }).id;
  const files = Array.from({ length: 400 }, (_, at) => ({
    name: `src/${at}.txt`,
    content: `file ${at}\n`.repeat(500),
  }));
  await uploadArchive(server, id, tar(files));
  await scanned(id);
  const { rows } = await database.query('select id from files limit 1');
  return [
    `/project/exportProjectData?projectId=${id}`,
    `/projects/${id}/allscannedfiles`,
    `/project/inventory/${id}?size=1000`,
    `/files/${rows[0].id}/bytes`,
    '/auditLog/export?format=csv',
    '/auditLog/export?format=jsonl',
    '/projects',
    '/jobs',
  ];
}

/** The list of scanned files is refused before a scan. */
async function scanned(project: number): Promise<void> {
  const { body } = await server.api('POST', `/scanResource/projectScan/${project}`);
  for (;;) {
    const job = (await server.api('GET', `/jobs/${body['Content: ']}`)).body as { status: string; error: string };
    if (job.status === 'Completed') return;
    if (!['New', 'Scheduled', 'Active'].includes(job.status))
      throw new Error(`The scan ended ${job.status}: ${job.error}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The status of the answer, or that it broke off. */
async function outcomeOf(path: string): Promise<string> {
  try {
    const answer = await fetch(`${server.base}${path}`, { headers: { authorization: `Bearer ${server.token}` } });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch {
    return 'broken off';
  }
}

/** Files of the data folder that are open and deleted: nobody can read them any more. */
function lostFiles(): string[] {
  const folder = `/proc/${server.pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      const path = readlinkSync(join(folder, name));
      return path.includes(server.dataFolder) && path.endsWith('(deleted)') ? [path] : [];
    } catch {
      return [];
    }
  });
}

try {
  await database.connect();
  const paths = await fill();
  const outcomes: Record<string, number> = {};
  let kills = 0;
  for (let turn = 0; kills < wanted; turn++) {
    const asked = Array.from({ length: AT_ONCE }, (_, at) => outcomeOf(paths[(turn + at) % paths.length] as string));
    const { rowCount } = await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and datname = current_database() and state <> 'idle' limit 4`,
    );
    kills += rowCount ?? 0;
    for (const outcome of await Promise.all(asked)) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  const { status } = await fetch(new URL('/healthz', server.base));
  process.stdout.write(
    `${JSON.stringify({ kills, outcomes, healthz: status, lostFiles: lostFiles().length }, null, 1)}\n`,
  );
} finally {
  await database.end().catch(() => undefined);
  await server.stop();
}
