// The texts of a license as scans found them in files of items, in the projects that the viewer may see.
import { sql } from 'kysely';
import type { Subject } from '../../domain/uses/subject.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { isAllowedTo, type Viewer } from '../projects/standing.ts';
import { itemsOf } from './uses.ts';

export interface LicenseTextFound {
  /** Hexadecimal digits. */
  sha256: string;
  text: string;
  /** The words without years and signs are those of the library's text. */
  hasSameWords: boolean;
  items: number;
  projects: number;
  /** A place where it was found. */
  projectId: number;
  inventoryId: number;
  path: string;
}

type LicenseSubject = Extract<Subject, { by: 'license' }>;

/** Each text once, those of most items first. Only texts of the license alone: of an item's other licenses, the text says nothing about this one. */
export async function listLicenseTexts(
  db: Db,
  subject: LicenseSubject,
  viewer: Viewer,
  { wordsDigest, limit, offset }: { wordsDigest: string; limit: number; offset: number },
): Promise<{ rows: LicenseTextFound[]; total: number }> {
  const { rows } = await sql<LicenseTextFound & { total: number }>`
    with found as (
      select x.sha256, count(distinct i.id)::integer as items, count(distinct i.project_id)::integer as projects, min(i.id) as "inventoryId"
      from inventory_items i join projects on projects.id = i.project_id join item_license_texts x on x.item_id = i.id
      where ${itemsOf(subject)} and ${present()} and ${isAllowedTo('VIEW_INVENTORY', viewer)} and x.role <> 'notice' and x.sha256 is not null
        and license_names(x.expressions) <@ ${[...subject.names]}::text[] and x.expressions <> '{}'
      group by x.sha256)
    select encode(found.sha256, 'hex') as sha256, t.text, coalesce(t.words_digest = decode(${wordsDigest}, 'hex'), false) as "hasSameWords",
      found.items, found.projects, i.project_id as "projectId", found."inventoryId",
      (select x.path from item_license_texts x where x.item_id = found."inventoryId" and x.sha256 = found.sha256 order by x.place limit 1) as path,
      (count(*) over ())::integer as total
    from found join found_texts t on t.sha256 = found.sha256 join inventory_items i on i.id = found."inventoryId"
    order by found.items desc, found.sha256 limit ${limit} offset ${offset}`.execute(db);
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
