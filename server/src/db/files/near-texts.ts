// Contents of a project whose text is nearly that of a file: the sketches of both have enough in common.
import { similarity } from '@assay/scanner/evidence-digests';
import { sql } from 'kysely';
import { LEAST_OF_NEAR, nearLines } from '../../domain/files/similarity.ts';
import { giveWay } from '../../turns.ts';
import type { Db } from '../postgres/connection.ts';

interface Sketched {
  sha256: Buffer;
  hint: string;
  sketch: string;
}

/** A project may have a million contents. */
const COMPARED_IN_A_TURN = 500;

export type Contents = Pick<Sketched, 'sha256' | 'hint'>;

/** The contents of the file itself are among them. Empty if the file has no text that could be compared. */
export async function listNearContents(db: Db, projectId: number, fileId: number): Promise<Contents[]> {
  const { rows: own } = await sql<{ sketch: string; lines: number }>`
    select encode(s.sketch, 'base64') as sketch, s.line_count as lines from files f
    join facts s on s.sha256 = f.sha256 and s.hint = f.hint
    where f.id = ${fileId} and f.project_id = ${projectId} and s.sketch is not null`.execute(db);
  const [file] = own;
  if (file === undefined) return [];
  const { least, most } = nearLines(Number(file.lines));
  const { rows } = await sql<Sketched>`
    select distinct s.sha256, s.hint, encode(s.sketch, 'base64') as sketch from files f
    join facts s on s.sha256 = f.sha256 and s.hint = f.hint
    where f.project_id = ${projectId} and not f.is_excluded and s.sketch is not null and s.line_count between ${least} and ${most}`.execute(
    db,
  );
  const near: Contents[] = [];
  for (const [at, { sha256, hint, sketch }] of rows.entries()) {
    if (at % COMPARED_IN_A_TURN === 0) await giveWay();
    if (similarity(file.sketch, sketch) >= LEAST_OF_NEAR) near.push({ sha256, hint });
  }
  return near;
}
