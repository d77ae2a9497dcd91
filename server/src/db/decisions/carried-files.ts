// Decisions on files that may count for other contents, read in sets: those on the same bytes, on the same text, on what was in the same place, and on
// what has the same name and states the same. The rule that compares them is domain/decisions/file-carrying.ts.
import { type RawBuilder, sql } from 'kysely';
import type { Candidate, CarryWay } from '../../domain/decisions/carrying.ts';
import type { DecisionScope, StoredDecision } from '../../domain/decisions/decision.ts';
import type { FileFactsThen } from '../../domain/decisions/file-carrying.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf } from '../postgres/parts.ts';
import { isAllowedTo, type Viewer } from '../projects/standing.ts';

/** What the facts `x` say in words, for people; null without facts. */
export const SAID = sql`case when x.sha256 is not null then jsonb_build_object('licenses', to_jsonb(x.spdx), 'holders', (
  select coalesce(jsonb_agg(distinct c ->> 'holder'), '[]'::jsonb) from jsonb_array_elements(x.facts -> 'copyrights') c where c ->> 'holder' <> '')) end`;

/**
 * Decided contents get what they say from facts: those that have nothing yet, or (`all`) those too whose facts were made again by another analyser or
 * other rules. Contents without facts keep what they have.
 */
export async function refreshDecidedEvidence(db: Db, projectId: number, all: boolean): Promise<void> {
  await sql`update decision_files t set text_digest = x.text_digest, evidence_digest = x.evidence_digest, sketch = x.sketch, said = ${SAID}
    from decisions d, decision_files y cross join lateral (select * from facts where facts.sha256 = y.sha256 order by text_digest is null, hint limit 1) x
    where d.project_id = ${projectId} and d.kind in ('file-reviewed', 'file-tied') and d.superseded_at is null and y.decision_id = d.id
      and t.decision_id = y.decision_id and t.sha256 = y.sha256 and t.place_key = y.place_key
      and (t.said is null or ${all} and (t.text_digest, t.evidence_digest) is distinct from (x.text_digest, x.evidence_digest))`.execute(
    db,
  );
}

/** Takes back marks whose decision was replaced or has expired. */
export async function endCarriedMarks(db: Db, projectId: number, now: Date): Promise<void> {
  await sql`with ended as (
      delete from carried_files c using decisions d, files f where d.id = c.decision_id and f.id = c.file_id and f.project_id = ${projectId}
        and (d.superseded_at is not null or d.expires_at <= ${now} or f.sha256 <> c.sha256)
      returning c.file_id, c.sha256, d.kind)
    update files f set is_reviewed = false from ended e where f.id = e.file_id and f.sha256 = e.sha256 and e.kind = 'file-reviewed' and f.is_reviewed`.execute(
    db,
  );
}

export type CarriedKind = 'file-reviewed' | 'file-tied';

export interface OpenFile {
  fileId: number;
  path: string;
  /** Only for decisions on items. */
  itemId: number | null;
  now: FileFactsThen;
  candidates: FileCandidate[];
}

export interface FileCandidate extends Candidate<FileFactsThen> {
  projectId: number;
  projectName: string;
}

interface Row {
  fileId: number;
  path: string;
  placeKey: string;
  sha256: string;
  text: string | null;
  evidence: string | null;
  sketch: string | null;
  said: { licenses: string[]; holders: string[] } | null;
  thenPlaceKey: string;
  thenSha256: string;
  thenText: string | null;
  thenEvidence: string | null;
  thenSketch: string | null;
  thenSaid: { licenses: string[]; holders: string[] } | null;
  id: number;
  scope: DecisionScope;
  itemId: number | null;
  projectId: number;
  projectName: string;
  value: StoredDecision['value'];
  author: string;
  decidedAt: Date;
  expiresAt: Date | null;
}

const FILES_PER_QUERY = 20_000;

/**
 * Files of a project that nobody has reviewed (for ties: all files), with the decisions that could count for them: for each way the last one of each
 * value. Files without any are left out. For a viewer, the decisions are those of the other projects that the viewer may see, in the same place only those
 * with the same evidence; files without contents are left out then, because they are all alike.
 */
export async function* eachOpenFile(
  db: Db,
  projectId: number,
  kind: CarriedKind,
  viewer?: Viewer,
): AsyncGenerator<OpenFile> {
  const isOpen = kind === 'file-reviewed' ? sql`not f.is_reviewed` : sql`f.size_bytes > 0`;
  const isFilled = viewer ? sql`and f.size_bytes > 0` : sql``;
  const { rows: open } = await sql<{ id: number }>`
    select f.id from files f where f.project_id = ${projectId} and not f.is_excluded and ${isOpen} ${isFilled}
      and exists (select from decisions d join projects on projects.id = d.project_id
        where ${isSource(projectId, viewer)} and d.kind = ${kind} and d.superseded_at is null) order by f.id`.execute(
    db,
  );
  for (const part of partsOf(open, FILES_PER_QUERY)) {
    const ids = part.map(({ id }) => id);
    const rows = await candidatesFor(db, { projectId, kind, viewer, ids });
    for (const alike of Map.groupBy(rows, ({ fileId, itemId }) => `${fileId} ${itemId}`).values())
      yield openFile(kind, alike as [Row, ...Row[]]);
  }
}

