// Queries of the corpus: packages with the digests of their files, and files of projects with the same contents.
import { sql } from 'kysely';
import type { Db, Tx } from './postgres/connection.ts';

export interface CorpusFile {
  sha256: Buffer;
  path: string;
}

export interface NewCorpusPackage {
  purl: string;
  component: string;
  version: string;
}

/** Files per statement. */
const FILES_AT_ONCE = 5000;

/** Replaces a package that exists already. */
export async function replaceCorpusPackage(tx: Tx, one: NewCorpusPackage, files: readonly CorpusFile[]): Promise<void> {
  await deleteCorpusPackage(tx, one.purl);
  const { id } = await tx
    .insertInto('corpus_packages')
    .values({ ...one, file_count: files.length })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let start = 0; start < files.length; start += FILES_AT_ONCE)
    await tx
      .insertInto('corpus_files')
      .values(files.slice(start, start + FILES_AT_ONCE).map((file) => ({ package_id: id, ...file })))
      .execute();
}

/** True if the package existed. */
export async function deleteCorpusPackage(db: Db, purl: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('corpus_packages').where('purl', '=', purl).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function listCorpusPackages(db: Db) {
  return db
    .selectFrom('corpus_packages')
    .select(['purl', 'version', 'file_count', 'added_at'])
    .orderBy('purl')
    .execute();
}

export async function isCorpusEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('corpus_packages').select('id').limit(1).executeTakeFirst()) === undefined;
}

export interface CorpusMatch {
  /** Path of the archive in the code base that contains the file. '' if the file is not inside an archive. */
  archive: string;
  /** Path in the code base. For a file inside an archive: `lib/a.jar!/src/x.c`. */
  path: string;
  component: string;
  version: string;
  /** Path of the file in the package. */
  packagePath: string;
}

/**
 * Returns each file of a project with each version of each package that has the same content. With `inArchives`, files
 * inside archives too. Contents that several components have are left out, because they prove none of them.
 */
export async function listCorpusMatches(
  db: Db,
  projectId: number,
  { inArchives }: { inArchives: boolean },
): Promise<CorpusMatch[]> {
  const inside = inArchives
    ? sql`union all
      select f.path as archive, f.path || '!/' || inside.path as path, inside.sha256
      from files f join archive_contents a on a.archive = f.sha256 cross join unnest(a.paths, a.digests) as inside(path, sha256)
      where f.project_id = ${projectId} and not f.is_excluded and exists (select from corpus_packages)
        and exists (select from corpus_files c where c.sha256 = inside.sha256)`
    : sql``;
  const { rows } = await sql<CorpusMatch>`
    with matched as materialized (
      select '' as archive, f.path, f.sha256 from files f
      where f.project_id = ${projectId} and not f.is_excluded and exists (select from corpus_files c where c.sha256 = f.sha256)
      ${inside}
    ), sole as (
      select c.sha256 from corpus_files c join corpus_packages p on p.id = c.package_id
      where c.sha256 in (select sha256 from matched) group by c.sha256 having count(distinct p.component) = 1
    )
    select m.archive, m.path, p.component, p.version, c.path as "packagePath"
    from matched m join sole on sole.sha256 = m.sha256
    join corpus_files c on c.sha256 = m.sha256 join corpus_packages p on p.id = c.package_id
    order by m.path, p.component, p.version`.execute(db);
  return rows;
}

/** Purls of the packages with a content, sorted. */
export async function listCorpusPurls(db: Db, sha256: Buffer): Promise<string[]> {
  const rows = await db
    .selectFrom('corpus_files as c')
    .innerJoin('corpus_packages as p', 'p.id', 'c.package_id')
    .where('c.sha256', '=', sha256)
    .select('p.purl')
    .orderBy('p.purl')
    .execute();
  return rows.map(({ purl }) => purl);
}
