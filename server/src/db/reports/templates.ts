// Versions of report templates. Rows are inserted and read, never updated.
import { sql } from 'kysely';
import type { Db, Tx } from '../postgres/connection.ts';

export interface NewTemplateVersion {
  path: string;
  content: Buffer;
  sha256: Buffer;
  note: string;
  restoredFrom?: number;
  /** Who saved it; undefined if it was found in the folder. */
  user?: { id: number; login: string };
}

/** All columns except the text. */
const DESCRIBED = [
  'version',
  'sha256',
  'note',
  'restored_from as restoredFrom',
  'user_name as userName',
  'created_at as createdAt',
] as const;

/** The newest first. */
export function listTemplateVersions(db: Db, path: string, page: { limit: number; offset: number }) {
  return db
    .selectFrom('report_template_versions')
    .select([...DESCRIBED, sql<number>`octet_length(content)`.as('sizeBytes')])
    .where('path', '=', path)
    .orderBy('version', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countTemplateVersions(db: Db, path: string): Promise<number> {
  const { total } = await db
    .selectFrom('report_template_versions')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('path', '=', path)
    .executeTakeFirstOrThrow();
  return Number(total);
}

export function findTemplateVersion(db: Db, path: string, version: number) {
  return db
    .selectFrom('report_template_versions')
    .select([...DESCRIBED, 'content'])
    .where('path', '=', path)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** The path in the newest version of any template of the folder. */
export async function findPathOfFolder(db: Db, folder: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('report_template_versions')
    .select('path')
    .where(sql`split_part(path, '/', 1)`, '=', folder)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.path;
}

/** Adds the text as the newest version, unless it is the newest already. Returns the number of the version. */
export async function keepTemplateVersion(
  tx: Tx,
  { user, restoredFrom, ...values }: NewTemplateVersion,
): Promise<number> {
  await sql`lock table report_template_versions in share row exclusive mode`.execute(tx);
  const last = await tx
    .selectFrom('report_template_versions')
    .select(['version', 'sha256'])
    .where('path', '=', values.path)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last?.sha256.equals(values.sha256)) return last.version;
  const version = (last?.version ?? 0) + 1;
  await tx
    .insertInto('report_template_versions')
    .values({
      ...values,
      version,
      restored_from: restoredFrom ?? null,
      user_id: user?.id ?? null,
      user_name: user?.login ?? '',
    })
    .execute();
  return version;
}
