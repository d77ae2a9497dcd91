// Lists of the files of a project by path: filters, keyset paging, and ids for decisions about many files. Remote files are not among them.
import type { FileKind, LicenseRole } from '@assay/scanner';
import { type RawBuilder, sql } from 'kysely';
import type { FileGrouping } from '../../domain/files/file-groups.ts';
import type { FileSimilarity } from '../../domain/files/similarity.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere } from '../postgres/like.ts';
import { onlyRow } from '../postgres/rows.ts';
import { listNearContents } from './near-texts.ts';

export interface FileFilter {
  /** Part of the path. */
  search?: string;
  /** Path of a folder; '' is the root. */
  folder?: string;
  /** A license of the file, in any case; NONE for files without one. */
  license?: string;
  /** A license that the file mentions without being licensed under it, in any case. */
  mentioned?: string;
  /** What some license match of the file says; matches without a role grant. */
  role?: LicenseRole;
  /** In any case; NONE for files without one. */
  language?: string;
  kind?: FileKind;
  reviewed?: boolean;
  inInventory?: boolean;
  hasEvidence?: boolean;
  minSize?: number;
  maxSize?: number;
  /** Only other files that say the same as this file of the project. */
  similarTo?: number;
  similarBy?: FileSimilarity;
  /** Files of any of these groups. */
  groups?: { by: FileGrouping; keys: readonly string[] };
}

/** The key of a file's group. `f` is the file, `facts` what was found in its contents, if they were scanned. */
const GROUP_KEYS: Record<FileGrouping, RawBuilder<string>> = {
  LICENSE: sql`array_to_string(f.spdx, ', ')`,
  FOLDER: sql`left(f.path, greatest(char_length(f.path) - char_length(f.name) - 1, 0))`,
  KIND: sql`coalesce(facts.kind, '')`,
  LANGUAGE: sql`coalesce(facts.language, '')`,
};

export interface ListedFile {
  id: number;
  name: string;
  path: string;
  sizeBytes: number;
  spdx: string[];
  language: string;
  isReviewed: boolean;
  inventoryCount: number;
  hasEvidence: boolean;
  isExcluded: boolean;
}

const FROM = sql`files f left join facts on facts.sha256 = f.sha256 and facts.hint = f.hint and not f.is_excluded`;

const LISTED = sql`f.id, f.name, f.path, f.size_bytes as "sizeBytes", f.spdx, coalesce(facts.language, '') as language,
  f.is_reviewed as "isReviewed", f.inventory_count as "inventoryCount", f.has_evidence as "hasEvidence", f.is_excluded as "isExcluded"`;

/** Files below a folder, at any depth; '' is the root. */
export const inFolder = (folder: string) => (folder === '' ? sql`true` : sql`starts_with(f.path, ${`${folder}/`})`);

async function matching(db: Db, projectId: number, filter: FileFilter): Promise<RawBuilder<unknown>> {
  const conditions = [sql`f.project_id = ${projectId}`];
  if (filter.search) conditions.push(sql`lower(f.path) like lower(${anywhere(filter.search)})`);
  if (filter.folder) conditions.push(inFolder(filter.folder));
  if (filter.license?.toUpperCase() === 'NONE') conditions.push(sql`f.spdx = '{}'`);
  else if (filter.license)
    conditions.push(sql`exists (select from unnest(f.spdx) one where lower(one) = lower(${filter.license}))`);
  if (filter.mentioned)
    conditions.push(sql`exists (select from unnest(f.mentioned) one where lower(one) = lower(${filter.mentioned}))`);
  if (filter.role) conditions.push(saysOfSome(filter.role));
  if (filter.language)
    conditions.push(
      sql`coalesce(lower(facts.language), '') = ${filter.language.toUpperCase() === 'NONE' ? '' : filter.language.toLowerCase()}`,
    );
  if (filter.kind) conditions.push(sql`facts.kind = ${filter.kind}`);
  if (filter.groups) conditions.push(sql`${GROUP_KEYS[filter.groups.by]} = any(${[...filter.groups.keys]}::text[])`);
  if (filter.reviewed !== undefined) conditions.push(sql`f.is_reviewed = ${filter.reviewed}`);
  if (filter.inInventory !== undefined) conditions.push(sql`(f.inventory_count > 0) = ${filter.inInventory}`);
  if (filter.hasEvidence !== undefined) conditions.push(sql`f.has_evidence = ${filter.hasEvidence}`);
  if (filter.minSize !== undefined) conditions.push(sql`f.size_bytes >= ${filter.minSize}`);
  if (filter.maxSize !== undefined) conditions.push(sql`f.size_bytes <= ${filter.maxSize}`);
  if (filter.similarTo !== undefined)
    conditions.push(await isSimilar(db, projectId, filter.similarTo, filter.similarBy ?? 'EVIDENCE'));
  return sql.join(conditions, sql` and `);
}

