// How long people wait while jobs run on their project: five people change items of a project of 588 items one after the other, sixty more change one
// item at once, a stranger reads another project, and /healthz is asked. Prints JSON: for each job its time, and the waits of all of them in milliseconds.
// node bench/endurance/waiting-writers.ts [items, default 588] [names of jobs, separated by commas]
import { fileURLToPath } from 'node:url';
import { startedPlace } from './place.ts';

interface Measured {
  job: string;
  seconds: number;
  outcome: string;
  five: Waits;
  sixty: Waits;
  stranger: Waits;
  healthz: Waits;
}

interface Waits {
  asked: number;
  failed: number;
  p95Ms: number;
  maxMs: number;
}

const SIXTY = 60;
const FIVE = 5;

export async function waitingWriters(itemCount = 588, only: readonly string[] = []): Promise<Measured[]> {
  await using place = await startedPlace();
  const project = await place.projectOfPackages('crowded', itemCount);
  const strangers = await place.projectOfPackages('quiet', 3);
  const items = await place.itemsOf(project);
  const [strange] = await place.itemsOf(strangers);
  const reading = `/inventories/${strange}`;
  const exported = await place.exportOf(project);
  const jobs: Record<string, () => Promise<number>> = {
    'Apply Policy': () => place.taskOf('POST', `/jobs/applyPolicy/${project}`),
    'Update Notices': () => place.taskOf('POST', `/jobs/notices/${project}?overwriteAll=true`),
    'Project Re-Scan': () => place.scan(project),
    'Project Re-Scan with other licenses': async () => {
      await place.uploadLockfile(project, itemCount, ['ISC', 'Apache-2.0']);
      return place.scan(project);
    },
    'Project Copy': () => place.taskOf('POST', `/projects/${project}/copy`, { name: `copy ${Date.now()}` }),
    'Project Branching': () => place.branch(project, `branch ${Date.now()}`),
    'Project Import': () => place.importData(project, exported),
    'Foreign Import': () => place.importForeign(project, 200_000),
    'SBOM Import': () => place.importSbom(project, 20_000),
    'SBOM Import again': () => place.importSbom(project, 20_000),
    'Library Refresh': () => place.importAdvisories(itemCount),
    'License Rules': () => place.importRules(),
    'Data Garbage Collection': () => place.taskOf('POST', '/store/collect'),
    'Project Report': () => place.report(project),
    'Project Deletion': async () => place.deleteProject(await place.projectOfPackages(`gone ${Date.now()}`, itemCount)),
  };
  const measured: Measured[] = [];
  const names = only.length > 0 ? only : ['(none)', ...Object.keys(jobs)];
  for (const job of names) {
    const start = jobs[job];
    const begunAt = performance.now();
    let isOver = false;
    const id = start === undefined ? undefined : await start();
    const until = async () => {
      const outcome = id === undefined ? await rested(3000) : await place.jobOver(id);
      isOver = true;
      return outcome;
    };
    const waits = { five: [] as number[], sixty: [] as number[], stranger: [] as number[], healthz: [] as number[] };
    const failures = { five: 0, sixty: 0, stranger: 0, healthz: 0 };
    const ask = async (who: keyof typeof waits, method: string, path: string, body?: object) => {
      const askedAt = performance.now();
      const { status } = await place.call(method, path, body);
      waits[who].push(performance.now() - askedAt);
      // A job that changes the item too makes the change a conflict, which is an answer.
      if (status >= 500) failures[who]++;
    };
    const health = async () => {
      const askedAt = performance.now();
      const { status } = await fetch(new URL('/healthz', place.server.base));
      waits.healthz.push(performance.now() - askedAt);
      if (status !== 200) failures.healthz++;
    };
    const loop = async (act: (turn: number) => Promise<void>, pauseMs: number) => {
      for (let turn = 0; !isOver; turn++) {
        await act(turn);
        await rested(pauseMs);
      }
    };
    const change = (at: number, turn: number) =>
      [`/inventories/${items[at % items.length]}`, { auditorReviewNotes: `note ${at} ${turn}` }] as const;
    const [outcome] = await Promise.all([
      until(),
      ...Array.from({ length: FIVE }, (_, at) => loop((turn) => ask('five', 'PUT', ...change(at * 100, turn)), 200)),
      loop(async (turn) => {
        await Promise.all(Array.from({ length: SIXTY }, () => ask('sixty', 'PUT', ...change(7, turn))));
      }, 500),
      loop(() => ask('stranger', 'GET', reading), 50),
      loop(health, 50),
    ]);
    measured.push({
      job,
      seconds: Math.round((performance.now() - begunAt) / 100) / 10,
      outcome,
      five: waitsOf(waits.five, failures.five),
      sixty: waitsOf(waits.sixty, failures.sixty),
      stranger: waitsOf(waits.stranger, failures.stranger),
      healthz: waitsOf(waits.healthz, failures.healthz),
    });
  }
  return measured;
}

function rested(ms: number): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve(''), ms));
}

function waitsOf(milliseconds: readonly number[], failed: number): Waits {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  return {
    asked: sorted.length,
    failed,
    p95Ms: Math.round(sorted[Math.floor(sorted.length * 0.95)] ?? 0),
    maxMs: Math.round(sorted.at(-1) ?? 0),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [items, only = ''] = process.argv.slice(2);
  const measured = await waitingWriters(Number(items ?? 588), only.split(',').filter(Boolean));
  process.stdout.write(`${JSON.stringify(measured, null, 1)}\n`);
}
