// How long jobs keep others from changing a project: asks every few milliseconds whether the project's row and some of its items are locked, and what
// their holders do meanwhile. Nobody else works, so that each span is one transaction of the job. For each job its time, the longest
// spans, and the statements that took most of the locked time. Prints a line of JSON for each job. node bench/endurance/lock-spans.ts [items, default 20000] [names of jobs, separated by commas]
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { embeddedConnection } from '../../server/src/db/embedded/index.ts';
import { dataFolder } from '../../server/src/installation/data-folder.ts';
import { type Place, startedPlace } from './place.ts';

interface Spans {
  job: string;
  seconds: number;
  outcome: string;
  /** Milliseconds, the longest first. */
  project: number[];
  items: number[];
  /** Milliseconds of locked time by the statement that the holder ran, or ran last. */
  meanwhile: Record<string, number>;
}

const PROBE_MS = 15;
const WATCHED_ITEMS = 60;
const SHOWN = 8;

export async function* lockSpans(itemCount = 20_000, only: readonly string[] = []): AsyncGenerator<Spans> {
  await using place = await startedPlace();
  const watcher = new pg.Client(embeddedConnection(dataFolder(place.server.dataFolder).postgres));
  await watcher.connect();
  try {
    const { body } = await place.call('POST', '/projects', { name: 'crowded' });
    const jobs = jobsOf(place, body.id, itemCount);
    for (const [job, start] of Object.entries(jobs))
      if (only.length === 0 || only.includes(job))
        yield await spansOf(job, { place, watcher, project: body.id, start });
  } finally {
    await watcher.end();
  }
}

/** In this order: later ones need what the first ones make. */
function jobsOf(place: Place, project: number, count: number): Record<string, () => Promise<number>> {
  const sbom = (version: string, from = 0) => place.sendSbom(project, componentsOf(count, { version, from }));
  return {
    'SBOM Import': () => sbom('1.0.0'),
    'Bulk Decision': () => place.approveAll(project),
    'SBOM Import again': () => sbom('1.0.0'),
    'SBOM Import with other licenses': () =>
      place.sendSbom(project, componentsOf(count, { version: '1.0.0', from: 0, license: 'ISC' })),
    'SBOM Import with a tenth gone': () => sbom('1.0.0', Math.round(count / 10)),
    'Project Scan': async () => {
      await place.uploadLockfile(project, count);
      return place.scan(project);
    },
    'Project Re-Scan': () => place.scan(project),
    'Project Re-Scan with other licenses': async () => {
      await place.uploadLockfile(project, count, ['ISC', 'Apache-2.0']);
      return place.scan(project);
    },
    'Project Import': async () => place.importData(project, await place.exportOf(project)),
    'Apply Policy': () => place.taskOf('POST', `/jobs/applyPolicy/${project}`),
    'Update Notices': () => place.taskOf('POST', `/jobs/notices/${project}?overwriteAll=true`),
    'Library Refresh': () => place.importAdvisories(count),
  };
}

interface Of {
  version: string;
  from: number;
  license?: string;
}

function componentsOf(count: number, { version, from, license }: Of): string {
  const numbers = Array.from({ length: count }, (_, at) => from + at);
  return JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    metadata: { component: { type: 'application', name: 'shop', version: '1' } },
    components: numbers.map((at) => ({
      ...{ type: 'library', name: `bench-package-${at}`, version, purl: `pkg:npm/bench-package-${at}@${version}` },
      licenses: [{ license: { id: license ?? (at % 2 === 0 ? 'MIT' : 'Apache-2.0') } }],
    })),
  });
}

interface Watched {
  place: Place;
  watcher: pg.Client;
  project: number;
  start: () => Promise<number>;
}

async function spansOf(job: string, { place, watcher, project, start }: Watched): Promise<Spans> {
  const { rows } = await watcher.query<{ id: number }>(
    'select id from inventory_items where project_id = $1 order by random() limit $2',
    [project, WATCHED_ITEMS],
  );
  const items = rows.map(({ id }) => id);
  const spans = { project: new Span(), items: new Span() };
  const meanwhile = new Map<string, number>();
  const id = await start();
  const begunAt = performance.now();
  let outcome: string | undefined;
  const over = place.jobOver(id).then((ended) => {
    outcome = ended;
  });
  for (let before = performance.now(); outcome === undefined; ) {
    const now = performance.now();
    const isLocked = await isAnyLocked(watcher, 'projects', [project]);
    spans.project.see(isLocked, now);
    spans.items.see(await isAnyLocked(watcher, 'inventory_items', items), now);
    if (isLocked) {
      const doing = await whatIsDone(watcher);
      meanwhile.set(doing, (meanwhile.get(doing) ?? 0) + now - before);
    }
    before = now;
    await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
  }
  await over;
  return {
    ...{ job, outcome: outcome ?? '' },
    seconds: Math.round((performance.now() - begunAt) / 100) / 10,
    project: spans.project.longest(),
    items: spans.items.longest(),
    meanwhile: Object.fromEntries(
      [...meanwhile]
        .toSorted(([, a], [, b]) => b - a)
        .slice(0, 3 * SHOWN)
        .map(([text, ms]) => [text, Math.round(ms)]),
    ),
  };
}

/** Spans in which something was locked whenever it was asked for. */
class Span {
  readonly #all: number[] = [];
  #since: number | undefined;

  see(isLocked: boolean, now: number): void {
    if (isLocked) this.#since ??= now;
    else if (this.#since !== undefined) {
      this.#all.push(now - this.#since);
      this.#since = undefined;
    }
  }

  longest(): number[] {
    return this.#all
      .toSorted((a, b) => b - a)
      .slice(0, SHOWN)
      .map(Math.round);
  }
}

async function isAnyLocked(watcher: pg.Client, table: 'projects' | 'inventory_items', ids: number[]): Promise<boolean> {
  const { rowCount } = await watcher.query(
    `select from ${table} where id = any($1::bigint[]) for no key update skip locked`,
    [ids],
  );
  const { rowCount: all } = await watcher.query(`select from ${table} where id = any($1::bigint[])`, [ids]);
  return (rowCount ?? 0) < (all ?? 0);
}

/** The statement of the oldest transaction that has written something. */
async function whatIsDone(watcher: pg.Client): Promise<string> {
  const { rows } = await watcher.query<{ state: string; query: string }>(
    `select state, query from pg_stat_activity
     where pid <> pg_backend_pid() and datname = current_database() and backend_xid is not null order by xact_start limit 1`,
  );
  const [one] = rows;
  if (one === undefined) return '';
  return `${one.state === 'active' ? '' : 'after: '}${one.query.replace(/\s+/g, ' ').slice(0, 110)}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [items, only = ''] = process.argv.slice(2);
  for await (const spans of lockSpans(Number(items ?? 20_000), only.split(',').filter(Boolean)))
    process.stdout.write(`${JSON.stringify(spans)}\n`);
}
