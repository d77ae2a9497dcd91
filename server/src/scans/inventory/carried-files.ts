// Lets decisions on files count for contents that say the same (domain/decisions/file-carrying.ts), during a scan: review marks, and the files of items
// as people chose them. What settings only propose is left to people (features/carried).
import {
  type CarriedFile,
  eachOpenFile,
  endCarriedMarks,
  insertCarriedFiles,
  missingTies,
  refreshDecidedEvidence,
} from '../../db/decisions/carried-files.ts';
import { carrySettingsInForce } from '../../db/decisions/carry-settings.ts';
import type { ChangedPlace, MovedTie } from '../../db/decisions/checks.ts';
import { eachNewFile } from '../../db/decisions/new-files.ts';
import { setFilesReviewed } from '../../db/files/files.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { type CarrySettings, modeOf } from '../../domain/decisions/carry-settings.ts';
import { type CarryWay, carried, type Held } from '../../domain/decisions/carrying.ts';
import { compareFile, type FileFactsThen } from '../../domain/decisions/file-carrying.ts';

export interface CarriedFiles {
  /** Files that were marked as reviewed, by the way in which their decision reached them. */
  marked: Partial<Record<CarryWay, number>>;
  /** What changed since decisions that count for no file any more, by their ids. */
  changes: ReadonlyMap<number, ChangedPlace>;
  /** Files at places or with contents that people gave to items or took out of them. */
  ties: MovedTie[];
}

export async function carryFiles(
  tx: Tx,
  projectId: number,
  { now, hasOtherAnalyzer }: { now: Date; hasOtherAnalyzer: boolean },
): Promise<CarriedFiles> {
  await refreshDecidedEvidence(tx, projectId, hasOtherAnalyzer);
  await endCarriedMarks(tx, projectId, now);
  const settings = await carrySettingsInForce(tx, projectId);
  const { marked, changes } = await carryMarks(tx, projectId, settings, now);
  return { marked, changes, ties: await carryTies(tx, projectId, settings, now) };
}

async function carryMarks(tx: Tx, projectId: number, settings: CarrySettings, now: Date) {
  const rows: CarriedFile[] = [];
  const changes = new Map<number, ChangedPlace>();
  for await (const file of eachOpenFile(tx, projectId, 'file-reviewed')) {
    const answer = carried(file.candidates, compareFile(file.now), now);
    // What another file of the same name says is no change of the decided one.
    if (answer.is === 'lapses' && answer.from.former.placeKey === file.now.placeKey)
      changes.set(answer.from.decision.id, { path: file.path, words: answer.changes.join('; ') });
    if (answer.is !== 'holds' && answer.is !== 'conflicts') continue;
    if (answer.by.decision.value.isReviewed === true && counts(settings, answer.by))
      rows.push({ fileId: file.fileId, decisionId: answer.by.decision.id, way: answer.by.way });
  }
  rows.push(...(await newMarks(tx, projectId, settings, now, new Set(rows.map(({ fileId }) => fileId)))));
  await setFilesReviewed(
    tx,
    rows.map(({ fileId }) => fileId),
    true,
  );
  await insertCarriedFiles(tx, rows);
  const marked = Object.fromEntries([...Map.groupBy(rows, ({ way }) => way)].map(([way, { length }]) => [way, length]));
  return { marked, changes };
}

/** Of new files, where the settings let decisions on other files of the component count for them. */
async function newMarks(tx: Tx, projectId: number, settings: CarrySettings, now: Date, marked: ReadonlySet<number>) {
  const rows: CarriedFile[] = [];
  if (settings.newFiles !== 'APPLY') return rows;
  for await (const { fileId, now: facts, candidates } of eachNewFile(tx, projectId)) {
    const answer = carried(candidates, compareFile(facts), now);
    if (marked.has(fileId) || (answer.is !== 'holds' && answer.is !== 'conflicts')) continue;
    rows.push({ fileId, decisionId: answer.by.decision.id, way: answer.by.way });
  }
  return rows;
}

const counts = (settings: CarrySettings, { way }: Held<FileFactsThen>) => modeOf(settings, way) === 'APPLY';

/** Contents of the same bytes in another place are found by listMovedTies. */
async function carryTies(tx: Tx, projectId: number, settings: CarrySettings, now: Date): Promise<MovedTie[]> {
  const rows: CarriedFile[] = [];
  const ties: MovedTie[] = [];
  for await (const { fileId, path, itemId, now: facts, candidates } of eachOpenFile(tx, projectId, 'file-tied')) {
    const answer = carried(candidates, compareFile(facts), now);
    if ((answer.is !== 'holds' && answer.is !== 'conflicts') || itemId === null) continue;
    const { decision, way } = answer.by;
    if (way === 'bytes' || !counts(settings, answer.by)) continue;
    rows.push({ fileId, decisionId: decision.id, way });
    ties.push({ itemId, fileId, path, isTied: decision.value.isTied === true });
  }
  await insertCarriedFiles(tx, rows);
  return missingTies(tx, ties);
}
