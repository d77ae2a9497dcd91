// A test of a connection answers in time, whatever the other server does.
import { ScmError } from './member.ts';

export const TEST_MS = 5000;

/**
 * Runs the work for at most five seconds. The work gets a signal that fires then or when the caller gives up; nobody waits for it afterwards.
 * @param what begins the sentence: "https://…"
 */
export async function withinTestTime<T>(
  signal: AbortSignal,
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(TEST_MS);
  const late = new Promise<never>((_, reject) => {
    deadline.addEventListener('abort', () =>
      reject(new ScmError('unreachable', `${what} not answered within ${TEST_MS / 1000} seconds.`)),
    );
  });
  const running = work(AbortSignal.any([signal, deadline]));
  running.catch(() => undefined);
  return Promise.race([running, late]);
}
