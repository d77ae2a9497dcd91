// Sources of advisories and their updates, vulnerabilities with the text of every source, and the affected items.

import type { Readable } from 'node:stream';
import { rangeInWords, subjectOf } from '@assay/scanner/advisories';
import { sql } from 'kysely';
import { distrustKey, trustKey } from '../../advisories/bundles.ts';
import { explainMatch } from '../../advisories/explain.ts';
import { matchAgain, removeSource as removeWholeSource } from '../../advisories/settle.ts';
import type { App } from '../../app.ts';
import { keepBody, keepStream } from '../../contents/kept-file.ts';
import { bundleMemory } from '../../db/advisories/bundles.ts';
import { pageOfMaliciousFiles } from '../../db/advisories/code.ts';
import { countNotCompared } from '../../db/advisories/coverage.ts';
import { listFileExposures } from '../../db/advisories/file-alerts.ts';
import { freshness } from '../../db/advisories/freshness.ts';
import { hasRecords, listRecordsOf } from '../../db/advisories/records.ts';
import {
  type AffectedItem,
  countAffectedItems,
  type ListedVulnerability,
  pageOfAffectedItems,
  pageOfPackageUses,
  pageOfVulnerabilities,
  type VulnerabilityFilter,
} from '../../db/advisories/search.ts';
import { ensureSource, findSource, listSources, setSourceLocation } from '../../db/advisories/sources.ts';
import { ADVISORIES_LOCK, lockUntilEnd } from '../../db/postgres/advisory-locks.ts';
import { onlyRow } from '../../db/postgres/rows.ts';
import { findVulnerabilityNamed, listExploitations } from '../../db/vulnerabilities/vulnerabilities.ts';
import { affectedAnswer } from '../../domain/vulnerabilities/affected-answer.ts';
import { wiredVulnerability } from '../../domain/vulnerabilities/vulnerability-wire.ts';
import { parseWireTime, wireTime } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { submitLibraryRefresh } from '../../jobs/library-refresh/due.ts';
import type { OwnInput, SourceInput, UpdateInput } from './schemas.ts';

export const LARGEST_BYTES = 4_000_000_000;
const OWN = 'own';

const timeOrNull = (time: Date | null) => (time === null ? null : wireTime(time));

export async function describeStatus(app: App, caller: Caller) {
  const sources = await listSources(app.db);
  const { rows } = await sql<{ vulnerabilities: number; waiting: number }>`
    select (select count(*) from vulnerabilities where is_recorded)::int as vulnerabilities,
      (select count(*) from unmatched_versions)::int as waiting`.execute(app.db);
  const { vulnerabilities, waiting } = onlyRow(rows);
  return {
    ...(await freshness(app.db, app.now(), { viewer: caller })),
    sources: sources.map((one) => ({
      name: one.name,
      location: one.location,
      isEnabled: one.isEnabled,
      dataAsOf: timeOrNull(one.dataAsOf),
      updatedOn: timeOrNull(one.updatedAt),
      records: one.recordCount,
      lastError: one.lastError,
      failedOn: timeOrNull(one.failedAt),
      signatures: one.signatures,
    })),
    vulnerabilities,
    waitingVersions: waiting,
  };
}

export async function setSource(app: App, name: string, { location, isEnabled = true }: SourceInput): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, ADVISORIES_LOCK);
    const before = await ensureSource(tx, name);
    await matchAgain(
      tx,
      before.id,
      () => setSourceLocation(tx, before.id, location, isEnabled),
      before.location,
      location,
    );
  });
}

/** Deletes the source, its records, and the matches that no other source supports. */
export async function removeSource(app: App, name: string): Promise<void> {
  const source = await findSource(app.db, name);
  if (!source) throw notFound('Source of advisories', name);
  await removeWholeSource(app.db, source);
}

export async function queueUpdate(app: App, caller: Caller, { source, force }: UpdateInput): Promise<number> {
  if (source !== undefined && !(await findSource(app.db, source))?.location)
    throw badRequest(`The field "source" is "${source}", but must name a source that has an address.`);
  return queue(app, caller, { ...(source === undefined ? {} : { source }), isForced: force ?? false });
}

/** Stores the file where every worker can read it, and queues its import. */
export async function queueImport(
  app: App,
  caller: Caller,
  body: Readable,
  input: { source: string; fileName: string; full: boolean; force: boolean },
): Promise<number> {
  // Without a file name, the import recognises the format by the bytes.
  const fileName = input.fileName.slice(input.fileName.search(/[^/\\]*$/)) || 'upload.json';
  if (!/^[\w. -]{1,150}\.(zip|json|ndjson|jsonl|csv|ya?ml|gz|tgz|xz|bz2|zst|tar|assay-advisories)$/i.test(fileName))
    throw badRequest(
      `The header X-File-Name is "${fileName}"; it must be the name of a .json, .yaml or .csv file, of an archive of such, or of a bundle (.assay-advisories).`,
    );
  const { sha256 } = await keepBody(app, body, { maxBytes: LARGEST_BYTES, what: 'file of advisories' });
  return queue(app, caller, {
    source: input.source,
    upload: sha256.toString('hex'),
    fileName,
    isFull: input.full,
    isForced: input.force,
  });
}

