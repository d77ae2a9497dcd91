// How long rules take to decide about the vulnerabilities of very many items. First nothing is decided, then nothing changes, and then one rule is
// switched off. Prints JSON.
//   node bench/analysis-rules.ts [items, default 300000] [rules, default 10000]
import { loadavg } from 'node:os';
import { sql } from 'kysely';
import { keepRules, setRuleState } from '../server/src/analysis-rules/changes.ts';
import type { Db } from '../server/src/db/postgres/connection.ts';
import { type RuleDraft, readRule } from '../server/src/domain/analysis-rules/rule.ts';
import { isRefusal } from '../server/src/domain/refusal.ts';
import { benchDatabase, peakMb, seconds } from './advisory-data.ts';

const items = Number(process.argv[2] ?? 300_000);
const rules = Number(process.argv[3] ?? 10_000);
const PROJECTS = 300;
const VERSIONS = 20_000;
const VULNERABILITIES = 5_000;
const FOLDERS = 20;
const RULES_PER_STATEMENT = 1000;

const database = await benchDatabase();
try {
  console.log(JSON.stringify(await measure(database.db), null, 1));
} finally {
  await database.stop();
}

async function measure(db: Db) {
  const filling = await timed(() => fill(db));
  await addRules(db);
  await sql`delete from unsettled_by_rules`.execute(db);
  await queueAll(db);
  await sql`analyze`.execute(db);
  const first = await timed(() => keepRules({ db, now: () => new Date() }));
  const [decided, decisions] = [await countOf(db, 'rule_decisions'), await countOf(db, 'decisions')];
  await queueAll(db);
  const again = await timed(() => keepRules({ db, now: () => new Date() }));
  const { rows } = await sql<{ id: number; count: number }>`
    select rule_id as id, count(*)::int as count from rule_decisions group by 1 order by 2 desc limit 1`.execute(db);
  const [most] = rows;
  const off =
    most &&
    (await timed(async () => {
      const by = { login: 'bench', at: new Date() };
      await setRuleState(db, Number(most.id), false, by);
      await keepRules({ db, now: () => new Date() });
    }));
  return {
    ...{ items, rules, filling, first, decided, decisions, again, off: { decided: most?.count, ...off } },
    ...{ peakMb: peakMb(), load: loadavg() },
  };
}

async function timed(work: () => Promise<unknown>) {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  // The long run prints intermediate results.
  console.error(seconds(start));
  return { seconds: seconds(start), cpuSeconds: Math.round((user + system) / 1e4) / 100 };
}

