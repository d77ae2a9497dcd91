// Repeated work in the background: a step runs, ends, and runs again some time later, never twice at once. A failed step is logged and tried again at
// its next time.
import type { Logger } from 'pino';
import { isConnectionLoss } from './db/postgres/connection-loss.ts';

export interface BackgroundStep {
  name: string;
  everyMs: number;
  run(signal: AbortSignal): Promise<unknown>;
}

export interface Background {
  /** Aborts the running steps and waits for their end. */
  stop(): Promise<void>;
}

export function startBackground(steps: BackgroundStep[], log: Logger): Background {
  const shutdown = new AbortController();
  const loops = steps.map((step) => repeat(step, shutdown.signal, log));
  return {
    async stop() {
      shutdown.abort();
      await Promise.all(loops);
    },
  };
}

async function repeat({ name, everyMs, run }: BackgroundStep, signal: AbortSignal, log: Logger): Promise<void> {
  while (!signal.aborted) {
    try {
      await run(signal);
    } catch (err) {
      // If the database is unavailable, every step fails; one log line for each is enough.
      if (isConnectionLoss(err))
        log.warn({ step: name }, 'a background step could not reach the database; it is tried again');
      else if (!signal.aborted) log.error({ err, step: name }, 'a background step failed; it is tried again');
    }
    await pause(everyMs, signal);
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener('abort', over, { once: true });
  });
}
