// What the triggers of rules about vulnerabilities cost the inventory of a scan: 20,000 items of one project are written as a scan writes new ones, without the
// triggers, with them, and with rules. In processor time of the database's session and of this process, because other work of the machine changes
// neither much. Each round does all three; nothing is kept. Prints JSON.
//   node bench/rule-triggers.ts [items, default 20000] [rules, default 1000] [rounds, default 5]
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { itemAt } from '@assay/scanner/items';
import { sql } from 'kysely';
import { settleProject } from '../server/src/analysis-rules/settle.ts';
import type { Db, Tx } from '../server/src/db/postgres/connection.ts';
import { type RuleDraft, readRule } from '../server/src/domain/analysis-rules/rule.ts';
import { isRefusal } from '../server/src/domain/refusal.ts';
import { benchDatabase } from './advisory-data.ts';

const items = Number(process.argv[2] ?? 20_000);
const rules = Number(process.argv[3] ?? 1000);
const rounds = Number(process.argv[4] ?? 5);
/** Of each hundred versions, this many have a vulnerability. */
const VULNERABLE_PERCENT = 5;
const ITEMS_AT_ONCE = 1000;
/** Of the kernel, for the times of processes. */
const TICKS_PER_SECOND = 100;

const database = await benchDatabase();
try {
  console.log(JSON.stringify(await measure(database.db), null, 1));
} finally {
  await database.stop();
}

async function measure(db: Db) {
  await fillLibrary(db);
  const without: number[] = [];
  const triggers: number[] = [];
  const withRules: number[] = [];
  for (let round = 0; round < rounds; round++) {
    without.push(await cost(db, { hasTriggers: false, hasRules: false }));
    triggers.push(await cost(db, { hasTriggers: true, hasRules: false }));
    withRules.push(await cost(db, { hasTriggers: true, hasRules: true }));
  }
  const [plain, triggered, ruled] = [without, triggers, withRules].map(median);
  return {
    ...{ items, rules, rounds, seconds: { without, triggers, withRules }, load: loadavg() },
    medians: { plain, triggered, ruled },
  };
}

function median(all: readonly number[]): number {
  const sorted = [...all].sort((a, b) => a - b);
  return itemAt(sorted, Math.floor(sorted.length / 2));
}

/** In seconds. The transaction is rolled back. */
async function cost(db: Db, { hasTriggers, hasRules }: { hasTriggers: boolean; hasRules: boolean }): Promise<number> {
  const tx = await db.startTransaction().execute();
  try {
    if (!hasTriggers)
      for (const table of ['inventory_items'])
        for (const name of await triggersOf(tx, table))
          await sql`alter table ${sql.table(table)} disable trigger ${sql.ref(name)}`.execute(tx);
    if (hasRules) await addRules(tx);
    await sql`delete from unsettled_by_rules`.execute(tx);
    const { rows } = await sql<{ pid: number; project: number }>`
      select pg_backend_pid() as pid, (select id from projects where name = 'bench')::int as project`.execute(tx);
    const { pid, project } = itemAt(rows, 0);
    const [before, own] = [sessionSeconds(pid), process.cpuUsage()];
    for (let from = 0; from < items; from += ITEMS_AT_ONCE)
      await sql`insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by, found_scope, dependency_level)
        select ${project}, 'COMPONENT', 'i' || v.place, 'item ' || v.place, v.component_id, v.id, 'bench', 'runtime', 'Direct'
        from bench_versions v where v.place >= ${from} and v.place < ${from + ITEMS_AT_ONCE}`.execute(tx);
    await settleProject(tx, project);
    const { user, system } = process.cpuUsage(own);
    return Math.round((sessionSeconds(pid) - before + (user + system) / 1e6) * 100) / 100;
  } finally {
    await tx.rollback().execute();
  }
}

async function triggersOf(tx: Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.tgname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where t.tgrelid = ${table}::regclass and p.proname = 'note_unsettled_items'`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Processor time of a session of the database; /proc exists on Linux only. */
function sessionSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function fillLibrary(db: Db): Promise<void> {
  await sql`insert into projects (name, folder_id, contact_id, scan_profile_id)
    select 'bench', 1, (select min(id) from users), (select min(id) from scan_profiles)`.execute(db);
  await sql`insert into components (name, purl) select 'p' || n, 'pkg:npm/p' || n from generate_series(1, ${items}::int) n`.execute(
    db,
  );
  await sql`insert into component_versions (component_id, name, purl)
    select id, '1.0.0', purl || '@1.0.0' from components where purl like 'pkg:npm/p%'`.execute(db);
  await sql`insert into vulnerabilities (name, is_recorded, severity_v3)
    select 'CVE-2026-' || n, true, 'HIGH' from generate_series(1, 1000) n`.execute(db);
  await sql`insert into vulnerability_names (name_key, vulnerability_id) select lower(name), id from vulnerabilities`.execute(
    db,
  );
  await sql`insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids)
    select v.id, (select min(id) from vulnerabilities) + v.id % 1000, 'affected', '{}' from component_versions v
    where v.purl like 'pkg:npm/p%' and v.id % 100 < ${VULNERABLE_PERCENT}`.execute(db);
  await sql`create table bench_versions as
    select id, component_id, row_number() over (order by id) - 1 as place from component_versions where purl like 'pkg:npm/p%'`.execute(
    db,
  );
  await sql`create unique index on bench_versions (place)`.execute(db);
  await sql`analyze`.execute(db);
}

async function addRules(tx: Tx): Promise<void> {
  const part = Array.from({ length: rules }, (_, n) => ruleOf(n));
  await sql`insert into analysis_rules (name, kind, condition, analysis, words, suppresses, author, created_at, changed_by, changed_at)
    select r.name, 'RULE', r.condition, r.analysis, r.words, r.suppresses, 'bench', now(), 'bench', now()
    from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as r(name text, condition jsonb, analysis jsonb, words text, suppresses boolean)`.execute(
    tx,
  );
}

function ruleOf(n: number) {
  const condition: RuleDraft['condition'] =
    n % 2 === 0
      ? { vulnerabilities: [`CVE-2026-${(n % 1000) + 1}`], scopes: ['test'] }
      : { packages: [{ package: `pkg:npm/p${n}`, versions: '' }] };
  const rule = readRule(
    { name: `Rule ${n}`, condition, words: 'Measured.', expiresOn: 'never', analysis: { state: 'NOT_AFFECTED' } },
    new Date(),
  );
  if (isRefusal(rule)) throw new Error(rule.refusal.message);
  return rule;
}
