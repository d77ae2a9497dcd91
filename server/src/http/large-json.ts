// Reads large JSON bodies in a thread of its own, one after the other, so that the server answers everybody else meanwhile.
// The thread starts with the first large body and ends with the server, or when a body costs more memory or time than it may.
import { Worker } from 'node:worker_threads';
import { AppError, badRequest, type ErrorCode } from '../errors.ts';

export interface JsonTask {
  bytes: ArrayBuffer;
  /** The JSON Schema as text; none for operations without a body. */
  schema: string | undefined;
}

export type JsonAnswer = { value: unknown } | { refusal: { code: ErrorCode; data: Record<string, unknown> } };

/** Of JavaScript's heap: an empty object takes some twenty times the two letters that it is written with. */
const MOST_HEAP_MB = 768;
const MOST_MS = 30_000;
const TOO_COSTLY = 'The request body is too large to be read: it has too many values. Send it in several requests.';

export interface LargeJson {
  read(bytes: Buffer, schema: string | undefined): Promise<unknown>;
  close(): Promise<void>;
}

export function createLargeJson(): LargeJson {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  const threadOf = () => {
    worker ??= new Worker(new URL('./json.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
    });
    worker.unref();
    return worker;
  };

  const readNow = (task: JsonTask) =>
    new Promise<JsonAnswer>((resolve, reject) => {
      if (isClosed) throw new AppError('unavailable', { message: 'The server is stopping.' });
      const thread = threadOf();
      const end = (act: () => void, mayGoOn: boolean) => {
        clearTimeout(deadline);
        thread.removeAllListeners();
        // What is still on its way from a thread that is stopped is nobody's.
        thread.on('error', () => undefined);
        if (!mayGoOn) {
          worker = undefined;
          void thread.terminate();
        }
        act();
      };
      const deadline = setTimeout(() => end(() => reject(badRequest(TOO_COSTLY)), false), MOST_MS);
      thread.removeAllListeners();
      thread.once('message', (answer: JsonAnswer) => end(() => resolve(answer), true));
      thread.once('error', (error: NodeJS.ErrnoException) =>
        end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? badRequest(TOO_COSTLY) : error), false),
      );
      thread.once('exit', () =>
        end(() => reject(new AppError('unavailable', { message: 'The server is stopping.' })), false),
      );
      thread.postMessage(task, [task.bytes]);
    });

  return {
    async read(bytes, schema) {
      const own = new Uint8Array(bytes).buffer as ArrayBuffer;
      const reading = last.then(() => readNow({ bytes: own, schema }));
      last = reading.catch(() => undefined);
      const answer = await reading;
      if ('refusal' in answer) throw new AppError(answer.refusal.code, answer.refusal.data);
      return answer.value;
    },
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
