// The first half of a scan: analyses every unknown content of the code base and stores its facts. Each batch is committed, so a killed scan continues
// where it stopped, and the next scan of the same bytes has nothing to do.

import { addAbortSignal } from 'node:stream';
import type { Issue, SearchTermHit } from '@assay/scanner';
import { MAX_MANIFEST_BYTES, readHint } from '@assay/scanner/analyze';
import { isDocumentName, MAX_DOCUMENT_BYTES, streamedDocumentIssue } from '@assay/scanner/documents';
import { firstOf, itemAt } from '@assay/scanner/items';
import { type WritingPool, type WrittenResult, writtenResult } from '@assay/scanner/pool';
import { UPLOAD_AGAIN } from '../../contents/stored-bytes.ts';
import { copyFacts, type FactsRow, type FactsVersion, INCOMPLETE_VERSION } from '../../db/files/facts.ts';
import { saveSearchHits } from '../../db/files/search-hits.ts';
import {
  countAnalyzed,
  eachUnanalyzed,
  type GivenHints,
  type Unanalyzed,
  type WantedFacts,
} from '../../db/files/unanalyzed.ts';
import type { JobIssue } from '../../db/job-issues.ts';
import { addToJobCount } from '../../db/jobs.ts';
import type { JobContext } from '../../queue/job-context.ts';
import { type BlobLocation, CorruptBlob, parseLocation } from '../../store/index.ts';
import { assertInForce, writeBesideVersion } from './version-in-force.ts';

const ROWS_PER_QUERY = 1000;
const FILES_PER_MESSAGE = 64;
const BYTES_PER_MESSAGE = 2 * 1024 * 1024;
/** Larger files are streamed through the analyser on their own. */
const LARGEST_IN_MEMORY_BYTES = 8 * 1024 * 1024;
/** Facts are written when this many are ready, or after this time: a killed scan loses no more than that. */
const ROWS_PER_COPY = 1000;
const COPY_INTERVAL_MS = 500;

export interface AnalysisOptions {
  pool: WritingPool;
  projectId: number;
  totalFiles: number;
  wanted: WantedFacts;
  isForced: boolean;
  /** Rejects with VersionOvertaken, and writes nothing more, if other rules come into force. */
  endsWhenOvertaken?: boolean;
  /** Only these contents, under hints that other files give them. They are not counted again. */
  given?: GivenHints;
}

/** Adds the number of analysed contents to the job's count. Returns issues of files with damaged bytes in the store. */
export async function analyzeCodebase(context: JobContext, options: AnalysisOptions): Promise<JobIssue[]> {
  const { app } = context;
  const { projectId, wanted, given, totalFiles } = options;
  const known = given === undefined ? await countAnalyzed(app.db, projectId, wanted) : totalFiles;
  const run = new AnalysisRun(context, options, known);
  try {
    await eachUnanalyzed(app.db, projectId, wanted, ROWS_PER_QUERY, (rows) => run.analyze(rows), given);
    await run.finish();
  } finally {
    // The job may begin again at once, and must not count contents that this run is still writing.
    await run.settled();
  }
  return run.unreadable;
}

class AnalysisRun {
  readonly unreadable: JobIssue[] = [];
  readonly #context: JobContext;
  readonly #options: AnalysisOptions;
  readonly #underWay = new Set<Promise<void>>();
  #filesDone: number;
  #results: FactsRow[] = [];
  #hits: { sha256: string; hits: SearchTermHit[] }[] = [];
  #writing: Promise<void> = Promise.resolve();
  #writtenAt = performance.now();
  #failure: unknown;

  constructor(context: JobContext, options: AnalysisOptions, filesKnown: number) {
    this.#context = context;
    this.#options = options;
    this.#filesDone = filesKnown;
  }

