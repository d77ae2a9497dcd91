// What lies below a folder of the code base, counted when it is asked for: nothing is kept that could become untrue (docs/adr/0048). Remote files are
// not among them.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import { inFolder } from './file-lists.ts';

export interface FileTotals {
  files: number;
  reviewed: number;
  /** Not reviewed, with evidence. */
  open: number;
  /** Files that no item has. */
  inNoItem: number;
}

const TOTALS = sql`count(*)::int as files, (count(*) filter (where f.is_reviewed))::int as reviewed,
  (count(*) filter (where not f.is_reviewed and f.has_evidence))::int as open,
  (count(*) filter (where f.inventory_count = 0))::int as "inNoItem"`;

/** All files below a folder, at any depth. '' is the root. */
export async function totalsOfFolder(db: Db, projectId: number, folder: string): Promise<FileTotals> {
  const { rows } = await sql<FileTotals>`
    select ${TOTALS} from files f where f.project_id = ${projectId} and ${inFolder(folder)}`.execute(db);
  return onlyRow(rows);
}

/** The same for all folders directly in a folder, by name. Files are counted by their folder first, of which there are fewer. */
export async function totalsOfFoldersIn(db: Db, projectId: number, folder: string): Promise<Map<string, FileTotals>> {
  const start = folder === '' ? sql`1` : sql`char_length(${folder}::text) + 2`;
  const { rows } = await sql<FileTotals & { name: string }>`
    with counted as (select f.folder_id, ${TOTALS} from files f where f.project_id = ${projectId} and ${inFolder(folder)} group by 1)
    select split_part(substr(d.path, ${start}), '/', 1) as name, sum(t.files)::int as files, sum(t.reviewed)::int as reviewed,
      sum(t.open)::int as open, sum(t."inNoItem")::int as "inNoItem"
    from counted t join codebase_folders d on d.id = t.folder_id where d.path <> ${folder} group by 1`.execute(db);
  return new Map(rows.map(({ name, ...totals }) => [name, totals]));
}

export interface LicenseTotals {
  /** SPDX expression; '' stands for files without a license. */
  license: string;
  /** True for files that only mention the license. */
  isMention: boolean;
  files: number;
  open: number;
}

/** The licenses of all files below a folder: those with most files first. A file with two licenses counts for both. */
export async function licensesInFolder(db: Db, projectId: number, folder: string): Promise<LicenseTotals[]> {
  // Files with the same licenses are counted together first: there are far fewer combinations than files.
  const { rows } = await sql<LicenseTotals>`
    with counted as (
      select f.spdx, f.mentioned, count(*) as files, count(*) filter (where not f.is_reviewed and f.has_evidence) as open
      from files f where f.project_id = ${projectId} and ${inFolder(folder)} group by 1, 2
    )
    select said.license, said.is_mention as "isMention", sum(t.files)::int as files, sum(t.open)::int as open
    from counted t cross join lateral (
      select unnest(case when t.spdx = '{}' then '{""}' else t.spdx end) as license, false as is_mention
      union all select unnest(t.mentioned), true
    ) said
    group by 1, 2 order by files desc, license, 2`.execute(db);
  return rows;
}
