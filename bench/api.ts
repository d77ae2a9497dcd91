// The most used reads and writes of the API on a large and on a small project of one server, at 1, 16 and 64 connections. Prints JSON.
//   node bench/api.ts [--quick] [--files 100000] [--items 20000] [--seconds 2, for each operation, size and number of connections] [--only words of names,…]
// Measurements alternate between large and small, so that other load on the machine affects both. The ratio of two p95 is given beside
// them. At the end, the whole inventory and all evidence are read in one response each, while the server's memory is watched.

import { request } from 'node:http';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { firstOf } from '@assay/scanner/items';
import { importAdvisories } from '../server/src/advisories/import.ts';
import { matchWaiting } from '../server/src/advisories/match-versions.ts';
import { embeddedConnection } from '../server/src/db/embedded/index.ts';
import { connect } from '../server/src/db/postgres/connection.ts';
import { recordsOfComponents } from './advisory-data.ts';
import { fillProject, type ProjectSize, VERSIONS } from './project-data.ts';
import { type BenchRequest, drive, figuresOf, merged, rounded, type Sample } from './requests.ts';
import { type BenchServer, startServer } from './server.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    files: { type: 'string' },
    items: { type: 'string' },
    seconds: { type: 'string' },
    only: { type: 'string', default: '' },
  },
});
const LARGE: ProjectSize = {
  files: Number(values.files ?? (values.quick ? 10_000 : 100_000)),
  items: Number(values.items ?? (values.quick ? 2_000 : 20_000)),
};
const SMALL: ProjectSize = { files: 1_000, items: 200 };
const CONNECTIONS = [1, 16, 64];
const SECONDS = Number(values.seconds ?? (values.quick ? 0.2 : 2));
/** Alternations between large and small within one measurement. */
const TURNS = 10;
const GREEDIEST_PAGE = 1_000_000;

interface Project extends ProjectSize {
  id: number;
  itemIds: number[];
  tasks: number;
  published: number;
  vulnerabilities: number;
}

interface Operation {
  name: string;
  isWrite?: boolean;
  request(project: Project, index: number): BenchRequest;
}

const read = (name: string, path: (project: Project, index: number) => string): Operation => ({
  name,
  request: (project, index) => ({ method: 'GET', path: path(project, index) }),
});
const lastPage = (rows: number, pageSize: number) => Math.max(1, Math.ceil(rows / pageSize));
const itemOf = (project: Project, index: number) => project.itemIds[(index * 7919) % project.itemIds.length];

