// Tags of projects, which programs give with their uploads.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

/** By project. */
export async function listTags(db: Db, projectIds: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; tags: string[] }>`
    select id, tags from projects where id = any(${[...projectIds]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, tags }) => [id, tags]));
}

export async function setTags(db: Db, projectId: number, tags: readonly string[]): Promise<void> {
  await sql`update projects set tags = ${[...tags]}::text[] where id = ${projectId} and tags <> ${[...tags]}::text[]`.execute(
    db,
  );
}

/** Adds those that the project does not have, up to a number of tags in all. */
export async function addTags(db: Db, projectId: number, tags: readonly string[], most: number): Promise<void> {
  await sql`update projects set tags = (
      select array_agg(name order by at) from (select name, min(at) as at
        from unnest(projects.tags || ${[...tags]}::text[]) with ordinality as t(name, at) group by name order by 2 limit ${most}) kept)
    where id = ${projectId} and not tags @> ${[...tags]}::text[]`.execute(db);
}
