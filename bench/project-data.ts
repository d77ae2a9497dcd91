// Makes a scanned and half-reviewed project in the database of a running server with SQL: folders, files with facts, components, items with
// files, history and tasks. It runs no scanner, so that 100,000 files take seconds; all data that lists read is present.
import type pg from 'pg';
import { refreshCodebaseTotals } from '../server/src/db/files/files.ts';
import { refreshInventoryRollup } from '../server/src/db/inventories/rollup.ts';
import type { Db } from '../server/src/db/postgres/connection.ts';
import { refreshFileCounts } from '../server/src/db/scans/inventory.ts';

export interface ProjectSize {
  files: number;
  items: number;
}

/** A component has four versions; every sixth file is a copy of another; every item has five files; every tenth has a task. */
export const VERSIONS = 4;
const FILES_PER_FOLDER = 40;
const FILES_PER_ITEM = 5;

/** `seed` separates the contents of two projects of one database; they share the library, as in real life. */
export async function fillProject(
  { pool, db }: { pool: pg.Pool; db: Db },
  projectId: number,
  seed: number,
  size: ProjectSize,
): Promise<void> {
  await pool.query('begin');
  await fillCodebase(pool, projectId, seed, size);
  await fillLibrary(pool, size);
  await fillItems(pool, projectId, size);
  await fillReview(pool, projectId);
  await pool.query('commit');
  await refreshFileCounts(db, projectId);
  await refreshInventoryRollup(db, projectId);
  await refreshCodebaseTotals(db, projectId);
  await pool.query('vacuum analyze');
}

async function fillCodebase(pool: pg.Pool, projectId: number, seed: number, { files }: ProjectSize): Promise<void> {
  const digest = `sha256(('content ' || $1::int || ' ' || (n - case when n % 6 = 0 then 1 else 0 end))::bytea)`;
  const facts = `jsonb_build_object(
      'copyrights', jsonb_build_array(jsonb_build_object('statement', 'Copyright (c) ' || (1998 + n % 28) || ' Holder ' || n % 900, 'startLine', 1, 'endLine', 1)),
      'emails', case when n % 7 = 0 then jsonb_build_array(jsonb_build_object('value', 'author' || n % 400 || '@example.org', 'line', 3)) else '[]' end,
      'urls', case when n % 5 = 0 then jsonb_build_array(jsonb_build_object('value', 'https://example.org/module-' || n % 800, 'line', 9)) else '[]' end,
      'searchTerms', case when n % 11 = 0 then jsonb_build_array(jsonb_build_object('term', 'patent', 'count', 2)) else '[]' end,
      'licenses', jsonb_build_array(jsonb_build_object('expression', 'MIT', 'startLine', 1, 'endLine', 20)))`;
  await pool.query(
    `insert into blobs (sha256, md5, sha1, size_bytes, segment, block_offset, location)
     select distinct on (d) d, substring(d for 16), substring(d for 20), 500 + (n * 7919) % 40000, 'none', 0, '{}'
     from (select n, ${digest} as d from generate_series(1, $2::int) n) t on conflict do nothing`,
    [seed, files],
  );
  await pool.query(
    `insert into facts (sha256, hint, analyzer_version, facts, language, kind, line_count, spdx, has_evidence)
     select distinct on (d) d, '', 'generated', ${facts}, 'C', 'text', 20 + n % 900,
       case n % 4 when 0 then '{MIT}' when 1 then '{Apache-2.0}' when 2 then '{"GPL-2.0-only OR MIT"}' else '{}' end::text[], true
     from (select n, ${digest} as d from generate_series(1, $2::int) n) t on conflict do nothing`,
    [seed, files],
  );
  await pool.query(
    `insert into codebase_folders (project_id, path, name) select $1::bigint, '', ''
     union all select $1, 'module-' || n, 'module-' || n from generate_series(0, $2::int / ${FILES_PER_FOLDER}) n`,
    [projectId, files],
  );
  await pool.query(
    `update codebase_folders c set parent_id = r.id from codebase_folders r
     where c.project_id = $1 and c.path <> '' and r.project_id = $1 and r.path = ''`,
    [projectId],
  );
  const job = await pool.query(
    `insert into jobs (type, project_id, project_name, status, triggered_by, activated_at, completed_at)
     select 'Project Scan', id, name, 'Completed', contact_id, now(), now() from projects where id = $1 returning id`,
    [projectId],
  );
  const scanId = Number(job.rows[0].id);
  await pool.query(
    `insert into files (project_id, folder_id, path, name, sha256, size_bytes, hint, has_evidence, scan_id)
     select $3::bigint, c.id, c.path || '/source-' || n || '.c', 'source-' || n || '.c', ${digest}, 500 + (n * 7919) % 40000, '', true, $4::bigint
     from generate_series(1, $2::int) n
     join codebase_folders c on c.project_id = $3 and c.path = 'module-' || n / ${FILES_PER_FOLDER} order by n`,
    [seed, files, projectId, scanId],
  );
  await pool.query('update projects set last_scan_id = $2 where id = $1', [projectId, scanId]);
}