const OPERATIONS: Operation[] = [
  read('projects', () => '/projects?limit=25'),
  read('project', ({ id }) => `/projects/${id}`),
  read('project/inventory, first page', ({ id }) => `/project/inventory/${id}?size=25&published=false`),
  read(
    'project/inventory, last page',
    ({ id, items }) => `/project/inventory/${id}?size=25&published=false&page=${lastPage(items, 25)}`,
  ),
  read('inventorySummary, first page', ({ id }) => `/projects/${id}/inventorySummary?limit=5&published=ALL`),
  read(
    'inventorySummary, last page',
    ({ id, items }) => `/projects/${id}/inventorySummary?limit=5&published=ALL&offset=${lastPage(items, 5)}`,
  ),
  read(
    'inventorySummary, published, last page',
    ({ id, published }) => `/projects/${id}/inventorySummary?limit=5&offset=${lastPage(published, 5)}`,
  ),
  read('inventoryItems by name, first page', ({ id }) => `/projects/${id}/inventoryItems?sort=name&limit=25`),
  read(
    'inventoryItems by name, last page',
    ({ id, items }) => `/projects/${id}/inventoryItems?sort=name&limit=25&offset=${lastPage(items, 25)}`,
  ),
  read('inventory item', (project, index) => `/inventories/${itemOf(project, index)}`),
  read('vulnerabilities of a project, first page', ({ id }) => `/projects/${id}/vulnerabilities?limit=25`),
  read(
    'vulnerabilities of a project, last page',
    ({ id, vulnerabilities }) => `/projects/${id}/vulnerabilities?limit=25&offset=${lastPage(vulnerabilities, 25)}`,
  ),
  read('vulnerabilities of all projects', () => '/advisories?affecting=true&limit=25'),
  read('history of an item', (project, index) => `/inventories/${itemOf(project, index)}/history`),
  read('allscannedfiles, first page', ({ id }) => `/projects/${id}/allscannedfiles`),
  read(
    'allscannedfiles, last page',
    ({ id, files }) => `/projects/${id}/allscannedfiles?offset=${lastPage(files, 25)}`,
  ),
  read('tasks, first page', ({ id }) => `/tasks/search?projectId=${id}&limit=25`),
  read('tasks, last page', ({ id, tasks }) => `/tasks/search?projectId=${id}&limit=25&offset=${lastPage(tasks, 25)}`),
  read('jobs', () => '/jobs'),
  read('license lookup', () => '/license/lookup?licenseName=MIT'),
  read(
    'component search',
    (_project, index) => `/components/search?searchBy=NAME&filter=EXACT_MATCH&searchTerm=component-${1 + (index % 50)}`,
  ),
  {
    name: 'item update',
    isWrite: true,
    request: (project, index) => ({
      method: 'PUT',
      path: `/inventories/${itemOf(project, index)}`,
      body: { auditorReviewNotes: `Seen in round ${index}` },
    }),
  },
  {
    name: 'item status',
    isWrite: true,
    request: (project, index) => ({
      method: 'PUT',
      path: `/inventories/${itemOf(project, index)}/status?status=${index % 2 === 0 ? 'APPROVED' : 'DRAFT'}`,
    }),
  },
];

const server = await startServer();
try {
  console.log(JSON.stringify(await benchmark(server), null, 1));
} finally {
  await server.stop();
}

async function benchmark(target: BenchServer) {
  const connection = connect(embeddedConnection(join(target.dataFolder, 'postgres')), { maxConnections: 2 });
  const started = performance.now();
  await importRecords(connection);
  const large = await makeProject(connection, 'large', 1, LARGE);
  const small = await makeProject(connection, 'small', 2, SMALL);
  await matchItems(connection);
  for (const project of [large, small]) project.vulnerabilities = await countVulnerabilities(connection, project);
  await connection.close();
  const madeSeconds = (performance.now() - started) / 1000;
  const idleMb = target.residentMb();
  const operations = [];
  for (const operation of OPERATIONS) {
    if (!values.only.split(',').some((words) => operation.name.includes(words))) continue;
    const byConnections: Record<string, unknown> = {};
    for (const project of [large, small]) await warmUp(target, operation, project);
    for (const connections of CONNECTIONS)
      byConnections[connections] = await compare(target, operation, large, small, connections);
    operations.push({ operation: operation.name, isWrite: operation.isWrite ?? false, byConnections });
    console.error(`${operation.name}: ${JSON.stringify(ratiosOf(byConnections))}`);
  }
  return {
    large: { ...LARGE, vulnerabilities: large.vulnerabilities },
    small: { ...SMALL, vulnerabilities: small.vulnerabilities },
    madeSeconds: rounded(madeSeconds),
    load: loadavg().map(rounded),
    secondsEach: SECONDS,
    operations,
    memoryMb: { idle: rounded(idleMb), afterwards: rounded(target.residentMb()) },
    wholeLists: await wholeLists(target, large),
  };
}

async function makeProject(
  connection: ReturnType<typeof connect>,
  name: string,
  seed: number,
  size: ProjectSize,
): Promise<Project> {
  const { body } = await server.api('POST', '/projects', { name });
  const { id } = body as { id: number };
  await fillProject(connection, id, seed, size);
  const numbers = async (query: string) =>
    (await connection.pool.query<{ value: number }>(query, [id])).rows.map((row) => row.value);
  return {
    ...size,
    id,
    itemIds: await numbers('select id as value from inventory_items where project_id = $1 order by id'),
    tasks: firstOf(await numbers('select count(*) as value from tasks where project_id = $1')),
    published: firstOf(
      await numbers('select count(*) as value from inventory_items where project_id = $1 and is_published'),
    ),
    vulnerabilities: 0,
  };
}