/** A condition on `projects`, to which the decisions belong. */
const isSource = (projectId: number, viewer: Viewer | undefined) =>
  viewer === undefined
    ? sql`projects.id = ${projectId}`
    : sql`projects.id <> ${projectId} and ${isAllowedTo('VIEW_INVENTORY', viewer)}`;

interface Asked {
  projectId: number;
  kind: CarriedKind;
  viewer: Viewer | undefined;
  ids: readonly number[];
}

const COLUMNS = sql`y.decision_id, y.sha256, y.place_key, y.text_digest, y.evidence_digest, y.sketch, y.said, y.item_id, y.value, y.scope, y.author,
  y.decided_at, y.expires_at, y.project_id, y.project_name`;

/** Files that were moved and edited are looked for among those of their name; of names such as index.js there are very many. */
const MOST_OF_A_NAME = 500;
const MOST_COMPARED = 20;

const nameOf = (table: string) => sql`substring(${sql.ref(`${table}.place_key`)} from '[^/]*$')`;
const folderOf = (table: string) => sql`substring(${sql.ref(`${table}.place_key`)} from '([^/]*)/[^/]*$')`;

async function candidatesFor(db: Db, { projectId, kind, viewer, ids }: Asked): Promise<Row[]> {
  const isOfProject = viewer === undefined ? sql`and x.project_id = ${projectId}` : sql``;
  const decidedIn = (contents: RawBuilder<unknown>) => sql`
    select x.decision_id, x.sha256, x.place_key, x.text_digest, x.evidence_digest, x.sketch, x.said, d.item_id, d.value, d.scope, d.author, d.decided_at, d.expires_at,
      projects.id as project_id, projects.name as project_name
    from ${contents} x join decisions d on d.id = x.decision_id join projects on projects.id = d.project_id
    where ${isSource(projectId, viewer)} and d.kind = ${kind} and d.superseded_at is null ${isOfProject}`;
  // In other projects, many files may have the same place: the last one with the same evidence is compared.
  const isOfOthers = viewer !== undefined;
  const last = (member: string, more = sql``) => sql`
    select distinct on (${sql.ref(member)}, y.item_id, y.value ${more}) ${sql.ref(member)} as key, y.* from decided y
    where ${sql.ref(member)} in (select ${sql.ref(member.replace('y.', 'o.'))} from open o)
    order by ${sql.ref(member)}, y.item_id, y.value ${more}, y.decision_id desc`;
  const alike = sql`(select * from decision_files x where x.evidence_digest = o.evidence_digest and ${nameOf('x')} = ${nameOf('o')} ${isOfProject}
    and x.place_key <> o.place_key limit ${MOST_OF_A_NAME})`;
  const atPlace = last('y.place_key', isOfOthers ? sql`, y.evidence_digest` : sql``);
  const { rows } = await sql<Row>`
    with open as materialized (
      select f.id, f.path, place_key(f.path) as place_key, f.sha256, f.hint, x.text_digest, x.evidence_digest, x.sketch
      from files f left join facts x on x.sha256 = f.sha256 and x.hint = f.hint where f.id = any(${[...ids]}::bigint[])),
    decided as not materialized (${decidedIn(sql`decision_files`)}),
    direct as materialized (
      select o.id as file_id, ${COLUMNS} from open o join (${last('y.sha256')}) y on y.key = o.sha256
      union all
      select o.id, ${COLUMNS} from open o join (${last('y.text_digest')}) y on y.key = o.text_digest and y.sha256 <> o.sha256
      union all
      select o.id, ${COLUMNS} from open o join (${atPlace}) y on y.key = o.place_key and (not ${isOfOthers} or y.evidence_digest = o.evidence_digest) and y.sha256 <> o.sha256
        and y.text_digest is distinct from o.text_digest),
    found as (
      select * from direct
      union all
      select o.id, ${COLUMNS} from open o cross join lateral (${decidedIn(alike)}
        order by (${folderOf('x')} is not distinct from ${folderOf('o')}) desc, x.decision_id desc limit ${MOST_COMPARED}) y
      where ${kind} = 'file-reviewed' and o.sketch is not null and not exists (select from direct x where x.file_id = o.id))
    select o.id as "fileId", o.path, o.place_key as "placeKey", encode(o.sha256, 'hex') as sha256, encode(o.text_digest, 'hex') as text,
      encode(o.evidence_digest, 'hex') as evidence, encode(o.sketch, 'base64') as sketch, ${SAID} as said, y.place_key as "thenPlaceKey",
      encode(y.sha256, 'hex') as "thenSha256", encode(y.text_digest, 'hex') as "thenText", encode(y.evidence_digest, 'hex') as "thenEvidence",
      encode(y.sketch, 'base64') as "thenSketch", y.said as "thenSaid", y.decision_id as id, y.scope, y.item_id as "itemId", y.project_id as "projectId", y.project_name as "projectName", y.value, y.author,
      y.decided_at as "decidedAt", y.expires_at as "expiresAt"
    from found y join open o on o.id = y.file_id
    left join facts x on x.sha256 = o.sha256 and x.hint = o.hint and y.evidence_digest is distinct from o.evidence_digest
    order by o.id, y.item_id, y.decision_id`.execute(db);
  return rows;
}

