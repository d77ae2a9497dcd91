// Reports as PDF, several at once, while their browsers are killed: each job ends and says whether there is a PDF, and no browser and no file of one stays.
// At the end the server itself is killed while it prints. Needs Chromium. Prints JSON: node bench/endurance/pdf-reports.ts [reports, default 20]
import { readdirSync, readFileSync } from 'node:fs';
import { startServer } from '../server.ts';
import { startedPlace } from './place.ts';

const AT_ONCE = 3;
const PATIENCE_MS = 60_000;

const server = await startServer();

/** Browsers that print for this server: their own folder lies in its data folder. */
function browsers(): number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'latin1');
      return /chrom/i.test(command) && command.includes(server.dataFolder) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

async function noneLeft(): Promise<number> {
  const end = performance.now() + PATIENCE_MS;
  while (browsers().length > 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 200));
  return browsers().length;
}

async function pdfReports(wanted: number) {
  const place = await startedPlace(server);
  const project = await place.projectOfPackages('printed', 40);
  const start = () =>
    place.taskOf('POST', `/projects/${project}/reports/1/generate`, { options: { formats: 'pdf, text' } });
  const outcomes = { printed: 0, without: 0, failed: 0 };
  let kills = 0;
  for (let made = 0; made < wanted; made += AT_ONCE) {
    const jobs = await Promise.all(Array.from({ length: AT_ONCE }, start));
    let areOver = false;
    const ended = Promise.all(jobs.map((job) => place.jobOver(job))).finally(() => {
      areOver = true;
    });
    // Every second round prints undisturbed.
    while (!areOver) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if ((made / AT_ONCE) % 2 === 1) continue;
      for (const pid of browsers().slice(0, 1)) {
        process.kill(pid, 'SIGKILL');
        kills++;
      }
    }
    for (const outcome of await ended)
      if (!outcome.startsWith('Completed')) outcomes.failed++;
      else if (outcome.includes('No PDF')) outcomes.without++;
      else outcomes.printed++;
  }
  const left = await noneLeft();
  await start();
  const end = performance.now() + PATIENCE_MS;
  while (browsers().length === 0 && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  const wasPrinting = browsers().length > 0;
  await server.kill('SIGKILL');
  return { wanted, kills, outcomes, left, wasPrinting, leftAfterKill: await noneLeft() };
}

try {
  process.stdout.write(`${JSON.stringify(await pdfReports(Number(process.argv[2] ?? 20)), null, 1)}\n`);
} finally {
  await server.stop();
}
