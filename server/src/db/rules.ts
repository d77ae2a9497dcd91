// Detection rules: files, by name and MD5 or by patterns of paths, that belong to a component, version and license.
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Db } from './postgres/connection.ts';
import type { DetectionRulesTable } from './tables.ts';

function named(db: Db) {
  return db
    .selectFrom('detection_rules as r')
    .innerJoin('components as c', 'c.id', 'r.component_id')
    .innerJoin('component_versions as v', 'v.id', 'r.version_id')
    .innerJoin('licenses as l', 'l.id', 'r.license_id')
    .selectAll('r')
    .select([
      'c.name as component_name',
      'c.purl as component_purl',
      'c.url as component_url',
      'c.description as component_description',
      'v.name as version_name',
      'v.purl as version_purl',
      'l.short_name as license_name',
    ]);
}

export type NamedRule = Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>;

export function findDetectionRule(db: Db, id: number): Promise<NamedRule | undefined> {
  return named(db).where('r.id', '=', id).executeTakeFirst();
}

export function listAllDetectionRules(db: Db): Promise<NamedRule[]> {
  return named(db).orderBy('r.id').execute();
}

export async function listDetectionRules(db: Db, page: { limit: number; offset: number }) {
  const rows = await named(db).orderBy('r.id').limit(page.limit).offset(page.offset).execute();
  const { total } = await db
    .selectFrom('detection_rules')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export async function insertDetectionRule(db: Db, values: Insertable<DetectionRulesTable>): Promise<number> {
  const { id } = await db.insertInto('detection_rules').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** False if the rule does not exist. */
export async function updateDetectionRule(
  db: Db,
  id: number,
  change: Updateable<DetectionRulesTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('detection_rules')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False if the rule does not exist. */
export async function deleteDetectionRule(db: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('detection_rules').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Files of a project that match rules with names and MD5s, by rule, without excluded files. */
export async function listFilesOfRules(db: Db, projectId: number): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; paths: string[] }>`
    select r.id, array_agg(f.path order by f.path) as paths
    from detection_rules r
    cross join lateral jsonb_to_recordset(r.files) as t(name text, md5 text)
    join blobs b on b.md5 = decode(t.md5, 'hex')
    join files f on f.sha256 = b.sha256 and f.name = t.name and f.project_id = ${projectId} and not f.is_excluded
    group by r.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.paths]));
}

/** Files of a project with paths that match any of these regular expressions, without excluded files. */
export async function listFilesFitting(db: Db, projectId: number, expressions: string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from files where project_id = ${projectId} and not is_excluded and path ~ any(${expressions}::text[]) order by path`.execute(
    db,
  );
  return rows.map((row) => row.path);
}

/** Files of a remote code base that match rules with names and MD5s, by rule. */
export async function listRemoteFilesOfRules(db: Db, codeBaseId: number): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; paths: string[] }>`
    select r.id, array_agg(f.path order by f.path) as paths
    from detection_rules r
    cross join lateral jsonb_to_recordset(r.files) as t(name text, md5 text)
    join remote_facts x on x.code_base_id = ${codeBaseId} and x.md5 = decode(t.md5, 'hex')
    join remote_files f on f.code_base_id = x.code_base_id and f.facts_digest = x.digest and f.name = t.name
    group by r.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row.paths]));
}

/** Files of a remote code base with paths that match any of these regular expressions. */
export async function listRemoteFilesFitting(db: Db, codeBaseId: number, expressions: string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select path from remote_files where code_base_id = ${codeBaseId} and path ~ any(${expressions}::text[]) order by path`.execute(
    db,
  );
  return rows.map((row) => row.path);
}
