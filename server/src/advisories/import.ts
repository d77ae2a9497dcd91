// Imports the data of a source into the database, batch by batch. A batch is one transaction: records, groups, matches and counts change together, so
// that the data in use are consistent at every moment. A killed import continues where it stopped: it skips files with a known digest, and does not
// write records with a known digest. Records that a source no longer has are deleted at the end, and only if the source was read completely.
import type { AdvisoryFile, AdvisoryItem, EndOfLife, ReadAdvisories } from '@assay/scanner/advisories';
import { documentDigest, readAdvisories } from '@assay/scanner/advisories';
import { refreshExposuresOfVulnerabilities } from '../db/advisories/matches.ts';
import {
  findDigests,
  findRecordsOfFiles,
  listRecordIds,
  type NewRecord,
  writeFilesOfRecords,
  writeRecords,
} from '../db/advisories/records.ts';
import { keepExploitations, listExploitedNames } from '../db/advisories/signals.ts';
import {
  type AdvisorySource,
  ensureSource,
  forgetEmptySource,
  noteFailure,
  noteSuccess,
} from '../db/advisories/sources.ts';
import type { JobIssue } from '../db/job-issues.ts';
import { ADVISORIES_LOCK, lockUntilEnd } from '../db/postgres/advisory-locks.ts';
import type { Db } from '../db/postgres/connection.ts';
import { partsOf } from '../db/postgres/parts.ts';
import { siteSettings } from '../db/site-settings.ts';
import { badRequest } from '../errors.ts';
import { giveWay } from '../turns.ts';
import { type ReadAdvisory, sortedBatch } from './import-batch.ts';
import { writeSignals } from './import-signals.ts';
import { recountSource, removeRecords, settle, touchedBy } from './settle.ts';

/** The parts of the app that an import needs; a command has only these. */
export interface ImportPlace {
  db: Db;
  now(): Date;
}

export interface ImportOptions {
  source: string;
  /** True if the data are complete: records that they lack are deleted. A delta deletes none. */
  isFull: boolean;
  /** Also accepts records that are older than the stored ones, and a source without most of its earlier records. */
  isForced?: boolean;
  /** An empty source is not an error. */
  mayBeEmpty?: boolean;
  /** Time at which the source had these data; if absent, the newest time in the records. */
  dataAsOf?: Date;
  etag?: string;
  /** Digest of the whole source by `fingerprintOf`: unchanged data are not read again. */
  fingerprint?: string;
  signal?: AbortSignal;
  /** Reads a file in a thread, for processes that answer others meanwhile. Default: here. */
  read?(path: string, bytes: Uint8Array): Promise<ReadAdvisories>;
  onProgress?(done: number): Promise<void> | void;
  onIssues?(issues: JobIssue[]): Promise<void> | void;
}

export interface ImportResult {
  source: string;
  files: number;
  records: number;
  added: number;
  changed: number;
  removed: number;
  /** Number of records left out because they are older than the stored ones. */
  older: number;
  signals: number;
  newMatches: number;
  endedMatches: number;
  issues: number;
  /** The source is byte for byte the same as last time. */
  isUnchanged?: boolean;
}

const BATCH_RECORDS = 1000;
/** Of the files; writing so many takes a few milliseconds of this thread. */
const BATCH_BYTES = 4 * 1024 * 1024;
const MOST_ISSUES = 1000;
/** A source that suddenly has less than half of its records, or older ones for most of them, is considered broken. Small sources too. */
const SMALLEST_SHARE = 0.5;
/** Changes fetched one by one may contain some older ones. */
const MOST_OLDER_CHANGES = 100;
const HOW_TO_FORCE = 'update or import the source with "force" (command line: --force).';

/** Throws a sentence if the source cannot be read to its end. Its last good data stay, and the failure is recorded. */
export async function importAdvisories(
  place: ImportPlace,
  files: AsyncIterable<AdvisoryFile>,
  options: ImportOptions,
): Promise<ImportResult> {
  const source = await ensureSource(place.db, options.source);
  if (
    options.isFull &&
    !options.isForced &&
    options.fingerprint !== undefined &&
    options.fingerprint === source.fingerprint
  ) {
    const at = place.now();
    await noteSuccess(place.db, source.id, { at, dataAsOf: options.dataAsOf ?? source.dataAsOf ?? at });
    return { ...newResult(source), isUnchanged: true };
  }
  try {
    const run = new ImportRun(place, source, options, (await siteSettings(place.db)).severitySources);
    return await run.all(files);
  } catch (error) {
    await noteFailure(place.db, source.id, place.now(), (error as Error).message);
    await forgetEmptySource(place.db, source.id);
    throw error;
  }
}

