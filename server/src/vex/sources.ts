// Sources of VEX: stores their documents, and lets every change of a source decide, or stop deciding, in all projects at once. The statements decide
// whenever a version is matched with advisories (analysis-rules/settle-vex.ts).
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { advisoryFiles } from '@assay/scanner/advisories';
import { productKey, type VexStatement, type VexTarget } from '@assay/scanner/vex';
import { csafDocuments, isCsafProvider } from '../advisories/csaf-provider.ts';
import { fileNameOf, sinceLast, type UpdatePlace } from '../advisories/update.ts';
import { settleVex, type VexSettled } from '../analysis-rules/settle-vex.ts';
import { ADVISORIES_LOCK, lockUntilEnd } from '../db/postgres/advisory-locks.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';
import { listVersionsOfVex, listVexDecisions } from '../db/vulnerabilities/vex-decisions.ts';
import {
  countsOfTargets,
  deleteVexDocument,
  deleteVexSource,
  findVexDocument,
  findVexSource,
  insertVexDocument,
  type NewVexStatement,
  noteVexFailure,
  noteVexOriginal,
  noteVexUpdate,
  saveVexSource,
  type VexDocumentRow,
  type VexSource,
} from '../db/vulnerabilities/vex-sources.ts';
import { changeOfDocument, type VexDocumentChange, type VexRevision } from '../domain/vulnerabilities/vex.ts';
import { notFound } from '../errors.ts';
import { DataRefused, IssueList } from '../project-data/document.ts';
import { readSent } from '../project-data/reading/index.ts';
import type { SentVex } from '../project-data/reading/readings.ts';

/** A document keeps so many of its issues; it counts all of them. */
const MOST_ISSUES = 100;

/** Grows when more is read of documents: 2 since the parts of products, and products that are no packages, are stored. */
const READING = 2;

interface Place {
  db: Db;
  now(): Date;
}

/** Puts bytes into the store and returns their digest. */
export type Keep = (bytes: Uint8Array) => Promise<Buffer>;

export interface VexImported extends VexSettled {
  change: VexDocumentChange;
  document: string;
  format: string;
  supplier: string;
  statements: number;
  /** Statements that name no package and no product. */
  leftOut: number;
  /** Statements that decide only in projects that say that they are the product. */
  ofProducts: number;
  issues: { path: string; message: string }[];
  issueCount: number;
}

/** Throws DataRefused, with a sentence, if it is no VEX document. */
export async function readVexDocument(bytes: Uint8Array, signal?: AbortSignal) {
  const issues = new IssueList();
  const document = await readSent({ kind: 'vex', bytes: new Uint8Array(bytes).buffer }, issues, { signal });
  return { document, issues, bytes };
}

