// Decisions about many items, files, vulnerabilities or tasks at once: dry run, run, list, undo.
import { randomUUID } from 'node:crypto';
import type { App } from '../../app.ts';
import { type Authorize, maySeeProject, rightOf } from '../../authorize/index.ts';
import {
  type BulkDecision,
  beginUndo,
  endBulkDecision,
  findBulkDecision,
  findByUndoToken,
  insertBulkDecision,
  listBulkDecisions,
  lockBulkDecision,
  setBulkJob,
} from '../../db/bulk/decisions.ts';
import { listFileIdsOf } from '../../db/files/file-lists.ts';
import { pageOfItems } from '../../db/inventories/item-lists.ts';
import { getItem } from '../../db/inventories/items.ts';
import { findJob } from '../../db/jobs.ts';
import { findLicense } from '../../db/licenses.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { findUserByIdOrLogin } from '../../db/users/users.ts';
import {
  type BulkChange,
  type BulkDetails,
  deedOf,
  isVulnerabilityAction,
  MOST_ROWS,
  MOST_ROWS_AT_ONCE,
  nounsOf,
  rightsFor,
  type SkipCounts,
  type SkipReason,
  skipReasons,
  skipWords,
  undoUntil,
} from '../../domain/bulk/actions.ts';
import { countOf, numberText } from '../../domain/count-text.ts';
import { isOpen } from '../../domain/jobs/job.ts';
import { NO_LICENSE_ID } from '../../domain/licenses/license-choice.ts';
import { isSystemAdmin } from '../../domain/users/permissions.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { AuditNote, Caller } from '../../http/call.ts';
import { fileFilterOf } from '../../http/models/file-filter-model.ts';
import { itemFilterOf } from '../../http/models/item-filter-model.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { submitProjectJob } from '../../queue/submit.ts';
import type { BulkOrder } from '../../reviews/bulk/order.ts';
import { runStep, tellOfBulk } from '../../reviews/bulk/run.ts';
import { undoNextStep } from '../../reviews/bulk/undo-run.ts';
import { type Preview, previewOf, summaryOf } from './preview.ts';
import type { BulkFiles, BulkItems } from './schemas.ts';

export interface BulkCall {
  caller: Caller;
  authorize: Authorize;
  note: (note: AuditNote) => void;
}

interface Wanted {
  dryRun: boolean;
  reason: string;
  setVersion?: string;
}

export async function decideItems(app: App, by: BulkCall, projectId: number, input: BulkItems) {
  const details = await itemDetails(app, projectId, input);
  const order = orderOf(by.caller, input, { projectId, details, at: app.now() });
  return decideInBulk(app, by, order, input, async () => {
    refuseBoth('inventoryIds', input.inventoryIds, input.filter);
    if (input.inventoryIds) return input.inventoryIds;
    const filter = itemFilterOf(input.filter ?? { search: '', published: 'ALL', customFieldValue: '' });
    const { ids } = await pageOfItems(app.db, projectId, filter, { limit: MOST_ROWS + 1, offset: 0 });
    return without([...ids], input.exceptIds);
  });
}

export async function decideFiles(app: App, by: BulkCall, projectId: number, input: BulkFiles) {
  const details = await fileDetails(app, projectId, input);
  const order = orderOf(by.caller, input, { projectId, details, at: app.now() });
  return decideInBulk(app, by, order, input, async () => {
    const { groups } = input;
    refuseBoth('fileIds', input.fileIds, input.filter);
    if (input.fileIds && groups) throw badRequest('The fields "fileIds" and "groups" cannot be given together.');
    if (input.fileIds) return input.fileIds;
    const filter = { ...fileFilterOf(input.filter ?? { search: '' }), ...(groups && { groups }) };
    const ids = await listFileIdsOf(app.db, projectId, filter, MOST_ROWS + 1);
    return without(ids, input.exceptIds);
  });
}

export const orderOf = (
  actor: Caller,
  { action, reason }: Pick<BulkOrder, 'action' | 'reason'>,
  more: Pick<BulkOrder, 'projectId' | 'details' | 'at'>,
): BulkOrder => ({ ...more, action, actor, reason: reason.trim() });

export function without(ids: number[], except: readonly number[] | undefined): number[] {
  if (except === undefined) return ids;
  const left = new Set(except);
  return ids.filter((id) => !left.has(id));
}

export function refuseBoth(member: string, ids: number[] | undefined, filter: object | undefined): void {
  if ((ids === undefined) === (filter === undefined))
    throw badRequest(`The request body must name either "${member}" or "filter".`);
}

