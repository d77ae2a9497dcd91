// Data of one item outside its own fields: notices from the library, workflow pairs, vulnerabilities.

import type { App } from '../../app.ts';
import { insertRevisions } from '../../db/inventories/history.ts';
import { getItem, lockItem } from '../../db/inventories/items.ts';
import { listWorkflow, replaceWorkflow, type WorkflowPair, workflowText } from '../../db/inventories/workflows.ts';
import { listAnalyses } from '../../db/vulnerabilities/analyses.ts';
import { pageOfItemVulnerabilities } from '../../db/vulnerabilities/vulnerabilities.ts';
import { historyOf } from '../../domain/inventories/inventory-history.ts';
import type { SuppressionState } from '../../domain/vulnerabilities/vulnerability.ts';
import { wiredVulnerability } from '../../domain/vulnerabilities/vulnerability-wire.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf, rowsBefore } from '../../http/paging.ts';
import { submitProjectJob } from '../../queue/submit.ts';
import { fillItemNotices, libraryTexts } from '../../reviews/notices.ts';

/** Returns true if the text has changed. */
export async function fillNotices(app: App, caller: Caller, inventoryId: number, overwrite: boolean): Promise<boolean> {
  return app.db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, inventoryId);
    return (await fillItemNotices(tx, [item], overwrite, libraryTexts(tx), caller)) > 0;
  });
}

/** Returns the id of the job that fills the notices of the whole project. */
export function queueNotices(app: App, caller: Caller, projectId: number, overwriteAll: boolean): Promise<number> {
  return app.db.transaction().execute((tx) =>
    submitProjectJob(app, tx, {
      type: 'Update Notices',
      projectId,
      triggeredBy: caller.id,
      payload: { overwriteAll },
    }),
  );
}

export async function workflow(app: App, inventoryId: number): Promise<WorkflowPair[]> {
  const pairs = await listWorkflow(app.db, inventoryId);
  if (pairs.length === 0) throw notFound('Workflow of the inventory item', inventoryId);
  return pairs;
}

export async function setWorkflow(app: App, caller: Caller, inventoryId: number, pairs: WorkflowPair[]): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, inventoryId);
    const before = await listWorkflow(tx, inventoryId);
    await replaceWorkflow(tx, inventoryId, pairs);
    const revision = historyOf(
      { workflowPairs: workflowText(before) },
      { workflowPairs: workflowText(pairs) },
      'User Action',
    );
    if (revision)
      await insertRevisions(tx, [{ projectId: item.project_id, itemId: inventoryId, user: caller, ...revision }]);
  });
}

export async function vulnerabilities(app: App, inventoryId: number, page: PageRequest) {
  await getItem(app.db, inventoryId);
  const { rows, total } = await pageOfItemVulnerabilities(app.db, inventoryId, rangeOf(page));
  return { rows: rows.map(wiredVulnerability), paging: pagingOf(page, total) };
}

/** The analysis state that stands for a suppression in all projects. A suppression in one project has an analysis of its own. */
const STATE_OF_REASON = { FALSE_POSITIVE: 'FALSE_POSITIVE', REMEDIATED: 'RESOLVED', OTHER: '' } as const;

export async function vulnerabilityAnalysis(
  app: App,
  inventoryId: number,
  wanted: SuppressionState,
  page: PageRequest,
) {
  const item = await getItem(app.db, inventoryId);
  if (item.version_id === null) return [];
  const subject = {
    id: inventoryId,
    projectId: item.project_id,
    versionId: item.version_id,
    ...(wanted !== 'ANY' && { isSuppressed: wanted === 'SUPPRESSED' }),
  };
  const rows = await listAnalyses(app.db, subject, { limit: page.pageSize, offset: rowsBefore(page) });
  return rows.map(({ reason, remarks, analysis, ...row }) => ({
    vulnerabilityName: row.vulnerabilityName,
    componentVersionId: row.versionId,
    suppressed: row.isSuppressed,
    analysis: {
      state: analysis.state ?? (reason === '' ? '' : STATE_OF_REASON[reason]),
      justification: analysis.justification ?? '',
      response: analysis.response ?? '',
      detail: analysis.detail || remarks,
    },
    suppressedEverywhere: row.isEverywhere,
    analyzedBy: row.author,
    analyzedOn: wireTime(row.decidedAt),
    expiresOn: row.expiresAt === null ? '' : wireTime(row.expiresAt),
  }));
}
