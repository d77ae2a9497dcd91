// The texts that templates of reports had. Rows are added and read, never changed.
import { sql } from 'kysely';
import type { Db, Tx } from './postgres/connection.ts';

export interface NewTemplateVersion {
  path: string;
  sha256: Buffer;
  text: string;
  comment: string;
  author: string;
}

const HEAD = ['number', 'sha256', 'comment', 'author', 'created_at as createdAt'] as const;

/** The number of the text: the youngest version's, when it is the same text, else of a new one. */
export async function keepVersion(tx: Tx, version: NewTemplateVersion): Promise<number> {
  await sql`lock table template_versions in share row exclusive mode`.execute(tx);
  const last = await lastVersion(tx, version.path);
  if (last?.sha256.equals(version.sha256)) return last.number;
  const number = (last?.number ?? 0) + 1;
  await tx
    .insertInto('template_versions')
    .values({ ...version, number })
    .execute();
  return number;
}

export function lastVersion(db: Db, path: string) {
  return db
    .selectFrom('template_versions')
    .select(HEAD)
    .where('path', '=', path)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Youngest first, without their texts. */
export async function listVersions(db: Db, path: string, page: { limit: number; offset: number }) {
  const base = db.selectFrom('template_versions').where('path', '=', path);
  const rows = await base.select(HEAD).orderBy('number', 'desc').limit(page.limit).offset(page.offset).execute();
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export function findVersion(db: Db, path: string, number: number) {
  return db
    .selectFrom('template_versions')
    .select([...HEAD, 'text'])
    .where('path', '=', path)
    .where('number', '=', number)
    .executeTakeFirst();
}