  async analyze(rows: Unanalyzed[]): Promise<void> {
    const small = rows.filter((row) => row.size_bytes <= LARGEST_IN_MEMORY_BYTES);
    await this.#analyzeSmall(small);
    for (const row of rows) if (row.size_bytes > LARGEST_IN_MEMORY_BYTES) await this.#analyzeLarge(row);
  }

  async finish(): Promise<void> {
    await Promise.all(this.#underWay);
    await this.#write();
    await this.#writing;
    if (this.#failure) throw this.#failure;
    await this.#progress();
  }

  /** Resolves when nothing is analysed or written any more, also after a failure. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
    await this.#writing;
  }

  /** Reads bytes in the order of the store, so that each block is decompressed once. */
  async #analyzeSmall(rows: Unanalyzed[]): Promise<void> {
    const { app, signal } = this.#context;
    const byDigest = Map.groupBy(rows, (row) => row.sha256.toString('hex'));
    const locations: BlobLocation[] = [...byDigest.values()].map((alike) => parseLocation(firstOf(alike).location));
    let batch: { row: Unanalyzed; bytes: Uint8Array }[] = [];
    let batchBytes = 0;
    for await (const item of app.store.readMany(locations, { signal })) {
      if (item.type !== 'bytes') {
        if (item.type === 'stream')
          throw new Error(`The store streams ${item.location.sha256}, which is small enough for memory.`);
        this.#cannotRead(byDigest.get(item.location.sha256) ?? [], item.error);
        continue;
      }
      for (const row of byDigest.get(item.location.sha256) ?? []) {
        batch.push({ row, bytes: item.bytes });
        batchBytes += row.size_bytes;
      }
      if (batch.length >= FILES_PER_MESSAGE || batchBytes >= BYTES_PER_MESSAGE) {
        await this.#send(batch);
        batch = [];
        batchBytes = 0;
      }
    }
    if (batch.length > 0) await this.#send(batch);
  }

  /** One batch more than there are threads is in progress, so that no thread waits. */
  async #send(batch: { row: Unanalyzed; bytes: Uint8Array }[]): Promise<void> {
    while (this.#underWay.size > this.#options.pool.threads) await Promise.race(this.#underWay);
    if (this.#failure) throw this.#failure;
    const work = this.#options.pool
      .runWritten(batch.map(({ row, bytes }) => ({ bytes, hint: row.hint, known: digestsOf(row) })))
      .then((results) => {
        for (const [index, result] of results.entries()) this.#keep(itemAt(batch, index).row, result);
      })
      .catch((error) => {
        this.#failure ??= error;
      })
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
    await this.#progress();
    await this.#writeWhenDue();
  }

  /** A large manifest, or a document that needs its text searched, must be read whole. Every other large file is read in windows. */
  async #analyzeLarge(row: Unanalyzed): Promise<void> {
    const { signal } = this.#context;
    const { store } = this.#context.app;
    const { pool } = this.#options;
    const location = parseLocation(row.location);
    try {
      const isManifest = readHint(row.hint).manifest !== '' && row.size_bytes <= MAX_MANIFEST_BYTES;
      const isDocument = pool.readsDocuments && isDocumentName(row.path) && row.size_bytes <= MAX_DOCUMENT_BYTES;
      if (isManifest || isDocument) {
        return await this.#send([{ row, bytes: await inSharedMemory(store.stream(location), row.size_bytes) }]);
      }
      const { findings, issues } = await pool.runStream(addAbortSignal(signal, store.stream(location)), row.hint);
      const unread = pool.readsDocuments ? streamedDocumentIssue(findings) : undefined;
      this.#keep(row, writtenResult({ findings, issues: unread ? [...issues, unread] : issues }));
    } catch (error) {
      if (!(error instanceof CorruptBlob)) throw error;
      this.#cannotRead([row], error);
    }
    await this.#progress();
    await this.#writeWhenDue();
  }

  /** Files at a damaged place in the store get an issue; the next scan tries them again. */
  #cannotRead(rows: Unanalyzed[], error: Error): void {
    this.#context.log.error({ err: error }, 'a stored file cannot be read');
    for (const row of rows) {
      this.#filesDone += row.copies;
      this.unreadable.push({
        code: 'unreadable',
        path: row.path,
        message: `The stored bytes of this file are damaged, so it was not analysed: ${error.message} ${UPLOAD_AGAIN}`,
      });
    }
  }

