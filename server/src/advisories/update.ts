// Updates a source from its address: a URL, a mirror or a folder. OSV's layout has a delta: the list modified_id.csv beside all.zip names the changed
// records, and if they are few, they are fetched one by one.

import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type AdvisoryFile, advisoryFiles, fingerprintOf } from '@assay/scanner/advisories';
import { lastOf } from '@assay/scanner/items';
import { findNewestModification } from '../db/advisories/records.ts';
import {
  type AdvisorySource,
  type InterruptedCrawl,
  noteCrawl,
  noteFailure,
  noteSignatures,
  noteSuccess,
} from '../db/advisories/sources.ts';
import type { Outgoing } from '../outgoing/index.ts';
import { csafDocuments, isCsafProvider } from './csaf-provider.ts';
import { euvdPages, isEuvdSearch } from './euvd-pages.ts';
import { type ImportOptions, type ImportPlace, type ImportResult, importAdvisories } from './import.ts';

export interface UpdatePlace extends ImportPlace {
  outgoing: Outgoing;
  temporaryFolder: string;
}

type Options = Pick<ImportOptions, 'signal' | 'read' | 'onProgress' | 'onIssues' | 'isForced'>;

const MOST_BYTES = 4e9;
const DOWNLOAD_MS = 60 * 60_000;
/** With more changed records than this, the whole archive is less work. */
const MOST_SINGLE_RECORDS = 500;
const RECORD_BYTES = 20 * 1024 * 1024;

