// The heaviest folders and files below a folder of the code base, with what is known of them: what a map of the code base draws. Counted when it is asked
// for, in one pass over the files (docs/adr/0062). Files of scan agents are not among them.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { inFolder } from './file-lists.ts';

/** Folders below the shown one that are looked at, one inside the other. What lies deeper is part of the last of them. */
export const MAP_LEVELS = 4;
/** Licenses that are named of each folder. */
const MOST_LICENSES = 5;

interface MapLicense {
  /** SPDX expression; '' stands for files without a license. */
  license: string;
  files: number;
  sizeBytes: number;
}

interface MapExposure {
  /** Items with files here, and those of them that were not compared with advisories. */
  items: number;
  notCompared: number;
  critical: number;
  high: number;
  medium: number;
  low: number;
  none: number;
  unknown: number;
}

interface Facts {
  files: number;
  sizeBytes: number;
  reviewed: number;
  open: number;
  inNoItem: number;
  /** No scan has looked at them, or the scan profile excludes them. */
  notScanned: number;
  licenses: MapLicense[];
  moreLicenses: number;
  exposure: MapExposure;
}

export interface MapFolder extends Facts {
  id: number;
  parentId: number | null;
  /** 0 is the folder that was asked for. */
  level: number;
  name: string;
  path: string;
  /** Folders and files directly in it. */
  entries: number;
}

export interface MapFile extends Facts {
  id: number;
  parentId: number;
  name: string;
  path: string;
}

export const mapAreas = ['SIZE', 'FILES'] as const;
export type MapArea = (typeof mapAreas)[number];

const COUNTS = sql`count(*)::int as files, coalesce(sum(f.size_bytes), 0)::bigint as "sizeBytes",
  (count(*) filter (where f.is_reviewed))::int as reviewed, (count(*) filter (where not f.is_reviewed and f.has_evidence))::int as open,
  (count(*) filter (where f.inventory_count = 0))::int as "inNoItem",
  (count(*) filter (where f.is_excluded or f.scan_id is null))::int as "notScanned"`;

const SUMS = sql`sum(files)::int as files, sum("sizeBytes")::bigint as "sizeBytes", sum(reviewed)::int as reviewed, sum(open)::int as open,
  sum("inNoItem")::int as "inNoItem", sum("notScanned")::int as "notScanned"`;

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'none', 'unknown'] as const;

const exposureOf = (e: string) =>
  sql`jsonb_build_object('items', count(*), 'notCompared', count(*) filter (where ${sql.ref(`${e}.is_not_compared`)}),
    ${sql.join(SEVERITIES.map((name) => sql`${sql.lit(name)}, coalesce(sum(${sql.ref(`${e}.${name}`)}), 0)`))})`;

/** The items of the project that count, with their open vulnerabilities and whether they were compared. */
const itemsOf = (projectId: number): RawBuilder<unknown> => sql`
  select i.id, k.reason <> '' as is_not_compared, ${sql.join(SEVERITIES.map((name) => sql`coalesce(${sql.ref(`x.v3_${name}`)}, 0) as ${sql.ref(name)}`))}
  from inventory_items i join item_coverage k on k.item_id = i.id left join item_exposures x on x.item_id = i.id
  where i.project_id = ${projectId} and i.gone_since_scan is null`;

/** Weight of a folder or file: what its area in the map stands for. */
const weightBy = (area: MapArea) => sql.ref(area === 'SIZE' ? 'sizeBytes' : 'files');

/**
 * The folder that was asked for and the heaviest below it. A folder weighs as much as everything in it, so each of them comes after its parent.
 * @param limit folders at most, with the one that was asked for
 */