async function itemDetails(app: App, projectId: number, input: BulkItems): Promise<BulkDetails> {
  const { action, change, owner, overrulePolicy } = input;
  if (action !== 'CHANGE' && change) throw badRequest('The field "change" is only for the action CHANGE.');
  if (action !== 'ASSIGN' && owner) throw badRequest('The field "owner" is only for the action ASSIGN.');
  if (action === 'APPROVE') return overrulePolicy ? { overrulesPolicy: true } : {};
  if (overrulePolicy) throw badRequest('The field "overrulePolicy" is only for the action APPROVE.');
  if (action === 'CHANGE') return changeDetails(app, (change ?? {}) as BulkChange);
  return action === 'ASSIGN' ? assigneeOf(app, projectId, owner) : {};
}

/** The user to whom the tasks are assigned, who must be able to see them. */
export async function assigneeOf(app: App, projectId: number, owner: string | undefined): Promise<BulkDetails> {
  const user = owner?.trim() ? await findUserByIdOrLogin(app.db, owner.trim()) : undefined;
  if (!user?.is_active)
    throw badRequest(`The field "owner" must name an active user${owner ? `; "${owner}" is none` : ''}.`);
  if (!(await maySeeProject(app.db, user, projectId)))
    throw badRequest(`The field "owner" names the user "${owner}", who may not see this private project.`);
  return { ownerId: user.id, ownerLogin: user.login };
}

async function changeDetails(app: App, change: BulkChange): Promise<BulkDetails> {
  if (Object.keys(change).length === 0) throw badRequest('The field "change" must name at least one field to change.');
  const { licenseId } = change;
  if (licenseId === undefined) return { change };
  if (licenseId === NO_LICENSE_ID) return { change, licenseName: 'No license' };
  const license = await findLicense(app.db, licenseId);
  if (!license) throw badRequest(`The field "change.licenseId" names license ${licenseId}, which does not exist.`);
  return { change: { ...change, licenseId: license.id }, licenseName: license.short_name };
}

async function fileDetails(app: App, projectId: number, { action, inventoryId }: BulkFiles): Promise<BulkDetails> {
  const isTie = action === 'TIE' || action === 'UNTIE';
  if (!isTie && inventoryId !== undefined)
    throw badRequest('The field "inventoryId" is only for the actions TIE and UNTIE.');
  if (!isTie) return {};
  if (inventoryId === undefined) throw badRequest(`The field "inventoryId" is required for the action ${action}.`);
  const item = await getItem(app.db, inventoryId).catch(() => undefined);
  if (item?.project_id !== projectId)
    throw badRequest(`The field "inventoryId" names inventory item ${inventoryId}, which the project does not have.`);
  return { inventoryId, inventoryName: item.name };
}

/** @param order without a project it is about vulnerabilities: which of them the caller may decide about is asked for each item */
export async function decideInBulk(
  app: App,
  { caller, authorize, note }: BulkCall,
  order: BulkOrder,
  { dryRun, setVersion }: Wanted,
  chosenIds: () => Promise<number[]>,
) {
  const { projectId, action, details, reason } = order;
  if (projectId !== null)
    for (const right of rightsFor(action, details))
      await authorize(right, { projectId, missing: notFound('Project', projectId) });
  if (!dryRun && reason === '') refuseMissingReason(action);
  const ids = await chosenIds();
  if (ids.length > MOST_ROWS)
    throw badRequest(`More than ${numberText(MOST_ROWS)} rows match: choose fewer with "filter", or name their ids.`);
  const preview = await previewOf(app.db, order, ids);
  note({ details: { action, ...detailsForAudit(details), reason, matched: ids.length, dryRun } });
  if (dryRun) return outcomeForm(order, preview, { isDryRun: true });
  refuseOtherSet(order, preview, setVersion);
  // Nothing to undo.
  if (preview.changed === 0) return outcomeForm(order, preview, { isDryRun: false });
  return run(app, order, preview, { caller, note });
}

function refuseMissingReason(action: BulkOrder['action']): void {
  if (action === 'REJECT') throw badRequest('The field "reason" must say why the items are rejected.');
  if (isVulnerabilityAction(action))
    throw badRequest('The field "reason" must say why you decide so about the vulnerabilities.');
}

const detailsForAudit = ({
  change,
  inventoryId,
  ownerLogin,
  taskPriority,
  overrulesPolicy,
  analysis,
  expiresAt,
}: BulkDetails) => ({
  ...(analysis && { analysis }),
  ...(expiresAt !== undefined && { expiresAt }),
  ...(change && { change }),
  ...(inventoryId !== undefined && { inventoryId }),
  ...(ownerLogin !== undefined && { ownerLogin }),
  ...(taskPriority !== undefined && { priority: taskPriority }),
  ...(overrulesPolicy && { overrulesPolicy }),
});

