// The analyser's findings for some bytes. Keyed by digest and hint, shared by all projects, written in bulk.

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LicenseMatch } from '@assay/scanner';
import type { EvidenceDigests } from '@assay/scanner/evidence-digests';
import { storableJson } from '@assay/scanner/storable-json';
import { sql } from 'kysely';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  bigintField,
  binaryCopy,
  booleanField,
  byteaField,
  type Field,
  jsonbField,
  textArrayField,
  textField,
} from '../postgres/binary-copy.ts';
import type { Db } from '../postgres/connection.ts';
import { storedPackages } from './stored-packages.ts';

export interface FactsRow {
  sha256: string;
  hint: string;
  analyzerVersion: string;
  /** The JSON for jsonb, in UTF-8. */
  facts: Uint8Array;
  issues: unknown[];
  language: string;
  kind: string;
  lineCount: number;
  spdx: string[];
  hasPackages: boolean;
  hasEvidence: boolean;
  /** Whether it refers to other files for its license. */
  hasReferences: boolean;
  evidence?: EvidenceDigests;
}

const COLUMNS =
  'sha256, hint, analyzer_version, facts, issues, language, kind, line_count, spdx, has_packages, has_evidence, has_references, text_digest, evidence_digest, sketch';

export interface CopyOptions {
  /** Also replaces rows of the same version. */
  replaceAll: boolean;
  /** The version in force: worse facts do not replace its rows. */
  inForce: FactsVersion;
  /** Called last in the transaction; if it throws, the transaction is rolled back. */
  beforeCommit: (client: pg.ClientBase) => Promise<void>;
}