export async function heaviestFolders(
  db: Db,
  {
    projectId,
    folder,
    area,
    limit,
  }: { projectId: number; folder: { id: number; path: string }; area: MapArea; limit: number },
): Promise<MapFolder[]> {
  const ancestors = Array.from({ length: MAP_LEVELS }, (_, at) => sql.ref(`a${at + 1}`));
  /** The folders that a group of files or an item lies in, one inside the other. */
  const eachFolder = (of: string) => sql`join lateral (values (${folder.id}::bigint, 0),
    ${sql.join(ancestors.map((a, at) => sql`(${sql.ref(of)}.${a}, ${sql.lit(at + 1)})`))}) n (id, level) on n.id is not null`;
  const own = (b: string, at: number) =>
    sql`case when b.level = ${sql.lit(at)} then c.id else ${sql.ref(`${b}.a${at + 1}`)} end`;
  const { rows } = await sql<MapFolder>`
    with recursive below (id, level, ${sql.join(ancestors)}) as (
      select ${folder.id}::bigint, 0, ${sql.join(ancestors.map(() => sql`null::bigint`))}
      union all
      select c.id, b.level + 1, ${sql.join(ancestors.map((_, at) => own('b', at)))} from below b join codebase_folders c on c.parent_id = b.id),
    counted as materialized (
      select f.folder_id, f.spdx, ${COUNTS} from files f where f.project_id = ${projectId} and ${inFolder(folder.path)} group by 1, 2),
    -- What lies deeper than the last level counts for the folder there, so there are few groups to sum up.
    spots as materialized (
      select ${sql.join(ancestors.map((a) => sql`b.${a}`))}, t.spdx, ${SUMS} from counted t join below b on b.id = t.folder_id
      group by ${sql.join(ancestors.map((a) => sql`b.${a}`))}, t.spdx),
    kept as materialized (
      select n.id, n.level, ${SUMS} from (select ${sql.join(ancestors)}, ${SUMS} from spots group by ${sql.join(ancestors)}) s ${eachFolder('s')}
      group by 1, 2 order by ${weightBy(area)} desc, n.level, n.id limit ${limit}),
    licensed as (
      select id, jsonb_agg(jsonb_build_object('license', license, 'files', files, 'sizeBytes', bytes) order by place)
          filter (where place <= ${MOST_LICENSES}) as licenses, greatest(0, count(*) - ${MOST_LICENSES})::int as more
      from (select id, license, files, bytes, row_number() over (partition by id order by ${sql.ref(area === 'SIZE' ? 'bytes' : 'files')} desc, license) as place
        from (select n.id, l.license, sum(p.files)::int as files, sum(p."sizeBytes")::bigint as bytes
          from spots p ${eachFolder('p')} join kept on kept.id = n.id
          cross join lateral unnest(case when p.spdx = '{}' then '{""}' else p.spdx end) l (license) group by 1, 2) s) ranked
      group by id),
    items as materialized (${itemsOf(projectId)}),
    tied as (
      select distinct items.id, ${sql.join(ancestors.map((a) => sql`b.${a}`))} from items join inventory_files t on t.item_id = items.id
      join files f on f.id = t.file_id join below b on b.id = f.folder_id),
    exposed as (
      select r.folder_id as id, ${exposureOf('items')} as exposure
      from (select distinct n.id as folder_id, t.id as item_id from tied t ${eachFolder('t')}) r join items on items.id = r.item_id group by 1)
    select k.*, d.parent_id as "parentId", d.name, d.path, coalesce(l.licenses, '[]') as licenses, coalesce(l.more, 0) as "moreLicenses",
      coalesce(e.exposure, ${NOTHING_TIED}) as exposure,
      ((select count(*) from codebase_folders c where c.parent_id = k.id) + (select count(*) from files f where f.folder_id = k.id))::int as entries
    from kept k join codebase_folders d on d.id = k.id left join licensed l on l.id = k.id left join exposed e on e.id = k.id
    order by k.${weightBy(area)} desc, k.level, k.id`.execute(db);
  return rows;
}

const NOTHING_TIED = sql`${JSON.stringify({ items: 0, notCompared: 0, critical: 0, high: 0, medium: 0, low: 0, none: 0, unknown: 0 })}::jsonb`;

/** The largest files directly in these folders. */
export async function largestFiles(
  db: Db,
  { projectId, folderIds, limit }: { projectId: number; folderIds: readonly number[]; limit: number },
): Promise<MapFile[]> {
  const { rows } = await sql<MapFile>`
    with kept as materialized (
      select f.* from files f where f.folder_id = any(${[...folderIds]}::bigint[]) order by f.size_bytes desc, f.path limit ${limit}),
    items as materialized (${itemsOf(projectId)})
    select f.id, f.folder_id as "parentId", f.name, f.path, 1 as files, f.size_bytes as "sizeBytes", f.is_reviewed::int as reviewed,
      (not f.is_reviewed and f.has_evidence)::int as open, (f.inventory_count = 0)::int as "inNoItem",
      (f.is_excluded or f.scan_id is null)::int as "notScanned",
      (select jsonb_agg(jsonb_build_object('license', l, 'files', 1, 'sizeBytes', f.size_bytes))
        from unnest(case when f.spdx = '{}' then '{""}' else f.spdx end) l) as licenses, 0 as "moreLicenses",
      (select ${exposureOf('items')} from inventory_files t join items on items.id = t.item_id where t.file_id = f.id) as exposure
    from kept f order by f.size_bytes desc, f.path`.execute(db);
  return rows;
}
