// The only place that decides rights in projects, by the table in domain/users/permissions.ts. Routes name the right that they need (http/access.ts). If
// only the input shows which right an operation needs, it calls the `authorize` of its call.

import type { Db } from '../db/postgres/connection.ts';
import { findStanding, type Viewer } from '../db/projects/standing.ts';
import { allowedActions, FORBIDDEN_MESSAGE, isVisible, may, type ProjectAction } from '../domain/users/permissions.ts';
import { refuseWhenLocked } from '../domain/users/project-lock.ts';
import { AppError } from '../errors.ts';

export interface AccessSubject {
  projectId: number;
  /** The answer to a caller who may not know of the object. */
  missing: AppError;
  /** True if the caller is the assignee of the task. */
  isAssignee?: boolean;
}

/** Resolves if the caller has the right; throws `missing`, forbidden or projectLocked. A transaction may be given for the queries. */
export type Authorize = (action: ProjectAction, subject: AccessSubject, db?: Db) => Promise<void>;

/**
 * The check for operations of a call. It accepts only rights that the route names, so that the access matrix and the documentation list all of them.
 */
export function authorizer(db: Db, caller: Viewer, named: readonly ProjectAction[]): Authorize {
  return async (action, subject, within = db) => {
    if (!named.includes(action)) throw new Error(`The operation asks for ${action}, which its route does not name.`);
    await requireRight(within, caller, action, subject);
  };
}

/** The caller must see the project, the lock must allow the action, and a place of the caller in the project must grant it. */
export async function requireRight(
  db: Db,
  caller: Viewer,
  action: ProjectAction,
  subject: AccessSubject,
): Promise<void> {
  const standing = await findStanding(db, subject.projectId, caller);
  if (!standing || !isVisible(standing)) throw subject.missing;
  const answer = may(action, { ...standing, isAssignee: subject.isAssignee });
  if (answer !== true) throw new AppError('forbidden', { message: answer.refusal.message });
  const locked = refuseWhenLocked(action, standing.status);
  if (locked) throw new AppError('projectLocked', { message: locked.refusal.message });
}

/** Ignores the lock. `unseen` if the user may not see the project, or if it does not exist. */
export async function rightOf(
  db: Db,
  user: Viewer,
  action: ProjectAction,
  projectId: number,
): Promise<'allowed' | 'forbidden' | 'unseen'> {
  const standing = await findStanding(db, projectId, user);
  if (!standing || !isVisible(standing)) return 'unseen';
  return may(action, standing) === true ? 'allowed' : 'forbidden';
}

/** The same for many tasks of a project, some of which are the user's own. */
export async function rightsOnTasks(
  db: Db,
  user: Viewer,
  projectId: number,
): Promise<(action: ProjectAction, isAssignee: boolean) => boolean> {
  const standing = await findStanding(db, projectId, user);
  if (!standing || !isVisible(standing)) return () => false;
  return (action, isAssignee) => may(action, { ...standing, isAssignee }) === true;
}

export async function maySeeProject(db: Db, user: Viewer, projectId: number): Promise<boolean> {
  return (await rightOf(db, user, 'VIEW_PROJECT', projectId)) === 'allowed';
}

/** All current actions of the user in the project; undefined if the project does not exist. The page shows its buttons by them. */
export async function listActions(db: Db, user: Viewer, projectId: number): Promise<ProjectAction[] | undefined> {
  const standing = await findStanding(db, projectId, user);
  return standing && allowedActions(standing).filter((action) => !refuseWhenLocked(action, standing.status));
}

export function forbidden(why: string): AppError {
  return new AppError('forbidden', { message: `${FORBIDDEN_MESSAGE}: ${why}` });
}
