// How long questions over all projects take: who is affected by a vulnerability or a package, the vulnerabilities and the alerts of everybody.
// Prints JSON.
//   node bench/portfolio.ts [projects, default 1000] [items of each, default 100] [records, default 20000]

import { loadavg } from 'node:os';
import { importAdvisories } from '../server/src/advisories/import.ts';
import { matchWaiting } from '../server/src/advisories/match-versions.ts';
import { pageOfAlerts } from '../server/src/db/advisories/alerts.ts';
import { pageOfAffectedItems, pageOfPackageUses, pageOfVulnerabilities } from '../server/src/db/advisories/search.ts';
import { pageOfFigures, pageOfNeeds, sumDays } from '../server/src/db/projects/days.ts';
import { dayAfter, dayOf } from '../server/src/domain/projects/trend.ts';
import { noteToday } from '../server/src/features/overview/note-days.ts';
import { benchDatabase, fillInventories, recordFiles } from './advisory-data.ts';
import { timesOf } from './times.ts';

const [projects = 1000, each = 100, records = 20_000] = process.argv.slice(2).map(Number);
const TIMES = 20;
const MONTH = { from: dayAfter(dayOf(new Date()), -29), to: dayOf(new Date()) };
const PAGE = { limit: 100, offset: 0 };
/** One viewer sees all projects; the other one needs a check for each project. */
const VIEWERS = { admin: { id: 1, permissions: ['system_admin'] }, person: { id: 1, permissions: [] } };

const database = await benchDatabase();
try {
  const { db, pool } = database;
  await importAdvisories({ db, now: () => new Date() }, recordFiles(records), { source: 'bench', isFull: true });
  await fillInventories(pool, projects * each, Math.ceil(records / 5), each);
  while (await matchWaiting(db));
  await pool.query(`insert into vulnerability_alerts (item_id, project_id, vulnerability_id, priority)
    select item_id, project_id, vulnerability_id, 'HIGH' from item_vulnerabilities where outcome = 'affected' on conflict do nothing`);
  await pool.query('vacuum analyze');
  const began = performance.now();
  const noted = await noteToday({ db, now: () => new Date() }, new AbortController().signal);
  const secondsOfDay = Math.round((performance.now() - began) / 100) / 10;
  // A month in which each project changes every fifth day.
  await pool.query(`insert into project_days select (jsonb_populate_record(d, jsonb_build_object('day', d.day - 5 * n, 'until', d.day - 5 * n + 4))).*
    from project_days d cross join generate_series(1, 6) n`);
  await pool.query('vacuum analyze');
  const { rows } =
    await pool.query(`select (select count(*)::int from projects) as projects, (select count(*)::int from inventory_items) as items,
    (select count(*)::int from vulnerability_alerts) as alerts,
    (select vulnerability_id::int from item_vulnerabilities group by 1 order by count(*) desc limit 1) as worst,
    (select name from version_subjects group by 1 order by count(*) desc limit 1) as package`);
  const { worst, package: name, ...counts } = rows[0];
  const milliseconds: Record<string, { median: number; p95: number }> = {};
  for (const [who, viewer] of Object.entries(VIEWERS))
    for (const [what, ask] of Object.entries({
      'who has the vulnerability': () => pageOfAffectedItems(db, worst, viewer, PAGE),
      'who has the package': () => pageOfPackageUses(db, { types: [], name }, viewer, PAGE),
      'who had it between two days': () =>
        pageOfPackageUses(db, { types: [], name, from: new Date(0), to: new Date() }, viewer, PAGE),
      'all vulnerabilities': () => pageOfVulnerabilities(db, { isAffecting: true }, viewer, PAGE),
      'all alerts': () => pageOfAlerts(db, { isOpen: true }, viewer, PAGE),
      'alerts by severity and words': () => pageOfAlerts(db, { severity: 'CRITICAL', search: 'bench 7' }, viewer, PAGE),
      'home: the worst projects': () =>
        pageOfFigures(db, viewer, { search: '', order: 'worst' }, { limit: 25, offset: 0 }),
      'home: the projects with most to decide': () =>
        pageOfFigures(db, viewer, { search: '', order: 'toDecide' }, { limit: 25, offset: 0 }),
      'home: the trend of a month': () => sumDays(db, viewer, MONTH),
      'what needs a person': () => pageOfNeeds(db, viewer, PAGE),
      'the last page of all alerts': () =>
        pageOfAlerts(db, {}, viewer, { limit: 100, offset: Math.max(0, counts.alerts - 100) }),
    }))
      milliseconds[`${who}: ${what}`] = await timesOf(ask, TIMES);
  console.log(JSON.stringify({ ...counts, records, noted, secondsOfDay, milliseconds, load: loadavg() }, null, 1));
} finally {
  await database.stop();
}
