// Imported SBOMs of a project, their receipts, and the documents as they were sent.
import type { App } from '../../app.ts';
import { openKept } from '../../contents/kept-file.ts';
import { getSbom, pageOfElements, pageOfIssues, pageOfSboms, type SbomRow } from '../../db/sboms/imports.ts';
import type { SbomChange, SbomFate } from '../../domain/vulnerabilities/sbom.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';

export async function listSboms(app: App, projectId: number, page: PageRequest) {
  const { rows, total } = await pageOfSboms(app.db, projectId, rangeOf(page));
  return { rows: rows.map(formOf), paging: pagingOf(page, total) };
}

export async function sbomOf(app: App, projectId: number, sbomId: number) {
  return formOf(await getSbom(app.db, projectId, sbomId));
}

function formOf(row: SbomRow) {
  const counts = row.counts as Record<string, number>;
  const count = (name: string) => counts[name] ?? 0;
  return {
    id: row.id,
    jobId: row.job_id,
    fileName: row.file_name,
    path: row.path,
    sha256: row.sha256.toString('hex'),
    format: row.format,
    specVersion: row.spec_version,
    encoding: row.encoding,
    serial: row.serial,
    subject: row.subject,
    subjectVersion: row.subject_version,
    statedOn: row.stated_at,
    tools: row.tools,
    isCurrent: row.is_current,
    previousId: row.previous_id ?? 0,
    isStrict: row.is_strict,
    importedBy: row.imported_by,
    importedOn: wireTime(row.imported_at),
    counts: {
      elements: count('elements'),
      made: count('MADE'),
      joined: count('JOINED'),
      same: count('SAME'),
      leftOut: count('LEFT_OUT'),
      gone: count('GONE'),
      added: count('ADDED'),
      changed: count('CHANGED'),
      unchanged: count('UNCHANGED'),
      issues: row.issue_count,
    },
    others: row.others as { what: string; count: number }[],
  };
}

export async function listElements(
  app: App,
  { projectId, sbomId }: { projectId: number; sbomId: number },
  page: PageRequest,
  wanted: { fate?: SbomFate; change?: SbomChange },
) {
  await getSbom(app.db, projectId, sbomId);
  const { rows, total } = await pageOfElements(app.db, sbomId, { ...rangeOf(page), ...wanted });
  const elements = rows.map(({ place, name, version, purl, fate, why, change, item_id, stated }) => ({
    ...{ place, name, version, purl, fate, why, change },
    inventoryId: item_id ?? 0,
    stated: stated as Record<string, unknown>,
  }));
  return { rows: elements, paging: pagingOf(page, total) };
}

export async function listSbomIssues(
  app: App,
  { projectId, sbomId }: { projectId: number; sbomId: number },
  page: PageRequest,
) {
  await getSbom(app.db, projectId, sbomId);
  const { rows, total } = await pageOfIssues(app.db, sbomId, rangeOf(page));
  return { rows: rows.map(({ code, place, message }) => ({ code, place, message })), paging: pagingOf(page, total) };
}

export async function originalOf(app: App, projectId: number, sbomId: number) {
  const row = await getSbom(app.db, projectId, sbomId);
  return { ...(await openKept(app, row.sha256)), fileName: row.file_name };
}
