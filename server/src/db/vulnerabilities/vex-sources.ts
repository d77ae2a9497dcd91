// Sources of VEX with their documents and statements.

import { storableText } from '@assay/scanner/foreign-text';
import type { VexTarget } from '@assay/scanner/vex';
import { sql } from 'kysely';
import type { AnalysisWords } from '../../domain/vulnerabilities/suppression.ts';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';

export interface VexSource {
  id: number;
  name: string;
  location: string;
  isEnabled: boolean;
  suppresses: boolean;
  etag: string;
  signatures: string;
  updatedAt: Date | null;
  lastError: string;
  failedAt: Date | null;
}

const COLUMNS = sql`o.id, o.name, o.location, o.is_enabled as "isEnabled", o.suppresses, o.etag, o.signatures, o.updated_at as "updatedAt",
  o.last_error as "lastError", o.failed_at as "failedAt"`;

export async function listVexSources(
  db: Db,
): Promise<(VexSource & { documents: number; statements: number; decided: number })[]> {
  const { rows } = await sql<VexSource & { documents: number; statements: number; decided: number }>`
    select ${COLUMNS}, coalesce(c.documents, 0)::int as documents, coalesce(c.statements, 0)::int as statements,
      (select count(*) from vex_decisions d join vex_statements s on s.id = d.statement_id join vex_documents x on x.id = s.document_id
        where x.source_id = o.id)::int as decided
    from vex_sources o left join (select source_id, count(*) as documents, sum(statement_count) as statements from vex_documents group by 1) c
      on c.source_id = o.id
    order by lower(o.name)`.execute(db);
  return rows;
}

export async function findVexSource(db: Db, name: string): Promise<VexSource | undefined> {
  const { rows } = await sql<VexSource>`
    select ${COLUMNS} from vex_sources o where lower(o.name) = lower(${name})`.execute(db);
  return rows[0];
}

/** Created if there is none of this name. Members that are not given stay. */
export async function saveVexSource(
  db: Db,
  name: string,
  change: { location?: string; isEnabled?: boolean; suppresses?: boolean },
): Promise<void> {
  const { location = null, isEnabled = null, suppresses = null } = change;
  await sql`insert into vex_sources (name) values (${name}) on conflict do nothing`.execute(db);
  await sql`update vex_sources set location = coalesce(${location}::text, location), is_enabled = coalesce(${isEnabled}::boolean, is_enabled),
      suppresses = coalesce(${suppresses}::boolean, suppresses),
      etag = case when coalesce(${location}::text, location) = location then etag else '' end
    where lower(name) = lower(${name})`.execute(db);
}

export async function deleteVexSource(db: Db, id: number): Promise<void> {
  await sql`delete from vex_sources where id = ${id}`.execute(db);
}

export async function noteVexUpdate(
  db: Db,
  id: number,
  { at, etag, signatures = '' }: { at: Date; etag?: string; signatures?: string },
): Promise<void> {
  await sql`update vex_sources set updated_at = ${at}, last_error = '', failed_at = null, etag = coalesce(${etag ?? null}::text, etag),
    signatures = ${signatures.slice(0, 2000)} where id = ${id}`.execute(db);
}

export async function noteVexFailure(db: Db, id: number, at: Date, error: string): Promise<void> {
  await sql`update vex_sources set last_error = ${error.slice(0, 2000)}, failed_at = ${at} where id = ${id}`.execute(
    db,
  );
}

export interface VexDocumentRow {
  id: number;
  name: string;
  format: string;
  supplier: string;
  revision: string;
  datedAt: Date | null;
  sha256: Buffer;
  /** Null if it was received before originals were kept. */
  original: Buffer | null;
  statements: number;
  leftOut: number;
  /** Statements that decide only in projects that say that they are the product. */
  ofProducts: number;
  /** What of documents was read when it was stored. */
  reading: number;
  issues: { path: string; message: string }[];
  issueCount: number;
  receivedBy: string;
  receivedAt: Date;
}

const DOCUMENT = sql`c.id, c.name, c.format, c.supplier, c.revision, c.dated_at as "datedAt", c.sha256, c.original_sha256 as original, c.statement_count as statements,
  c.left_out_count as "leftOut", c.of_product_count as "ofProducts", c.reading, c.issues, c.issue_count as "issueCount", c.received_by as "receivedBy", c.received_at as "receivedAt"`;

/** The newest first. */
export async function pageOfVexDocuments(db: Db, sourceId: number, page: { limit: number; offset: number }) {
  const { rows } = await sql<VexDocumentRow>`
    select ${DOCUMENT} from vex_documents c where c.source_id = ${sourceId}
    order by c.dated_at desc nulls last, c.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from vex_documents where source_id = ${sourceId}`.execute(db);
  return { rows, total: onlyRow(counted.rows).total };
}

