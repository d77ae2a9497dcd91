// Components by the names that people write in rules.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';

/** Those of the names that some component has, in lower case. */
export async function listKnownNames(db: Db, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select distinct lower(name) as name from components where lower(name) = any(
      array(select lower(written) from unnest(${[...names]}::text[]) written))`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** What a rule could have meant: package URLs, or names of components without one, the nearest first. */
export async function listNearComponents(db: Db, name: string, most: number): Promise<string[]> {
  const { rows } = await sql<{ written: string }>`
    select coalesce(purl, name) as written from (
      select purl, name, similarity(lower(name), lower(${name})) as nearness from components
      where lower(name || ' ' || title) % lower(${name}) order by nearness desc, length(name), id limit ${most}) near`.execute(
    db,
  );
  return rows.map(({ written }) => written);
}
