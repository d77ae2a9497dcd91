// Transactions that lock their project late. Everybody who changes a project waits for its lock, so an import first makes what nobody else sees: its new items,
// with all that belongs to them. It locks the project only before it changes what is there. What it rested on must be the same then; else the work is
// rolled back and done again under the lock.
import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { present } from '@assay/scanner/items';
import { sql } from 'kysely';
import { lockRules } from '../../analysis-rules/settle.ts';
import { listFieldDefinitions } from '../../db/custom-fields.ts';
import { printOfItemKeys } from '../../db/inventories/items.ts';
import { listCustomLicenses } from '../../db/licenses.ts';
import { ADVISORIES_LOCK, lockSharedUntilEnd } from '../../db/postgres/advisory-locks.ts';
import type { Db, Tx } from '../../db/postgres/connection.ts';
import {
  findProjectPolicy,
  getProject,
  lockForChange,
  type Project,
  requireUnlocked,
} from '../../db/projects/projects.ts';
import { printOfFiles } from '../../db/scans/plan.ts';
import { siteSettings } from '../../db/site-settings.ts';
import type { ProjectAction } from '../../domain/users/permissions.ts';
import { inSteps, type StepPlace } from '../../queue/job-steps.ts';
import { Overtaken, whileOvertaken } from '../../queue/overtaken.ts';

export interface LateLock<State = unknown> extends StepPlace<State> {
  project: Project;
  /** Locks the project until the step ends. */
  hold(): Promise<void>;
}

interface Locking {
  jobId: number;
  projectId: number;
  action: ProjectAction;
}

/**
 * Runs the work of a job in steps. Each locks the project when it calls `hold`. The first step may run several times, and nothing of a run in vain stays;
 * those after it find the project as it is then, and go on by what the former ones noted.
 */
export function lockingLate<State, T>(
  db: Db,
  locking: Locking,
  work: (lock: LateLock<State>) => AsyncGenerator<State, T>,
): Promise<T> {
  return whileOvertaken((isLate) => attempted(db, locking, { work, isLate }));
}

interface Attempt<State, T> {
  work: (lock: LateLock<State>) => AsyncGenerator<State, T>;
  /** False: the first step locks the project before it begins. */
  isLate: boolean;
}

async function attempted<State, T>(
  db: Db,
  { jobId, projectId, action }: Locking,
  { work, isLate }: Attempt<State, T>,
): Promise<T> {
  let before: string | undefined;
  let project: Project | undefined;
  const lockIn = (tx: Tx) => lockForChange(tx, projectId, action);
  const begin = async (tx: Tx) => {
    // New items count their vulnerabilities when they are made, and no import of advisories may come between that and the commit.
    await lockSharedUntilEnd(tx, ADVISORIES_LOCK);
    await lockRules(tx);
    before = undefined;
    if (project !== undefined) return;
    if (isLate) {
      project = await getProject(tx, projectId);
      requireUnlocked(project.status, action);
      before = await printOfInputs(tx, projectId);
    } else project = await lockIn(tx);
  };
  const locked = async (place: StepPlace<State>) => {
    await lockIn(place.tx);
    // What a run noted that went before has been decided.
    if (before === undefined || place.done.length > 0) return;
    if ((await printOfInputs(place.tx, projectId)) !== before) throw new Overtaken();
    before = undefined;
  };
  const withLock = (place: StepPlace<State>) =>
    work({
      done: place.done,
      get tx() {
        return place.tx;
      },
      get project() {
        return present(project, `project ${projectId}`);
      },
      hold: () => locked(place),
    });
  return inSteps(db, jobId, withLock, begin);
}

/** Changes with everything by which an import decides what is new, what becomes of it, and which files it has. */
async function printOfInputs(tx: Tx, projectId: number): Promise<string> {
  const { rows } =
    await sql`select to_jsonb(p) - 'inventory_rollup' as row from projects p where id = ${projectId}`.execute(tx);
  const inputs = [
    rows,
    await printOfItemKeys(tx, projectId),
    await printOfFiles(tx, projectId),
    (await findProjectPolicy(tx, projectId))?.rules,
    await siteSettings(tx),
    await listCustomLicenses(tx),
    await listFieldDefinitions(tx, 'INVENTORY'),
  ];
  return createHash('sha256').update(serialize(inputs)).digest('hex');
}