class ImportRun {
  readonly #place: ImportPlace;
  readonly #source: AdvisorySource;
  readonly #options: ImportOptions;
  readonly #order: readonly string[];
  readonly #result: ImportResult;
  readonly #seen = new Set<number>();
  readonly #exploited = new Set<string>();
  /** Files that are not read yet. */
  #files: { path: string; bytes: Uint8Array; digest: string }[] = [];
  #fileBytes = 0;
  #batch: ReadAdvisory[] = [];
  #batchBytes = 0;
  #newest = '';
  /** For an import that fails because nothing could be read. '' if there is none. */
  #firstIssue = '';
  #told = 0;

  constructor(place: ImportPlace, source: AdvisorySource, options: ImportOptions, order: readonly string[]) {
    this.#place = place;
    this.#source = source;
    this.#options = options;
    this.#order = order;
    this.#result = newResult(source);
  }

  async all(files: AsyncIterable<AdvisoryFile>): Promise<ImportResult> {
    let problem = '';
    for await (const file of files) {
      this.#options.signal?.throwIfAborted();
      if (file.type === 'issue') await this.#tell([file.issue]);
      else if (file.type === 'end') problem = file.problem;
      else if (file.type === 'items') await this.#take(file.items);
      else await this.#receive(file.path, file.bytes);
    }
    await this.#readFiles();
    await this.#flush();
    if (problem !== '')
      throw badRequest(
        `The source ${this.#source.name} was not read completely: ${problem} Its earlier data stay in use.`,
      );
    if (this.#result.records + this.#result.signals === 0 && !this.#mayBeEmpty())
      throw badRequest(
        `The source ${this.#source.name} contains no readable advisories. ${this.#firstIssue}Its earlier data stay in use.`,
      );
    await this.#reportOlder();
    if (this.#options.isFull) await this.#removeRest();
    const { added, changed, removed } = this.#result;
    if (added + changed + removed > 0) await recountSource(this.#place.db, this.#source.id);
    await this.#noteSuccess();
    return this.#result;
  }

  /** Even a forced import does not take a file that could not be read for an empty source. */
  #mayBeEmpty(): boolean {
    return this.#options.mayBeEmpty === true || (this.#options.isForced === true && this.#firstIssue === '');
  }

  async #receive(path: string, bytes: Uint8Array): Promise<void> {
    const digest = documentDigest(bytes);
    // A delta contains only changed files, so that comparing digests would find nothing.
    if (!this.#options.isFull) return this.#read(path, bytes, digest);
    this.#files.push({ path, bytes, digest });
    this.#fileBytes += bytes.length;
    if (this.#files.length >= BATCH_RECORDS || this.#fileBytes >= BATCH_BYTES) await this.#readFiles();
  }

  /** Files with known bytes are not read again. */
  async #readFiles(): Promise<void> {
    const files = this.#files;
    this.#files = [];
    this.#fileBytes = 0;
    const same = this.#options.isForced
      ? new Map<string, never>()
      : await findRecordsOfFiles(
          this.#place.db,
          this.#source.id,
          files.map(({ digest }) => digest),
        );
    for (const { path, bytes, digest } of files) {
      const record = same.get(digest);
      if (record === undefined) await this.#read(path, bytes, digest);
      else await this.#keep(record);
    }
    if (this.#batch.length === 0) await this.#options.onProgress?.(this.#result.records + this.#result.signals);
  }

  async #keep({ id, name, modified }: { id: number; name: string; modified: Date | null }): Promise<void> {
    this.#result.files++;
    this.#result.records++;
    if (this.#seen.has(id)) await this.#tell([repeatedRecord(name)]);
    this.#seen.add(id);
    this.#noteTime(modified?.toISOString() ?? '');
  }

  async #read(path: string, bytes: Uint8Array, digest: string): Promise<void> {
    await giveWay();
    const { findings, issues } = await (this.#options.read ?? readAdvisories)(path, bytes);
    this.#result.files++;
    await this.#tell(issues);
    // Only a file with one finding and without issues gets a digest. Other files are read each time, so that their
    // findings and issues are reported each time.
    const file = findings.length === 1 && issues.length === 0 ? digest : '';
    for (const item of findings) {
      const whole = item.type === 'end-of-life' ? { ...item, endOfLife: withProduct(item.endOfLife, path) } : item;
      this.#batch.push({ item: whole, file });
      this.#batchBytes += bytes.length / findings.length;
      if (this.#batch.length >= BATCH_RECORDS * 4 || this.#batchBytes >= BATCH_BYTES) await this.#flush();
    }
    if (this.#batch.length >= BATCH_RECORDS || this.#batchBytes >= BATCH_BYTES) await this.#flush();
  }

  async #take(items: readonly AdvisoryItem[]): Promise<void> {
    this.#batch.push(...items.map((item) => ({ item, file: '' })));
    await this.#flush();
  }

  async #tell(issues: readonly JobIssue[]): Promise<void> {
    this.#result.issues += issues.length;
    const [first] = issues;
    if (first !== undefined && this.#firstIssue === '')
      this.#firstIssue = `${first.path === '' ? '' : `${first.path.slice(0, 200)}: `}${first.message} `;
    const room = MOST_ISSUES - this.#told;
    if (room <= 0 || issues.length === 0) return;
    const told = issues.slice(0, room).map(({ code, path, message }) => ({ code, path, message }));
    this.#told += told.length;
    await this.#options.onIssues?.(told);
  }

  async #flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    if (batch.length === 0) return;
    for (const part of partsOf(batch, BATCH_RECORDS * 4)) await this.#writeBatch(part);
    await this.#options.onProgress?.(this.#result.records + this.#result.signals);
  }

  async #writeBatch(read: readonly ReadAdvisory[]): Promise<void> {
    const { records, files, twice, signals, newest } = await sortedBatch(read);
    this.#noteTime(newest);
    this.#result.records += records.size;
    const known = await findDigests(this.#place.db, this.#source.id, [...records.keys()]);
    for (const [name, { id }] of known) {
      if (this.#seen.has(id)) twice.add(name);
      this.#seen.add(id);
    }
    await this.#tell([...twice].map(repeatedRecord));
    const changed = [...records.values()].filter(({ advisory, digest }) => known.get(advisory.id)?.digest !== digest);
    const wanted = changed.filter(
      ({ advisory }) => !this.#isOlder(advisory.modified, known.get(advisory.id)?.modified),
    );
    this.#result.older += changed.length - wanted.length;
    // If two files contain the same record, neither digest is stored: both are read each time, and the last one counts.
    const fileOf = (name: string) => ({ name, digest: twice.has(name) ? '' : (files.get(name) ?? '') });
    const isSame = ({ advisory, digest }: NewRecord) => known.get(advisory.id)?.digest === digest;
    await writeFilesOfRecords(
      this.#place.db,
      this.#source.id,
      [...records.values()].filter(isSame).map(({ advisory }) => fileOf(advisory.id)),
    );
    if (wanted.length === 0 && signals.length === 0) return;
    const told: JobIssue[] = [];
    await this.#place.db.transaction().execute(async (tx) => {
      await lockUntilEnd(tx, ADVISORIES_LOCK);
      const before = wanted.flatMap(({ advisory }) => known.get(advisory.id)?.id ?? []);
      const touched = await touchedBy(tx, before);
      const ids = await writeRecords(tx, this.#source.id, wanted);
      await writeFilesOfRecords(
        tx,
        this.#source.id,
        wanted.map(({ advisory }) => fileOf(advisory.id)),
      );
      for (const id of ids) this.#seen.add(id);
      const { added, ended, refused } = await settle(tx, touched, await touchedBy(tx, ids), this.#order);
      told.push(...refused.map(tooManyNames));
      this.#result.newMatches += added;
      this.#result.endedMatches += ended;
      const written = await writeSignals(tx, this.#source.id, signals);
      for (const name of written.exploited) this.#exploited.add(name);
      this.#noteTime(written.newest);
      this.#result.signals += written.count;
      this.#result.added += wanted.length - before.length;
      this.#result.changed += before.length;
    });
    await this.#tell(told);
  }

  /** @param time ISO 8601; '' for none */
  #noteTime(time: string): void {
    if (time > this.#newest) this.#newest = time;
  }

  /** A feed with old data must not replace newer records. A time in the future is an error that must not block later corrections for ever. */
  #isOlder(modified: string | null, known: Date | null | undefined): boolean {
    if (this.#options.isForced || !known || known > this.#place.now()) return false;
    return modified !== null && new Date(modified) < known;
  }

  /** Otherwise a mirror with old data would look as fresh as its last answer. */
  async #reportOlder(): Promise<void> {
    const { older, records } = this.#result;
    if (older === 0) return;
    const message = `${older} of the ${records} records of ${this.#source.name} are older than the records in use. The source has probably returned to an earlier state. The newer records were kept.`;
    const mostOlder = Math.max(records * SMALLEST_SHARE, this.#options.isFull ? 0 : MOST_OLDER_CHANGES);
    if (older > mostOlder) throw badRequest(`${message} If the older records are right, ${HOW_TO_FORCE}`);
    await this.#tell([{ code: 'bad-advisory', path: this.#source.name, message }]);
  }

  async #removeRest(): Promise<void> {
    const { db } = this.#place;
    const stored = await listRecordIds(db, this.#source.id);
    const rest = stored.filter((id) => !this.#seen.has(id));
    this.#refuseLoss(stored.length - rest.length, stored.length, 'records');
    const names = await listExploitedNames(db, this.#source.id);
    if (this.#exploited.size > 0)
      this.#refuseLoss(
        names.filter((one) => this.#exploited.has(one)).length,
        names.length,
        'exploited vulnerabilities',
      );
    const { ended } = await removeRecords(db, rest, this.#order);
    this.#result.endedMatches += ended;
    this.#result.removed += rest.length;
    if (this.#exploited.size > 0)
      await db.transaction().execute(async (tx) => {
        await refreshExposuresOfVulnerabilities(tx, await keepExploitations(tx, this.#source.id, [...this.#exploited]));
      });
  }

  #refuseLoss(left: number, stored: number, what: string): void {
    if (this.#options.isForced || left >= stored * SMALLEST_SHARE) return;
    throw badRequest(
      `The source ${this.#source.name} has only ${left} of its ${stored} ${what} left. The missing ones were kept. If they are to be deleted, ${HOW_TO_FORCE}`,
    );
  }

  /** Times in the future say nothing about the age of data. */
  async #noteSuccess(): Promise<void> {
    const now = this.#place.now();
    const newest = this.#newest === '' ? now : new Date(this.#newest);
    // A source that has returned to an earlier state is only as fresh as its newest record.
    const isBehind = this.#options.isFull && this.#result.older > 0;
    const stated = (isBehind ? undefined : this.#options.dataAsOf) ?? newest;
    const dataAsOf = stated > now ? now : stated;
    await noteSuccess(this.#place.db, this.#source.id, {
      at: now,
      dataAsOf,
      isAgeStated: this.#options.dataAsOf !== undefined && !isBehind,
      etag: this.#options.etag,
      // After a delta, the stored data differ from the file.
      fingerprint: this.#options.isFull ? (this.#options.fingerprint ?? '') : '',
    });
  }
}

function newResult(source: AdvisorySource): ImportResult {
  return {
    source: source.name,
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
}

function repeatedRecord(id: string): JobIssue {
  return { code: 'bad-advisory', path: id, message: `The source has ${id} more than once; the last one counts.` };
}

function tooManyNames(id: string): JobIssue {
  return {
    code: 'limit-exceeded',
    path: id,
    message: `The aliases of ${id} would join more names than one vulnerability can have. The aliases were ignored, so it has no other names.`,
  };
}

/** Files of end-of-life dates are named after their product. */
function withProduct(one: EndOfLife, path: string): EndOfLife {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/i, '');
  return one.product === '' ? { ...one, product: name } : one;
}
