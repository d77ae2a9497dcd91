// Jobs that change many rows do so in transactions that are short on any machine: people who change one of these rows wait until a transaction ends.
import { setTimeout as pause } from 'node:timers/promises';

const FIRST_ROWS = 20;
/** Each step also counts the project's items again, so that very small ones would take most of their time for that. */
const FEWEST_ROWS = 20;
const MOST_ROWS = 200;
/** A step should take this long. The time in which it waits for people counts too: the more of them, the smaller the steps. */
const AIM_MS = 80;
/** Without a pause, the next transaction locks the rows again before those who wait for them have woken up. */
const PAUSE_MS = 20;

/** Parts of the rows, each for one transaction. The size follows from the time that the caller took for the last one. */
export async function* shortSteps<T>(
  rows: readonly T[],
  { clock = () => performance.now(), pauseMs = PAUSE_MS } = {},
): AsyncGenerator<T[]> {
  let size = FIRST_ROWS;
  for (let at = 0; at < rows.length; ) {
    const step = rows.slice(at, at + size);
    const begunAt = clock();
    yield step;
    const took = Math.max(1, clock() - begunAt);
    at += step.length;
    const wanted = Math.round(size * Math.min(2, Math.max(0.5, AIM_MS / took)));
    size = Math.min(MOST_ROWS, Math.max(FEWEST_ROWS, wanted));
    if (at < rows.length) await pause(pauseMs);
  }
}
