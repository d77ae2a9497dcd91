// How long it takes to match all items with all advisories again, and until one changed advisory has reached every
// item. The import of the records and the making of the items are timed too. Prints JSON.
//   node bench/match.ts [items, default 300000] [records, default 500000]
import { loadavg } from 'node:os';
import { importAdvisories } from '../server/src/advisories/import.ts';
import { matchWaiting } from '../server/src/advisories/match-versions.ts';
import { benchDatabase, fillInventories, oneFile, peakMb, record, recordFiles, seconds } from './advisory-data.ts';

const items = Number(process.argv[2] ?? 300_000);
const records = Number(process.argv[3] ?? 500_000);
const database = await benchDatabase();
try {
  const place = { db: database.db, now: () => new Date() };
  const begun = performance.now();
  await importAdvisories(place, recordFiles(records), { source: 'bench', isFull: true });
  const imported = seconds(begun);
  const filling = performance.now();
  await fillInventories(database.pool, items, Math.max(1000, Math.ceil(items / 30)));
  const filled = seconds(filling);
  const match = async () => {
    const start = performance.now();
    while (await matchWaiting(database.db));
    return seconds(start);
  };
  const first = await match();
  await database.pool.query('insert into unmatched_versions select id from component_versions on conflict do nothing');
  const again = await match();
  // Everything must be matched again, so no old result may remain.
  await database.pool.query('delete from version_vulnerabilities; delete from item_exposures');
  await database.pool.query('insert into unmatched_versions select id from component_versions on conflict do nothing');
  const anew = await match();
  const start = performance.now();
  await importAdvisories(place, oneFile(record(7, 5)), { source: 'bench', isFull: false });
  const oneChanged = seconds(start);
  const { rows } = await database.pool.query(`select (select count(*)::int from inventory_items) as items,
    (select count(*)::int from component_versions) as versions, (select count(*)::int from version_vulnerabilities) as matches,
    (select count(*)::int from item_exposures) as affected`);
  console.log(
    JSON.stringify(
      {
        ...rows[0],
        records,
        seconds: { imported, filled, first, again, anew, oneChanged },
        peakMb: peakMb(),
        load: loadavg(),
      },
      null,
      1,
    ),
  );
} finally {
  await database.stop();
}