/** Writes facts by COPY in one transaction. Replaces rows of other analyser versions, or all rows. */
export async function copyFacts(
  pool: pg.Pool,
  rows: FactsRow[],
  { replaceAll, inForce, beforeCommit }: CopyOptions,
): Promise<void> {
  if (rows.length === 0) return;
  const isInForce = (row: string) =>
    `(${row}.analyzer_version = $2 or ${row}.kind <> 'document' and ${row}.analyzer_version = $3)`;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('create temporary table new_facts (like facts including defaults) on commit drop');
    const stream = client.query(copyFrom(`copy new_facts (${COLUMNS}) from stdin (format binary)`));
    await pipeline(Readable.from(binaryCopy(rows.values().map(fieldsOf))), stream);
    await client.query(
      // A content that was deleted while it was analysed gets no facts.
      `with held as (select sha256 from blobs where sha256 in (select sha256 from new_facts) order by sha256 for key share)
       insert into facts (${COLUMNS}) select distinct on (sha256, hint) ${COLUMNS} from new_facts where sha256 in (select sha256 from held)
       order by sha256, hint
       on conflict (sha256, hint) do update set
         analyzer_version = excluded.analyzer_version, facts = excluded.facts, issues = excluded.issues, language = excluded.language,
         kind = excluded.kind, line_count = excluded.line_count, spdx = excluded.spdx, has_packages = excluded.has_packages, has_evidence = excluded.has_evidence, has_references = excluded.has_references,
         text_digest = excluded.text_digest, evidence_digest = excluded.evidence_digest, sketch = excluded.sketch,
         analyzed_at = now()
       where ($1 or facts.analyzer_version <> excluded.analyzer_version)
         and (${isInForce('excluded')} or not ${isInForce('facts')})`,
      [replaceAll, inForce.analyzerVersion, inForce.exceptDocuments],
    );
    await beforeCommit(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

function fieldsOf(row: FactsRow): Field[] {
  return [
    byteaField(Buffer.from(row.sha256, 'hex')),
    textField(row.hint),
    textField(row.analyzerVersion),
    jsonbField(row.facts),
    jsonbField(Buffer.from(storableJson(row.issues))),
    textField(row.language),
    textField(row.kind),
    bigintField(row.lineCount),
    textArrayField(row.spdx),
    booleanField(row.hasPackages),
    booleanField(row.hasEvidence),
    booleanField(row.hasReferences),
    digestField(row.evidence?.text, 'hex'),
    digestField(row.evidence?.evidence, 'hex'),
    digestField(row.evidence?.sketch, 'base64'),
  ];
}

const digestField = (digest: string | undefined, encoding: 'hex' | 'base64'): Field =>
  digest === undefined ? null : byteaField(Buffer.from(digest, encoding));

/** The analyser version of an analysis that stopped early. Such facts are shown, and the next scan makes them again. */
export const INCOMPLETE_VERSION = 'incomplete';

/** The version of the facts that a scan would make now. */
export interface FactsVersion {
  analyzerVersion: string;
  /** The version that differs only in reading the texts of documents. Its facts are as good for all other files. */
  exceptDocuments: string;
}

/** A condition on facts with the alias `x`. */
export const isOfVersion = ({ analyzerVersion, exceptDocuments }: FactsVersion) =>
  sql`(x.analyzer_version = ${analyzerVersion} or x.kind <> 'document' and x.analyzer_version = ${exceptDocuments})`;

/** Issues from the analysis of this project's files, for a batch of files at a time. */
export async function* eachFactIssue(db: Db, projectId: number) {
  const { rows } = await sql<{ path: string; issues: { code: string; message: string }[] }>`
    select f.path, x.issues from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint and not f.is_excluded
    where f.project_id = ${projectId} and x.issues <> '[]'::jsonb order by f.path`.execute(db);
  for (const row of rows)
    for (const issue of row.issues) yield { code: issue.code, path: row.path, message: issue.message };
}

/** Files with packages in their facts, each with the loss if its facts have a form that this version does not read. */
export async function listPackageFiles(db: Db, projectId: number) {
  const { rows } = await sql<{ id: number; path: string; packages: unknown; analyzerVersion: string }>`
    select f.id, f.path, x.facts -> 'packages' as packages, x.analyzer_version as "analyzerVersion" from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint and not f.is_excluded
    where f.project_id = ${projectId} and x.has_packages order by f.path`.execute(db);
  return rows.map(({ id, path, packages, analyzerVersion }) => ({
    id,
    path,
    ...storedPackages(packages, analyzerVersion),
  }));
}

/** Files with licenses, their own or those of a file that they refer to, with the expressions. */
export async function listLicensedFiles(db: Db, projectId: number) {
  const { rows } = await sql<{ id: number; path: string; spdx: string[]; isSource: boolean }>`
    select f.id, f.path, coalesce(l.spdx, x.spdx) as spdx, x.language <> '' as "isSource" from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint and not f.is_excluded
    left join followed_licenses l on l.file_id = f.id
    where f.project_id = ${projectId} and coalesce(l.spdx, x.spdx) <> '{}' order by f.path`.execute(db);
  return rows;
}

/** The license statements in these files of a project, with their places. */
export async function listLicenseMatches(db: Db, fileIds: readonly number[]) {
  const { rows } = await sql<{ id: number; licenses: LicenseMatch[] }>`
    select f.id, x.facts -> 'licenses' as licenses from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint
    where f.id = any(${fileIds}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, licenses }) => [id, licenses]));
}

/** The first and the last path of a project's files, byte by byte: a common prefix of both is a prefix of all. */
export async function findOutermostPaths(db: Db, projectId: number): Promise<string[]> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(path collate "C") as first, max(path collate "C") as last from files where project_id = ${projectId} and not is_excluded`.execute(db); // biome-ignore format: one query
  return rows.flatMap(({ first, last }) => (first === null || last === null ? [] : [first, last]));
}

/** What a file shows of its facts in lists and roll-ups: its own licenses, or those of the file that it refers to, and what it only mentions. */
const SHOWN = sql`x.has_evidence or l.file_id is not null or coalesce(h.hits <> '[]', false) as has_evidence, coalesce(l.spdx, x.spdx) as spdx, x.mentioned`;

/**
 * Sets the evidence flag and the licenses of the project's files, and marks analysed files as scanned with these search terms. A file that a rescan skips still
 * belongs to the scan that analysed it.
 */
export async function markScanned(
  db: Db,
  projectId: number,
  scanId: number,
  searchSetId: number | null,
): Promise<void> {
  await sql`update files f set scan_id = t.scan_id, search_set_id = t.search_set_id, has_evidence = t.has_evidence, spdx = t.spdx, mentioned = t.mentioned
    from (
      select s.id, s.scan_id, s.search_set_id, ${SHOWN}
      from (
        select id, sha256, hint, case when scan_plan = 'analyse' then ${scanId}::bigint else scan_id end as scan_id,
          case when scan_plan = 'analyse' then ${searchSetId}::integer else search_set_id end as search_set_id
        from files where project_id = ${projectId} and not is_excluded
      ) s join facts x on x.sha256 = s.sha256 and x.hint = s.hint left join followed_licenses l on l.file_id = s.id
      left join search_hits h on h.set_id = s.search_set_id and h.sha256 = s.sha256
    ) t where t.id = f.id and (f.scan_id, f.search_set_id, f.has_evidence, f.spdx, f.mentioned)
      is distinct from (t.scan_id, t.search_set_id, t.has_evidence, t.spdx, t.mentioned)`.execute(db);
}

/** Sets the evidence flag and the licenses of the scanned files of a project again, without changing the scan to which they belong. */
export async function refreshEvidenceFlags(db: Db, projectId: number): Promise<void> {
  await sql`update files f set has_evidence = t.has_evidence, spdx = t.spdx, mentioned = t.mentioned
    from (
      select s.id, ${SHOWN}
      from files s join facts x on x.sha256 = s.sha256 and x.hint = s.hint left join followed_licenses l on l.file_id = s.id
      left join search_hits h on h.set_id = s.search_set_id and h.sha256 = s.sha256
      where s.project_id = ${projectId} and s.scan_id is not null and not s.is_excluded
    ) t where t.id = f.id and (f.has_evidence, f.spdx, f.mentioned) is distinct from (t.has_evidence, t.spdx, t.mentioned)`.execute(
    db,
  );
}

/**
 * Scanned projects with evidence of another analyser version. Either their last scan or refresh used another version, or a scan with the older
 * version has since written some of their facts, which projects share. Files that scans skip do not count.
 */
export async function listOutdatedProjects(
  db: Db,
  version: FactsVersion,
): Promise<{ id: number; name: string; fileCount: number }[]> {
  const { rows } = await sql<{ id: number; name: string; fileCount: number }>`
    select p.id, p.name, p.file_count as "fileCount" from projects p
    where p.last_scan_id is not null and (p.evidence_version is distinct from ${version.analyzerVersion} or exists (
      select 1 from files f join facts x on x.sha256 = f.sha256 and x.hint = f.hint and not f.is_excluded
      where f.project_id = p.id and f.scan_plan = 'analyse' and not ${isOfVersion(version)} and x.analyzer_version <> ${INCOMPLETE_VERSION}))
    order by p.id`.execute(db);
  return rows;
}
