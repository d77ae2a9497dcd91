// What inventories say of the packages that an imported SBOM names: that of its own project, and those of other projects.
import { sql } from 'kysely';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { isAllowedTo, type Viewer } from '../projects/standing.ts';

export interface KnownPackageRow {
  position: number;
  itemId: number;
  /** Name of the project. */
  project: string;
  name: string;
  version: string;
  purl: string;
  declared: string;
  /** The license of the item; people of its project decided it. */
  concluded: string;
  packageFacts: Record<string, unknown>;
}

const ELEMENTS_AT_ONCE = 2000;
/** Other projects that are asked for one package: those that have had it last. */
const MOST_PROJECTS_ASKED = 5;

const COLUMNS = sql`e.position, i.id as "itemId", projects.name as project, e.name, e.version, coalesce(nullif(e.purl, ''), i.purl, '') as purl,
  coalesce(i.license_facts -> 'declared' ->> 'expression', '') as declared, i.license_expression as concluded,
  i.package_facts as "packageFacts"`;

/** The published items of its own project that the document names, in batches. */
export function eachKnownHere(db: Db, sbomId: number): AsyncGenerator<KnownPackageRow[]> {
  return batchesByPosition(
    (after, until) =>
      sql<KnownPackageRow>`
      select ${COLUMNS} from sbom_elements e join inventory_items i on i.id = e.item_id and i.is_published and ${present()}
      join projects on projects.id = i.project_id
      where e.sbom_id = ${sbomId} and e.position > ${after} and e.position <= ${until} order by e.position`.execute(db),
    () => lastPosition(db, sbomId),
  );
}

/** The same of other projects whose inventory the viewer may see. Of a private project nothing is told, not even to those who see it: the copy goes to
 * others. */
export function eachKnownElsewhere(db: Db, sbomId: number, viewer: Viewer): AsyncGenerator<KnownPackageRow[]> {
  return batchesByPosition(
    (after, until) =>
      sql<KnownPackageRow>`
      select ${COLUMNS} from sbom_elements e join inventory_items own on own.id = e.item_id
      cross join lateral (
        select o.*, projects.name as project_name from inventory_items o join projects on projects.id = o.project_id
        where o.version_id = own.version_id and o.project_id <> own.project_id and o.is_published and ${present('o')}
          and not projects.is_private and ${isAllowedTo('VIEW_INVENTORY', viewer)}
        order by o.id desc limit ${MOST_PROJECTS_ASKED}) i
      cross join lateral (select i.project_name as name) projects
      where e.sbom_id = ${sbomId} and e.position > ${after} and e.position <= ${until} and own.version_id is not null
      order by e.position, i.id desc`.execute(db),
    () => lastPosition(db, sbomId),
  );
}

async function* batchesByPosition(
  read: (after: number, until: number) => Promise<{ rows: KnownPackageRow[] }>,
  last: () => Promise<number>,
): AsyncGenerator<KnownPackageRow[]> {
  const end = await last();
  for (let after = -1; after < end; after += ELEMENTS_AT_ONCE) {
    const { rows } = await read(after, after + ELEMENTS_AT_ONCE);
    if (rows.length > 0) yield rows;
  }
}

async function lastPosition(db: Db, sbomId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(position), -1) as last from sbom_elements where sbom_id = ${sbomId}`.execute(db);
  return Number(rows[0]?.last ?? -1);
}
