// Transactions that lock their project late. Everybody who changes a project waits for its lock, so an import first makes what nobody else sees: its new items,
// with all that belongs to them. It locks the project only before it changes what is there. What it rested on must be the same then; else the work is
// rolled back and done again under the lock.
import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { sql } from 'kysely';
import { listFieldDefinitions } from '../db/custom-fields.ts';
import { printOfItemKeys } from '../db/inventories/items.ts';
import { listCustomLicenses } from '../db/licenses.ts';
import { ADVISORIES_LOCK, lockSharedUntilEnd } from '../db/postgres/advisory-locks.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';
import { isDeadlock } from '../db/postgres/deadlock.ts';
import {
  findProjectPolicy,
  getProject,
  lockForChange,
  type Project,
  requireUnlocked,
} from '../db/projects/projects.ts';
import { printOfFiles } from '../db/scans/plan.ts';
import { siteSettings } from '../db/site-settings.ts';
import type { ProjectAction } from '../domain/users/permissions.ts';

/** What the work has made before the lock no longer fits. */
export class Overtaken extends Error {
  constructor() {
    super('The project was changed while its import was prepared.');
  }
}

export interface LateLock {
  project: Project;
  /** Locks the project, once. Does nothing if it is locked from the beginning. */
  hold(): Promise<void>;
}

/** Runs `work` in one transaction. `work` may run twice; the first time, nothing of it stays. */
export async function lockingLate<T>(
  db: Db,
  { projectId, action }: { projectId: number; action: ProjectAction },
  work: (tx: Tx, lock: LateLock) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      // New items count their vulnerabilities when they are made, and no import of advisories may come between that and the commit.
      await lockSharedUntilEnd(tx, ADVISORIES_LOCK);
      const project = await getProject(tx, projectId);
      requireUnlocked(project.status, action);
      const before = await printOfInputs(tx, projectId);
      const hold = async () => {
        await lockForChange(tx, projectId, action);
        if ((await printOfInputs(tx, projectId)) !== before) throw new Overtaken();
      };
      return work(tx, { project, hold });
    });
  } catch (error) {
    // Whoever deletes what a new item refers to waits for the import, which waits for the project.
    if (!(error instanceof Overtaken || isDeadlock(error))) throw error;
  }
  return db.transaction().execute(async (tx) => {
    const project = await lockForChange(tx, projectId, action);
    return work(tx, { project, hold: async () => undefined });
  });
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
