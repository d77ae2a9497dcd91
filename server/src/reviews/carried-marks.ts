// Review marks that could count for files which nobody has reviewed: of the project, where its settings only propose them, and of other projects that the
// viewer may see.
import { itemAt } from '@assay/scanner/items';
import { eachOpenFile, type FileCandidate, type OpenFile } from '../db/decisions/carried-files.ts';
import { carrySettingsInForce } from '../db/decisions/carry-settings.ts';
import { eachNewFile } from '../db/decisions/new-files.ts';
import { listRefusedFiles } from '../db/decisions/refused-proposals.ts';
import type { Db } from '../db/postgres/connection.ts';
import type { Viewer } from '../db/projects/standing.ts';
import { reasonOf } from '../domain/decisions/carried-words.ts';
import { modeOf } from '../domain/decisions/carry-settings.ts';
import { type CarryWay, carried } from '../domain/decisions/carrying.ts';
import { compareFile } from '../domain/decisions/file-carrying.ts';

export interface ProposedMark {
  fileId: number;
  path: string;
  sha256: string;
  way: CarryWay;
  from: FileCandidate;
  against?: FileCandidate;
  /** One sentence. */
  why: string;
}

/** Each file once: a decision of the project comes before those of others. */
export async function marksToCarry(db: Db, projectId: number, viewer: Viewer, now: Date): Promise<ProposedMark[]> {
  const settings = await carrySettingsInForce(db, projectId);
  const refused = await listRefusedFiles(db, projectId);
  const proposed = new Map<number, ProposedMark>();
  // A new file of the project is compared with others only if nothing else says anything about it.
  const sources: (() => AsyncGenerator<OpenFile>)[] = [
    () => eachOpenFile(db, projectId, 'file-reviewed'),
    () => eachOpenFile(db, projectId, 'file-reviewed', viewer),
    () => eachNewFile(db, projectId),
  ];
  for (const eachFile of sources)
    for await (const file of eachFile()) {
      const candidates = file.candidates.filter(({ decision }) => !refused.has(`${file.fileId} ${decision.id}`));
      const answer = carried(candidates, compareFile(file.now), now);
      if ((answer.is !== 'holds' && answer.is !== 'conflicts') || proposed.has(file.fileId)) continue;
      const { decision, way } = answer.by;
      if (decision.value.isReviewed !== true || modeOf(settings, way) === 'NEVER') continue;
      const from = candidateOf(candidates, decision.id);
      const source = { ...decision, version: '', projectName: from.projectId === projectId ? '' : from.projectName };
      proposed.set(file.fileId, {
        ...{ fileId: file.fileId, path: file.path, sha256: file.now.sha256, way, from },
        ...(answer.is === 'conflicts' && { against: candidateOf(candidates, answer.against.decision.id) }),
        why: reasonOf('Reviewed', source, way),
      });
    }
  return [...proposed.values()];
}

const candidateOf = (all: readonly FileCandidate[], id: number) =>
  itemAt(
    all.filter(({ decision }) => decision.id === id),
    0,
  );
