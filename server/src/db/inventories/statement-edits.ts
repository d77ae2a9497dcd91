// Decisions of people on copyright statements of a project. Rows are added and read, never changed.
import type { StatementAction, StatementEdit } from '../../domain/inventories/notice-texts.ts';
import { wireTime } from '../../domain/wire-times.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf, TEXT_ROWS_PER_STATEMENT } from '../postgres/parts.ts';

export async function listStatementEdits(db: Db, projectId: number): Promise<StatementEdit[]> {
  const rows = await db
    .selectFrom('statement_edits')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    identity: row.identity,
    statement: row.statement,
    action: row.action,
    value: row.value,
    reason: row.reason,
    by: row.user_name,
    at: wireTime(row.created_at),
  }));
}

export interface NewStatementEdit {
  identity: string;
  statement: string;
  action: StatementAction;
  value: string;
  reason: string;
}

/** Edits that people made in another project. They keep their time, and belong to no user of this server. */
export async function insertForeignStatementEdits(
  db: Db,
  projectId: number,
  edits: readonly (NewStatementEdit & { userName: string; at: Date })[],
): Promise<void> {
  for (const part of partsOf(edits, TEXT_ROWS_PER_STATEMENT))
    await db
      .insertInto('statement_edits')
      .values(
        part.map(({ userName, at, ...edit }) => ({
          ...edit,
          project_id: projectId,
          user_name: userName,
          created_at: at,
        })),
      )
      .execute();
}

export async function insertStatementEdits(
  db: Db,
  projectId: number,
  user: { id: number; login: string },
  edits: readonly NewStatementEdit[],
): Promise<void> {
  if (edits.length === 0) return;
  await db
    .insertInto('statement_edits')
    .values(edits.map((edit) => ({ ...edit, project_id: projectId, user_id: user.id, user_name: user.login })))
    .execute();
}