function openFile(kind: CarriedKind, rows: [Row, ...Row[]]): OpenFile {
  const [{ fileId, path, itemId, placeKey, sha256, text, evidence, sketch, said }] = rows;
  return {
    ...{ fileId, path, itemId },
    now: { placeKey, sha256, ...digestsOf(text, evidence, sketch), ...wordsOf(said) },
    candidates: rows.map(({ id, scope, value, author, decidedAt, expiresAt, projectId, projectName, ...row }) => ({
      ...{ projectId: Number(projectId), projectName },
      decision: { id: Number(id), kind, scope, value, author, decidedAt, expiresAt, supersededAt: null },
      former: {
        placeKey: row.thenPlaceKey,
        sha256: row.thenSha256,
        ...digestsOf(row.thenText, row.thenEvidence, row.thenSketch),
        ...wordsOf(row.thenSaid),
      },
    })),
  };
}

function digestsOf(text: string | null, evidence: string | null, sketch: string | null) {
  return text === null || evidence === null ? {} : { digests: { text, evidence, sketch: sketch ?? '' } };
}

const wordsOf = (said: Row['said']) => ({ licenses: said?.licenses ?? [], holders: said?.holders ?? [] });

export interface CarriedFile {
  fileId: number;
  decisionId: number;
  way: CarryWay;
}

export async function insertCarriedFiles(db: Db, rows: readonly CarriedFile[]): Promise<void> {
  for (const part of partsOf(rows))
    await sql`insert into carried_files (file_id, decision_id, sha256, way)
      select f.id, t."decisionId", f.sha256, t.way from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as t("fileId" bigint, "decisionId" bigint, way text)
      join files f on f.id = t."fileId" on conflict (file_id, decision_id) do update set sha256 = excluded.sha256, way = excluded.way`.execute(
      db,
    );
}

/** Of these ties, those that the item does not have yet. */
export async function missingTies<T extends { itemId: number; fileId: number; path: string; isTied: boolean }>(
  db: Db,
  ties: readonly T[],
): Promise<T[]> {
  const { rows } = await sql<{ place: number }>`
    select t.place from jsonb_to_recordset(${JSON.stringify(ties.map(({ itemId, fileId, path, isTied }, place) => ({ itemId, fileId, path, isTied, place })))}::jsonb)
      as t("itemId" bigint, "fileId" bigint, path text, "isTied" boolean, place int)
    where case when t."isTied" then not exists (select from inventory_files x where x.item_id = t."itemId" and x.file_id = t."fileId")
      else not exists (select from inventory_file_exclusions x where x.item_id = t."itemId" and x.path = t.path) end`.execute(
    db,
  );
  const places = new Set(rows.map(({ place }) => place));
  return ties.filter((_, place) => places.has(place));
}

export interface CarriedFileRow {
  fileId: number;
  path: string;
  way: CarryWay;
  decisionId: number;
  author: string;
  decidedAt: Date;
}

/** Reviewed files whose decision was made on other contents or in another place. */
export async function pageOfCarriedFiles(
  db: Db,
  projectId: number,
  page: { limit: number; offset: number },
): Promise<{ rows: CarriedFileRow[]; total: number }> {
  const from = sql`from carried_files c join files f on f.id = c.file_id and f.sha256 = c.sha256 and f.is_reviewed
    join decisions d on d.id = c.decision_id and d.kind = 'file-reviewed' where f.project_id = ${projectId}`;
  const { rows } = await sql<CarriedFileRow>`
    select f.id as "fileId", f.path, c.way, d.id as "decisionId", d.author, d.decided_at as "decidedAt" ${from} order by f.path, d.id
    limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
}
