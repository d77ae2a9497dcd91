// What repeats: once a minute each entry is asked to do what is due. Entries keep in the database when they last started, and take a lock
// there, so that several servers do not do the same work twice.
import type { App } from '../app.ts';

export interface TimetableEntry {
  name: string;
  /** Does what is due, or nothing. What it throws is logged, and the next minute comes. */
  runWhenDue(app: App): Promise<void>;
}

export interface Timetable {
  /** Waits for what runs. */
  stop(): Promise<void>;
}

const TICK_MS = 60_000;

export function startTimetable(app: App, entries: readonly TimetableEntry[]): Timetable {
  const running = new Map<string, Promise<void>>();
  const tick = () => {
    for (const entry of entries) {
      if (running.has(entry.name)) continue;
      const work = entry
        .runWhenDue(app)
        .catch((err) => app.log.error({ err, entry: entry.name }, 'an entry of the timetable failed'))
        .finally(() => running.delete(entry.name));
      running.set(entry.name, work);
    }
  };
  const timer = setInterval(tick, TICK_MS);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
