// What scans of a remote code base write of items: their files there, and their dependencies.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { partsOf } from '../postgres/parts.ts';
import { type ItemPath, showRemoteLinks } from '../scans/inventory.ts';

interface RemoteCode {
  id: number;
  alias: string;
}

/** The rows with the paths in the code base instead of the display paths `alias:path`. */
function ownPaths({ alias }: RemoteCode, rows: readonly ItemPath[]): ItemPath[] {
  return rows.map(({ itemId, path }) => ({ itemId, path: path.slice(alias.length + 1) }));
}

/** @param rows with display paths */
export async function addRemoteItemFiles(db: Db, code: RemoteCode, rows: readonly ItemPath[]): Promise<void> {
  for (const part of partsOf(ownPaths(code, rows)))
    await sql`insert into inventory_remote_files (item_id, file_id)
      select t.item_id, f.id from unnest(${part.map((r) => r.itemId)}::bigint[], ${part.map((r) => r.path)}::text[]) as t(item_id, path)
      join remote_files f on f.code_base_id = ${code.id} and f.path = t.path
      on conflict do nothing`.execute(db);
}

/** @param rows with display paths */
export async function removeRemoteItemFiles(db: Db, code: RemoteCode, rows: readonly ItemPath[]): Promise<void> {
  for (const part of partsOf(ownPaths(code, rows)))
    await sql`delete from inventory_remote_files x
      using unnest(${part.map((r) => r.itemId)}::bigint[], ${part.map((r) => r.path)}::text[]) as t(item_id, path), remote_files f
      where f.code_base_id = ${code.id} and f.path = t.path and x.item_id = t.item_id and x.file_id = f.id`.execute(db);
}

/** Replaces the dependency links of one remote code base. Links of the server's scan and of other agents stay. */
export async function replaceRemoteLinks(
  db: Db,
  projectId: number,
  codeBaseId: number,
  links: readonly { parent: number; child: number }[],
): Promise<void> {
  await db.deleteFrom('remote_links').where('code_base_id', '=', codeBaseId).execute();
  for (const part of partsOf(links))
    await sql`insert into remote_links (code_base_id, parent_id, child_id)
      select ${codeBaseId}, * from unnest(${part.map((l) => l.parent)}::bigint[], ${part.map((l) => l.child)}::bigint[])
      on conflict do nothing`.execute(db);
  await showRemoteLinks(db, projectId);
}
