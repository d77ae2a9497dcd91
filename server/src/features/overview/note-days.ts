// Notes what each project has today: soon after something changed, and once a day in any case, so that a mark that got lost is made up for. Every server
// does, and one at a time.
import type { App } from '../../app.ts';
import { FIGURES_LOCK, tryLockUntilEnd } from '../../db/postgres/advisory-locks.ts';
import { sharedNow } from '../../db/postgres/shared-clock.ts';
import {
  forgetChanges,
  holdProjects,
  listChangedProjects,
  listUnnotedProjects,
  noteDay,
} from '../../db/projects/note-days.ts';
import { dayOf } from '../../domain/projects/trend.ts';

/** Few, so that a transaction is short. */
const PROJECTS_AT_ONCE = 50;

type Noting = Pick<App, 'db' | 'now'>;

/** Projects whose vulnerabilities, reviews, licenses or coverage changed since they were noted. */
export function noteChanged(app: Noting, signal: AbortSignal): Promise<number> {
  return noteAll(app, signal, () => listChangedProjects(app.db, PROJECTS_AT_ONCE));
}

/** Projects that have no note of today. */
export function noteToday(app: Noting, signal: AbortSignal): Promise<number> {
  return noteAll(app, signal, (day) => listUnnotedProjects(app.db, day, PROJECTS_AT_ONCE));
}

/** Returns the number of noted projects. Ends if all that are due are being changed, or if another server is at it. */
async function noteAll(app: Noting, signal: AbortSignal, listDue: (day: string) => Promise<number[]>): Promise<number> {
  let count = 0;
  for (;;) {
    const now = await sharedNow(app);
    const day = dayOf(now);
    const due = await listDue(day);
    if (due.length === 0 || signal.aborted) return count;
    const noted = await app.db.transaction().execute(async (tx) => {
      if (!(await tryLockUntilEnd(tx, FIGURES_LOCK))) return 0;
      const held = await holdProjects(tx, due);
      await forgetChanges(tx, { noted: held, asked: due });
      if (held.length > 0) await noteDay(tx, held, { day, now });
      return held.length;
    });
    count += noted;
    if (noted === 0) return count;
  }
}