/** Imports a company's own advisories. An advisory replaces the stored one with the same id; others are added. */
export async function queueOwn(app: App, caller: Caller, input: OwnInput): Promise<number> {
  const { sha256 } = await keepStream(app, oneChunk(Buffer.from(JSON.stringify(input))));
  return queue(app, caller, { source: OWN, upload: sha256.toString('hex'), fileName: 'own.json', isFull: false });
}

async function* oneChunk(chunk: Buffer) {
  yield chunk;
}

function queue(app: App, caller: Caller, payload: Record<string, unknown>): Promise<number> {
  return submitLibraryRefresh(app, caller.id, payload);
}

export async function pageOfAll(app: App, caller: Caller, filter: VulnerabilityFilter, page: PageRequest) {
  const { rows, total } = await pageOfVulnerabilities(app.db, filter, caller, rangeOf(page));
  return { rows: rows.map(listed), paging: pagingOf(page, total) };
}

function listed(row: ListedVulnerability) {
  return {
    ...wiredVulnerability(row),
    summary: row.summary,
    severitySource: row.severitySource,
    withdrawnOn: timeOrNull(row.withdrawnAt),
    affectedItems: row.items,
    affectedFiles: row.files,
    affectedProjects: row.projects,
    affectedVersions: row.versions,
    affectedComponents: row.components,
    decidedItems: row.decidedItems,
    mayAnalyze: row.mayAnalyze,
  };
}

export async function describeVulnerability(app: App, caller: Caller, name: string) {
  const found = await findVulnerabilityNamed(app.db, name);
  if (!found) throw notFound('Vulnerability', name);
  const exploitations = await listExploitations(app.db, found.id);
  const { rows } = await pageOfAffectedItems(app.db, found.id, caller, { limit: 1_000_000, offset: 0 });
  const standing = rows.filter(({ suppressed, outcome }) => !suppressed && outcome === 'affected');
  const files = await listFileExposures(app.db, found.id, caller);
  const records = await listRecordsOf(app.db, found.id);
  return {
    ...listed({
      ...found,
      items: standing.length,
      files: files.reduce((sum, { fileCount }) => sum + fileCount, 0),
      projects: new Set([...standing, ...files].map(({ projectId }) => projectId)).size,
      fixedIn: [...new Set(standing.flatMap(({ fixedIn }) => fixedIn))],
      decidedItems: standing.filter(({ state }) => state !== '').length,
      versions: new Set(standing.map(({ versionId }) => versionId)).size,
      components: [...new Set(standing.map((one) => `${one.componentName} ${one.versionName}`))].slice(0, 3),
      mayAnalyze: rows.some(({ mayAnalyze }) => mayAnalyze),
    }),
    names: found.names,
    exploitations,
    records: records.map(({ source, advisory, dataAsOf }) => ({
      source,
      id: advisory.id,
      kind: advisory.kind,
      aliases: advisory.aliases,
      withdrawnOn: wireOf(advisory.withdrawn),
      publishedOn: wireOf(advisory.published),
      modifiedOn: wireOf(advisory.modified),
      dataAsOf: timeOrNull(dataAsOf),
      summary: advisory.summary,
      details: advisory.details,
      severities: advisory.severities,
      cwes: advisory.cwes,
      references: advisory.references,
      packages: advisory.affected.map((one) => ({
        type: one.type,
        name: one.name,
        release: one.release,
        ranges: one.ranges.map(rangeInWords),
        fixedVersions: one.ranges.flatMap(({ events }) =>
          events.filter(({ event }) => event === 'fixed').map(({ version }) => version),
        ),
        versions: one.versions.length,
        parts: one.parts,
      })),
    })),
    ...(await freshness(app.db, app.now(), { viewer: caller })),
  };
}

function wireOf(time: string | null): string | null {
  return time === null ? null : wireTime(new Date(time));
}

export async function itemsOfVulnerability(app: App, caller: Caller, name: string, page: PageRequest) {
  const found = await findVulnerabilityNamed(app.db, name);
  if (!found) throw notFound('Vulnerability', name);
  const { rows, total } = await pageOfAffectedItems(app.db, found.id, caller, rangeOf(page));
  return { rows: rows.map(affectedItem), paging: pagingOf(page, total) };
}

