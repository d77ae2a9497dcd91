// How long an import of advisories takes, and how much memory it needs: a new all.zip, the same file again, the same
// with a hundred changed records, and one changed record alone. With --read the archive is only read, and nothing is
// stored. With --kill another process begins the first import and is killed at half, so that this one continues it.
// With --stored the archive is not compressed. Prints JSON.
//   node bench/advisories.ts [records, default 500000] [--read] [--kill] [--stored]
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type AdvisoryFile, advisoryFiles, fingerprintOf, readAdvisories } from '../scanner/src/advisories/index.ts';
import { importAdvisories } from '../server/src/advisories/import.ts';
import { type ConnectionTarget, connect } from '../server/src/db/postgres/connection.ts';
import { benchDatabase, oneFile, peakMb, record, seconds } from './advisory-data.ts';
import { writeZipOfRecords } from './advisory-zip.ts';

const records = Number(process.argv[2] ?? 500_000);
const [, , , mode, givenZip = '', target = ''] = process.argv;
// Other processes work in the folder of the first one.
const folder =
  mode === '--begin' || mode === '--write' ? dirname(givenZip) : mkdtempSync(join(tmpdir(), 'assay-bench-zip-'));
const zip = join(folder, 'all.zip');
const isRead = process.argv.includes('--read');
const isStored = process.argv.includes('--stored');
const isKilled = process.argv.includes('--kill');
if (mode === '--begin') await begin(JSON.parse(target));
else if (mode === '--write') write(target === 'changed');
else await measure();

async function measure() {
  try {
    const start = performance.now();
    writeElsewhere('first');
    const writing = { seconds: seconds(start) };
    const figures = isRead ? await read() : await imports();
    console.log(JSON.stringify({ records, writing, ...figures, peakMb: peakMb(), load: loadavg() }, null, 1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function write(isLater: boolean) {
  const isChanged = (n: number) => isLater && n % Math.max(1, Math.floor(records / 100)) === 0;
  writeZipOfRecords(zip, records, { isChanged, isStored });
}

/** In another process, so that the peak of this one is that of reading and importing. */
function writeElsewhere(what: 'first' | 'changed') {
  const options = isStored ? ['--stored'] : [];
  const self = [import.meta.filename, String(records), '--write', zip, what, ...options];
  const { status } = spawnSync(process.execPath, self, { stdio: 'inherit' });
  if (status !== 0) throw new Error('the archive was not written');
}

/** Imports until it is killed, and prints its progress. */
async function begin(to: ConnectionTarget) {
  const { db } = connect(to);
  await importAdvisories({ db, now: () => new Date() }, advisoryFiles(zip, { temporaryFolder: folder }), {
    source: 'bench',
    isFull: true,
    onProgress: (done) => console.log(done),
  });
}

/** Wall-clock seconds, and processor seconds of this process; the latter do not include the work of the database. */
async function timed<Result extends object>(work: () => Promise<Result>) {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  const figures = { seconds: seconds(start), cpuSeconds: Math.round((user + system) / 1e4) / 100, ...result };
  // The long run prints intermediate results.
  console.error(JSON.stringify({ ...figures, peakMb: peakMb(), load: loadavg() }));
  return figures;
}

function read() {
  return timed(async () => {
    const found = { files: 0, records: 0, problem: '' };
    for await (const file of advisoryFiles(zip, { temporaryFolder: folder })) {
      if (file.type === 'end') found.problem = file.problem;
      if (file.type !== 'file') continue;
      found.files++;
      found.records += readAdvisories(file.path, file.bytes).findings.length;
    }
    return found;
  });
}

async function imports() {
  const database = await benchDatabase();
  try {
    const place = { db: database.db, now: () => new Date() };
    const bring = (files: AsyncIterable<AdvisoryFile>, isFull: boolean, fingerprint?: string) =>
      timed(async () => {
        const { added, changed, removed } = await importAdvisories(place, files, {
          source: 'bench',
          isFull,
          fingerprint,
        });
        return { added, changed, removed };
      });
    const killed = isKilled ? await timed(() => killAtHalf(database)) : undefined;
    const whole = async () => bring(advisoryFiles(zip, { temporaryFolder: folder }), true, await fingerprintOf(zip));
    const first = await whole();
    const again = await whole();
    writeElsewhere('changed');
    const delta = await whole();
    const one = await bring(oneFile(record(7, 6)), false);
    return { killed, first, again, delta, one };
  } finally {
    await database.stop();
  }
}

/** Returns the data in use after the process was killed. */
async function killAtHalf({ target, pool }: Awaited<ReturnType<typeof benchDatabase>>) {
  const self = [import.meta.filename, String(records), '--begin', zip, JSON.stringify(target)];
  const child = spawn(process.execPath, self, { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = 0;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.stdout.on('data', (chunk: Buffer) => {
    told = Math.max(told, ...chunk.toString().trim().split('\n').map(Number));
    if (told >= records / 2) child.kill('SIGKILL');
  });
  await ended;
  const { rows } = await pool.query(
    'select count(*)::int as records from advisories where vulnerability_id is not null',
  );
  return { told, inUse: rows[0].records };
}
