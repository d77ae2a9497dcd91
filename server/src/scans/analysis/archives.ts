// Searches the archives of a code base for packages and licenses, at any depth. Findings belong to the archive's file; the contents do not become
// files of the code base. Archives are read one after the other, with their own limits, and each result is stored at once: a killed scan continues
// with the next archive.

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Issue, LicenseMatch, NamedManifest, PackageFinding } from '@assay/scanner';
import { createNamedManifests, hintInTree, NAMING_MEMBERS, namesOf, readHint } from '@assay/scanner/analyze';
import { type ArchiveItem, archiveFormatOf, DEFAULT_ARCHIVE_LIMITS, readArchive } from '@assay/scanner/archives';
import { storableText } from '@assay/scanner/foreign-text';
import { itemAt } from '@assay/scanner/items';
import {
  factsBesidePackages,
  packagesOf,
  type WritingPool,
  type WrittenResult,
  writtenResult,
} from '@assay/scanner/pool';
import {
  type ArchiveContents,
  type ArchiveFindings,
  type FoundInArchive,
  listUnreadArchives,
  saveArchiveFindings,
} from '../../db/files/archive-findings.ts';
import { INCOMPLETE_VERSION } from '../../db/files/facts.ts';
import { addToJobCount } from '../../db/jobs.ts';
import { LEAST_CORPUS_BYTES } from '../../domain/derivation/corpus-match.ts';
import type { JobContext } from '../../queue/job-context.ts';
import { CorruptBlob, parseLocation } from '../../store/index.ts';
import { isWhole } from './analysis.ts';
import { writeBesideVersion } from './version-in-force.ts';

/** Limits for one archive, including nested ones. */
const SCANNED_ARCHIVE_LIMITS = {
  ...DEFAULT_ARCHIVE_LIMITS,
  entries: 1_000_000,
  totalBytes: 20e9,
  entryBytes: 2e9,
  deadlineMs: 15 * 60_000,
};
/** For one archive; an issue counts further files with findings. */
const MOST_FILES_WITH_FINDINGS = 50_000;
/** For the packages of one archive, because PostgreSQL refuses larger lists. */
const MOST_PACKAGES_BYTES = 192 * 1024 * 1024;
/** For one archive; an issue counts further files. */
const MOST_CONTENTS = 250_000;
const CONTENTS_PER_PART = 5000;
const MOST_ISSUES = 100;
const FILES_PER_MESSAGE = 64;
const BYTES_PER_MESSAGE = 2 * 1024 * 1024;
const HEAD_BYTES = 512;

export interface ArchiveOptions {
  pool: WritingPool;
  projectId: number;
  analyzerVersion: string;
  /** Findings from before this time are made again. */
  since: Date;
}

