// Allows one upload per project. Each server counts its own uploads, also if several share a database; the lock of the project's row separates their changes.
import { AppError } from '../errors.ts';

interface UnderWay {
  since: Date;
  signal: AbortSignal;
  ended: Promise<void>;
}

export class Uploads {
  readonly #projects = new Map<number, UnderWay>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /**
   * Runs the work as the only upload of the project. Refused while another upload into the project is running. If the sender of the other one has
   * disconnected, waits for its end, because browsers send again when a connection breaks.
   */
  async alone<T>(projectId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (;;) {
      const other = this.#projects.get(projectId);
      if (!other) break;
      if (!other.signal.aborted) throw alreadyTaking(other.since);
      await other.ended;
    }
    signal.throwIfAborted();
    const running = work();
    const ended = running.then(
      () => undefined,
      () => undefined,
    );
    this.#projects.set(projectId, { since: this.#now(), signal, ended });
    try {
      return await running;
    } finally {
      this.#projects.delete(projectId);
    }
  }
}

function alreadyTaking(since: Date): AppError {
  return new AppError('conflict', {
    message: `The project is taking another upload since ${since.toISOString()}. Wait for it to end, or end it by closing its connection; nothing of this one was kept.`,
  });
}