/** Adds a document to a source, or replaces its earlier revision, and decides by it. An unknown source is created. */
export async function importVexDocument(
  place: Place,
  sourceName: string,
  { document, issues, bytes }: { document: SentVex; issues: IssueList; bytes: Uint8Array },
  from: { name: string; by: string; keep: Keep },
): Promise<VexImported> {
  const name = (document.id || from.name || document.sha256).slice(0, 2000);
  const statements = document.statements.map(storedStatement);
  const about = issues.all().map(({ path, message }) => ({ path, message }));
  const answer = {
    document: name,
    format: document.format,
    supplier: document.supplier,
    statements: statements.length,
    ...countsOfTargets(statements),
    issues: about.slice(0, MOST_ISSUES),
    issueCount: issues.count,
  };
  const sent = {
    sha256: document.sha256,
    datedAt: document.datedOn === '' ? null : new Date(document.datedOn),
    revision: document.revision,
  };
  const known = await findVexSource(place.db, sourceName);
  const kept = known && (await findVexDocument(place.db, known.id, name));
  const early = changeBy(kept, sent);
  // Nothing is stored for a document that is there already, or that a later one has replaced.
  if (early === 'OLDER' || (early === 'SAME' && kept?.original))
    return { ...answer, change: early, decided: 0, ended: 0 };
  // Nothing waits for the store under the lock; what no document names is collected.
  const original = await from.keep(bytes);
  return place.db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, ADVISORIES_LOCK);
    if ((await findVexSource(tx, sourceName)) === undefined) await saveVexSource(tx, sourceName, {});
    const source = await requireVexSource(tx, sourceName);
    const stored = await findVexDocument(tx, source.id, name);
    const change = changeBy(stored, sent);
    if (stored !== undefined && change === 'SAME') await noteVexOriginal(tx, stored.id, original);
    if (change === 'SAME' || change === 'OLDER') return { ...answer, change, decided: 0, ended: 0 };
    const settled = await changing(tx, stored && { documentId: stored.id }, async () => {
      if (stored) await deleteVexDocument(tx, stored.id);
      const documentId = await insertVexDocument(
        tx,
        {
          ...{ sourceId: source.id, name, format: document.format, supplier: document.supplier },
          ...{ revision: sent.revision, datedAt: sent.datedAt, sha256: Buffer.from(sent.sha256, 'hex'), original },
          ...{ issues: answer.issues, issueCount: issues.count, receivedBy: from.by, receivedAt: place.now() },
          reading: READING,
        },
        statements,
      );
      return { documentId };
    });
    return { ...answer, change, ...settled };
  });
}

function storedStatement({ place, names, written, analysis, statedOn, targets }: VexStatement): NewVexStatement {
  return {
    ...{ place, written, analysis, statedOn },
    names: [...new Set(names.map((name) => name.trim().toLowerCase()))],
    targets: targets.flatMap(storedTargets),
  };
}

/** The same bytes are stored again if less of them was read before. */
function changeBy(stored: VexDocumentRow | undefined, sent: VexRevision): VexDocumentChange {
  const change = changeOfDocument(stored && { ...stored, sha256: stored.sha256.toString('hex') }, sent);
  return change === 'SAME' && stored !== undefined && stored.reading < READING ? 'REPLACED' : change;
}

/** One for each name of the product. A statement about a part of a product says nothing about the part elsewhere. */
function storedTargets(target: VexTarget): NewVexStatement['targets'] {
  const part = target.part === '' ? undefined : productKey(target.part);
  if (target.part !== '' && part === undefined) return [];
  const keys = [target.product, ...(target.names ?? [])].flatMap((text) => productKey(text) ?? []);
  return keys.map((key) => ({ ...key, partType: part?.type ?? '', partName: part?.name ?? '', target }));
}

export async function requireVexSource(db: Db, name: string): Promise<VexSource> {
  const source = await findVexSource(db, name);
  if (source === undefined) throw notFound('Source of VEX', name);
  return source;
}

/** Creates or changes a source. Where it is switched off, everything that it decided is open again. */
export async function setVexSource(
  db: Db,
  name: string,
  change: { location?: string; isEnabled?: boolean; suppresses?: boolean },
): Promise<VexSettled> {
  return db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, ADVISORIES_LOCK);
    const source = await findVexSource(tx, name);
    const of = source && { sourceId: source.id };
    return changing(tx, of, async () => {
      await saveVexSource(tx, name, change);
      return of;
    });
  });
}

export async function removeVexSource(db: Db, name: string): Promise<VexSettled> {
  return db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, ADVISORIES_LOCK);
    const { id } = await requireVexSource(tx, name);
    return changing(tx, { sourceId: id }, async () => {
      await deleteVexSource(tx, id);
      return undefined;
    });
  });
}

type Scope = { sourceId: number } | { documentId: number };

