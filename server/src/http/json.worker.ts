// A thread that parses large JSON. It returns only what the operation needs: the members in the schema of a body, or a few members of a file.
import { readFileSync } from 'node:fs';

import { parentPort } from 'node:worker_threads';
import { giveWay } from '@assay/scanner/thread-priority';
import { AppError, badRequest } from '../errors.ts';
import { inputReader } from './input.ts';
import { jsonOf } from './json-text.ts';
import type { FoundMembers, JsonAnswer, JsonTask } from './large-json.ts';

giveWay();

const readers = new Map<string, (raw: unknown) => unknown>();

function readerOf(schema: string): (raw: unknown) => unknown {
  let reader = readers.get(schema);
  if (!reader) {
    reader = inputReader(JSON.parse(schema), 'body');
    readers.set(schema, reader);
  }
  return reader;
}

function whatIsWanted(task: JsonTask): unknown {
  if ('file' in task) return membersOf(documentIn(task.file, task.what), task.members);
  const value = jsonOf(Buffer.from(task.bytes), task.what);
  return task.schema === undefined ? undefined : readerOf(task.schema)(value);
}

function documentIn(file: string, what: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8').replace(/^\ufeff/, ''));
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest(`${what} is not valid JSON: ${error.message}`);
    throw error;
  }
}

function membersOf(document: unknown, names: readonly string[]): FoundMembers {
  if (typeof document !== 'object' || document === null) return {};
  const found = Object.entries(document).filter(([name]) => names.includes(name));
  return Object.fromEntries(found.map(([name, value]) => [name, typeof value === 'string' ? value : null]));
}

function answerOf(task: JsonTask): JsonAnswer {
  try {
    return { value: whatIsWanted(task) };
  } catch (error) {
    // Errors lose their class between threads.
    if (error instanceof AppError) return { refusal: { code: error.code, data: error.data } };
    throw error;
  }
}

parentPort?.on('message', (task: JsonTask) => parentPort?.postMessage(answerOf(task)));