export async function findVexDocument(db: Db, sourceId: number, name: string): Promise<VexDocumentRow | undefined> {
  const { rows } = await sql<VexDocumentRow>`
    select ${DOCUMENT} from vex_documents c where c.source_id = ${sourceId} and c.name = ${name}`.execute(db);
  return rows[0];
}

export async function findVexDocumentById(db: Db, sourceId: number, id: number): Promise<VexDocumentRow | undefined> {
  const { rows } = await sql<VexDocumentRow>`
    select ${DOCUMENT} from vex_documents c where c.source_id = ${sourceId} and c.id = ${id}`.execute(db);
  return rows[0];
}

export async function noteVexOriginal(db: Db, id: number, sha256: Buffer): Promise<void> {
  await sql`update vex_documents set original_sha256 = ${sha256} where id = ${id}`.execute(db);
}

export async function deleteVexDocument(db: Db, id: number): Promise<void> {
  await sql`delete from vex_documents where id = ${id}`.execute(db);
}

export interface NewVexStatement {
  place: string;
  /** In lower case. */
  names: string[];
  written: string;
  analysis: AnalysisWords;
  /** '' if unknown. */
  statedOn: string;
  /** By the product, and the part of it; the latter is '' for a whole product. */
  targets: { type: string; name: string; partType: string; partName: string; target: VexTarget }[];
}

export interface NewVexDocument extends Omit<VexDocumentRow, 'id' | 'statements' | 'leftOut' | 'ofProducts'> {
  sourceId: number;
}

/** Statements without any target, and those that decide only where a project says that it is the product. */
export function countsOfTargets(statements: readonly Pick<NewVexStatement, 'targets'>[]) {
  const leftOut = statements.filter(({ targets }) => targets.length === 0).length;
  const decidesEverywhere = ({ partName, target }: NewVexStatement['targets'][number]) =>
    partName === '' && target.product !== '';
  const everywhere = statements.filter(({ targets }) => targets.some(decidesEverywhere)).length;
  return { leftOut, ofProducts: statements.length - leftOut - everywhere };
}

const STATEMENTS_AT_ONCE = 500;

/** Returns its id. */
export async function insertVexDocument(
  db: Db,
  document: NewVexDocument,
  statements: readonly NewVexStatement[],
): Promise<number> {
  const { leftOut, ofProducts } = countsOfTargets(statements);
  const { rows } = await sql<{ id: number }>`
    insert into vex_documents (source_id, name, format, supplier, revision, dated_at, sha256, original_sha256, statement_count, left_out_count, of_product_count,
      reading, issues, issue_count,
      received_by, received_at)
    values (${document.sourceId}, ${storableText(document.name)}, ${document.format}, ${storableText(document.supplier)},
      ${storableText(document.revision)}, ${document.datedAt}, ${document.sha256}, ${document.original}, ${statements.length}, ${leftOut},
      ${ofProducts}, ${document.reading},      ${json(document.issues)}::jsonb, ${document.issueCount}, ${document.receivedBy}, ${document.receivedAt})
    returning id`.execute(db);
  const { id } = onlyRow(rows);
  const matchable = statements.filter(({ targets }) => targets.length > 0);
  for (let at = 0; at < matchable.length; at += STATEMENTS_AT_ONCE)
    await insertStatements(db, Number(id), matchable.slice(at, at + STATEMENTS_AT_ONCE));
  return Number(id);
}

async function insertStatements(db: Db, documentId: number, statements: readonly NewVexStatement[]): Promise<void> {
  const given = statements.map(({ statedOn, ...one }, place) => ({
    ...one,
    number: place,
    statedOn: statedOn === '' ? null : statedOn,
  }));
  await sql`with given as materialized (
      select nextval(pg_get_serial_sequence('vex_statements', 'id')) as id, t.* from jsonb_to_recordset(${json(given)}::jsonb)
        as t(number integer, place text, written text, analysis jsonb, "statedOn" timestamptz, names jsonb, targets jsonb)),
    added as (insert into vex_statements (id, document_id, place, written, analysis, stated_at) overriding system value
      select id, ${documentId}, place, written, analysis, "statedOn" from given order by number),
    named as (insert into vex_statement_names (statement_id, name_key)
      select distinct g.id, n.name from given g cross join jsonb_array_elements_text(g.names) as n(name))
    insert into vex_targets (statement_id, position, type, name, part_type, part_name, target)
    select g.id, t.position, t.value ->> 'type', t.value ->> 'name', t.value ->> 'partType', t.value ->> 'partName', t.value -> 'target'
    from given g cross join jsonb_array_elements(g.targets) with ordinality as t(value, position)`.execute(db);
}

function json(value: unknown): string {
  return JSON.stringify(value, (_key, member) => (typeof member === 'string' ? storableText(member) : member));
}
