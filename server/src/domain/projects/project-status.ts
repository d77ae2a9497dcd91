// The status of a project, and the lock: status Project Completed locks it. Writes nothing.
//
//   Event                          | Not Started  | Analysis In Progress | Analysis Completed | Project Completed (locked)
//   -------------------------------+--------------+----------------------+--------------------+---------------------------
//   a scan begins or completes     | In Progress  | as it was            | as it was          | as it was
//   the first scan fails           | as it was    | Not Started          | as it was          | as it was
//   PUT status, any of the four    | the given one, from every state; Project Completed locks, any other status unlocks
//   ... with Lock Child Projects   | only together with Project Completed: the children, at every depth, get it too
//   ... with Unlock Child Projects | only together with another status: locked children, at every depth, get that status
//   the Unlock button              | refused      | refused              | refused            | Analysis In Progress
//
// Decided here: a project is not locked while a job that changes it is queued or running (a locked project would go on
// changing), and `COMPLETED` is another spelling of Project Completed.
import type { Refusal, Transition } from '../refusal.ts';
import { refuse } from '../refusal.ts';

export const projectStatuses = [
  'Not Started',
  'Analysis In Progress',
  'Analysis Completed',
  'Project Completed',
] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

export const projectActions = ['Update Status Only', 'Lock Child Projects', 'Unlock Child Projects'] as const;
export type ProjectStatusAction = (typeof projectActions)[number];

export const LOCKED_STATUS = 'Project Completed' satisfies ProjectStatus;

export interface ProjectState {
  status: ProjectStatus;
  /** True once a scan has completed. */
  hasBeenScanned: boolean;
}

export type ProjectStatusEvent =
  | { type: 'scan-begins' | 'scan-completes' | 'scan-fails' | 'unlock' }
  | { type: 'update-status'; status: ProjectStatus; action: ProjectStatusAction; isBusy: boolean };

/** Applies to children at every depth. */
export type ProjectStatusEffect =
  | { type: 'lock-children'; status: typeof LOCKED_STATUS }
  | { type: 'unlock-children'; status: ProjectStatus };

export function isLocked(status: ProjectStatus): boolean {
  return status === LOCKED_STATUS;
}

/** Reads a status as clients write it. */
export function parseProjectStatus(text: string): ProjectStatus | Refusal {
  const wanted = text.trim().toLowerCase();
  if (wanted === 'completed') return LOCKED_STATUS;
  const status = projectStatuses.find((known) => known.toLowerCase() === wanted);
  return status ?? refuse('invalid', `The status "${text}" is unknown: use one of ${projectStatuses.join(', ')}.`);
}

/** Reads a projectAction as clients write it; without one, only the status changes. */
export function parseProjectAction(text: string | undefined): ProjectStatusAction | Refusal {
  if (text === undefined || text.trim() === '') return 'Update Status Only';
  const wanted = text.trim().toLowerCase();
  const action = projectActions.find((known) => known.toLowerCase() === wanted);
  return (
    action ?? refuse('invalid', `The projectAction "${text}" is unknown: use one of ${projectActions.join(', ')}.`)
  );
}

export function changeProjectStatus(
  project: ProjectState,
  event: ProjectStatusEvent,
): Transition<ProjectState, ProjectStatusEffect> | Refusal {
  switch (event.type) {
    case 'scan-begins':
      return moved(project, project.status === 'Not Started' ? 'Analysis In Progress' : project.status);
    case 'scan-completes': {
      const status = project.status === 'Not Started' ? 'Analysis In Progress' : project.status;
      return { next: { status, hasBeenScanned: true }, effects: [] };
    }
    case 'scan-fails': {
      const returns = !project.hasBeenScanned && project.status === 'Analysis In Progress';
      return moved(project, returns ? 'Not Started' : project.status);
    }
    case 'unlock':
      if (!isLocked(project.status)) return refuse('wrong-state', 'The project is not locked.');
      return moved(project, 'Analysis In Progress');
    case 'update-status':
      return updateStatus(project, event);
  }
}

function updateStatus(project: ProjectState, event: Extract<ProjectStatusEvent, { type: 'update-status' }>) {
  const locks = isLocked(event.status);
  if (event.action === 'Lock Child Projects' && !locks) {
    return refuse(
      'invalid',
      `Lock Child Projects is only possible with the status ${LOCKED_STATUS}, not with ${event.status}.`,
    );
  }
  if (event.action === 'Unlock Child Projects' && locks) {
    return refuse('invalid', `Unlock Child Projects is only possible with a status other than ${LOCKED_STATUS}.`);
  }
  if (locks && !isLocked(project.status) && event.isBusy) {
    return refuse('conflict', 'The project cannot be locked while a job that changes it is queued or running.');
  }
  const effects: ProjectStatusEffect[] = [];
  if (event.action === 'Lock Child Projects') effects.push({ type: 'lock-children', status: LOCKED_STATUS });
  if (event.action === 'Unlock Child Projects') effects.push({ type: 'unlock-children', status: event.status });
  return moved(project, event.status, effects);
}

/** The new status of a child if a change of its parent applies to it; undefined if it stays unchanged. */
export function childStatusAfter(child: ProjectStatus, effect: ProjectStatusEffect): ProjectStatus | undefined {
  if (effect.type === 'lock-children') return isLocked(child) ? undefined : LOCKED_STATUS;
  return isLocked(child) ? effect.status : undefined;
}

function moved(
  project: ProjectState,
  status: ProjectStatus,
  effects: ProjectStatusEffect[] = [],
): Transition<ProjectState, ProjectStatusEffect> {
  return { next: { ...project, status }, effects };
}
