// Loads the sides of a comparison: the inventory of a project, an SBOM that was imported or is sent with the request, and the inventory of a former scan.

import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Compared, type ComparedPart, comparedSboms } from '@assay/scanner/sbom';
import type { App } from '../../app.ts';
import { openKept } from '../../contents/kept-file.ts';
import {
  type ComparedItemRow,
  countComparedItems,
  eachComparedItem,
  listRevisionsAfter,
  listRevisionsUntil,
  purlsOfComponents,
} from '../../db/inventories/compared-items.ts';
import { findJob } from '../../db/jobs.ts';
import { getProject } from '../../db/projects/projects.ts';
import { findProjectOfRelease, findRelease } from '../../db/releases/releases.ts';
import { findSbom } from '../../db/sboms/imports.ts';
import { findVulnerabilityNames } from '../../db/vulnerabilities/vulnerabilities.ts';
import { type PastItem, pastInventory } from '../../domain/differences/past-inventory.ts';
import type { NamedSide, SideKind } from '../../domain/differences/side.ts';
import { type InventoryStatus, inventoryStatusNames } from '../../domain/inventories/inventory.ts';
import { releaseState } from '../../domain/releases/release.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Requester } from '../../http/call.ts';
import type { FormFile } from '../../http/forms.ts';
import { DataRefused, IssueList } from '../../project-data/document.ts';
import { readSent } from '../../project-data/reading/index.ts';
import type { SentSbomData } from '../../project-data/sbom/read.ts';
import { LARGEST_SBOM_BYTES } from '../../project-data/sbom/rules.ts';
import { comparedInventory, comparedVersion } from '../../releases/compared-inventory.ts';
import { frozenInventory, presentFiles, sideOfRows } from '../../releases/compared-sides.ts';
import { madeBy } from '../../releases/frozen.ts';
import { MOST_COMPARED_EDGES } from '../../reports/compared-edges.ts';
import { giveWay } from '../../turns.ts';
import { presentItems } from './present-items.ts';

/** On each side; more takes the memory and the time of other requests. */
export const MOST_COMPARED = 100_000;

export interface LoadedSide {
  compared: Compared;
  /** For people. */
  title: string;
  kind: SideKind | 'upload';
  /** Of the project, the SBOM, the scan or the release; 0 for an upload. */
  id: number;
  projectId: number;
  /** Its items were reviewed. */
  statesDecisions: boolean;
  /** Items of which only the names are known, by which they are compared. */
  byNameAlone: number;
}

export interface LoadCall extends Requester {
  app: App;
  signal: AbortSignal;
}

export interface SideOptions {
  isPublishedOnly: boolean;
  /** Also obligations, holders, files, and the grounds of reviews, which take longer: if a release is compared. */
  isDetailed: boolean;
}

/** The caller must see the inventory of the project of each side; otherwise it is answered as if it were not there. */
export async function loadSide(call: LoadCall, side: NamedSide, options: SideOptions): Promise<LoadedSide> {
  if (side.kind === 'sbom') return storedSbom(call, side.id);
  if (side.kind === 'scan') return formerScan(call, side.id, options);
  if (side.kind === 'release') return frozenRelease(call, side.id, options);
  const missing = notFound('Project', side.id);
  await call.authorize('VIEW_INVENTORY', { projectId: side.id, missing });
  return presentInventory(call.app, side.id, options);
}

function requireFew(count: number, what: string, of: string): void {
  if (count > MOST_COMPARED)
    throw badRequest(`${what} has ${count} ${of}; a comparison takes ${MOST_COMPARED} on each side.`);
}

async function presentInventory(app: App, projectId: number, options: SideOptions): Promise<LoadedSide> {
  const { name } = await getProject(app.db, projectId);
  requireFew(await countComparedItems(app.db, projectId), `Project ${projectId}`, 'items');
  const detailed = options.isDetailed ? presentItems(app, projectId) : undefined;
  const rows = await Array.fromAsync(comparedInventory(app.db, projectId, detailed));
  const side = await sideOfRows(app.db, projectId, rows, options);
  const files = options.isDetailed ? await presentFiles(app.db, projectId) : undefined;
  return {
    compared: { ...side, ...(files && { files }) },
    ...{ title: name, kind: 'project', id: projectId, projectId, statesDecisions: true, byNameAlone: 0 },
  };
}