function refuseOtherSet(order: BulkOrder, preview: Preview, setVersion: string | undefined): void {
  if (setVersion === undefined || setVersion === preview.setVersion) return;
  throw new AppError('conflict', {
    message: `The set has changed since the dry run: now ${summaryOf(order, preview, 'would')}. Look at it again; its setVersion is ${preview.setVersion}.`,
  });
}

async function run(app: App, order: BulkOrder, preview: Preview, { caller, note }: Pick<BulkCall, 'caller' | 'note'>) {
  const decidedAt = order.at;
  const rowIds = preview.rows.map(({ id }) => id);
  const isJob = rowIds.length > MOST_ROWS_AT_ONCE;
  const bulk = await app.db.transaction().execute(async (tx) => {
    const made = await insertBulkDecision(tx, {
      undo_token: randomUUID(),
      project_id: order.projectId,
      user_id: caller.id,
      user_name: caller.login,
      action: order.action,
      details: JSON.stringify(order.details),
      reason: order.reason,
      row_ids: rowIds,
      job_id: null,
      undo_job_id: null,
      decided_at: decidedAt,
      undo_until: undoUntil(decidedAt),
    });
    if (isJob) return { ...made, job_id: await queue(app, tx, made, caller, false) };
    const result = await runStep(tx, { id: made.id, done: 0 }, order, rowIds);
    await tellOfBulk(tx, made.id);
    await endBulkDecision(tx, made.id, decidedAt);
    return { ...made, ...result };
  });
  const { changed, skipped } = isJob ? preview : bulk;
  note({ details: { bulkDecisionId: bulk.id, changed, skipped, ...(isJob && { jobId: bulk.job_id }) } });
  return outcomeForm(order, { ...preview, changed, skipped }, { isDryRun: false, bulk });
}

async function queue(app: App, tx: Tx, bulk: BulkDecision, caller: Caller, isUndo: boolean): Promise<number> {
  const job = { type: 'Bulk Decision', triggeredBy: caller.id, payload: { bulkId: bulk.id, isUndo } } as const;
  const { project_id: projectId } = bulk;
  const jobId =
    projectId === null
      ? await app.queue.submit(tx, { ...job, projectId })
      : await submitProjectJob(app, tx, { ...job, projectId });
  await setBulkJob(tx, bulk.id, isUndo ? { undo_job_id: jobId } : { job_id: jobId });
  return jobId;
}

function outcomeForm(
  order: BulkOrder,
  preview: Preview,
  { isDryRun, bulk }: { isDryRun: boolean; bulk?: BulkDecision },
) {
  const { action } = order;
  const isWaiting = bulk !== undefined && bulk.job_id !== null;
  return {
    dryRun: isDryRun,
    matched: preview.rows.length,
    changed: preview.changed,
    skipped: skippedForm(preview.skipped, action),
    summary: summaryOf(order, preview, isDryRun ? 'would' : isWaiting ? 'will' : 'did'),
    outcomes: preview.outcomes,
    moreOutcomes: preview.moreOutcomes,
    examples: preview.examples,
    skippedExamples: preview.skippedExamples.map((row) => ({ ...row, words: skipWords(row.reason, action) })),
    ...(isVulnerabilityAction(action) && { items: preview.items, projects: preview.projects.size }),
    setVersion: preview.setVersion,
    ...(bulk && {
      bulkDecisionId: bulk.id,
      undoToken: bulk.undo_token,
      undoUntil: wireTime(bulk.undo_until),
      ...(bulk.job_id !== null && { jobId: bulk.job_id }),
    }),
  };
}

function skippedForm(skipped: SkipCounts, action: BulkOrder['action']) {
  return skipReasons.flatMap((reason: SkipReason) => {
    const count = skipped[reason] ?? 0;
    return count === 0 ? [] : [{ reason, words: skipWords(reason, action), count }];
  });
}

