// Parses large JSON of bodies and form files in a thread, one text at a time, so that the server can answer other requests. The thread starts with
// the first large text. It ends with the server, or when a text needs too much memory or time.
import { Worker } from 'node:worker_threads';
import { AppError, badRequest, type ErrorCode } from '../errors.ts';
import { jsonOf, THE_BODY } from './json-text.ts';

/** Parsing this much takes a millisecond or two. */
const LARGEST_HERE_BYTES = 128 * 1024;

export type JsonTask = BodyTask | FileTask;

interface BodyTask {
  bytes: ArrayBuffer;
  /** The JSON Schema as text; none for operations without a body. */
  schema: string | undefined;
  what: string;
}

interface FileTask {
  file: string;
  /** The beginning of refusal messages: 'The form field "sbomFile"'. */
  what: string;
  /** The wanted members of the document. */
  members: readonly string[];
}

export type JsonAnswer = { value: unknown } | { refusal: { code: ErrorCode; data: Record<string, unknown> } };

/** For the JavaScript heap: an empty object takes about twenty times the two characters of its text. */
const MOST_HEAP_MB = 768;
const MOST_MS = 30_000;

const tooCostly = (task: JsonTask) =>
  badRequest(
    `${task.what} is too large to be read: it has too many values.${task.what === THE_BODY ? ' Send it in several requests.' : ''}`,
  );

/** Members of a JSON object that exist: their value if it is a text, otherwise null. */
export type FoundMembers = Record<string, string | null>;

/** What a thread has read: the members in the schema, and the schema holds. */
export class ReadInThread {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

export interface LargeJson {
  /** The value of a body, or of a text of a form: parsed here if it is small, otherwise also checked in the thread. */
  read(bytes: Buffer, schema: object | undefined, what?: string): Promise<unknown>;
  /** Parses a JSON document in a file and returns these members; none if it is not an object. */
  members(file: string, what: string, members: readonly string[]): Promise<FoundMembers>;
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
        // Ignores later messages of a stopped thread.
        thread.on('error', () => undefined);
        if (!mayGoOn) {
          worker = undefined;
          void thread.terminate();
        }
        act();
      };
      const deadline = setTimeout(() => end(() => reject(tooCostly(task)), false), MOST_MS);
      thread.removeAllListeners();
      thread.once('message', (answer: JsonAnswer) => end(() => resolve(answer), true));
      thread.once('error', (error: NodeJS.ErrnoException) =>
        end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooCostly(task) : error), false),
      );
      thread.once('exit', () =>
        end(() => reject(new AppError('unavailable', { message: 'The server is stopping.' })), false),
      );
      thread.postMessage(task, 'bytes' in task ? [task.bytes] : []);
    });

  const readInTurn = async (task: JsonTask): Promise<unknown> => {
    const reading = last.then(() => readNow(task));
    last = reading.catch(() => undefined);
    const answer = await reading;
    if ('refusal' in answer) throw new AppError(answer.refusal.code, answer.refusal.data);
    return answer.value;
  };

  return {
    async read(bytes, schema, what = THE_BODY) {
      if (bytes.length <= LARGEST_HERE_BYTES) return jsonOf(bytes, what);
      const copy = new Uint8Array(bytes).buffer as ArrayBuffer;
      return new ReadInThread(await readInTurn({ bytes: copy, schema: schema && JSON.stringify(schema), what }));
    },
    members: (file, what, members) => readInTurn({ file, what, members }) as Promise<FoundMembers>,
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