/** Undefined if nothing has changed since. */
export async function updateSource(
  place: UpdatePlace,
  source: AdvisorySource,
  options: Options,
): Promise<ImportResult | undefined> {
  if (!/^https?:\/\//i.test(source.location)) {
    const files = advisoryFiles(source.location, { temporaryFolder: place.temporaryFolder, signal: options.signal });
    return importAdvisories(place, files, {
      ...options,
      source: source.name,
      isFull: true,
      fingerprint: await fingerprintOf(source.location),
    });
  }
  const folder = join(place.temporaryFolder, `advisories-${source.id}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const crawl = crawlOf(source.location);
    if (crawl) return await updateByCrawl(place, source, crawl, folder, options);
    return (await updateByDelta(place, source, folder, options)) ?? (await updateWhole(place, source, folder, options));
  } catch (error) {
    await noteFailure(place.db, source.id, place.now(), (error as Error).message);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Crawl = typeof csafDocuments;

/** Addresses of many documents: only those that have changed are fetched. */
function crawlOf(location: string): Crawl | undefined {
  if (isCsafProvider(location)) return csafDocuments;
  return isEuvdSearch(location) ? euvdPages : undefined;
}

async function updateByCrawl(
  place: UpdatePlace,
  source: AdvisorySource,
  crawl: Crawl,
  folder: string,
  options: Options,
): Promise<ImportResult> {
  const isFirst = source.dataAsOf === null || options.isForced === true;
  const since = isFirst ? undefined : (source.dataAsOf ?? undefined);
  const here = { location: source.location, since: since?.toISOString() ?? '' };
  const left = options.isForced ? null : leftBy(source.crawl, here, place.now());
  const begunAt = left?.begunAt ?? place.now().toISOString();
  let [position, signatures] = [left?.position ?? '', ''];
  const files = crawl(source.location, {
    outgoing: place.outgoing,
    folder,
    since,
    resume: left?.position,
    onPosition: (at) => {
      position = at;
    },
    onSignatures: (words) => {
      signatures = words;
    },
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const result = await importAdvisories(place, files, {
    ...options,
    source: source.name,
    isFull: false,
    mayBeEmpty: !isFirst || left !== null,
    dataAsOf: new Date(begunAt),
    // When progress is reported, all documents up to the position are imported.
    onProgress: async (done) => {
      if (position !== '') await noteCrawl(place.db, source.id, { ...here, begunAt, position });
      await options.onProgress?.(done);
    },
  }).finally(() => noteSignatures(place.db, source.id, signatures));
  await noteCrawl(place.db, source.id, null);
  return result;
}

/** An older crawl is not continued, because the provider's documents have changed too much since then. */
const OLDEST_CRAWL_MS = 7 * 86_400_000;

/** The state that a killed crawl of the same documents has stored. Null if there is none, or if it is too old. */
function leftBy(
  crawl: InterruptedCrawl | null,
  here: Pick<InterruptedCrawl, 'location' | 'since'>,
  now: Date,
): InterruptedCrawl | null {
  if (crawl === null || crawl.location !== here.location || crawl.since !== here.since) return null;
  return now.getTime() - Date.parse(crawl.begunAt) < OLDEST_CRAWL_MS ? crawl : null;
}

async function updateWhole(
  place: UpdatePlace,
  source: AdvisorySource,
  folder: string,
  options: Options,
): Promise<ImportResult | undefined> {
  const at = place.now();
  const file = join(folder, fileNameOf(source.location));
  const { status, etag, lastModified } = await place.outgoing.download(source.location, file, {
    maxBytes: MOST_BYTES,
    timeoutMs: DOWNLOAD_MS,
    headers: options.isForced ? {} : sinceLast(source.etag),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  if (status === 304) {
    await noteSuccess(place.db, source.id, { at, dataAsOf: at });
    return undefined;
  }
  const files = advisoryFiles(file, { temporaryFolder: folder, signal: options.signal });
  return importAdvisories(place, files, {
    ...options,
    source: source.name,
    isFull: true,
    dataAsOf: at,
    etag: etag || lastModified,
    fingerprint: await fingerprintOf(file),
  });
}

/** Headers that ask for the file only if it has changed. `told` is its last etag, or else the time of its change. */
export function sinceLast(told: string): Record<string, string> {
  if (told === '') return {};
  return /^(W\/)?"/.test(told) || Number.isNaN(Date.parse(told))
    ? { 'if-none-match': told }
    : { 'if-modified-since': told };
}

/** The last part of the address, if it names the file type. */
export function fileNameOf(location: string): string {
  const name = new URL(location).pathname.split('/').at(-1) ?? '';
  return /^[\w.-]{1,100}\.(zip|json|ndjson|jsonl|csv|ya?ml|gz|tgz|xz|bz2|zst|tar)$/i.test(name) ? name : 'source.json';
}

/** Undefined if there is no delta, or if it is larger than the whole. */
async function updateByDelta(
  place: UpdatePlace,
  source: AdvisorySource,
  folder: string,
  options: Options,
): Promise<ImportResult | undefined> {
  if (!source.location.endsWith('/all.zip') || source.dataAsOf === null || source.recordCount === 0 || options.isForced)
    return undefined;
  const at = place.now();
  const base = source.location.slice(0, -'all.zip'.length);
  const list = join(folder, 'modified_id.csv');
  const limits = { maxBytes: 256e6, timeoutMs: DOWNLOAD_MS, ...(options.signal ? { signal: options.signal } : {}) };
  const isThere = await place.outgoing.download(`${base}modified_id.csv`, list, limits).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const changes = changesIn(await readFile(list, 'utf8'), source.dataAsOf);
  if (changes === undefined) return undefined;
  const { changed, newest } = changes;
  // The whole archive shows whether the source has returned to an earlier state.
  const stored = await findNewestModification(place.db, source.id, at);
  if (changed.length > MOST_SINGLE_RECORDS || (stored !== null && newest < stored)) return undefined;
  if (changed.length === 0) {
    await noteSuccess(place.db, source.id, { at, dataAsOf: at });
    return { ...NOTHING, source: source.name };
  }
  return importAdvisories(place, singleRecords(place, base, changed, folder, options), {
    ...options,
    source: source.name,
    isFull: false,
    dataAsOf: at,
  });
}

const NOTHING: ImportResult = {
  source: '',
  files: 0,
  records: 0,
  added: 0,
  changed: 0,
  removed: 0,
  older: 0,
  signals: 0,
  newMatches: 0,
  endedMatches: 0,
  issues: 0,
};

interface Changes {
  /** At most one more than `MOST_SINGLE_RECORDS`. */
  changed: string[];
  newest: Date;
}

/** Lines `2024-05-01T12:00:00Z,GHSA-…`. Undefined if the list has another form. An hour of overlap, because clocks differ. */
function changesIn(text: string, since: Date): Changes | undefined {
  const from = since.getTime() - 3_600_000;
  const changed: string[] = [];
  let newest = 0;
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [time = '', id = ''] = line.trim().split(',');
    const at = Date.parse(time);
    const name = lastOf(id.split('/'));
    if (Number.isNaN(at) || !/^[\w.:-]{3,128}$/.test(name)) return undefined;
    newest = Math.max(newest, at);
    if (at >= from && changed.length <= MOST_SINGLE_RECORDS) changed.push(name);
  }
  return newest === 0 ? undefined : { changed, newest: new Date(newest) };
}

async function* singleRecords(
  place: UpdatePlace,
  base: string,
  names: readonly string[],
  folder: string,
  { signal }: Options,
): AsyncGenerator<AdvisoryFile> {
  const file = join(folder, 'record.json');
  for (const name of names) {
    await place.outgoing.download(`${base}${encodeURIComponent(name)}.json`, file, {
      maxBytes: RECORD_BYTES,
      timeoutMs: 120_000,
      ...(signal ? { signal } : {}),
    });
    yield { type: 'file', path: `${name}.json`, bytes: await readFile(file) };
  }
  yield { type: 'end', problem: '' };
}