/** At the time of the release. Its rows are read from the store. */
async function frozenRelease(call: LoadCall, releaseId: number, options: SideOptions): Promise<LoadedSide> {
  const { app } = call;
  const missing = notFound('Release', releaseId);
  const projectId = await findProjectOfRelease(app.db, releaseId);
  if (projectId === undefined) throw missing;
  await call.authorize('VIEW_INVENTORY', { projectId, missing });
  const release = await findRelease(app.db, projectId, releaseId);
  if (release === undefined) throw missing;
  const { state } = releaseState(madeBy(release));
  if (state !== 'READY')
    throw badRequest(`The release ${releaseId} is ${state}; only one that is READY can be compared.`);
  const { name } = await getProject(app.db, projectId);
  const compared = await frozenInventory(app, release, options, (count) =>
    requireFew(count, `The release ${releaseId}`, 'items'),
  );
  return {
    ...{ compared, title: `${name} ${release.name}`, kind: 'release', id: releaseId, projectId },
    ...{ statesDecisions: true, byNameAlone: 0 },
  };
}

async function storedSbom(call: LoadCall, sbomId: number): Promise<LoadedSide> {
  const { app } = call;
  const missing = notFound('SBOM', sbomId);
  const row = await findSbom(app.db, sbomId);
  if (row === undefined) throw missing;
  await call.authorize('VIEW_INVENTORY', { projectId: row.project_id, missing });
  const folder = join(app.folder.temporary, `difference-${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const file = join(folder, 'sbom');
    const { stream } = await openKept(app, row.sha256);
    await pipeline(stream, createWriteStream(file, { mode: 0o600 }), { signal: call.signal });
    const what = `The SBOM ${sbomId}`;
    const compared = await readDocument(call, { path: file, name: row.file_name }, what, row.path);
    const named = [row.subject || row.file_name, row.subject_version].filter((one) => one !== '').join(' ');
    return {
      ...{ compared, title: `${named}, imported ${wireTime(row.imported_at)}`, kind: 'sbom', id: sbomId },
      ...{ projectId: row.project_id, statesDecisions: false, byNameAlone: 0 },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function sentSbom(call: LoadCall, file: FormFile, projectId: number): Promise<LoadedSide> {
  if (file.sizeBytes > LARGEST_SBOM_BYTES)
    throw new AppError('tooLarge', {
      message: `The form field "sbomFile" is larger than the ${LARGEST_SBOM_BYTES} bytes allowed.`,
    });
  const compared = await readDocument(call, file, 'The form field "sbomFile"');
  return {
    ...{ compared, title: file.name || 'SBOM', kind: 'upload', id: 0 },
    ...{ projectId, statesDecisions: false, byNameAlone: 0 },
  };
}

/** @param path of the document in the file; all documents without it */
async function readDocument(
  { app, signal }: LoadCall,
  { path: file, name }: { path: string; name: string },
  what: string,
  path?: string,
): Promise<Compared> {
  const task = {
    kind: 'sbom',
    ...{ file, name: name || 'sbom', isStrict: false, temporaryFolder: app.folder.temporary },
  } as const;
  const sent = await readSent(task, new IssueList(), { signal }).catch((error: unknown) => {
    throw error instanceof DataRefused ? badRequest(`${what} must be an SBOM. ${error.message}`) : error;
  });
  requireFew(sent.parts.length, what, 'components');
  await nameAsListed(app, sent);
  const parts = Map.groupBy(sent.parts, ({ sbom }) => sbom);
  const findings = Map.groupBy(sent.findings, ({ sbom }) => sbom);
  const services = Map.groupBy(sent.services, ({ sbom }) => sbom);
  const edges = Map.groupBy(sent.edges.length > MOST_COMPARED_EDGES ? [] : sent.edges, ({ sbom }) => sbom);
  const sboms = [...sent.heads.entries()]
    .filter(([, head]) => path === undefined || head.path === path || sent.heads.length === 1)
    .map(([at, head]) => ({
      ...{ ...head, parts: parts.get(at) ?? [], findings: findings.get(at) ?? [] },
      ...{ services: services.get(at) ?? [], edges: edges.get(at) ?? [] },
    }));
  if (sboms.length === 0) throw notFound('Document', path);
  return comparedSboms(sboms);
}

/** A document may name a vulnerability otherwise than this server does: CVE or GHSA. */
async function nameAsListed(app: App, { findings }: SentSbomData): Promise<void> {
  const known = await findVulnerabilityNames(
    app.db,
    findings.flatMap(({ id, aliases }) => [id, ...aliases].map((name) => name.trim())),
  );
  for (const one of findings) {
    const listed = [one.id, ...one.aliases].map((name) => known.get(name.trim().toLowerCase()));
    one.id = listed.find((name) => name !== undefined) ?? one.id;
  }
}

const SCANS: readonly string[] = ['Project Scan', 'Project Re-Scan', 'Remote Scan'];

async function formerScan(call: LoadCall, jobId: number, options: SideOptions): Promise<LoadedSide> {
  const { app } = call;
  const missing = notFound('Scan', jobId);
  const job = await findJob(app.db, jobId);
  if (job === undefined || job.project_id === null || !SCANS.includes(job.type)) throw missing;
  const projectId = job.project_id;
  await call.authorize('VIEW_INVENTORY', { projectId, missing });
  if (job.completed_at === null || job.status !== 'Completed')
    throw badRequest(`The scan ${jobId} is ${job.status}; only a completed scan can be compared.`);
  const { name } = await getProject(app.db, projectId);
  const items = await itemsAfterScan(app, projectId, jobId, job.completed_at);
  const listed = items.filter((item) => item.isPresent && isListed(item, options));
  const parts = listed.map(partOfThen);
  return {
    compared: { parts, others: [], statesVulnerabilities: false },
    title: `${name}, after the scan of ${wireTime(job.completed_at)}`,
    ...{ kind: 'scan', id: jobId, projectId, statesDecisions: true },
    byNameAlone: listed.filter(({ isByNameAlone }) => isByNameAlone).length,
  };
}

async function itemsOf(app: App, projectId: number): Promise<ComparedItemRow[]> {
  requireFew(await countComparedItems(app.db, projectId), `Project ${projectId}`, 'items');
  const rows: ComparedItemRow[] = [];
  for await (const batch of eachComparedItem(app.db, projectId)) {
    for (const row of batch) rows.push(row);
    await giveWay();
  }
  return rows;
}

/** A bill of materials has components only. */
const isListed = ({ type, isPublished }: { type: string; isPublished: boolean }, { isPublishedOnly }: SideOptions) =>
  type === 'COMPONENT' && (isPublished || !isPublishedOnly);

async function itemsAfterScan(app: App, projectId: number, jobId: number, at: Date): Promise<PastItem[]> {
  const rows = await itemsOf(app, projectId);
  const later = await listRevisionsAfter(app.db, projectId, at);
  const deleted = later.filter(({ event }) => event === 'Inventory Deleted').map(({ itemId }) => itemId);
  const past = pastInventory(rows, later, await listRevisionsUntil(app.db, deleted, at));
  if ('unknownSince' in past)
    throw badRequest(
      `A full rescan has changed the project since the scan ${jobId}, and does not note what it changed; so nobody can tell the inventory of that scan.`,
    );
  const nameless = past.items.filter(({ purl }) => purl === '').map(({ componentName }) => componentName);
  const purls = await purlsOfComponents(app.db, nameless);
  return past.items.map((item) => ({ ...item, purl: item.purl || (purls.get(item.componentName) ?? '') }));
}

/** The history notes no declared licenses, and no vulnerabilities. */
const partOfThen = (item: PastItem): ComparedPart => ({
  ...{ purl: item.purl, cpe: '', name: item.componentName || item.name, version: comparedVersion(item.versionName) },
  ...{ declared: '', concluded: item.license, isCompared: false, findings: [] },
  decision: inventoryStatusNames[item.status as InventoryStatus] ?? '',
});