/** Only files with some license are looked into: their matches are read from what was found in them, which is large. */
const saysOfSome = (role: LicenseRole) => sql`(f.spdx <> '{}' or f.mentioned <> '{}') and exists (
  select from jsonb_array_elements(coalesce(
    (select l.licenses from followed_licenses l where l.file_id = f.id), facts.facts -> 'licenses', '[]'::jsonb)) found
  where coalesce(found ->> 'role', 'grants') = ${role})`;

async function isSimilar(db: Db, projectId: number, fileId: number, by: FileSimilarity): Promise<RawBuilder<unknown>> {
  if (by !== 'NEAR') return saysTheSame(projectId, fileId, by);
  const contents = await listNearContents(db, projectId, fileId);
  return sql`(f.id <> ${fileId} and (f.sha256, f.hint) in (select * from unnest(
    ${contents.map(({ sha256 }) => sha256)}::bytea[], ${contents.map(({ hint }) => hint)}::text[])))`;
}

/** The contents with the digest of the file are few, and an index finds them. Contents without evidence all say the same: nothing. */
function saysTheSame(projectId: number, fileId: number, by: Exclude<FileSimilarity, 'NEAR'>): RawBuilder<unknown> {
  const digest = by === 'TEXT' ? sql`text_digest` : sql`evidence_digest`;
  const hasEvidence = by === 'TEXT' ? sql`true` : sql`s.has_evidence`;
  return sql`(f.id <> ${fileId} and (f.sha256, f.hint) in (select s.sha256, s.hint from facts s where ${hasEvidence} and s.${digest} = (
    select o.${digest} from files x join facts o on o.sha256 = x.sha256 and o.hint = x.hint
    where x.id = ${fileId} and x.project_id = ${projectId})))`;
}

/** Files in the order of their paths. `after` is the path of the last row of the page before. */
export async function listFiles(
  db: Db,
  projectId: number,
  filter: FileFilter,
  { after, limit }: { after: string; limit: number },
): Promise<ListedFile[]> {
  const matches = await matching(db, projectId, filter);
  const { rows } = await sql<ListedFile>`
    select ${LISTED}
    from ${FROM} where ${matches} and f.path > ${after} order by f.path limit ${limit}`.execute(db);
  return rows;
}

/** The files right before a path, in the order of their paths. */
export async function listFilesBefore(
  db: Db,
  projectId: number,
  filter: FileFilter,
  { before, limit }: { before: string; limit: number },
): Promise<ListedFile[]> {
  const matches = await matching(db, projectId, filter);
  const { rows } = await sql<ListedFile>`
    select ${LISTED} from ${FROM} where ${matches} and f.path < ${before} order by f.path desc limit ${limit}`.execute(
    db,
  );
  return rows.reverse();
}

/** Files that match, and how many of them are reviewed or in an item. */
export async function countFiles(db: Db, projectId: number, filter: FileFilter) {
  const matches = await matching(db, projectId, filter);
  const { rows } = await sql<{ total: number; reviewed: number; inInventory: number }>`
    select count(*)::int as total, (count(*) filter (where f.is_reviewed))::int as reviewed,
      (count(*) filter (where f.inventory_count > 0))::int as "inInventory"
    from ${FROM} where ${matches}`.execute(db);
  return onlyRow(rows);
}

/** The ids of at most `limit` files that match, in order. */
export async function listFileIdsOf(db: Db, projectId: number, filter: FileFilter, limit: number): Promise<number[]> {
  const matches = await matching(db, projectId, filter);
  const { rows } = await sql<{ id: number }>`
    select f.id from ${FROM} where ${matches} order by f.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface FileGroup {
  key: string;
  count: number;
  /** Not reviewed, with evidence. */
  open: number;
}

/** The groups of the files that match, the largest first, and how many there are. */
export async function groupsOfFiles(
  db: Db,
  projectId: number,
  filter: FileFilter,
  by: FileGrouping,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: FileGroup[]; total: number }> {
  const matches = await matching(db, projectId, filter);
  const { rows } = await sql<FileGroup & { total: number }>`
    select ${GROUP_KEYS[by]} as key, count(*)::int as count,
      (count(*) filter (where not f.is_reviewed and f.has_evidence))::int as open, (count(*) over ())::int as total
    from ${FROM} where ${matches} group by 1 order by 2 desc, 1 limit ${limit} offset ${offset}`.execute(db);
  if (rows.length > 0 || offset === 0)
    return { rows: rows.map(({ total: _, ...group }) => group), total: rows[0]?.total ?? 0 };
  const { rows: counted } = await sql<{ total: number }>`
    select count(distinct ${GROUP_KEYS[by]})::int as total from ${FROM} where ${matches}`.execute(db);
  return { rows: [], total: onlyRow(counted).total };
}
