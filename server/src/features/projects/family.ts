// Parent and child projects, and the status that locks a project with its children.

import type { App } from '../../app.ts';
import { forbidden, rightOf } from '../../authorize/index.ts';
import { listOpenJobs } from '../../db/jobs.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { deleteLinks, insertLinks, listLinksFrom, listVisibleNames, lockLinks } from '../../db/projects/links.ts';
import { lockForChange, lockProject, type Project, updateProject } from '../../db/projects/projects.ts';
import {
  addChildren,
  type LinkedProject,
  type ListingDirection,
  listLinked,
  reachableFrom,
  removeChildren,
} from '../../domain/inventories/project-graph.ts';
import { changesProject, type JobType } from '../../domain/jobs/job.ts';
import {
  changeProjectStatus,
  childStatusAfter,
  type ProjectStatus,
  type ProjectStatusEffect,
  type ProjectStatusEvent,
  parseProjectAction,
  parseProjectStatus,
} from '../../domain/projects/project-status.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';

export async function linkChildren(app: App, caller: Caller, projectId: number, childIds: number[]): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockLinks(tx);
    await lockForChange(tx, projectId, 'EDIT_CHILDREN');
    const names = await listVisibleNames(tx, childIds, caller);
    const stranger = childIds.find((id) => !names.has(id));
    if (stranger !== undefined) throw notFound('Project', stranger);
    const links = [
      ...(await listLinksFrom(tx, projectId, 'parents')),
      ...(await listLinksFrom(tx, projectId, 'children')),
    ];
    await insertLinks(tx, orRefuse(addChildren(projectId, childIds, links)).add);
  });
}

export async function unlinkChildren(app: App, projectId: number, childIds: number[]): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockLinks(tx);
    await lockForChange(tx, projectId, 'EDIT_CHILDREN');
    const links = await listLinksFrom(tx, projectId, 'children');
    await deleteLinks(tx, orRefuse(removeChildren(projectId, childIds, links)).remove);
  });
}

/** The tree below or above a project, rooted in it, of projects that the caller may see. */
export async function linkedProjects(
  app: App,
  caller: Caller,
  projectId: number,
  direction: ListingDirection,
  isRecursive: boolean,
) {
  const links = await listLinksFrom(app.db, projectId, direction);
  const ids = [...new Set([projectId, ...links.flatMap(({ parentId, childId }) => [parentId, childId])])];
  const names = await listVisibleNames(app.db, ids, caller);
  const tree = listLinked(projectId, direction, isRecursive, links, (id) => names.has(id));
  return wireTree(tree, direction === 'children' ? 'childProject' : 'parentProject', names);
}

/** The member that names the opposite side is left out. */
export interface WireTree {
  id: number;
  name: string;
  childProject?: WireTree[];
  parentProject?: WireTree[];
}

function wireTree(tree: LinkedProject, member: 'childProject' | 'parentProject', names: Map<number, string>): WireTree {
  return {
    id: tree.id,
    name: names.get(tree.id) ?? '',
    [member]: tree.linked.map((one) => wireTree(one, member, names)),
  };
}

export interface StatusInput {
  status?: string;
  projectAction?: string;
}

/** Without a status, only the action is carried out; the status stays unchanged. */
export async function setProjectStatus(
  app: App,
  caller: Caller,
  projectId: number,
  input: StatusInput,
): Promise<ProjectStatus> {
  const action = orRefuse(parseProjectAction(input.projectAction));
  if (input.status === undefined && input.projectAction === undefined)
    throw badRequest('The query parameter "status" is required');
  const wanted = input.status === undefined ? undefined : orRefuse(parseProjectStatus(input.status));
  return app.db.transaction().execute(async (tx) => {
    const project = await lockProject(tx, projectId);
    const status = wanted ?? project.status;
    const isBusy = await hasChangingJob(tx, projectId);
    return applyStatus(tx, caller, project, { type: 'update-status', status, action, isBusy });
  });
}

export async function unlockProject(app: App, caller: Caller, projectId: number): Promise<ProjectStatus> {
  return app.db
    .transaction()
    .execute(async (tx) => applyStatus(tx, caller, await lockProject(tx, projectId), { type: 'unlock' }));
}

async function applyStatus(
  tx: Tx,
  caller: Caller,
  project: Project,
  event: ProjectStatusEvent,
): Promise<ProjectStatus> {
  const state = { status: project.status, hasBeenScanned: project.last_scan_id !== null };
  const { next, effects } = orRefuse(changeProjectStatus(state, event));
  await updateProject(tx, project.id, { status: next.status });
  for (const effect of effects) await applyToChildren(tx, caller, project.id, effect);
  return next.status;
}

/**
 * Changes all children, at every depth, or none. The caller needs the right to change the status of each; otherwise they could lock another person's
 * project by making it a child.
 */
async function applyToChildren(tx: Tx, caller: Caller, projectId: number, effect: ProjectStatusEffect): Promise<void> {
  const below = reachableFrom(projectId, 'children', await listLinksFrom(tx, projectId, 'children'));
  for (const childId of [...below].sort((a, b) => a - b)) {
    const child = await lockProject(tx, childId);
    const status = childStatusAfter(child.status, effect);
    if (status === undefined) continue;
    await requireStatusRight(tx, caller, childId);
    if (effect.type === 'lock-children' && (await hasChangingJob(tx, childId)))
      throw new AppError('conflict', {
        message: `The child project ${childId} cannot be locked while a job that changes it is queued or running.`,
      });
    await updateProject(tx, childId, { status });
  }
}

async function requireStatusRight(tx: Tx, caller: Caller, childId: number): Promise<void> {
  const right = await rightOf(tx, caller, 'CHANGE_STATUS', childId);
  if (right === 'allowed') return;
  // The name of a private project that the caller may not see is not shown.
  const which = right === 'forbidden' ? `the child project ${childId}` : 'a child project that is private';
  throw forbidden(`you may not change the status of ${which}.`);
}

async function hasChangingJob(tx: Tx, projectId: number): Promise<boolean> {
  return (await listOpenJobs(tx, projectId)).some((job) => changesProject(job.type as JobType));
}

function orRefuse<T>(answer: T | Refusal): T {
  if (!isRefusal(answer)) return answer as T;
  const { code, message } = answer.refusal;
  throw code === 'conflict' ? new AppError('conflict', { message }) : badRequest(message);
}
