// Fetches whole answers of other servers and reads their members. A member that is missing or has another shape is read as empty.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFields, own } from '@assay/scanner/items';
import type { Outgoing } from '../outgoing/index.ts';

export interface CrawlOptions {
  outgoing: Outgoing;
  /** For the answer that is being read. */
  folder: string;
  /** Leaves out everything unchanged since then; if absent, fetches everything. */
  since: Date | undefined;
  /** The position at which a killed crawl stopped. Undefined: the crawl starts at the beginning. */
  resume: string | undefined;
  /** Called after each document that the crawl has returned, until the first document fails. */
  onPosition(position: string): void;
  /** Called once with a sentence that says whether signatures are checked. */
  onSignatures(words: string): void;
  signal?: AbortSignal;
}

const REQUEST_MS = 120_000;

export async function bytesAt(
  url: string,
  maxBytes: number,
  { outgoing, folder, signal }: CrawlOptions,
): Promise<Buffer> {
  const file = join(folder, 'answer');
  await outgoing.download(url, file, { maxBytes, timeoutMs: REQUEST_MS, ...(signal ? { signal } : {}) });
  return readFile(file);
}

export type Fields = Record<string, unknown>;

export function fieldsIn(value: unknown, name: string): Fields {
  const found = memberOf(value, name);
  return isFields(found) ? found : {};
}

/** The objects of a list. */
export function listIn(value: unknown, name: string): Fields[] {
  const found = memberOf(value, name);
  return Array.isArray(found) ? found.filter(isFields) : [];
}

export function textIn(value: unknown, name: string): string {
  const found = memberOf(value, name);
  return typeof found === 'string' ? found : '';
}

export function memberOf(value: unknown, name: string): unknown {
  return isFields(value) ? own(value, name) : undefined;
}
