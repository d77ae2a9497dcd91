// Undoes a bulk decision step by step, the last one first. Each call is one transaction of the caller, so that a job can go on after each.
import {
  addUndone,
  type BulkDecision,
  type BulkStep,
  insertStep,
  listSteps,
  lockBulkDecision,
  newestIds,
} from '../../db/bulk/decisions.ts';
import { lockUntilEnd, VULNERABILITY_DECISIONS_LOCK } from '../../db/postgres/advisory-locks.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import { deedOf, isFileAction, isTaskAction, isVulnerabilityAction, rightsFor } from '../../domain/bulk/actions.ts';
import { type BulkOrder, projectOf } from './order.ts';
import { undoTasks } from './tasks.ts';
import { type Undoing, type UndoResult, undoItems } from './undo.ts';
import { undoMarks, undoTies } from './undo-files.ts';
import { undoVulnerabilities } from './undo-vulnerabilities.ts';

/** Undoes the next step; false if all are undone. */
export async function undoNextStep(tx: Tx, bulkId: number, actor: BulkOrder['actor']): Promise<boolean> {
  const bulk = await lockBulkDecision(tx, bulkId);
  const [right = 'EDIT_INVENTORY'] = rightsFor(bulk.action, bulk.details);
  if (bulk.project_id !== null) await lockForChange(tx, bulk.project_id, right);
  if (isVulnerabilityAction(bulk.action)) await lockUntilEnd(tx, VULNERABILITY_DECISIONS_LOCK);
  const steps = await listSteps(tx, bulkId);
  const step = steps[bulk.undo_done];
  if (step === undefined) return false;
  const since = await newestIds(tx);
  const result = await undoStep(tx, bulk, step, actor);
  const now = await newestIds(tx);
  await insertStep(
    tx,
    {
      bulkId,
      step: step.step,
      isUndo: true,
      firstRevision: since.revision + 1,
      lastRevision: now.revision,
      lastDecision: now.decision,
    },
    [],
  );
  await addUndone(tx, bulkId, { steps: 1, ...result });
  return true;
}

function undoStep(tx: Tx, bulk: BulkDecision, step: BulkStep, actor: BulkOrder['actor']): Promise<UndoResult> {
  const { action, details, project_id: projectId } = bulk;
  if (isVulnerabilityAction(action)) return undoVulnerabilities(tx, step, { projectId, actor });
  const undoing: Undoing = { projectId: projectOf({ projectId, action }), actor, words: undoneWords(bulk) };
  if (isTaskAction(action)) return undoTasks(tx, step, undoing);
  if (!isFileAction(action)) return undoItems(tx, step, undoing);
  if (action === 'MARK_REVIEWED' || action === 'MARK_UNREVIEWED') return undoMarks(tx, step, undoing);
  if (details.inventoryId === undefined) throw new Error(`${action} names an item.`);
  return undoTies(tx, step, undoing, details.inventoryId);
}

function undoneWords({ id, action, user_name, decided_at }: BulkDecision): string {
  return `${deedOf(action)} by ${user_name} on ${decided_at.toISOString().slice(0, 16).replace('T', ' ')} (bulk decision ${id})`;
}
