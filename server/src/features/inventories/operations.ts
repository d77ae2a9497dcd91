// Inventory items: lists, details, changes, review, publication, history.
import type { App } from '../../app.ts';
import { listItemFields } from '../../db/custom-fields.ts';
import { listHistory } from '../../db/inventories/history.ts';
import { eachItemOf, type ItemFilter, pageOfItems } from '../../db/inventories/item-lists.ts';
import {
  type DetailedItem,
  getItem,
  listItemCopyrights,
  listItemFiles,
  listItemPaths,
  lockItem,
} from '../../db/inventories/items.ts';
import { listParents } from '../../db/inventories/links.ts';
import { shiftReviewRollup } from '../../db/inventories/rollup.ts';
import { findLicenses } from '../../db/licenses.ts';
import { getProject, getProjectContact } from '../../db/projects/projects.ts';
import { listExposures, listItemVulnerabilities } from '../../db/vulnerabilities/vulnerabilities.ts';
import type { InventoryStatus } from '../../domain/inventories/inventory.ts';
import { NO_LICENSE_ID } from '../../domain/licenses/license-choice.ts';
import { licenseNameInLibrary } from '../../domain/licenses/license-ids.ts';
import type { CvssChoice } from '../../domain/vulnerabilities/severity.ts';
import { vulnerabilitySummary } from '../../domain/vulnerabilities/vulnerability-counts.ts';
import { wireTime } from '../../domain/wire-times.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf, rowsBefore } from '../../http/paging.ts';
import { settleGone } from '../../reviews/lapses.ts';
import { policyDecision } from '../../reviews/policy.ts';
import { applyReview } from '../../reviews/review.ts';
import { longForm, type PossibleLicense, summaryForm } from './models.ts';

export interface LongListOptions {
  includeFiles: boolean;
  includeCopyrights: boolean;
  skipVulnerabilities: boolean;
}

/** The long list of a project, as a head and a stream of items: 100,000 items take no more memory than 500. */
export async function longList(
  app: App,
  projectId: number,
  filter: ItemFilter,
  page: PageRequest,
  options: LongListOptions,
) {
  const project = await getProject(app.db, projectId);
  const contact = await getProjectContact(app.db, project);
  const { rows, paging } = await longRowsOf(app, projectId, filter, page, options);
  const head = {
    projectId,
    projectName: project.name,
    projectDescription: project.description,
    ownerName: contact.login,
    ownerEmail: contact.email,
  };
  return { head, rows, paging };
}

export async function longRowsOf(
  app: App,
  projectId: number,
  filter: ItemFilter,
  page: PageRequest,
  options: LongListOptions,
) {
  const { ids, total } = await pageOfItems(app.db, projectId, filter, rangeOf(page));
  return { rows: longRows(app, ids, rowsBefore(page), options), paging: pagingOf(page, total) };
}

async function* longRows(app: App, itemIds: Float64Array, before: number, options: LongListOptions) {
  let itemNumber = before;
  for await (const batch of eachItemOf(app.db, itemIds)) {
    const paths = options.includeFiles
      ? await listItemPaths(
          app.db,
          batch.map((item) => item.id),
        )
      : new Map<number, string[]>();
    const possible = await possibleLicensesOf(app, batch);
    const ids = batch.map((item) => item.id);
    const parents = await listParents(app.db, ids);
    const fields = await listItemFields(app.db, ids);
    const vulnerabilities = options.skipVulnerabilities ? undefined : await listItemVulnerabilities(app.db, ids);
    const copyrights = options.includeCopyrights ? await listItemCopyrights(app.db, ids) : undefined;
    for (const item of batch) {
      itemNumber++;
      yield longForm(item, {
        itemNumber,
        paths: paths.get(item.id) ?? [],
        possibleLicenses: possible(item),
        parent: parents.get(item.id),
        customFields: fields(item.id),
        vulnerabilities: vulnerabilities?.get(item.id),
        copyrights: copyrights && (copyrights.get(item.id) ?? []),
      });
    }
  }
}

