// How long an import of advisories takes, and how much memory it needs: a first one, the same data again, and one
// changed record. Prints JSON.
//   node bench/advisories.ts [records, default 500000]
import { importAdvisories } from '../server/src/advisories/import.ts';
import { benchDatabase, oneFile, peakMb, record, recordFiles, seconds } from './advisory-data.ts';

const records = Number(process.argv[2] ?? 500_000);
const database = await benchDatabase();
try {
  const place = { db: database.db, now: () => new Date() };
  const timed = async (files: Parameters<typeof importAdvisories>[1], isFull: boolean) => {
    const start = performance.now();
    const { added, changed, removed } = await importAdvisories(place, files, { source: 'bench', isFull });
    return { seconds: seconds(start), added, changed, removed };
  };
  const first = await timed(recordFiles(records), true);
  const again = await timed(recordFiles(records), true);
  const one = await timed(oneFile(record(7, 5)), false);
  console.log(JSON.stringify({ records, first, again, one, peakMb: peakMb() }, null, 1));
} finally {
  await database.stop();
}