/** @param change returns what the statements belong to after it */
async function changing(tx: Tx, of: Scope | undefined, change: () => Promise<Scope | undefined>): Promise<VexSettled> {
  const before = of ? await listVersionsOfVex(tx, of) : [];
  const own = await listVexDecisions(tx, before);
  const now = await change();
  const known = new Set(before);
  const added = now ? (await listVersionsOfVex(tx, now)).filter((id) => !known.has(id)) : [];
  const others = await listVexDecisions(tx, added);
  return settleVex(tx, [...before, ...added], [...own, ...others]);
}

const MOST_BYTES = 1e9;
const DOWNLOAD_MS = 30 * 60_000;

export interface VexUpdate {
  source: string;
  documents: number;
  added: number;
  replaced: number;
  older: number;
  decided: number;
  ended: number;
  /** Files that are no VEX documents. */
  unread: { path: string; message: string }[];
}

/** Fetches the documents of a source again. Those that its address no longer has stay. Throws a sentence if it cannot be read to its end. */
export async function updateVexSource(
  place: UpdatePlace,
  source: VexSource,
  options: {
    signal?: AbortSignal;
    onProgress?(done: number): Promise<void> | void;
    by: string;
    keep: Keep;
    isForced?: boolean;
  },
): Promise<VexUpdate> {
  const folder = join(place.temporaryFolder, `vex-${source.id}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await fetchDocuments(place, source, folder, options);
  } catch (error) {
    await noteVexFailure(place.db, source.id, place.now(), (error as Error).message);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fetchDocuments(
  place: UpdatePlace,
  source: VexSource,
  folder: string,
  { signal, onProgress, by, keep, isForced = false }: Parameters<typeof updateVexSource>[2],
): Promise<VexUpdate> {
  const at = place.now();
  const result: VexUpdate = {
    ...{ source: source.name, documents: 0, added: 0, replaced: 0, older: 0, decided: 0, ended: 0, unread: [] },
  };
  let [etag, signatures] = [source.etag, ''];
  const files = async () => {
    if (isCsafProvider(source.location))
      return csafDocuments(source.location, {
        outgoing: place.outgoing,
        folder,
        since: isForced ? undefined : (source.updatedAt ?? undefined),
        resume: undefined,
        onPosition: () => undefined,
        onSignatures: (words) => {
          signatures = words;
        },
        ...(signal ? { signal } : {}),
      });
    const file = join(folder, fileNameOf(source.location));
    const told = await place.outgoing.download(source.location, file, {
      maxBytes: MOST_BYTES,
      timeoutMs: DOWNLOAD_MS,
      headers: isForced ? {} : sinceLast(source.etag),
      ...(signal ? { signal } : {}),
    });
    if (told.status === 304) return undefined;
    etag = told.etag || told.lastModified;
    return advisoryFiles(file, { temporaryFolder: folder, signal });
  };
  for await (const one of (await files()) ?? []) {
    if (one.type === 'end') {
      if (one.problem !== '') throw new Error(one.problem);
      continue;
    }
    if (one.type === 'issue') result.unread.push({ path: one.issue.path, message: one.issue.message });
    if (one.type === 'file') await take(place, source, one, { by, keep, signal }, result);
    await onProgress?.(result.documents);
  }
  await noteVexUpdate(place.db, source.id, { at, etag, signatures });
  return result;
}

async function take(
  place: UpdatePlace,
  source: VexSource,
  file: { path: string; bytes: Uint8Array },
  { by, keep, signal }: { by: string; keep: Keep; signal: AbortSignal | undefined },
  result: VexUpdate,
): Promise<void> {
  try {
    const read = await readVexDocument(file.bytes, signal);
    const { change, decided, ended } = await importVexDocument(place, source.name, read, { name: file.path, by, keep });
    result.documents++;
    if (change === 'ADDED') result.added++;
    if (change === 'REPLACED') result.replaced++;
    if (change === 'OLDER') result.older++;
    result.decided += decided;
    result.ended += ended;
  } catch (error) {
    if (!(error instanceof DataRefused)) throw error;
    result.unread.push({ path: file.path, message: error.message });
  }
}