function affectedItem(row: AffectedItem) {
  return {
    projectId: row.projectId,
    projectName: row.projectName,
    inventoryId: row.itemId,
    inventoryName: row.itemName,
    componentName: row.componentName,
    componentVersionId: row.versionId,
    componentVersionName: row.versionName,
    purl: row.purl,
    vulnerabilityName: row.vulnerability,
    outcome: row.outcome,
    suppressed: row.suppressed,
    analysisState: row.state,
    mayAnalyze: row.mayAnalyze,
    fixedVersions: row.fixedIn,
    since: timeOrNull(row.began),
    until: timeOrNull(row.ended),
  };
}

/** "Are we affected by X": X is a vulnerability by any of its names, a package URL, or the name of a package. */
export async function whoIsAffected(
  app: App,
  caller: Caller,
  { by, from, to }: { by: string; from?: string; to?: string },
  page: PageRequest,
) {
  const vulnerability = /^pkg:/i.test(by) ? undefined : await findVulnerabilityNamed(app.db, by.trim());
  if (vulnerability && (from !== undefined || to !== undefined))
    throw badRequest(
      'The fields "from" and "to" need a package in "by". Who has a vulnerability is known for now only.',
    );
  const { rows, total } = vulnerability
    ? await pageOfAffectedItems(app.db, vulnerability.id, caller, rangeOf(page))
    : await pageOfPackageUses(app.db, { ...packageOf(by), ...spanOf(from, to) }, caller, rangeOf(page));
  const counts = vulnerability
    ? await countAffectedItems(app.db, vulnerability.id, caller)
    : { affected: 0, undetermined: 0, suppressed: 0 };
  const answer = affectedAnswer({
    by,
    vulnerability: vulnerability?.name,
    ...counts,
    uses: vulnerability ? 0 : total,
    notCompared: await countNotCompared(app.db, caller),
    hasRecords: await hasRecords(app.db),
  });
  return { rows: rows.map(affectedItem), paging: pagingOf(page, total), answer };
}

/** `pkg:npm/keyv@6.0.0`, `keyv@6.0.0`, `keyv 6.0.0`, `@scope/name`. */
function packageOf(text: string): { types: string[]; name: string; version?: string } {
  const trimmed = text.trim();
  if (/^pkg:/i.test(trimmed)) {
    const subject = subjectOf(trimmed);
    if ('problem' in subject) throw badRequest(`The field "by" must be a package URL: ${subject.problem}`);
    return {
      types: [subject.type],
      name: subject.name,
      ...(subject.version === '' ? {} : { version: subject.version }),
    };
  }
  const [, name = trimmed, version] = /^(@?[^@\s]+)(?:[@\s]+(\S+))?$/.exec(trimmed) ?? [];
  return { types: [], name: name.toLowerCase().replace(':', '/'), ...(version === undefined ? {} : { version }) };
}

function spanOf(from: string | undefined, to: string | undefined): { from?: Date; to?: Date } {
  const time = (name: string, text: string | undefined) => {
    if (text === undefined) return undefined;
    const parsed = parseWireTime(text);
    if (!parsed)
      throw badRequest(
        `The field "${name}" is "${text}", but must be a day or time such as 2026-05-01 or 2026-05-01 12:00:00.`,
      );
    return parsed;
  };
  const [begin, end] = [time('from', from), time('to', to)];
  // If the end of a span is a day, the whole day is included.
  const isDay = (to ?? '').trim().length <= 10;
  const last = end && isDay ? new Date(end.getTime() + 86_399_999) : end;
  return { ...(begin ? { from: begin } : {}), ...(last ? { to: last } : {}) };
}

export async function maliciousFiles(app: App, projectId: number, page: PageRequest) {
  const { rows, total } = await pageOfMaliciousFiles(app.db, projectId, rangeOf(page));
  return {
    rows: rows.map(({ path, vulnerability, ...row }) => ({ ...row, filePath: path, vulnerabilityName: vulnerability })),
    paging: pagingOf(page, total),
  };
}

export async function explain(app: App, purl: string, name: string) {
  const { vulnerability, records, ...rest } = await explainMatch(app.db, purl, name);
  return {
    ...rest,
    vulnerabilityName: vulnerability,
    records: records.map(({ fixedIn, dataAsOf, ...one }) => ({
      ...one,
      fixedVersions: fixedIn,
      dataAsOf: timeOrNull(dataAsOf),
    })),
  };
}

export async function listKeys(app: App) {
  return (await bundleMemory(app.db)).trusted.map((key) => ({ key }));
}

export async function distrust(app: App, key: string): Promise<void> {
  if (!(await distrustKey(app.db, key))) throw notFound('Key', key);
}

export async function trust(app: App, key: string): Promise<void> {
  await trustKey(app.db, key);
}
