// Sources of VEX: what suppliers say about vulnerabilities of their products, in every project that has them.
import type { Readable } from 'node:stream';
import type { App } from '../../app.ts';
import { bytesOfBody, keeping, openKept } from '../../contents/kept-file.ts';
import { pageOfDecidedByVex } from '../../db/vulnerabilities/vex-decisions.ts';
import { findVexDocumentById, listVexSources, pageOfVexDocuments } from '../../db/vulnerabilities/vex-sources.ts';
import type { VexEffect } from '../../domain/vulnerabilities/vex.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { submitLibraryRefresh } from '../../jobs/library-refresh/due.ts';
import { DataRefused } from '../../project-data/document.ts';
import {
  importVexDocument,
  readVexDocument,
  removeVexSource,
  requireVexSource,
  setVexSource,
} from '../../vex/sources.ts';
import type { VexSourceInput } from './vex-schemas.ts';

export const LARGEST_VEX_BYTES = 32 * 1024 * 1024;

const timeOrNull = (time: Date | null) => (time === null ? null : wireTime(time));

export async function listSources(app: App) {
  return (await listVexSources(app.db)).map((one) => ({
    name: one.name,
    location: one.location,
    isEnabled: one.isEnabled,
    suppresses: one.suppresses,
    documents: one.documents,
    statements: one.statements,
    decidedVersions: one.decided,
    updatedOn: timeOrNull(one.updatedAt),
    lastError: one.lastError,
    failedOn: timeOrNull(one.failedAt),
    signatures: one.signatures,
  }));
}

export const setSource = (app: App, name: string, input: VexSourceInput) => setVexSource(app.db, name, input);

export const removeSource = (app: App, name: string) => removeVexSource(app.db, name);

export async function takeDocument(
  app: App,
  caller: Caller,
  source: string,
  { stream, signal, fileName }: { stream: Readable; signal: AbortSignal; fileName: string },
) {
  const bytes = await bytesOfBody(stream, { maxBytes: LARGEST_VEX_BYTES, what: 'VEX document' });
  try {
    const read = await readVexDocument(bytes, signal);
    return await importVexDocument(app, source, read, { name: fileName, by: caller.login, keep: keeping(app) });
  } catch (error) {
    throw error instanceof DataRefused ? badRequest(error.message) : error;
  }
}

export async function queueVexUpdate(app: App, caller: Caller, name: string): Promise<number> {
  const source = await requireVexSource(app.db, name);
  if (source.location === '')
    throw badRequest(`The source "${source.name}" has no address. Send its documents instead.`);
  return submitLibraryRefresh(app, caller.id, { vexSource: source.name });
}

export async function listDocuments(app: App, name: string, page: PageRequest) {
  const { id } = await requireVexSource(app.db, name);
  const { rows, total } = await pageOfVexDocuments(app.db, id, rangeOf(page));
  const documents = rows.map((one) => ({
    id: one.id,
    document: one.name,
    format: one.format,
    supplier: one.supplier,
    revision: one.revision,
    datedOn: timeOrNull(one.datedAt),
    sha256: one.sha256.toString('hex'),
    isKept: one.original !== null,
    statements: one.statements,
    leftOut: one.leftOut,
    ofProducts: one.ofProducts,
    issues: one.issues,
    issueCount: one.issueCount,
    receivedBy: one.receivedBy,
    receivedOn: wireTime(one.receivedAt),
  }));
  return { documents, paging: pagingOf(page, total) };
}

/** The bytes as they were received. */
export async function originalOf(app: App, name: string, documentId: number) {
  const { id } = await requireVexSource(app.db, name);
  const document = await findVexDocumentById(app.db, id, documentId);
  if (document === undefined) throw notFound('VEX document', documentId);
  if (document.original === null)
    throw notFound('Original of the VEX document, which was received before originals were kept,', documentId);
  const fileName = `${document.name.replace(/^.*[/:]/, '').replace(/\.json$/i, '') || 'vex'}.json`;
  return { ...(await openKept(app, document.original)), fileName };
}

export async function listDecided(
  app: App,
  caller: Caller,
  name: string,
  effect: VexEffect | undefined,
  page: PageRequest,
) {
  const { id } = await requireVexSource(app.db, name);
  const wanted = { sourceId: id, isOverruled: effect && effect === 'OVERRULED' };
  const { rows, total } = await pageOfDecidedByVex(app.db, wanted, caller, rangeOf(page));
  const decided = rows.map((one) => ({
    projectId: one.projectId,
    projectName: one.projectName,
    inventoryId: one.itemId,
    inventoryName: one.itemName,
    purl: one.purl,
    vulnerabilityName: one.vulnerability,
    state: one.analysis.state ?? '',
    justification: one.analysis.justification ?? '',
    response: one.analysis.response ?? '',
    detail: one.analysis.detail ?? '',
    suppressed: one.isSuppressed && !one.isOverruled,
    document: one.document,
    place: one.place,
    statedOn: timeOrNull(one.statedAt),
    isOfProduct: one.isOfProduct,
    effect: one.isOverruled ? ('OVERRULED' as const) : ('DECIDES' as const),
    ownState: one.ownState,
    ownAuthor: one.ownAuthor,
  }));
  return { decided, paging: pagingOf(page, total) };
}