/** Before there are items, so that no alerts of new vulnerabilities are written while requests are measured. */
async function importRecords({ db }: ReturnType<typeof connect>): Promise<void> {
  const files = recordsOfComponents(Math.ceil(LARGE.items / VERSIONS));
  await importAdvisories({ db, now: () => new Date() }, files, { source: 'bench', isFull: true });
}

async function matchItems({ db, pool }: ReturnType<typeof connect>): Promise<void> {
  while (await matchWaiting(db));
  await pool.query('vacuum analyze');
}

async function countVulnerabilities({ pool }: ReturnType<typeof connect>, { id }: Project): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(distinct vulnerability_id)::int as count from item_vulnerabilities where project_id = $1 and outcome = 'affected'`,
    [id],
  );
  return firstOf(rows).count;
}

async function compare(target: BenchServer, operation: Operation, large: Project, small: Project, connections: number) {
  const options = { connections, milliseconds: (SECONDS * 1000) / TURNS };
  const samples: Record<'large' | 'small', Sample[]> = { large: [], small: [] };
  let index = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    for (const [size, project] of [
      ['large', large],
      ['small', small],
    ] as const)
      samples[size].push(await drive(target, () => operation.request(project, index++), options));
  }
  const [ofLarge, ofSmall] = [figuresOf(merged(samples.large)), figuresOf(merged(samples.small))];
  return { large: ofLarge, small: ofSmall, p95Ratio: rounded(ofLarge.p95Ms / ofSmall.p95Ms) };
}

/** The first responses load code and fill caches on both sides. */
function warmUp(target: BenchServer, operation: Operation, project: Project): Promise<Sample> {
  return drive(target, (index) => operation.request(project, index), { connections: 2, milliseconds: 100 });
}

function ratiosOf(byConnections: Record<string, unknown>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(byConnections).map(([connections, one]) => [connections, (one as { p95Ratio: number }).p95Ratio]),
  );
}

/** Each response once before its memory is measured: the first one loads code and lets the heap grow to its size. */
async function wholeLists(target: BenchServer, project: Project) {
  const paths = {
    inventory: `/project/inventory/${project.id}?published=false&size=${GREEDIEST_PAGE}`,
    inventorySummary: `/projects/${project.id}/inventorySummary?published=ALL&limit=${GREEDIEST_PAGE}`,
    allscannedfiles: `/projects/${project.id}/allscannedfiles?includeMD5Hash=true&limit=${GREEDIEST_PAGE}`,
    evidences: `/projects/${project.id}/evidences`,
  };
  const result: Record<string, unknown> = {};
  for (const [name, path] of Object.entries(paths)) {
    await readWhole(target, path);
    result[name] = await readWhole(target, path);
  }
  return result;
}

async function readWhole(target: BenchServer, path: string) {
  const beforeMb = target.residentMb();
  let peakMb = beforeMb;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, target.residentMb());
  }, 10);
  const started = performance.now();
  const { bytes, firstByteMs } = await new Promise<{ bytes: number; firstByteMs: number }>((resolve, reject) => {
    const outgoing = request(
      `${target.base}${path}`,
      { headers: { authorization: `Bearer ${target.token}` } },
      (response) => {
        let count = 0;
        let first = 0;
        response.on('data', (chunk: Buffer) => {
          if (count === 0) first = performance.now() - started;
          count += chunk.length;
        });
        response.once('error', reject);
        response.once('end', () => resolve({ bytes: count, firstByteMs: first }));
      },
    );
    outgoing.once('error', reject);
    outgoing.end();
  });
  clearInterval(watch);
  return {
    seconds: rounded((performance.now() - started) / 1000),
    firstByteMs: rounded(firstByteMs),
    bytes,
    beforeMb: rounded(beforeMb),
    grownMb: rounded(Math.max(peakMb, target.residentMb()) - beforeMb),
  };
}
