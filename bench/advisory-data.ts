// Advisories and inventories for benchmarks: any number of records in the OSV format, and projects whose items have
// packages that some records name. Starts its own database and removes it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdvisoryFile } from '@assay/scanner/advisories';
import { itemAt } from '@assay/scanner/items';
import type pg from 'pg';
import { startEmbeddedDatabase } from '../server/src/db/embedded/index.ts';
import { type Connection, type ConnectionTarget, connect } from '../server/src/db/postgres/connection.ts';
import { migrate } from '../server/src/db/postgres/migrate.ts';
import { insertUser } from '../server/src/db/users/users.ts';

const ECOSYSTEMS = ['npm', 'PyPI', 'Go', 'crates.io', 'Maven', 'NuGet', 'RubyGems', 'Packagist'];
const VECTORS = [
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
  'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N',
];

/** Every fifth record names the same package as the one before; half have a CVE that a second record shares. */
export function record(n: number, edition = 0): object {
  const ecosystem = itemAt(ECOSYSTEMS, n % ECOSYSTEMS.length);
  const name = `package-${Math.floor(n / 40) * 8 + (n % 8)}`;
  return {
    schema_version: '1.6.0',
    id: `GHSA-${String(n).padStart(12, '0')}`,
    modified: new Date(Date.UTC(2024, 0, 1 + (n % 700), edition)).toISOString(),
    published: '2023-05-01T00:00:00Z',
    aliases: n % 2 === 0 ? [`CVE-2024-${Math.floor(n / 4)}`] : [],
    summary: `Something is wrong with ${name}`,
    details: `The parser of ${name} trusts a length that the sender chose. `.repeat(12),
    severity: [{ type: 'CVSS_V3', score: VECTORS[n % 3] }],
    affected: [
      {
        package: { ecosystem, name: ecosystem === 'Maven' ? `org.example:${name}` : name },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: `${1 + (n % 9)}.${n % 7}.0` }] }],
        versions: Array.from({ length: 6 }, (_, i) => `${n % 9}.${i}.0`),
      },
    ],
    references: [{ type: 'WEB', url: `https://example.org/${n}` }],
  };
}

export async function* recordFiles(count: number): AsyncGenerator<AdvisoryFile> {
  for (let n = 0; n < count; n++)
    yield { type: 'file', path: `${n}.json`, bytes: Buffer.from(JSON.stringify(record(n))) };
  yield { type: 'end', problem: '' };
}

/** Two records for each component that `fillProject` makes; each affects two or three of its four versions. */
export async function* recordsOfComponents(count: number): AsyncGenerator<AdvisoryFile> {
  for (let n = 0; n < count * 2; n++) {
    const name = `component-${1 + Math.floor(n / 2)}`;
    const ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: `${3 + (n % 2)}.0.0` }] }];
    const document = { ...record(n), aliases: [], affected: [{ package: { ecosystem: 'npm', name }, ranges }] };
    yield { type: 'file', path: `${n}.json`, bytes: Buffer.from(JSON.stringify(document)) };
  }
  yield { type: 'end', problem: '' };
}

export async function* oneFile(document: object): AsyncGenerator<AdvisoryFile> {
  yield { type: 'file', path: 'one.json', bytes: Buffer.from(JSON.stringify(document)) };
  yield { type: 'end', problem: '' };
}

/** Each project gets a thousand items by default; each version of a component is in about ten projects. */
export async function fillInventories(
  pool: pg.Pool,
  items: number,
  packages: number,
  perProject = 1000,
): Promise<void> {
  const types = ['npm', 'pypi', 'golang', 'cargo', 'maven', 'nuget', 'gem', 'composer'];
  await pool.query(
    `insert into components (name, purl) select 'package-' || n, 'pkg:' || ($1::text[])[1 + n % 8] || '/' ||
       case n % 8 when 4 then 'org.example/' else '' end || 'package-' || n from generate_series(0, $2::int - 1) n on conflict do nothing`,
    [types, packages],
  );
  await pool.query(
    `insert into component_versions (component_id, name, purl) select c.id, (c.id % 9) || '.' || v || '.0', c.purl || '@' || (c.id % 9) || '.' || v || '.0'
     from components c cross join generate_series(0, 2) v where c.name like 'package-%' on conflict do nothing`,
  );
  const { rows: projects } = await pool.query<{ id: number }>(
    `insert into projects (name, folder_id, contact_id, scan_profile_id)
     select 'bench ' || n, 1, 1, (select min(id) from scan_profiles) from generate_series(1, $1::int) n returning id`,
    [Math.ceil(items / perProject)],
  );
  const { rows: versions } = await pool.query<{ id: number }>(
    'select id from component_versions where purl is not null order by id',
  );
  for (const [n, { id }] of projects.entries()) {
    const start = ((n + 1) * 997) % Math.max(1, versions.length - perProject);
    await fillProjectItems(pool, id, versions.slice(start, start + perProject));
  }
  await pool.query('vacuum analyze');
}

/** One statement for each project, as a scan writes them. */
async function fillProjectItems(pool: pg.Pool, projectId: number, versions: readonly { id: number }[]): Promise<void> {
  await pool.query(
    `insert into inventory_items (project_id, type, identity, name, component_id, version_id, purl, created_by, license_expression)
     select $1::bigint, 'COMPONENT', $1::text || ' ' || purl, purl, component_id, id, purl, 'System', 'MIT'
     from component_versions where id = any($2::bigint[]) order by id`,
    [projectId, versions.map(({ id }) => id)],
  );
}

/** `target` is the connection string for another process. */
export async function benchDatabase(): Promise<Connection & { target: ConnectionTarget; stop(): Promise<void> }> {
  const root = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const database = await startEmbeddedDatabase({ folder: join(root, 'postgres') });
  const connection = connect(database.connection);
  await migrate(connection.pool);
  await insertUser(connection.db, {
    login: 'admin',
    email: 'a@example.org',
    passwordHash: 'x',
    permissions: [],
  } as never);
  return {
    ...connection,
    target: database.connection,
    async stop() {
      await connection.close();
      await database.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export function seconds(since: number): number {
  return Math.round((performance.now() - since) / 10) / 100;
}

export function peakMb(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
