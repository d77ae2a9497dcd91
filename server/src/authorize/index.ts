// The one place where rights in projects are decided, by the table in domain/permissions.ts. Routes name the right that they take
// (http/access.ts); an operation that learns only from its input which right it takes asks the `authorize` of its call.

import type { Db } from '../db/postgres/connection.ts';
import { findStanding, type Viewer } from '../db/projects/standing.ts';
import { allowedActions, FORBIDDEN_MESSAGE, isVisible, may, type ProjectAction } from '../domain/permissions.ts';
import { refuseWhenLocked } from '../domain/project-lock.ts';
import { AppError } from '../errors.ts';

export interface Subject {
  projectId: number;
  /** How the thing is answered to who must not know of it. */
  missing: AppError;
  /** True when the caller is the assignee of the task in question. */
  isAssignee?: boolean;
}

/** Resolves when the caller may; throws `missing`, forbidden or projectLocked. A transaction may be given in which to look. */
export type Authorize = (action: ProjectAction, subject: Subject, db?: Db) => Promise<void>;

/** What a call's operation may ask: only rights that its route names, so that the access matrix and the documentation tell them all. */
export function authorizer(db: Db, caller: Viewer, named: readonly ProjectAction[]): Authorize {
  return async (action, subject, within = db) => {
    if (!named.includes(action)) throw new Error(`The operation asks for ${action}, which its route does not name.`);
    await requireRight(within, caller, action, subject);
  };
}

/** The caller must see the project, its lock must allow the action, and the caller's places in it must grant it. */
export async function requireRight(db: Db, caller: Viewer, action: ProjectAction, subject: Subject): Promise<void> {
  const standing = await findStanding(db, subject.projectId, caller);
  if (!standing || !isVisible(standing)) throw subject.missing;
  const answer = may(action, { ...standing, isAssignee: subject.isAssignee });
  if (answer !== true) throw new AppError('forbidden', { message: answer.refusal.message });
  const locked = refuseWhenLocked(action, standing.status);
  if (locked) throw new AppError('projectLocked', { message: locked.refusal.message });
}

/** Without the lock: `unseen` where the user may not even see the project, or there is none. */
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

export async function maySeeProject(db: Db, user: Viewer, projectId: number): Promise<boolean> {
  return (await rightOf(db, user, 'VIEW_PROJECT', projectId)) === 'allowed';
}

/** All that the user may do in the project as it is now; undefined when there is no such project. The page shows its buttons by this. */
export async function listActions(db: Db, user: Viewer, projectId: number): Promise<ProjectAction[] | undefined> {
  const standing = await findStanding(db, projectId, user);
  return standing && allowedActions(standing).filter((action) => !refuseWhenLocked(action, standing.status));
}

export function forbidden(why: string): AppError {
  return new AppError('forbidden', { message: `${FORBIDDEN_MESSAGE}: ${why}` });
}
