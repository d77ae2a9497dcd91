// How fast a job goes, by how far it was some seconds ago. Writes nothing.
//
// Decided here: what was known before (files that need no analysis) and the time in which a phase does not move yet (threads that start) count for
// nothing; the pace is that of the last ten seconds; before three seconds of movement nothing is said.
import { firstOf, itemAt } from '@assay/scanner/items';

const SHORTEST_MS = 3000;
const LONGEST_MS = 10_000;

export interface PacePoint {
  at: Date;
  done: number;
}

export interface PaceKeeper {
  /** Called for each progress. Returns the point from which the pace is measured, if there is one. */
  note(progress: { phase: string; done: number }, at: Date): PacePoint | undefined;
}

export function createPaceKeeper(): PaceKeeper {
  let phase: string | undefined;
  let begunWith = 0;
  let points: PacePoint[] = [];
  return {
    note(progress, at) {
      if (progress.phase !== phase || progress.done < begunWith) {
        phase = progress.phase;
        begunWith = progress.done;
        points = [];
      }
      if (progress.done === begunWith) return undefined;
      points.push({ at, done: progress.done });
      while (points.length > 1 && at.getTime() - itemAt(points, 1).at.getTime() >= LONGEST_MS) points.shift();
      const first = firstOf(points);
      return at.getTime() - first.at.getTime() >= SHORTEST_MS ? first : undefined;
    },
  };
}

/** The pace of a running job. Time without progress counts, so the expected pace of a stuck job falls. */
export function paceOf(
  { done, total }: { done: number; total: number },
  from: PacePoint | undefined,
  now: Date,
): { perSecond: number; secondsLeft: number | null } {
  const seconds = from ? (now.getTime() - from.at.getTime()) / 1000 : 0;
  const perSecond = from && seconds > 0 ? Math.max(done - from.done, 0) / seconds : 0;
  const left = total - done;
  return { perSecond, secondsLeft: perSecond > 0 && left > 0 ? Math.ceil(left / perSecond) : null };
}
