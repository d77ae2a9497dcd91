// The clock of the server jumps by days, forwards and backwards, while jobs run; its database keeps the right one. Every job must end, nobody gets a fault,
// and people can sign in afterwards. Needs libfaketime (Debian: faketime). Prints JSON: node bench/endurance/clock-jumps.ts [rounds, default 3]
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../server.ts';
import { type Place, startedPlace } from './place.ts';
import { jobsThatStay } from './process-kills.ts';

const LIBRARIES = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].map(
  (machine) => `/usr/lib/${machine}/faketime/libfaketimeMT.so.1`,
);
const JUMPS = ['+2d', '-1d', '+400d', '-3h', '+0'];

const library = LIBRARIES.find((path) => existsSync(path));
if (library === undefined) throw new Error('libfaketime is not installed (Debian: apt-get install faketime).');
const folder = mkdtempSync(join(tmpdir(), 'assay-clock-'));
const clock = join(folder, 'clock');
writeFileSync(clock, '+0\n');
const server = await startServer({
  ...{ LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: clock, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
});

/** The clock of the server, in the header of an answer. */
async function hoursAhead(): Promise<number> {
  const { headers } = await fetch(new URL('/healthz', server.base));
  return Math.round((Date.parse(headers.get('date') ?? '') - Date.now()) / 3_600_000);
}

async function signedIn(): Promise<Place> {
  const answer = await fetch(`${server.base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'Benchmark1' }),
  });
  const { token } = (await answer.json()) as { token: string };
  if (!answer.ok) throw new Error(`The sign-in was answered ${answer.status}.`);
  return startedPlace({ ...server, token });
}

async function clockJumps(rounds: number) {
  let place = await signedIn();
  const project = await place.projectOfPackages('timed', 40);
  const exported = await place.exportOf(project);
  const statuses: Record<string, number> = {};
  const outcomes: Record<string, number> = {};
  const seen: { jump: string; hoursAhead: number }[] = [];
  const stuck: string[] = [];
  for (let round = 0; round < rounds; round++)
    for (const [at, jump] of JUMPS.entries()) {
      // Jobs of one project refuse each other.
      const kind = (round + at) % 3;
      const jobs = [
        await place.importAdvisories(100),
        await (kind === 0
          ? place.scan(project)
          : kind === 1
            ? place.report(project)
            : place.importData(project, exported)),
      ];
      writeFileSync(clock, `${jump}\n`);
      for (const path of [`/project/inventory/${project}`, '/projects', '/jobs']) {
        const { status } = await place.call('GET', path);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
      // Sessions may have expired.
      place = await signedIn();
      stuck.push(...(await jobsThatStay(place)));
      seen.push({ jump, hoursAhead: await hoursAhead() });
      for (const job of jobs) {
        const outcome = await place.jobOver(job);
        outcomes[outcome.split(' ', 1)[0] ?? ''] = (outcomes[outcome.split(' ', 1)[0] ?? ''] ?? 0) + 1;
      }
    }
  const { status: healthz } = await fetch(new URL('/healthz', server.base));
  return { seen, statuses, outcomes, stuck, healthz };
}

try {
  process.stdout.write(`${JSON.stringify(await clockJumps(Number(process.argv[2] ?? 3)), null, 1)}\n`);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
