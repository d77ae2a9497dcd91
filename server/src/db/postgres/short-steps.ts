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

/**
 * Divides the rows of a job, given in batches, into parts, each for one transaction. The size follows from the time that the caller took for the last
 * one, also that of the batch before.
 * @param fewest for rows that need few statements, so that small steps would take most of their time for what each step needs
 */
export function shortSteps({ clock = () => performance.now(), pauseMs = PAUSE_MS, fewest = FEWEST_ROWS } = {}) {
  let size = Math.max(FIRST_ROWS, fewest);
  let isFirst = true;
  return async function* <T>(batch: readonly T[]): AsyncGenerator<T[]> {
    for (let at = 0; at < batch.length; ) {
      if (!isFirst) await pause(pauseMs);
      isFirst = false;
      const step = batch.slice(at, at + size);
      const begunAt = clock();
      yield step;
      const took = Math.max(1, clock() - begunAt);
      at += step.length;
      // The last step of a batch may be small, and says little of a much larger one.
      const wanted = Math.round(Math.min(2 * size, Math.max(0.5 * size, (step.length * AIM_MS) / took)));
      size = Math.min(MOST_ROWS, Math.max(fewest, wanted));
    }
  };
}
