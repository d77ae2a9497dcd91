// The present names of the things that entries of the audit log are about. One query for each kind of thing that a page needs.
import { type RawBuilder, sql } from 'kysely';
import type { NamedThing, NameOf } from '../../domain/audit/sentence.ts';
import type { Thing } from '../../domain/audit/things.ts';
import type { Db } from '../postgres/connection.ts';

const table = (name: string, column: string, project = 'null::bigint') =>
  sql`select id, ${sql.raw(column)} as name, ${sql.raw(project)} as "projectId" from ${sql.table(name)}`;

/** By kind: rows of id, name and project. */
const SOURCES: Readonly<Record<string, RawBuilder<unknown>>> = {
  project: table('projects', 'name'),
  item: table('inventory_items', 'name', 'project_id'),
  file: table('files', 'path', 'project_id'),
  folder: table('folders', 'name'),
  release: table('releases', 'name', 'project_id'),
  task: table('tasks', 'summary', 'project_id'),
  report: table('reports', 'name'),
  policy: table('policy_profiles', 'name'),
  profile: table('scan_profiles', 'name'),
  field: table('custom_fields', 'label'),
  component: table('components', 'name'),
  version: table('component_versions', 'name'),
  license: table('licenses', 'short_name'),
  tracker: table('alm_instances', 'name'),
  webhook: table('webhooks', 'name', 'project_id'),
  analysisRule: table('analysis_rules', 'name'),
  job: table('jobs', "type || ' ' || id", 'project_id'),
  userId: table('users', 'login'),
};

/** Names of the things that exist. Users that are named by their login keep it. */
export async function namesOfThings(db: Db, things: Iterable<Thing>): Promise<NameOf> {
  const wanted = new Map<string, Set<number>>();
  for (const { kind, id } of things) {
    if (typeof id !== 'number') continue;
    const ids = wanted.get(kind) ?? new Set();
    wanted.set(kind, ids.add(id));
  }
  const found = new Map<string, NamedThing>();
  for (const [kind, ids] of wanted) {
    const source = Object.hasOwn(SOURCES, kind) ? SOURCES[kind] : undefined;
    if (!source) continue;
    const { rows } = await sql<{ id: number; name: string; projectId: number | null }>`
      select * from (${source}) named where id = any(${[...ids]}::bigint[])`.execute(db);
    for (const { id, name, projectId } of rows)
      found.set(`${kind} ${id}`, { name, ...(projectId === null ? {} : { projectId }) });
  }
  return ({ kind, id }) => found.get(`${kind} ${id}`);
}

/** The names of deleted projects, which their deletion noted. */
export async function namesOfDeletedProjects(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; name: string }>`
    select project_id as id, details -> 'names' ->> 'project' as name from audit_log
    where project_id = any(${[...ids]}::bigint[]) and operation in ('deleteProject', 'dependencyTrackDelete') and details -> 'names' ->> 'project' is not null`.execute(
    db,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
