// Kills the server in the middle of uploads, scans, reports, imports, exports, deletions and imports of advisories, and starts it again on the same data.
// Afterwards every job must end by itself, and the installation must answer. Prints JSON: node bench/endurance/process-kills.ts [kills, default 40] [seed]
import { fileURLToPath } from 'node:url';
import { present } from '@assay/scanner/items';
import { tar } from '../../server/test/archives.ts';
import { startServer, uploadArchive } from '../server.ts';
import { type Place, startedPlace } from './place.ts';

/** The kill comes within so many milliseconds after the calls have begun. */
const LONGEST_MS = 1500;
const PATIENCE_MS = 120_000;
const OPEN = ['New', 'Scheduled', 'Active'];

type Act = (place: Place, turn: number) => Promise<unknown>;

async function prepared(place: Place) {
  const project = await place.projectOfPackages('killed', 100);
  return { project, exported: await place.exportOf(project) };
}

export async function processKills(kills = 40, seed = 1) {
  let place = await startedPlace();
  const { dataFolder } = place.server;
  const { project, exported } = await prepared(place);
  const acts: Record<string, Act> = {
    upload: async ({ server, call }, turn) => {
      const { body } = await call('POST', '/projects', { name: `uploaded ${turn}` });
      await uploadArchive(server, body.id, tar([{ name: 'a.txt', content: `file ${turn}\n`.repeat(200_000) }]));
    },
    scan: ({ scan }) => scan(project),
    report: ({ report }) => report(project),
    import: ({ importData }) => importData(project, exported),
    export: ({ exportOf }) => exportOf(project),
    delete: async ({ projectOfPackages, deleteProject }, turn) =>
      deleteProject(await projectOfPackages(`gone ${turn}`, 20)),
    advisories: ({ importAdvisories }) => importAdvisories(2000),
  };
  const names = Object.keys(acts);
  let state = seed;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const outcomes: Record<string, number> = {};
  const stuck: string[] = [];
  let slowestStartMs = 0;
  try {
    for (let turn = 0; turn < kills; turn++) {
      const now = [0, 1, 2].map((at) => present(names[(turn + at) % names.length], 'operation'));
      const asked = now.map((name) =>
        present(acts[name], name)(place, turn).then(
          () => 'done',
          () => 'broken off or refused',
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_MS));
      await place.server.kill('SIGKILL');
      for (const [at, outcome] of (await Promise.all(asked)).entries()) {
        const key = `${now[at]}: ${outcome}`;
        outcomes[key] = (outcomes[key] ?? 0) + 1;
      }
      const begunAt = performance.now();
      place = await startedPlace(await startServer({}, dataFolder));
      slowestStartMs = Math.max(slowestStartMs, performance.now() - begunAt);
      stuck.push(...(await jobsThatStay(place)));
    }
    const items = await place.itemsOf(project);
    const { body } = await place.call('POST', '/store/collect');
    const collected = body.id === undefined ? JSON.stringify(body) : await place.jobOver(body.id);
    return { kills, outcomes, stuck, slowestStartMs: Math.round(slowestStartMs), items: items.length, collected };
  } finally {
    await place.server.stop();
  }
}

/** Jobs that are still open after a long time. */
export async function jobsThatStay({ call }: Place): Promise<string[]> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const { body } = await call('GET', '/jobs?pageSize=100');
    const rows: { id: number; type: string; status: string }[] = Array.isArray(body) ? body : (body.data ?? []);
    const open = rows
      .filter(({ status }) => OPEN.includes(status))
      .map(({ id, type, status }) => `${id} ${type} ${status}`);
    if (open.length === 0 || performance.now() > end) return open;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [kills = 40, seed = 1] = process.argv.slice(2).map(Number);
  process.stdout.write(`${JSON.stringify(await processKills(kills, seed), null, 1)}\n`);
}