  #keep(row: Unanalyzed, { facts, summary, issues }: WrittenResult): void {
    this.#filesDone += row.copies;
    const sha256 = row.sha256.toString('hex');
    const { searchTerms: hits, sha256: _sha256, sizeBytes: _size, ...known } = summary;
    if (isWhole(issues)) this.#hits.push({ sha256, hits });
    this.#results.push({
      sha256,
      hint: row.hint,
      analyzerVersion: isWhole(issues) ? this.#options.wanted.analyzerVersion : INCOMPLETE_VERSION,
      facts,
      issues: issues.map(({ code, message }) => ({ code, message })),
      ...known,
    });
  }

  async #writeWhenDue(): Promise<void> {
    const isDue = this.#results.length >= ROWS_PER_COPY || performance.now() - this.#writtenAt >= COPY_INTERVAL_MS;
    if (isDue) await this.#write();
  }

  /** Writes the collected facts, one COPY at a time. */
  async #write(): Promise<void> {
    this.#writtenAt = performance.now();
    if (this.#results.length === 0) return;
    await this.#writing;
    const rows = this.#results;
    const hits = this.#hits;
    this.#results = [];
    this.#hits = [];
    this.#writing = this.#copy(rows, hits).catch((error) => {
      this.#failure ??= error;
    });
  }

  async #copy(rows: FactsRow[], hits: { sha256: string; hits: SearchTermHit[] }[]): Promise<void> {
    const { app, job } = this.#context;
    const { wanted, isForced, endsWhenOvertaken, given } = this.#options;
    const count = { jobId: job.id, what: 'analyzed', analyzerVersion: wanted.analyzerVersion } as const;
    const { sql, parameters } = addToJobCount(count, rows.length).compile(app.db);
    const write = (inForce: FactsVersion, check: () => Promise<void>) =>
      copyFacts(app.pool, rows, {
        replaceAll: isForced,
        inForce,
        beforeCommit: async (client) => {
          await check();
          // Comes last, because it locks the job's row, and the check may have to load rules.
          if (given === undefined) await client.query(sql, [...parameters]);
        },
      });
    // Before the facts: contents without hits are analysed again, and if their facts were stored they would be counted twice.
    if (wanted.searchSetId !== null) await saveSearchHits(app.db, wanted.searchSetId, hits);
    if (endsWhenOvertaken) await write(wanted, () => assertInForce(app, wanted));
    else await writeBesideVersion(app, write);
  }

  #progress(): Promise<void> {
    return this.#context.checkpoint({
      phase: 'Analysing files',
      done: this.#filesDone,
      total: this.#options.totalFiles,
    });
  }
}

/** A file in the form for a thread, collected piece by piece: otherwise 60 MB would be read, checked and copied at once. */
async function inSharedMemory(pieces: AsyncIterable<Uint8Array>, sizeBytes: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(new SharedArrayBuffer(sizeBytes));
  let end = 0;
  for await (const piece of pieces) {
    bytes.set(piece, end);
    end += piece.length;
  }
  return bytes;
}

function digestsOf(row: Unanalyzed) {
  return { md5: row.md5.toString('hex'), sha1: row.sha1.toString('hex'), sha256: row.sha256.toString('hex') };
}

/** A file that ran out of time or memory may succeed next time, when the machine has less to do. */
export function isWhole(issues: Issue[]): boolean {
  return !issues.some(({ code }) => code === 'deadline' || code === 'out-of-memory' || code === 'internal');
}