/** @param projectId null for those about vulnerabilities of all projects: one's own, and for administrators everybody's */
export async function recentDecisions(app: App, caller: Caller, projectId: number | null, page: PageRequest) {
  const of = projectId === null ? { projectId, userId: isSystemAdmin(caller) ? undefined : caller.id } : { projectId };
  const { rows, total } = await listBulkDecisions(app.db, of, rangeOf(page));
  const now = app.now();
  const forms = [];
  for (const row of rows) {
    const isInTime = row.undo_until > now && row.undone_at === null && row.changed > 0;
    const mayUndo = isInTime && !(await isRunning(app, row.job_id)) && (await mayDo(app, caller, projectId, row));
    forms.push({
      bulkDecisionId: row.id,
      undoToken: row.undo_token,
      undoUntil: wireTime(row.undo_until),
      action: row.action,
      summary: summaryOf(row, row, 'did'),
      reason: row.reason,
      decidedBy: row.user_name,
      decidedOn: wireTime(row.decided_at),
      changed: row.changed,
      skipped: skippedForm(row.skipped, row.action),
      jobId: row.job_id ?? 0,
      isDone: row.ended_at !== null,
      undoneBy: row.undone_by,
      undoneOn: row.undone_at === null ? '' : wireTime(row.undone_at),
      restored: row.restored,
      kept: [...row.kept],
      mayUndo,
    });
  }
  return { rows: forms, paging: pagingOf(page, total) };
}

async function mayDo(
  app: App,
  caller: Caller,
  projectId: number | null,
  bulk: Pick<BulkDecision, 'action' | 'details'>,
): Promise<boolean> {
  if (projectId === null) return true;
  for (const right of rightsFor(bulk.action, bulk.details))
    if ((await rightOf(app.db, caller, right, projectId)) !== 'allowed') return false;
  return true;
}

async function isRunning(app: App, jobId: number | null): Promise<boolean> {
  const job = jobId === null ? undefined : await findJob(app.db, jobId);
  return job !== undefined && isOpen(job.status);
}

/**
 * Whoever may decide so may undo it. Rows that somebody has changed since stay, and are named. A decision about vulnerabilities of all projects (null) is
 * undone by whoever made it, or by an administrator.
 */
export async function undoDecision(
  app: App,
  { caller, authorize, note }: BulkCall,
  projectId: number | null,
  token: string,
) {
  const missing = notFound('Bulk decision', token);
  const found = await findByUndoToken(app.db, projectId, token);
  if (found === undefined) throw missing;
  if (projectId === null) {
    if (found.user_id !== caller.id && !isSystemAdmin(caller)) throw missing;
  } else for (const right of rightsFor(found.action, found.details)) await authorize(right, { projectId, missing });
  if (await isRunning(app, found.job_id))
    throw new AppError('conflict', {
      message: `It is still being done by the job ${found.job_id}; cancel that, or wait.`,
    });
  const isUndoing = await isRunning(app, found.undo_job_id);
  const jobId = await app.db.transaction().execute(async (tx) => {
    const bulk = await lockBulkDecision(tx, found.id);
    refuseUndo(bulk, app.now(), isUndoing);
    if (bulk.undone_at === null) await beginUndo(tx, bulk.id, { by: caller.login, at: app.now() });
    if (bulk.changed > MOST_ROWS_AT_ONCE) return queue(app, tx, bulk, caller, true);
    while (await undoNextStep(tx, bulk.id, caller));
    return undefined;
  });
  const after = await findBulkDecision(app.db, found.id);
  if (after === undefined) throw missing;
  note({
    details: { bulkDecisionId: after.id, action: after.action, restored: after.restored, ...(jobId && { jobId }) },
  });
  return undoneForm(after, jobId);
}

/** An undo whose job was stopped may go on. */
function refuseUndo(bulk: BulkDecision, now: Date, isUndoing: boolean): void {
  const isStopped = bulk.undo_job_id !== null && !isUndoing && bulk.restored + bulk.kept.length < bulk.changed;
  if (bulk.undone_at !== null && !isStopped)
    throw new AppError('conflict', { message: `${bulk.undone_by} has undone it already.` });
  if (bulk.undo_until <= now)
    throw new AppError('conflict', { message: `It could be undone until ${wireTime(bulk.undo_until)}.` });
}

function undoneForm(bulk: BulkDecision, jobId: number | undefined) {
  const { restored, kept, changed, action } = bulk;
  const keptCount = jobId === undefined ? changed - restored : 0;
  const rest = keptCount === 0 ? '' : `; ${numberText(keptCount)} left as they are, because they were changed since`;
  const summary =
    jobId === undefined
      ? `${countOf(restored, ...nounsOf(action))} ${restored === 1 ? 'is' : 'are'} as before: no longer ${deedOf(action)}${rest}`
      : `${countOf(changed, ...nounsOf(action))} will be as before`;
  return { restored, kept: [...kept], keptCount, summary, ...(jobId !== undefined && { jobId }) };
}
