// What people may not do in a locked project. The lock is one of the values of the project's status.

import { isLocked, LOCKED_STATUS, type ProjectStatus } from '../projects/project-status.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type ProjectAction, rights } from './permissions.ts';

/** Actions that a locked project still allows. Every other action is refused. */
export const allowedWhenLocked = [
  'VIEW_PROJECT',
  'VIEW_INVENTORY',
  'VIEW_FILES',
  'VIEW_TASKS',
  'VIEW_SCM',
  'VIEW_ALM',
  'GENERATE_REPORT',
  'DOWNLOAD_REPORT',
  'MAKE_RELEASE',
  'UPLOAD_REPORT',
  'CHANGE_STATUS',
  'UNLOCK_PROJECT',
] as const satisfies ProjectAction[];

/** Refuses actions that a locked project does not allow. */
export function refuseWhenLocked(action: ProjectAction, status: ProjectStatus): Refusal | undefined {
  const isAllowed = !isLocked(status) || allowedWhenLocked.some((allowed) => allowed === action);
  if (isAllowed) return undefined;
  return refuse(
    'locked',
    `The project is locked (its status is ${LOCKED_STATUS}): you cannot ${rights[action].deed}. Set another status to unlock it.`,
  );
}
