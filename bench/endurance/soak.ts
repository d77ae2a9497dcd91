// Sixty-four connections that read and change for a while. Afterwards memory, open files and sessions of the database must be what they were after the
// first part. Prints JSON: node bench/endurance/soak.ts [seconds, default 120]
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { embeddedConnection } from '../../server/src/db/embedded/index.ts';
import { dataFolder } from '../../server/src/installation/data-folder.ts';
import { startedPlace } from './place.ts';

const CONNECTIONS = 64;
/** What is measured before is that of a server that has answered everything once. */
const PARTS = 4;

interface Level {
  residentMb: number;
  openFiles: number;
  sessions: number;
}

export async function soak(seconds = 120) {
  await using place = await startedPlace();
  const project = await place.projectOfPackages('soaked', 200);
  const items = await place.itemsOf(project);
  const database = new pg.Client(embeddedConnection(dataFolder(place.server.dataFolder).postgres));
  await database.connect();
  const level = async (): Promise<Level> => ({
    residentMb: Math.round(place.server.residentMb()),
    openFiles: readdirSync(`/proc/${place.server.pid}/fd`).length,
    sessions: Number((await database.query('select count(*) from pg_stat_activity')).rows[0].count),
  });
  const paths = [
    `/project/inventory/${project}?size=100`,
    `/projects/${project}/allscannedfiles`,
    '/projects',
    '/jobs',
    `/project/exportProjectData?projectId=${project}`,
  ];
  const statuses: Record<string, number> = {};
  const levels: Level[] = [];
  try {
    for (let part = 0; part < PARTS; part++) {
      const end = performance.now() + (seconds * 1000) / PARTS;
      const one = async (at: number) => {
        for (let turn = at; performance.now() < end; turn++) {
          const { status } =
            turn % 10 === 0
              ? await place.call('PUT', `/inventories/${items[turn % items.length]}`, {
                  auditorReviewNotes: `turn ${turn}`,
                })
              : await place.call('GET', paths[turn % paths.length] as string);
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      };
      await Promise.all(Array.from({ length: CONNECTIONS }, (_, at) => one(at)));
      levels.push(await level());
    }
  } finally {
    await database.end();
  }
  return { seconds, connections: CONNECTIONS, statuses, levels };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${JSON.stringify(await soak(Number(process.argv[2] ?? 120)), null, 1)}\n`);
