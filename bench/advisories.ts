// How long an import of advisories takes, and how much memory it needs: a new all.zip, the same file again, the same
// with a hundred changed records, and one changed record alone. With --read the archive is only read, and nothing is
// stored. Prints JSON.
//   node bench/advisories.ts [records, default 500000] [--read]
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AdvisoryFile, advisoryFiles, fingerprintOf, readAdvisories } from '../scanner/src/advisories/index.ts';
import { importAdvisories } from '../server/src/advisories/import.ts';
import { benchDatabase, oneFile, peakMb, record, seconds } from './advisory-data.ts';
import { writeZipOfRecords } from './advisory-zip.ts';

const records = Number(process.argv[2] ?? 500_000);
const folder = mkdtempSync(join(tmpdir(), 'assay-bench-zip-'));
const zip = join(folder, 'all.zip');
const isRead = process.argv.includes('--read');
try {
  const written = performance.now();
  writeZipOfRecords(zip, records);
  // The memory peak of the process includes the work of making the archive.
  const writing = { seconds: seconds(written), peakMb: peakMb() };
  const figures = isRead ? await read() : await imports();
  console.log(JSON.stringify({ records, writing, ...figures, peakMb: peakMb(), load: loadavg() }, null, 1));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Wall-clock seconds, and processor seconds of this process; the latter do not include the work of the database. */
async function timed<Result extends object>(work: () => Promise<Result>) {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: seconds(start), cpuSeconds: Math.round((user + system) / 1e4) / 100, ...result };
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
    const whole = async () => bring(advisoryFiles(zip, { temporaryFolder: folder }), true, await fingerprintOf(zip));
    const first = await whole();
    const again = await whole();
    writeZipOfRecords(zip, records, (n) => n % Math.max(1, Math.floor(records / 100)) === 0);
    const delta = await whole();
    const one = await bring(oneFile(record(7, 6)), false);
    return { first, again, delta, one };
  } finally {
    await database.stop();
  }
}