/** Looks up the possible licenses of a whole batch at once. */
async function possibleLicensesOf(app: App, batch: DetailedItem[]): Promise<(item: DetailedItem) => PossibleLicense[]> {
  const names = [...new Set(batch.flatMap((item) => item.possible_licenses))];
  const byName = new Map(
    (await findLicenses(app.db, names)).flatMap((license) =>
      [license.short_name, license.spdx_id ?? license.short_name].map((name) => [name.toLowerCase(), license] as const),
    ),
  );
  return (item) =>
    item.possible_licenses.map((name) => {
      const license = byName.get(licenseNameInLibrary(name).toLowerCase());
      return {
        licenseId: license?.id ?? NO_LICENSE_ID,
        licenseName: license?.name ?? name,
        licenseSPDXIdentifier: license?.is_custom ? 'N/A' : (license?.spdx_id ?? name),
      };
    });
}

export async function describeItem(app: App, inventoryId: number, skipVulnerabilities = false) {
  const item = await getItem(app.db, inventoryId);
  const possible = await possibleLicensesOf(app, [item]);
  const paths = await listItemPaths(app.db, [item.id]);
  const parents = await listParents(app.db, [item.id]);
  const fields = await listItemFields(app.db, [item.id]);
  const vulnerabilities = skipVulnerabilities ? undefined : await listItemVulnerabilities(app.db, [item.id]);
  return longForm(item, {
    itemNumber: 1,
    paths: paths.get(item.id) ?? [],
    possibleLicenses: possible(item),
    parent: parents.get(item.id),
    customFields: fields(item.id),
    vulnerabilities: vulnerabilities?.get(item.id),
  });
}

export async function summaryList(
  app: App,
  projectId: number,
  filter: ItemFilter,
  page: PageRequest,
  cvss: CvssChoice | undefined,
) {
  const { ids, total } = await pageOfItems(app.db, projectId, filter, rangeOf(page));
  return { rows: summaryRows(app, ids, rowsBefore(page), cvss), paging: pagingOf(page, total) };
}

async function* summaryRows(app: App, itemIds: Float64Array, before: number, cvss: CvssChoice | undefined) {
  let itemNumber = before;
  for await (const batch of eachItemOf(app.db, itemIds)) {
    const ids = batch.map((item) => item.id);
    const exposures = cvss ? await listExposures(app.db, ids) : undefined;
    for (const item of batch)
      yield summaryForm(item, ++itemNumber, cvss && vulnerabilitySummary(cvss, exposures?.get(item.id)));
  }
}

export async function associatedFiles(app: App, inventoryId: number, page: PageRequest) {
  const { rows, total } = await listItemFiles(app.db, inventoryId, rangeOf(page));
  return { rows, paging: pagingOf(page, total) };
}

export async function setStatus(app: App, caller: Caller, inventoryId: number, status: InventoryStatus): Promise<void> {
  await review(app, caller, inventoryId, { type: 'reviewer-sets', status });
}

/** The policy's decision on an item. A profile without rules decides nothing. */
export async function publishItem(app: App, caller: Caller, inventoryId: number): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, inventoryId);
    const decision = await policyDecision(tx, item);
    await applyReview(tx, item, { type: 'publish', decision, isInScan: false }, caller);
    await settleGone(tx, item, caller);
    await shiftReviewRollup(tx, item);
  });
}

export async function recallItem(app: App, caller: Caller, inventoryId: number): Promise<void> {
  await review(app, caller, inventoryId, { type: 'recall' });
}

async function review(
  app: App,
  caller: Caller,
  inventoryId: number,
  event: Parameters<typeof applyReview>[2],
): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, inventoryId);
    await applyReview(tx, item, event, caller);
    await settleGone(tx, item, caller);
    await shiftReviewRollup(tx, item);
  });
}

/** The revisions of an item, newest first, each with its changes. */
export async function itemHistory(app: App, inventoryId: number, page: PageRequest) {
  const { rows, total } = await listHistory(app.db, inventoryId, rangeOf(page));
  const revisions: Record<string, unknown[]> = {};
  for (const row of rows) {
    const head = {
      date: wireTime(row.happened_at),
      user: row.user_name,
      userEmail: row.email ?? '',
      event: row.event,
      action: row.action,
    };
    const changes = row.changes.length > 0 ? row.changes : [{ field: '', oldValue: '', newValue: '' }];
    revisions[String(row.revision)] = changes.map((change) => ({ ...head, ...change }));
  }
  return { revisions, paging: pagingOf(page, total) };
}