async function fillLibrary(pool: pg.Pool, { items }: ProjectSize): Promise<void> {
  const components = Math.ceil(items / VERSIONS);
  await pool.query(
    `insert into components (purl, name, title, url, description, forge_id)
     select 'pkg:npm/component-' || n, 'component-' || n, 'component-' || n, 'https://example.org/component-' || n, 'A component that does a thing or two, number ' || n, 8
     from generate_series(1, $1::int) n on conflict (purl) do nothing`,
    [components],
  );
  await pool.query(
    `insert into component_versions (component_id, name, purl, license_expression)
     select c.id, v || '.0.' || c.id % 9, c.purl || '@' || v || '.0.' || c.id % 9, 'MIT'
     from components c cross join generate_series(1, ${VERSIONS}) v on conflict do nothing`,
  );
}

async function fillItems(pool: pg.Pool, projectId: number, { files, items }: ProjectSize): Promise<void> {
  await pool.query(
    `insert into inventory_items (project_id, type, identity, name, description, url, component_id, version_id, license_id, license_expression,
       possible_licenses, purl, status, is_published, published_at, priority, confidence, dependency_scope, detection_notes, created_by)
     select $1::bigint, 'COMPONENT', v.purl, c.name || ' ' || v.name || ' (' || l.short_name || ')', c.description, c.url, c.id, v.id, l.id, l.short_name,
       array[l.short_name], v.purl, (array['DRAFT', 'DRAFT', 'APPROVED', 'REJECTED'])[1 + v.n % 4], v.n % 20 <> 0, now(),
       'P' || 1 + v.n % 4, (array['HIGH', 'MEDIUM', 'LOW'])[1 + v.n % 3], 'Runtime', 'Found in package-lock.json', 'High Confidence Auto-WriteUp Rule'
     from (select *, row_number() over (order by id) as n from component_versions order by id limit $2::int) v
     join components c on c.id = v.component_id
     join licenses l on l.short_name = (array['MIT', 'Apache-2.0', 'BSD-3-Clause', 'ISC', 'LGPL-2.1-only', 'GPL-3.0-only'])[1 + v.n % 6]
     order by v.n`,
    [projectId, items],
  );
  await pool.query(
    `insert into inventory_files (item_id, file_id)
     select i.id, f.id from (select id, row_number() over (order by id) as n from inventory_items where project_id = $1) i
     cross join generate_series(0, ${FILES_PER_ITEM - 1}) k
     join (select id, row_number() over (order by id) as n from files where project_id = $1) f on f.n = 1 + (i.n * ${FILES_PER_ITEM} + k) % $2::int
     on conflict do nothing`,
    [projectId, files],
  );
}

async function fillReview(pool: pg.Pool, projectId: number): Promise<void> {
  const revision = (event: string, field: string, oldValue: string, newValue: string, where: string) =>
    pool.query(
      `insert into inventory_history (project_id, item_id, user_name, event, action, changes)
       select project_id, id, 'System', '${event}', 'Scan', jsonb_build_array(jsonb_build_object('field', '${field}', 'oldValue', '${oldValue}', 'newValue', '${newValue}'))
       from inventory_items where project_id = $1 and ${where} order by id`,
      [projectId],
    );
  await revision('Inventory Created', 'Name', '', 'component', 'true');
  await revision('Inventory Published', 'Published', 'No', 'Yes', 'is_published');
  await revision('Inventory Status Changed', 'Status', 'Draft', 'Approved', "status = 'APPROVED'");
  await pool.query(
    `insert into tasks (project_id, item_id, type, summary, owner_id, created_by, updated_by)
     select i.project_id, i.id, 'MANUAL_INVENTORY_REVIEW', 'Manual Inventory Review: ' || i.name, p.contact_id, p.contact_id, p.contact_id
     from inventory_items i join projects p on p.id = i.project_id where i.project_id = $1 and i.id % 10 = 0 order by i.id`,
    [projectId],
  );
}
