// Parent and child projects. The rules are in domain/inventories/project-graph.ts.

import { sql } from 'kysely';
import type { ListingDirection, ProjectLink } from '../../domain/inventories/project-graph.ts';
import type { Db } from '../postgres/connection.ts';
import { type Viewer, visibleTo } from './standing.ts';

/** Two changes at once could make a circle that neither sees. This lock lets one run at a time. */
export async function lockLinks(db: Db): Promise<void> {
  await sql`lock table project_links in share row exclusive mode`.execute(db);
}

/** All links on the ways down (or up) from a project, at any depth. */
export async function listLinksFrom(db: Db, projectId: number, direction: ListingDirection): Promise<ProjectLink[]> {
  const [from, to] = direction === 'children' ? ['parent_id', 'child_id'] : ['child_id', 'parent_id'];
  const { rows } = await sql<ProjectLink>`
    with recursive walk as (
      select parent_id, child_id from project_links where ${sql.ref(from)} = ${projectId}
      union
      select l.parent_id, l.child_id from project_links l join walk w on l.${sql.raw(from)} = w.${sql.raw(to)}
    ) select parent_id as "parentId", child_id as "childId" from walk order by 1, 2`.execute(db);
  return rows;
}

export async function insertLinks(db: Db, links: ProjectLink[]): Promise<void> {
  if (links.length === 0) return;
  await db
    .insertInto('project_links')
    .values(links.map(({ parentId, childId }) => ({ parent_id: parentId, child_id: childId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteLinks(db: Db, links: ProjectLink[]): Promise<void> {
  for (const { parentId, childId } of links)
    await db.deleteFrom('project_links').where('parent_id', '=', parentId).where('child_id', '=', childId).execute();
}

/** Names of those projects that the viewer may see, by id. */
export async function listVisibleNames(db: Db, ids: number[], viewer: Viewer): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where(visibleTo(viewer))
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
