// What holds for a type of job besides its work. Writes nothing.
//
//   Type                    | begins only if | may run on an   | seen and stopped by, if it belongs to no project
//                           | no other waits | almost full disk| (besides who started it and system administrators)
//   ------------------------+----------------+-----------------+--------------------------------------------------
//   Library Refresh         | yes            | no              | library managers
//   License Rules Import    | no             | no              | library managers
//   Evidence Refresh        | yes            | no              | nobody else
//   Bulk Decision           | no             | yes             | nobody else
//   Project Deletion        | no             | yes             | nobody else
//   Data Garbage Collection | no             | yes             | nobody else
//   all others              | no             | no              | nobody else
//
// A job of a project may be stopped by the user who started it and by those with the right STOP_JOB there.
import type { SystemPermission } from '../users/permissions.ts';
import type { JobType } from './job.ts';

export interface JobKind {
  /** Begins only if no other job waits. */
  isBackground: boolean;
  /** Refused while the disk is almost full. The jobs that free space are not. */
  needsSpace: boolean;
  /** Who may see and stop such a job without a project, besides the user who started it and system administrators. */
  mayStop: SystemPermission | null;
}

/** If the database keeps failing during a job, it is begun again; the run with this number fails instead. */
export const MOST_RUNS = 20;

const USUAL: JobKind = { isBackground: false, needsSpace: true, mayStop: null };

const KINDS: Readonly<Partial<Record<JobType, JobKind>>> = {
  'Library Refresh': { ...USUAL, isBackground: true, mayStop: 'library_manager' },
  'License Rules Import': { ...USUAL, mayStop: 'library_manager' },
  'Evidence Refresh': { ...USUAL, isBackground: true },
  'Bulk Decision': { ...USUAL, needsSpace: false },
  'Project Deletion': { ...USUAL, needsSpace: false },
  'Data Garbage Collection': { ...USUAL, needsSpace: false },
};

const byType: ReadonlyMap<string, JobKind> = new Map(Object.entries(KINDS));

export function kindOfJob(type: string): JobKind {
  return byType.get(type) ?? USUAL;
}

/** The types of jobs without a project that a user may see and stop besides the user's own. System administrators may do so with all. */
export function jobTypesKeptBy(permissions: readonly string[]): string[] {
  return [...byType].flatMap(([type, { mayStop }]) =>
    mayStop !== null && permissions.includes(mayStop) ? [type] : [],
  );
}
