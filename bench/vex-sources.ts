// How long a source of VEX takes that has thousands of documents: taken for the first time, sent again unchanged, each replaced by a later revision, and
// the source switched off; and what the documents cost a scan that finds 1,000 vulnerable versions. A part of the statements are about parts of a product,
// and decide in one project of many. With `crowded`, all documents are about the same twenty vulnerabilities of packages that nobody has. Prints JSON.
// With `loaded` or `loaded-crowded`, the documents are put into the database without deciding, and only the scan is measured.
//   node bench/vex-sources.ts [documents, default 3000] [statements in each, default 10] [crowded | loaded | loaded-crowded]
import { loadavg } from 'node:os';
import { sql } from 'kysely';
import { settleVex } from '../server/src/analysis-rules/settle-vex.ts';
import type { Db } from '../server/src/db/postgres/connection.ts';
import { onTrial } from '../server/src/db/postgres/trial.ts';
import { importVexDocument, readVexDocument, setVexSource } from '../server/src/vex/sources.ts';
import { benchDatabase, peakMb, seconds } from './advisory-data.ts';

const documents = Number(process.argv[2] ?? 3000);
const statements = Number(process.argv[3] ?? 10);
const isCrowded = (process.argv[4] ?? '').endsWith('crowded');
const isLoaded = (process.argv[4] ?? '').startsWith('loaded');
const PROJECTS = 50;
const PACKAGES = 5000;
const VULNERABILITIES = 2000;

const database = await benchDatabase();
try {
  console.log(JSON.stringify(await measure(database.db), null, 1));
} finally {
  await database.stop();
}

async function measure(db: Db) {
  await fill(db);
  const scanBefore = await scanned(db);
  if (isLoaded) {
    await load(db);
    return { documents, statements, isCrowded, scanBefore, scanAfter: await scanned(db), load: loadavg() };
  }
  const tenths: number[] = [];
  const first = await timed(() => takeAll(db, 1, tenths));
  const scanAfter = await scanned(db);
  console.error(JSON.stringify({ first, scanBefore, scanAfter }));
  const [decided, ofProducts] = [await countOf(db, 'project_id is null'), await countOf(db, 'project_id is not null')];
  const same = await timed(() => takeAll(db, 1));
  const later = await timed(() => takeAll(db, 2));
  const off = await timed(() => setVexSource(db, 'house', { isEnabled: false }));
  const left = await countOf(db, 'true');
  return {
    ...{
      documents,
      statements,
      isCrowded,
      first,
      tenths,
      scanBefore,
      scanAfter,
      decided,
      ofProducts,
      same,
      later,
      off,
      left,
    },
    ...{ peakMb: peakMb(), load: loadavg() },
  };
}

/** What a scan does with the sources when it has found versions: nothing of it stays. */
async function scanned(db: Db) {
  const { rows } = await sql<{ id: number }>`
    select version_id as id from version_vulnerabilities order by version_id limit 1000`.execute(db);
  const ids = rows.map(({ id }) => Number(id));
  return timed(() =>
    onTrial(
      (run) => db.transaction().execute(run),
      async (tx) => {
        await sql`delete from vex_decisions where version_id = any(${ids}::bigint[])`.execute(tx);
        return settleVex(tx, ids);
      },
    ),
  );
}

async function timed(work: () => Promise<unknown>) {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { seconds: seconds(start), cpuSeconds: Math.round((user + system) / 1e4) / 100 };
}

