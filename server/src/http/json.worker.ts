// A thread that reads large JSON bodies: text to value to what the schema says, so that only what an operation takes comes back.
import { parentPort } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import { inputReader } from './input.ts';
import { jsonOf } from './json-text.ts';
import type { JsonAnswer, JsonTask } from './large-json.ts';

const readers = new Map<string, (raw: unknown) => unknown>();

function readerOf(schema: string): (raw: unknown) => unknown {
  let reader = readers.get(schema);
  if (!reader) {
    reader = inputReader(JSON.parse(schema), 'body');
    readers.set(schema, reader);
  }
  return reader;
}

function answerOf({ bytes, schema }: JsonTask): JsonAnswer {
  try {
    const value = jsonOf(Buffer.from(bytes));
    return { value: schema === undefined ? undefined : readerOf(schema)(value) };
  } catch (error) {
    // Errors lose their class on the way between threads.
    if (error instanceof AppError) return { refusal: { code: error.code, data: error.data } };
    throw error;
  }
}

parentPort?.on('message', (task: JsonTask) => parentPort?.postMessage(answerOf(task)));