/** Adds the number of files read in archives to the job's count. */
export async function lookIntoArchives(context: JobContext, options: ArchiveOptions): Promise<void> {
  const { app, job } = context;
  const archives = await listUnreadArchives(app.db, options.projectId, options);
  if (archives.length === 0) return;
  const count = { jobId: job.id, what: 'archivesRead', analyzerVersion: options.analyzerVersion } as const;
  const folder = join(app.folder.temporary, `archives-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    for (const [index, { sha256, path, location }] of archives.entries()) {
      await context.checkpoint({ phase: 'Looking into archives', done: index, total: archives.length });
      const file = join(folder, 'archive');
      try {
        await pipeline(app.store.stream(parseLocation(location)), createWriteStream(file, { mode: 0o600 }), {
          signal: context.signal,
        });
      } catch (error) {
        // The analysis of the file itself has reported its damaged bytes.
        if (error instanceof CorruptBlob) continue;
        throw error;
      }
      const reading = new ArchiveReading(options.pool);
      const isArchive = await reading.read(file, path, folder, context.signal);
      context.signal.throwIfAborted();
      const analyzerVersion = reading.isWhole ? options.analyzerVersion : INCOMPLETE_VERSION;
      await writeBesideVersion(app, (inForce, check) =>
        app.db.transaction().execute(async (tx) => {
          const versions = { analyzerVersion, inForce: inForce.analyzerVersion };
          await saveArchiveFindings(tx, sha256, versions, reading.findings());
          await check();
          if (isArchive) await addToJobCount(count, 1).execute(tx);
        }),
      );
      await rm(file, { force: true });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

class ArchiveReading {
  isWhole = true;
  readonly #pool: WritingPool;
  readonly #named = createNamedManifests();
  readonly #files: FoundInArchive[] = [];
  /** Files that other manifests name, with their findings as manifests. They replace those of the first reading. */
  readonly #filesAgain = new Map<string, FoundInArchive>();
  readonly #licenses = new Map<string, LicenseMatch & { via: string }>();
  readonly #issues: ArchiveFindings['issues'] = [];
  readonly #underWay = new Set<Promise<void>>();
  readonly #contents: ArchiveContents[] = [];
  #contentCount = 0;
  #contentsLeftOut = 0;
  #batch: { path: string; bytes: Uint8Array }[] = [];
  #batchBytes = 0;
  #fileCount = 0;
  #packagesBytes = 0;
  #filesLeftOut = 0;
  #issuesLeftOut = 0;
  #failure: unknown;

  constructor(pool: WritingPool) {
    this.#pool = pool;
  }

  /** False if the file is a document by its name, whatever its bytes are. */
  async read(file: string, path: string, temporaryFolder: string, signal: AbortSignal): Promise<boolean> {
    const head = await headOf(file);
    if (archiveFormatOf(path, head) === undefined) {
      if (archiveFormatOf('', head) !== undefined) return false;
      this.#tell({
        code: 'unsupported-archive',
        message: 'This kind of archive cannot be read, so it was not searched.',
      });
      return true;
    }
    const items = () =>
      readArchive(file, {
        limits: SCANNED_ARCHIVE_LIMITS,
        expansion: 'recursive',
        archiveDirSuffix: '!',
        deleteArchiveAfterExpand: true,
        temporaryFolder,
        signal,
      });
    await this.#analyze(items(), (issue) => this.#tell(issue));
    await this.#followNamed(items);
    return true;
  }

  async #analyze(items: AsyncIterable<ArchiveItem>, onIssue: (issue: Issue) => void): Promise<void> {
    for await (const item of items) {
      if (item.type === 'file') await this.#take(item.path, item.bytes);
      else if (item.type === 'stream') await this.#takeStream(item.path, item.stream);
      else if (item.type === 'issue') onIssue(item.issue);
      if (this.#failure) throw this.#failure;
    }
    await this.#send();
    await Promise.all(this.#underWay);
    if (this.#failure) throw this.#failure;
  }

  /** Reads the archive again for manifests that others in it name, once to see which are there, and once for their bytes. */
  async #followNamed(items: () => AsyncIterable<ArchiveItem>): Promise<void> {
    const present = new Set<string>();
    while (this.#named.isOpen()) {
      const wanted = new Set(this.#named.wanted());
      if (wanted.size > 0) for await (const { path } of filesOf(items(), wanted)) present.add(path);
      const fresh = new Set(this.#named.settle(present));
      // The first reading has told the issues of the archive itself.
      if (fresh.size > 0) await this.#analyze(filesOf(items(), fresh), () => undefined);
    }
    for (const { code, path, message } of this.#named.issues()) this.#tell({ code, message: `${path}: ${message}` });
  }

  findings(): ArchiveFindings {
    const issues = [...this.#issues];
    if (this.#filesLeftOut > 0)
      issues.push({
        code: 'limit-exceeded',
        message: `This archive has too many files with licenses or packages. ${this.#files.length} were stored, ${this.#filesLeftOut} were left out.`,
      });
    if (this.#contentsLeftOut > 0)
      issues.push({
        code: 'limit-exceeded',
        message: `This archive has too many files. ${this.#contentCount} are compared with known packages, ${this.#contentsLeftOut} are not.`,
      });
    if (this.#issuesLeftOut > 0)
      issues.push({ code: 'limit-exceeded', message: `${this.#issuesLeftOut} more issues inside this archive.` });
    return {
      fileCount: this.#fileCount,
      contents: this.#contents,
      // Threads return results in any order.
      files: [...this.#files.filter(({ path }) => !this.#filesAgain.has(path)), ...this.#filesAgain.values()].sort(
        (a, b) => (a.path < b.path ? -1 : 1),
      ),
      licenses: [...this.#licenses.values()].sort((a, b) => (a.expression < b.expression ? -1 : 1)),
      issues,
    };
  }

  async #take(path: string, bytes: Uint8Array): Promise<void> {
    this.#batch.push({ path, bytes });
    this.#batchBytes += bytes.length;
    if (this.#batch.length >= FILES_PER_MESSAGE || this.#batchBytes >= BYTES_PER_MESSAGE) await this.#send();
  }

  async #takeStream(path: string, stream: AsyncIterable<Uint8Array>): Promise<void> {
    let isBroken = false;
    const chunks = (async function* () {
      try {
        yield* stream;
      } catch {
        // The next item of the archive gives the reason; the bytes read so far are dropped.
        isBroken = true;
      }
    })();
    const result = await this.#pool.runStream(chunks, hintInTree(path, this.#named.namedAs));
    if (!isBroken) this.#keep(path, writtenResult(result));
  }

  async #send(): Promise<void> {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = [];
    this.#batchBytes = 0;
    while (this.#underWay.size > this.#pool.threads) await Promise.race(this.#underWay);
    const work = this.#pool
      .runWritten(batch.map(({ path, bytes }) => ({ bytes, hint: hintInTree(path, this.#named.namedAs) })))
      .then((results) => {
        for (const [index, result] of results.entries()) this.#keep(itemAt(batch, index).path, result);
      })
      .catch((error) => {
        this.#failure ??= error;
      })
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  #keep(path: string, result: WrittenResult): void {
    const { summary, issues } = result;
    const isAgain = this.#named.namedAs.has(path);
    if (!isAgain) this.#fileCount++;
    if (!isWhole(issues)) this.isWhole = false;
    for (const { code, message } of issues)
      if (!isAgain || code === 'bad-manifest') this.#tell({ code, message: `${path}: ${message}` });
    const { spdx, hasPackages, language } = summary;
    if (!isAgain) this.#keepContent(path, summary);
    if (hasPackages) this.#named.add(path, this.#namesOf(path, result));
    if (spdx.length === 0 && !hasPackages) return;
    const packages = ownPackages(result);
    const isRoom = this.#packagesBytes + packages.length <= MOST_PACKAGES_BYTES;
    if (this.#files.length >= MOST_FILES_WITH_FINDINGS || !isRoom) {
      this.#filesLeftOut++;
      return;
    }
    this.#packagesBytes += packages.length;
    const found = { path, spdx, packages, isSource: language !== '' };
    if (isAgain) this.#filesAgain.set(path, found);
    else this.#files.push(found);
    for (const match of factsBesidePackages(result).licenses) {
      const known = this.#licenses.get(match.expression);
      // The first in order of paths, whichever thread was faster.
      if (!known || path < known.via) this.#licenses.set(match.expression, { ...match, via: path });
    }
  }

  #namesOf(path: string, result: WrittenResult): NamedManifest[] {
    const { manifest } = readHint(hintInTree(path, this.#named.namedAs));
    if (!NAMING_MEMBERS.includes(manifest)) return [];
    return namesOf({ packages: JSON.parse(Buffer.from(packagesOf(result)).toString()) as PackageFinding[] });
  }

  /** Keeps the digest of a file for the comparison with the corpus. */
  #keepContent(path: string, { sha256, sizeBytes }: WrittenResult['summary']): void {
    if (sizeBytes < LEAST_CORPUS_BYTES || sha256 === '') return;
    if (this.#contentCount >= MOST_CONTENTS) {
      this.#contentsLeftOut++;
      return;
    }
    let part = this.#contents.at(-1);
    if (part === undefined || part.paths.length >= CONTENTS_PER_PART) {
      part = { paths: [], digests: [] };
      this.#contents.push(part);
    }
    part.paths.push(storableText(path));
    part.digests.push(Buffer.from(sha256, 'hex'));
    this.#contentCount++;
  }

  #tell({ code, message }: Pick<Issue, 'code' | 'message'>): void {
    // The archive reader's messages speak only of uploads.
    const said = message.replace('The uploaded archive', 'The archive');
    if (this.#issues.length < MOST_ISSUES) this.#issues.push({ code, message: said });
    else this.#issuesLeftOut++;
  }
}

/** The wanted files of an archive. All others are passed over. */
async function* filesOf(
  items: AsyncIterable<ArchiveItem>,
  wanted: ReadonlySet<string>,
): AsyncGenerator<Extract<ArchiveItem, { type: 'file' | 'stream' }>, void> {
  for await (const item of items) {
    if (item.type !== 'file' && item.type !== 'stream') continue;
    if (wanted.has(item.path)) yield item;
    if (item.type === 'stream') item.stream.destroy();
  }
}

/** Copies a few bytes of a batch's answer, because a view would keep the whole answer in memory. */
function ownPackages(result: WrittenResult): Uint8Array {
  const packages = packagesOf(result);
  return packages.length * 2 > packages.buffer.byteLength ? packages : new Uint8Array(packages);
}

async function headOf(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
