// What lies below a folder of the code base, counted when it is asked for: nothing is kept that could become untrue (docs/adr/0048). Remote files are
// not among them.
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import { FROM, inFolder, SPDX } from './file-lists.ts';

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

/** The same for folders directly in a folder, by name. One pass over the files, because a range for each folder depends on the collation. */
export async function totalsOfFolders(
  db: Db,
  projectId: number,
  folder: string,
  names: readonly string[],
): Promise<Map<string, FileTotals>> {
  if (names.length === 0) return new Map();
  const start = folder === '' ? 1 : folder.length + 2;
  const { rows } = await sql<FileTotals & { name: string }>`
    select split_part(substr(f.path, ${start}), '/', 1) as name, ${TOTALS} from files f
    where f.project_id = ${projectId} and ${inFolder(folder)} and f.path <> ${folder === '' ? '' : `${folder}/`} || f.name
    group by 1`.execute(db);
  const wanted = new Set(names);
  return new Map(rows.filter(({ name }) => wanted.has(name)).map(({ name, ...totals }) => [name, totals]));
}

export interface LicenseTotals {
  /** SPDX expression; '' stands for files without a license. */
  license: string;
  /** True for files that only mention the license. */
  isMention: boolean;
  files: number;
  open: number;
}

/** The licenses of all files below a folder: those with most files first, at most `limit`. A file with two licenses counts for both. */
export async function licensesInFolder(
  db: Db,
  projectId: number,
  folder: string,
  limit: number,
): Promise<LicenseTotals[]> {
  const { rows } = await sql<LicenseTotals>`
    select said.license, said.is_mention as "isMention", count(*)::int as files,
      (count(*) filter (where not f.is_reviewed and f.has_evidence))::int as open
    from ${FROM} cross join lateral (
      select unnest(${SPDX}) as license, false as is_mention
      union all select unnest(facts.mentioned), true
      union all select '', false where cardinality(${SPDX}) = 0
    ) said
    where f.project_id = ${projectId} and ${inFolder(folder)}
    group by 1, 2 order by files desc, license, 2 limit ${limit}`.execute(db);
  return rows;
}
