// Two servers and two workers on one PostgreSQL that belongs to none of them, and on one store. Kills a server, a worker or the whole PostgreSQL in the
// middle of uploads, scans, reports, imports and deletions, and starts it again. Afterwards every job must end by itself, the database must be consistent,
// and both servers must answer. Prints JSON: node bench/endurance/several-processes.ts [kills, default 20] [seed]
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { itemAt } from '@assay/scanner/items';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../../server/src/db/embedded/index.ts';
import { tar } from '../../server/test/archives.ts';
import { inconsistenciesAt } from '../../server/test/consistency.ts';
import { BIN, startServer, uploadArchive } from '../server.ts';
import { type Place, startedPlace } from './place.ts';
import { jobsThatStay } from './process-kills.ts';

/** The kill comes within so many milliseconds after the calls have begun. */
const LONGEST_MS = 2000;
const PACKAGES = 60;

const root = mkdtempSync(join(tmpdir(), 'assay-several-'));
const socket = join(root, 'socket');
const cluster = join(root, 'cluster');
let state = Number(process.argv[3] ?? 1);
const random = () => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return state / 2147483648;
};

/** Each start makes a new folder for its socket; the address of the servers stays. */
async function startCluster(): Promise<EmbeddedDatabase> {
  const database = await startEmbeddedDatabase({ folder: cluster });
  rmSync(socket, { force: true });
  symlinkSync(database.connection.host, socket);
  return database;
}

let database = await startCluster();
const { user, database: name } = database.connection;
const shared = {
  DATABASE_URL: `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(socket)}`,
  ASSAY_STORE_URL: join(root, 'store'),
};

const folderOf = (member: string) => {
  const folder = join(root, member);
  mkdirSync(folder, { recursive: true });
  return folder;
};
const startMember = async (member: string) => startedPlace(await startServer(shared, folderOf(member)));

function startWorker(member: string): ChildProcess {
  const env = { ...process.env, ...shared, ASSAY_DATA_DIR: folderOf(member), ASSAY_LOG_LEVEL: 'warn' };
  return spawn(process.execPath, [BIN, 'worker'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}

const servers: Place[] = [await startMember('first'), await startMember('second')];
const workers = [startWorker('worker'), startWorker('another')];
const anyServer = () => itemAt(servers, Math.floor(random() * servers.length));

const victims: Record<string, () => Promise<void>> = {
  worker: async () => {
    const at = Math.floor(random() * workers.length);
    await ended(itemAt(workers, at), 'SIGKILL');
    workers[at] = startWorker(at === 0 ? 'worker' : 'another');
  },
  server: async () => {
    const at = Math.floor(random() * servers.length);
    await itemAt(servers, at).server.kill('SIGKILL');
    servers[at] = await startMember(at === 0 ? 'first' : 'second');
  },
  cluster: async () => {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(pid, 'SIGKILL');
    await database.exited;
    database = await startCluster();
  },
};

async function severalProcesses(kills: number) {
  const project = await anyServer().projectOfPackages('shared', PACKAGES);
  const exported = await anyServer().exportOf(project);
  const acts: Record<string, (place: Place, turn: number) => Promise<unknown>> = {
    upload: async ({ server, call }, turn) => {
      const { body } = await call('POST', '/projects', { name: `uploaded ${turn}` });
      await uploadArchive(server, body.id, tar([{ name: 'a.txt', content: `file ${turn}\n`.repeat(100_000) }]));
    },
    scan: ({ scan }) => scan(project),
    report: ({ report }) => report(project),
    import: ({ importData }) => importData(project, exported),
    sbom: ({ importSbom }, turn) => importSbom(project, 500 + turn),
    delete: async ({ call, deleteProject }, turn) =>
      deleteProject((await call('POST', '/projects', { name: `gone ${turn}` })).body.id),
    advisories: ({ importAdvisories }) => importAdvisories(300),
  };
  const outcomes: Record<string, number> = {};
  const stuck: string[] = [];
  const count = (key: string) => {
    outcomes[key] = (outcomes[key] ?? 0) + 1;
  };
  for (let turn = 0; turn < kills; turn++) {
    const asked = [0, 1, 2, 3].map(async (at) => {
      const [act, work] = itemAt(Object.entries(acts), (turn + at) % Object.keys(acts).length);
      await work(anyServer(), turn).then(
        () => count(`${act}: done`),
        () => count(`${act}: broken off or refused`),
      );
    });
    await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_MS));
    const [victim, kill] = itemAt(Object.entries(victims), turn % Object.keys(victims).length);
    await kill();
    count(`${victim} killed`);
    await Promise.all(asked);
    stuck.push(...(await jobsThatStay(itemAt(servers, 0))));
  }
  const items = (await anyServer().itemsOf(project)).length;
  const health = await Promise.all(
    servers.map(async ({ server }) => (await fetch(new URL('/readyz', server.base))).status),
  );
  const { body } = await anyServer().call('POST', '/store/collect');
  const collected = body.id === undefined ? JSON.stringify(body) : await anyServer().jobOver(body.id);
  const faults = await inconsistenciesAt(database.connection);
  return { kills, outcomes, stuck, items, health, collected, inconsistencies: faults };
}

try {
  process.stdout.write(`${JSON.stringify(await severalProcesses(Number(process.argv[2] ?? 20)), null, 1)}\n`);
} finally {
  await Promise.all(workers.map((worker) => ended(worker, 'SIGTERM')));
  await Promise.all(servers.map(({ server }) => server.kill('SIGTERM')));
  await database.stop();
  rmSync(root, { recursive: true, force: true });
}
