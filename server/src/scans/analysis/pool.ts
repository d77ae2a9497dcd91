// The analyser's threads, which start with the first scan of a worker and stay for the next ones, until a large inventory is made and no scan uses
// them. They have the current license rules, the custom licenses of the library and the search terms of a scan profile. If these change, the next
// scan gets new threads and a new analyser version, while running scans end on the old ones.
import { createHash } from 'node:crypto';
import { analyzerVersion } from '@assay/scanner/analyze';
import type { LicenseIndex } from '@assay/scanner/licenses';
import { createAnalyzerPool, type WritingPool } from '@assay/scanner/pool';
import type { App } from '../../app.ts';
import type { FactsVersion } from '../../db/files/facts.ts';
import { listCustomLicenseTexts, stampOfCustomLicenses } from '../../db/licenses.ts';
import { siteSettings } from '../../db/site-settings.ts';
import { isDetectable, LONGEST_TEXT_TO_DETECT } from '../../domain/licenses/custom-license.ts';
import { type IndexSource, indexOf } from './license-index.ts';
import { importedRules, readImportedIndex } from './license-rules.ts';

const FILE_DEADLINE_MS = 60_000;
const THREAD_MEMORY_MB = 512;

export interface ScanPool {
  pool: WritingPool;
  /** Facts of another version are not used. */
  version: FactsVersion;
}

interface OpenPool extends ScanPool {
  /** Digest of its rules and custom licenses. */
  rules: string;
  /** The search terms of its threads, as JSON. */
  terms: string;
  users: number;
}

let current: OpenPool | undefined;
/** Replaced pools that a scan still uses. */
const retired = new Set<OpenPool>();
/** Only one pool is opened at a time, so that two scans that start together share it. */
let opening: Promise<unknown> = Promise.resolve();

/** Runs `work` with a pool that has the current rules and these search terms. The pool stays until the work ends. */
export async function withScanPool<T>(
  app: App,
  searchTerms: readonly string[],
  work: (pool: ScanPool) => Promise<T>,
): Promise<T> {
  const opened = opening.then(() => takePool(app, searchTerms));
  opening = opened.catch(() => undefined);
  const pool = await opened;
  try {
    return await work(pool);
  } finally {
    pool.users--;
    await closeUnused();
  }
}

async function takePool(app: App, searchTerms: readonly string[]): Promise<OpenPool> {
  const rules = await rulesInForce(app);
  const terms = JSON.stringify([...searchTerms].sort());
  if (current?.rules !== rules.digest || current.terms !== terms) {
    const index = await indexOf(rules);
    if (current) retired.add(current);
    current = {
      ...openPool(app.config.scanThreads, index, searchTerms, rules.readsDocuments),
      rules: rules.digest,
      terms,
    };
    await closeUnused();
  }
  current.users++;
  return current;
}

let lastVersion: { stamp: string; version: FactsVersion } | undefined;

/** The version of the facts that a scan would make now. Cheap while nothing changes, because pages ask for it. */
export async function scanVersion(app: App): Promise<FactsVersion> {
  const stamp = await stampOfRules(app);
  if (lastVersion?.stamp !== stamp) {
    const rules = await rulesInForce(app);
    lastVersion = { stamp, version: versionOf(await indexOf(rules), rules.readsDocuments) };
  }
  return lastVersion.version;
}

/** The rules that a scan would use now. */
export const indexInForce = async (app: App): Promise<LicenseIndex> => indexOf(await rulesInForce(app));

/** Changes with the current rules, and sometimes without need, because it does not read the texts of custom licenses. */
async function stampOfRules(app: App): Promise<string> {
  const imported = await importedRules(app);
  const { documentTexts } = await siteSettings(app.db);
  return JSON.stringify([app.folder.root, imported?.sha256, documentTexts, await stampOfCustomLicenses(app.db)]);
}

/** Without the search terms, because facts do not contain their hits. */
const versionOf = (index: LicenseIndex, readsDocuments: boolean): FactsVersion => ({
  analyzerVersion: analyzerVersion(index, [], readsDocuments),
  exceptDocuments: analyzerVersion(index, [], !readsDocuments),
});

interface Rules extends IndexSource {
  /** Whether the texts of documents are searched too: a setting of the installation. */
  readsDocuments: boolean;
}

async function rulesInForce(app: App): Promise<Rules> {
  const extras = (await listCustomLicenseTexts(app.db, LONGEST_TEXT_TO_DETECT)).map(({ reference, names, text }) => ({
    expression: reference,
    names,
    text: isDetectable(text) ? text : '',
  }));
  const imported = await importedRules(app);
  const { documentTexts: readsDocuments } = await siteSettings(app.db);
  const digest = createHash('sha256')
    .update(JSON.stringify([imported?.sha256, extras, readsDocuments]))
    .digest('hex');
  return { readImported: imported && (() => readImportedIndex(app, imported)), extras, readsDocuments, digest };
}

function openPool(
  threads: number,
  index: LicenseIndex,
  searchTerms: readonly string[],
  readsDocuments: boolean,
): Omit<OpenPool, 'rules' | 'terms'> {
  return {
    pool: createAnalyzerPool({
      threads,
      licenseIndexBuffer: index.buffer,
      searchTerms,
      readsDocuments,
      digestsEvidence: true,
      deadlineMs: FILE_DEADLINE_MS,
      memoryLimitMb: THREAD_MEMORY_MB,
      givesWay: true,
    }),
    version: versionOf(index, readsDocuments),
    users: 0,
  };
}

/** Ends the threads if no scan uses them, because their heaps would stay in memory beside large work. The next scan starts new ones. */
export async function closeIdleScanPool(): Promise<void> {
  const closed = opening.then(async () => {
    if (current === undefined || current.users > 0) return;
    const { pool } = current;
    current = undefined;
    await pool.close();
  });
  opening = closed.catch(() => undefined);
  await closed;
}

async function closeUnused(): Promise<void> {
  const unused = [...retired].filter((pool) => pool.users === 0);
  for (const pool of unused) retired.delete(pool);
  await Promise.all(unused.map(({ pool }) => pool.close()));
}

export async function closeScanPool(): Promise<void> {
  const all = [...retired, ...(current ? [current] : [])];
  retired.clear();
  current = undefined;
  await Promise.all(all.map(({ pool }) => pool.close()));
}
