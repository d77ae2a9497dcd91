// Saved views of the inventory and of the list of files: filter, grouping, columns and order under a name. A view is of one person, in every project, or of a project, for all who
// may see it; the latter are changed by those who may edit the settings of the project.

import type { App } from '../../app.ts';
import { type Authorize, forbidden, rightOf } from '../../authorize/index.ts';
import {
  countViews,
  deleteView,
  type InventoryView,
  insertView,
  listViews,
  updateView,
  type ViewOwner,
} from '../../db/inventories/views.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { isUniqueViolation } from '../../db/postgres/unique-violation.ts';
import type { ViewList } from '../../domain/inventories/view-lists.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { fileFilterOf } from '../../http/models/file-filter-model.ts';
import { itemFilterOf } from '../../http/models/item-filter-model.ts';
import type { FileViewChange, InventoryViewChange, NewFileView, NewInventoryView } from './view-schemas.ts';

const MOST_VIEWS = 200;

interface Changing {
  caller: Caller;
  authorize: Authorize;
}

/** Of both lists: their settings differ in their filters. */
type NewView = NewInventoryView | NewFileView;
type ViewChange = InventoryViewChange | FileViewChange;

export async function viewsOf(app: App, list: ViewList, caller: Caller, projectId: number) {
  const mayShare = (await rightOf(app.db, caller, 'EDIT_PROJECT', projectId)) === 'allowed';
  return (await listViews(app.db, list, projectId, personOf(caller))).map((view) => ({
    id: view.id,
    name: view.name,
    isShared: view.project_id !== null,
    mayChange: view.project_id === null || mayShare,
    settings: view.settings,
    updatedOn: wireTime(view.updated_at),
    updatedBy: view.updated_by,
  }));
}

export async function createView(
  app: App,
  list: ViewList,
  { caller, authorize }: Changing,
  projectId: number,
  { name: sent, isShared, settings }: NewView,
): Promise<number> {
  if (isShared) await authorize('EDIT_PROJECT', { projectId, missing: notFound('Project', projectId) });
  else refuseOwnOfToken(caller);
  const owner = ownerOf(list, caller, projectId, isShared);
  const name = nameOf(sent);
  refuseFilter(list, settings);
  const values = { name, settings, updatedBy: caller.login, updatedAt: app.now() };
  if ((await countViews(app.db, owner)) >= MOST_VIEWS) throw badRequest(`There can be at most ${MOST_VIEWS} views.`);
  return unlessTaken(name, () => insertView(app.db, owner, values));
}

export async function changeView(
  app: App,
  list: ViewList,
  { caller, authorize }: Changing,
  { projectId, viewId }: { projectId: number; viewId: number },
  change: ViewChange,
): Promise<void> {
  const view = await viewOf(app.db, list, caller, projectId, viewId);
  const wasShared = view.project_id !== null;
  const isShared = change.isShared ?? wasShared;
  if (!isShared) refuseOwnOfToken(caller);
  if (wasShared || isShared) await authorize('EDIT_PROJECT', { projectId, missing: notFound('Project', projectId) });
  const name = change.name === undefined ? view.name : nameOf(change.name);
  if (change.settings) refuseFilter(list, change.settings);
  const values = {
    ...{ name, settings: change.settings ?? view.settings },
    ...{ updatedBy: caller.login, updatedAt: app.now() },
  };
  await unlessTaken(name, () => updateView(app.db, viewId, ownerOf(list, caller, projectId, isShared), values));
}

export async function removeView(
  app: App,
  list: ViewList,
  { caller, authorize }: Changing,
  projectId: number,
  viewId: number,
): Promise<void> {
  const view = await viewOf(app.db, list, caller, projectId, viewId);
  if (view.project_id !== null) await authorize('EDIT_PROJECT', { projectId, missing: notFound('Project', projectId) });
  await deleteView(app.db, viewId);
}

/** Throws as the list would with this filter. */
function refuseFilter(list: ViewList, { filter }: { filter: object }): void {
  if (list === 'ITEMS') itemFilterOf(filter as NewInventoryView['settings']['filter']);
  else fileFilterOf(filter as NewFileView['settings']['filter']);
}

/** Own views are personal: they hold in every project, so a token of some projects does not show them. */
const personOf = ({ id, limits }: Caller): number => (limits ? NOBODY : id);
const NOBODY = 0;

function refuseOwnOfToken({ limits }: Caller): void {
  if (limits) throw forbidden('A token of some projects has no views of its own: share the view with the project.');
}

const ownerOf = (list: ViewList, caller: Caller, projectId: number, isShared: boolean): ViewOwner =>
  isShared ? { list, projectId } : { list, userId: caller.id };

/** Views of other people and of other projects are as unknown as those that do not exist. */
async function viewOf(
  db: Db,
  list: ViewList,
  caller: Caller,
  projectId: number,
  viewId: number,
): Promise<InventoryView> {
  const view = (await listViews(db, list, projectId, personOf(caller))).find(({ id }) => id === viewId);
  if (!view) throw notFound('View', viewId);
  return view;
}

function nameOf(sent: string): string {
  const name = sent.trim();
  if (name === '') throw badRequest('The field "name" must not be blank.');
  return name;
}

async function unlessTaken<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('alreadyExists', { what: 'view', name }) : error;
  }
}
