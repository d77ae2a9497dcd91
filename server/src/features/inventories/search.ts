// Searches for inventory items: by their content, by the time of a change, by links, and by what the last scan did to them.

import { valueFor } from '@assay/scanner/items';
import type { App } from '../../app.ts';
import { listScanChanges } from '../../db/inventories/history.ts';
import { eachItemOf, type ItemFilter, pageOfItems } from '../../db/inventories/item-lists.ts';
import { findItems } from '../../db/inventories/items.ts';
import { listLinkedItems } from '../../db/inventories/links.ts';
import { findJob } from '../../db/jobs.ts';
import { getProject } from '../../db/projects/projects.ts';
import { findRemoteCodeBase } from '../../db/remote-code/code-bases.ts';
import { onlyPublished } from '../../domain/inventories/inventory.ts';
import type { ListingDirection } from '../../domain/inventories/project-graph.ts';
import { isScanServer } from '../../domain/projects/scan-nodes.ts';
import { parseWireTime } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf, rowsBefore } from '../../http/paging.ts';
import { liteForm, summaryForm } from './models.ts';
import { longRowsOf, summaryList } from './operations.ts';

const NO_SCAN = { from: new Date(0), to: new Date(0) };

export interface TimeRange {
  startTime?: string;
  endTime?: string;
}

/** Items of all projects that the caller may see, each with its project. */
export async function searchByDate(app: App, caller: Caller, range: TimeRange, published: boolean, page: PageRequest) {
  if (range.startTime === undefined && range.endTime === undefined)
    throw badRequest('The query parameter "startTime" or "endTime" is required');
  const filter: ItemFilter = { ...timeFilter(range), published: onlyPublished(published), visibleTo: caller };
  const { ids, total } = await pageOfItems(app.db, undefined, filter, rangeOf(page));
  return { rows: datedRows(app, ids, rowsBefore(page)), paging: pagingOf(page, total) };
}

async function* datedRows(app: App, itemIds: Float64Array, before: number) {
  let itemNumber = before;
  const names = new Map<number, string>();
  for await (const batch of eachItemOf(app.db, itemIds)) {
    for (const item of batch) {
      const projectId = item.project_id;
      if (!names.has(projectId)) names.set(projectId, (await getProject(app.db, projectId)).name);
      const { createdOn, updatedOn } = liteForm(item);
      const summary = summaryForm(item, ++itemNumber, undefined);
      yield { ...summary, createdOn, updatedOn, projectId, projectName: valueFor(names, projectId) };
    }
  }
}

export async function searchByFiles(
  app: App,
  projectId: number,
  wanted: { fileIds?: number[]; folderIds?: number[]; published: boolean },
  page: PageRequest,
) {
  const files = { fileIds: wanted.fileIds ?? [], folderIds: wanted.folderIds ?? [] };
  if (files.fileIds.length + files.folderIds.length === 0)
    throw badRequest('The query parameter "fileIds" or "folderIds" is required');
  const filter: ItemFilter = { files, published: onlyPublished(wanted.published) };
  return summaryList(app, projectId, filter, page, undefined);
}

/** The items with files that the scan server or scan agent of this alias has scanned. */
export async function inventoryOfNode(app: App, projectId: number, alias: string, page: PageRequest) {
  const remote = isScanServer(alias) ? undefined : await findRemoteCodeBase(app.db, projectId, alias.trim());
  if (!remote && !isScanServer(alias)) throw notFound('Scan node', alias);
  const filter: ItemFilter = { filesOf: remote?.id ?? 'server' };
  return longRowsOf(app, projectId, filter, page, {
    includeFiles: true,
    includeCopyrights: false,
    skipVulnerabilities: false,
  });
}

export async function liteList(
  app: App,
  projectId: number,
  range: TimeRange & { published: boolean },
  page: PageRequest,
) {
  const filter: ItemFilter = { ...timeFilter(range), published: onlyPublished(range.published) };
  const project = await getProject(app.db, projectId);
  const { ids, total } = await pageOfItems(app.db, projectId, filter, rangeOf(page));
  const head = { projectId, projectName: project.name };
  return { head, rows: liteRows(app, ids), paging: pagingOf(page, total) };
}

async function* liteRows(app: App, itemIds: Float64Array) {
  for await (const batch of eachItemOf(app.db, itemIds)) yield* batch.map(liteForm);
}

/** The items that the last scan added, changed and removed. An item that no longer exists has only its id and name. */
export async function lastScanDelta(app: App, projectId: number, page: PageRequest) {
  const project = await getProject(app.db, projectId);
  const scan = project.last_scan_id === null ? undefined : await findJob(app.db, project.last_scan_id);
  const ran = scan ? { from: scan.activated_at ?? scan.queued_at, to: scan.completed_at ?? app.now() } : NO_SCAN;
  const range = rangeOf(page);
  const { rows, total } = await listScanChanges(app.db, projectId, ran, range);
  const items = await findItems(
    app.db,
    rows.map((row) => row.itemId),
  );
  return {
    head: { projectId, projectName: project.name, lastScanTaskId: project.last_scan_id },
    rows: rows.map(({ itemId, change, deletedName }) => {
      const item = items.get(itemId);
      return item ? { change, ...liteForm(item) } : { change: 'REMOVED', id: itemId, name: deletedName };
    }),
    paging: pagingOf(page, total),
  };
}

export async function linkedItems(app: App, itemId: number, direction: ListingDirection, page: PageRequest) {
  const range = rangeOf(page);
  const { rows, total } = await listLinkedItems(app.db, itemId, direction, range);
  const items = await findItems(
    app.db,
    rows.map((row) => row.id),
  );
  return {
    rows: rows.map(({ id, link }) => ({ linkType: link, ...liteForm(valueFor(items, id)) })),
    paging: pagingOf(page, total),
  };
}

function timeFilter(range: TimeRange): Pick<ItemFilter, 'updatedFrom' | 'updatedTo'> {
  const updatedFrom = timeOf('startTime', range.startTime);
  const updatedTo = timeOf('endTime', range.endTime);
  if (updatedFrom && updatedTo && updatedFrom > updatedTo)
    throw badRequest('The query parameter "startTime" must not be later than "endTime"');
  return { updatedFrom, updatedTo };
}

function timeOf(name: string, text: string | undefined): Date | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const time = parseWireTime(text);
  if (!time)
    throw badRequest(`The query parameter "${name}" is "${text}"; it must be a time as YYYY-MM-DD HH:MM:SS (UTC)`);
  return time;
}