async function countOf(db: Db, condition: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from vex_decisions where ${sql.raw(condition)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The version `1.0.0` of each package has one vulnerability, and each project has some hundred of the packages. */
async function fill(db: Db): Promise<void> {
  await sql`insert into components (name, purl) select 'p' || n, 'pkg:npm/p' || n from generate_series(1, ${PACKAGES}::integer) n`.execute(
    db,
  );
  await sql`insert into component_versions (component_id, name, purl) select id, '1.0.0', purl || '@1.0.0' from components`.execute(
    db,
  );
  await sql`insert into vulnerabilities (name, is_recorded) select 'CVE-2026-' || (10000 + n), true from generate_series(1, ${VULNERABILITIES}::integer) n`.execute(
    db,
  );
  await sql`insert into vulnerability_names (name_key, vulnerability_id) select lower(name), id from vulnerabilities on conflict do nothing`.execute(
    db,
  );
  await sql`insert into version_subjects (version_id, purl, type, name) select v.id, v.purl, 'npm', c.name
    from component_versions v join components c on c.id = v.component_id on conflict do nothing`.execute(db);
  await sql`insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids) select v.id, w.id, 'affected', '{}' from component_versions v
    join vulnerabilities w on w.name = 'CVE-2026-' || (10001 + v.id % ${VULNERABILITIES})`.execute(db);
  await sql`insert into projects (name, folder_id, contact_id, scan_profile_id)
    select 'project ' || n, 1, (select min(id) from users), (select min(id) from scan_profiles) from generate_series(1, ${PROJECTS}::int) n`.execute(
    db,
  );
  await sql`insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by, license_expression)
    select p.id, 'COMPONENT', c.name, c.name, c.id, v.id, 'System', 'MIT' from projects p join components c on c.id % ${PROJECTS / 5} = p.id % ${PROJECTS / 5}
    join component_versions v on v.component_id = c.id`.execute(db);
  await sql`insert into project_products (project_id, position, written, type, name)
    select id, 1, 'pkg:oci/shop' || id || '@1.0', 'oci', 'shop' || id from projects`.execute(db);
  await sql`delete from unsettled_by_rules`.execute(db);
  await sql`analyze`.execute(db);
}

/** The statements of all documents, half of them about packages that projects have, unless they are crowded. */
async function load(db: Db): Promise<void> {
  await sql`insert into vex_sources (name) values ('house')`.execute(db);
  await sql`insert into blobs (sha256, md5, sha1, size_bytes, segment, block_offset, location) values (sha256('x'), '', '', 1, '', 0, '{}')`.execute(
    db,
  );
  await sql`insert into vex_documents (source_id, name, format, supplier, revision, sha256, original_sha256, statement_count, left_out_count, issue_count,
      received_by, received_at)
    select (select id from vex_sources), n, 'OpenVEX', 'House', '1', sha256('x'), sha256('x'), ${statements}::int, 0, 0, 'bench', now()
    from generate_series(1, ${documents}::int) n`.execute(db);
  await sql`insert into vex_statements (document_id, place, written, analysis, stated_at)
    select c.id, 'statements[' || n || ']', 'not_affected', '{"state": "NOT_AFFECTED"}', now() from vex_documents c, generate_series(1, ${statements}::int) n`.execute(
    db,
  );
  const about = isCrowded ? sql`'other' || s.id` : sql`'p' || (1 + s.id % ${PACKAGES})`;
  await sql`insert into vex_targets (statement_id, position, type, name, target)
    select s.id, 1, 'npm', ${about}, jsonb_build_object('product', 'pkg:npm/' || ${about} || '@1.0.0', 'part', '', 'release', '', 'isOfPlatform', false, 'versions', '[]'::jsonb) from vex_statements s`.execute(
    db,
  );
  await sql`insert into vex_statement_names (statement_id, name_key)
    select s.id, ${isCrowded ? sql`'cve-2026-' || (10001 + s.id % 20)` : sql`lower(v.name)`} from vex_statements s
    ${
      isCrowded
        ? sql``
        : sql`join vex_targets t on t.statement_id = s.id join components c on c.name = t.name
      join component_versions cv on cv.component_id = c.id join version_vulnerabilities m on m.version_id = cv.id join vulnerabilities v on v.id = m.vulnerability_id`
    }`.execute(db);
  await sql`analyze`.execute(db);
}

/** @param tenths gets the seconds of each tenth of the documents */
async function takeAll(db: Db, revision: number, tenths: number[] = []): Promise<void> {
  let begun = performance.now();
  for (let at = 0; at < documents; at++) {
    if (at > 0 && at % Math.ceil(documents / 10) === 0) {
      tenths.push(seconds(begun));
      console.error(`${at} documents: ${tenths.at(-1)} s`);
      begun = performance.now();
    }
    const read = await readVexDocument(Buffer.from(JSON.stringify(documentOf(at, revision))));
    await importVexDocument({ db, now: () => new Date() }, 'house', read, {
      ...{ name: `${at}.json`, by: 'bench' },
      keep: async (bytes) => {
        const { rows } = await sql<{ sha256: Buffer }>`
          insert into blobs (sha256, md5, sha1, size_bytes, segment, block_offset, location)
            values (sha256(${Buffer.from(bytes)}), '', '', ${bytes.length}, '', 0, '{}')
          on conflict (sha256) do update set size_bytes = excluded.size_bytes returning sha256`.execute(db);
        return rows[0]?.sha256 ?? Buffer.alloc(0);
      },
    });
  }
}

function documentOf(at: number, version: number) {
  return {
    ...{ '@context': 'https://openvex.dev/ns/v0.2.0', '@id': `https://example.org/${at}`, author: 'House', version },
    timestamp: `2026-0${version}-01T00:00:00Z`,
    statements: Array.from({ length: statements }, (_, place) => {
      const id = 1 + ((at * statements + place) % PACKAGES);
      const part = { '@id': isCrowded ? `pkg:npm/other${at}-${place}@1.0.0` : `pkg:npm/p${id}@1.0.0` };
      return {
        vulnerability: { name: `CVE-2026-${10001 + (id % (isCrowded ? 20 : VULNERABILITIES))}` },
        products: [
          place % 2 === 0 ? part : { '@id': `pkg:oci/shop${id % PROJECTS || PROJECTS}@1.0`, subcomponents: [part] },
        ],
        ...{ status: 'not_affected', justification: 'vulnerable_code_not_in_execute_path' },
      };
    }),
  };
}