async function countOf(db: Db, table: 'rule_decisions' | 'decisions'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** All items, as after a change of the data of all vulnerabilities. */
async function queueAll(db: Db): Promise<void> {
  await sql`insert into unsettled_by_rules (kind, id) select 'project', id from projects`.execute(db);
}

async function fill(db: Db): Promise<void> {
  await sql`insert into folders (parent_id, name) select 1, 'folder ' || n from generate_series(1, ${FOLDERS}::int) n`.execute(
    db,
  );
  await sql`insert into projects (name, folder_id, contact_id, scan_profile_id)
    select 'project ' || n, (select id from folders where name = 'folder ' || (n % ${FOLDERS}::int + 1)), (select min(id) from users),
      (select min(id) from scan_profiles) from generate_series(1, ${PROJECTS}::int) n`.execute(db);
  await sql`insert into components (name, purl) select 'p' || n, 'pkg:npm/p' || n from generate_series(1, ${VERSIONS}::int) n`.execute(
    db,
  );
  await sql`insert into component_versions (component_id, name, purl)
    select id, '1.' || (id % 9) || '.0', purl || '@1.' || (id % 9) || '.0' from components where purl like 'pkg:npm/p%'`.execute(
    db,
  );
  await sql`delete from unmatched_versions`.execute(db);
  await sql`insert into vulnerabilities (name, is_recorded, cwes, severity_v3, epss)
    select 'CVE-2026-' || n, true, array['CWE-' || (n % 300)], (array['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'])[n % 4 + 1], (n % 100) / 100.0
    from generate_series(1, ${VULNERABILITIES}::int) n`.execute(db);
  await sql`insert into vulnerability_names (name_key, vulnerability_id) select lower(name), id from vulnerabilities`.execute(
    db,
  );
  await sql`insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids)
    select v.id, (select min(id) from vulnerabilities) + v.id % ${VULNERABILITIES}::int, 'affected', '{}' from component_versions v
    where v.purl like 'pkg:npm/p%'`.execute(db);
  await sql`create table bench_versions as
    select id, component_id, row_number() over (order by id) - 1 as place from component_versions where purl like 'pkg:npm/p%'`.execute(
    db,
  );
  await sql`create unique index on bench_versions (place)`.execute(db);
  await sql`analyze`.execute(db);
  // One statement for each project, as a scan writes them.
  for (let project = 0; project < PROJECTS; project++)
    await sql`insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by, found_scope, dependency_level)
      select (select min(id) from projects) + ${project}::int, 'COMPONENT', 'i' || n, 'item ' || n, v.component_id, v.id, 'bench',
        (array['runtime', 'test', 'development', 'build'])[n / ${PROJECTS}::int % 4 + 1], (array['Direct', 'Transitive'])[n % 2 + 1]
      from generate_series(${project}::int, ${items - 1}::int, ${PROJECTS}::int) n join bench_versions v on v.place = n % ${VERSIONS}::int
      order by n`.execute(db);
  await sql`drop table bench_versions`.execute(db);
}

async function addRules(db: Db): Promise<void> {
  const { rows } = await sql<{ project: number; folder: number }>`
    select (select min(id) from projects)::int as project, (select id from folders where name = 'folder 1')::int as folder`.execute(
    db,
  );
  const [first] = rows;
  if (first === undefined) throw new Error('There is no project.');
  for (let from = 0; from < rules; from += RULES_PER_STATEMENT) {
    const part = Array.from({ length: Math.min(RULES_PER_STATEMENT, rules - from) }, (_, at) =>
      ruleOf(from + at, first),
    );
    await sql`insert into analysis_rules (name, kind, condition, analysis, words, suppresses, author, created_at, changed_by, changed_at)
      select r.name, 'RULE', r.condition, r.analysis, r.words, r.suppresses, 'bench', now(), 'bench', now()
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as r(name text, condition jsonb, analysis jsonb, words text, suppresses boolean)`.execute(
      db,
    );
  }
}

/** All kinds of conditions, in shares as a site may have them. */
function ruleOf(n: number, { project, folder }: { project: number; folder: number }) {
  const conditions: RuleDraft['condition'][] = [
    { vulnerabilities: [`CVE-2026-${n % VULNERABILITIES}`], scopes: ['test', 'development'] },
    { vulnerabilities: [`CVE-2026-${n % VULNERABILITIES}`], projectIds: [project + (n % PROJECTS)] },
    { packages: [{ package: `pkg:npm/p${n}`, versions: 'vers:npm/<1.5.0' }], epssBelow: 0.5 },
    { packages: [{ package: `pkg:npm/p${n}*`, versions: '' }], dependencyLevels: ['Transitive'] },
    { projectIds: [project + (n % PROJECTS)], severities: ['LOW'], scopes: ['build'] },
    { weaknesses: [`CWE-${n % 300}`], projectNames: [`project ${n % PROJECTS}*`] },
    { folderIds: [folder + (n % FOLDERS)], weaknesses: [`CWE-${n % 300}`], epssBelow: 0.2 },
    { vulnerabilities: [`CVE-2026-${n % VULNERABILITIES}`], parents: [`pkg:npm/p${n}`] },
    { packages: [{ package: `pkg:npm/p${n}`, versions: '' }], paths: ['test/'] },
    { projectIds: [project + (n % PROJECTS)], includeCopies: true, weaknesses: [`CWE-${n % 300}`] },
  ];
  const read = readRule(
    {
      ...{ name: `rule ${n}`, condition: conditions[n % conditions.length] ?? {}, words: 'Known.', expiresOn: 'never' },
      analysis: { state: 'NOT_AFFECTED' },
    },
    new Date(),
  );
  if (isRefusal(read)) throw new Error(read.refusal.message);
  return read;
}
