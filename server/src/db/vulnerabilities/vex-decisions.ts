// What the statements of VEX sources decide: one statement for a vulnerability of a version, in all projects; and one in a project, if it is about the
// product that the project is.
import type { VexTarget } from '@assay/scanner/vex';
import { type RawBuilder, sql } from 'kysely';
import type { AnalysisWords } from '../../domain/vulnerabilities/suppression.ts';
import { insertNews } from '../advisories/news.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { onlyRow } from '../postgres/rows.ts';
import { isAllowedTo, type Viewer } from '../projects/standing.ts';
import type { VersionPair } from './analyses.ts';
import { notCountingAmong, vexCountsIn } from './standing.ts';

export async function hasVexStatements(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from vex_statements) as has`.execute(db);
  return onlyRow(rows).has;
}

/** Versions that the statements of a source, or of one of its documents, may be about, and those that they decide about. */
export async function listVersionsOfVex(db: Db, of: { sourceId: number } | { documentId: number }): Promise<number[]> {
  const chosen = 'sourceId' in of ? sql`c.source_id = ${of.sourceId}` : sql`c.id = ${of.documentId}`;
  const { rows } = await sql<{ id: number }>`
    with chosen as materialized (select s.id from vex_statements s join vex_documents c on c.id = s.document_id where ${chosen})
    select distinct b.version_id as id from chosen
      join vex_targets t on t.statement_id = chosen.id and t.part_name = '' join version_subjects b on b.name = t.name and b.type = t.type
    union select b.version_id from chosen join vex_targets t on t.statement_id = chosen.id and t.part_name <> ''
      join version_subjects b on b.name = t.part_name and b.type = t.part_type
      where exists (select from project_products p where p.name = t.name and p.type = t.type)
    union select i.version_id from chosen join vex_targets t on t.statement_id = chosen.id and t.part_name = ''
      join project_products p on p.name = t.name and p.type = t.type
      join inventory_items i on i.project_id = p.project_id and i.type = 'COMPONENT' and i.version_id is not null
      join vex_statement_names k on k.statement_id = chosen.id join vulnerability_names n on n.name_key = k.name_key
      join version_vulnerabilities m on m.version_id = i.version_id and m.vulnerability_id = n.vulnerability_id
    union select d.version_id from chosen join vex_decisions d on d.statement_id = chosen.id`.execute(db);
  return rows.map(({ id }) => Number(id));
}

/** A statement that names a vulnerability of the version, and its package or the product of a project. Whether it is about it remains to be seen. */
export interface VexCandidate extends VersionPair {
  /** Null for a statement about the package itself, in all projects. */
  projectId: number | null;
  purl: string;
  statementId: number;
  target: VexTarget;
  statedAt: Date | null;
  analysis: AnalysisWords;
  written: string;
  supplier: string;
  suppresses: boolean;
}

const CANDIDATE = sql`coalesce(cv.purl, b.purl) as purl, s.id as "statementId", t.target, s.stated_at as "statedAt", s.analysis, s.written, c.supplier,
  o.suppresses`;

export async function listVexCandidates(db: Db, versionIds: readonly number[]): Promise<VexCandidate[]> {
  const { rows } = await sql<VexCandidate>`
    select distinct on (m.version_id, m.vulnerability_id, s.id, t.position) m.version_id as "versionId", m.vulnerability_id as "vulnerabilityId",
      null as "projectId", ${CANDIDATE}
    from version_vulnerabilities m join version_subjects b on b.version_id = m.version_id join component_versions cv on cv.id = m.version_id
    join vulnerability_names n on n.vulnerability_id = m.vulnerability_id
    join vex_statement_names k on k.name_key = n.name_key
    join vex_targets t on t.statement_id = k.statement_id and t.name = b.name and t.type = b.type and t.part_name = ''
    join vex_statements s on s.id = k.statement_id join vex_documents c on c.id = s.document_id
    join vex_sources o on o.id = c.source_id and o.is_enabled
    where m.version_id = any(${versionIds}::bigint[]) order by m.version_id, m.vulnerability_id, s.id, t.position`.execute(
    db,
  );
  return rows.map((row) => ({
    ...row,
    versionId: Number(row.versionId),
    vulnerabilityId: Number(row.vulnerabilityId),
    statementId: Number(row.statementId),
  }));
}

/** Statements about the products that projects are, and their parts; in one project, or in all that say which product they are. */
export async function listProductCandidates(
  db: Db,
  versionIds: readonly number[],
  projectId: number | undefined,
): Promise<VexCandidate[]> {
  const { rows } = await sql<VexCandidate>`
    with held as materialized (select distinct i.project_id, i.version_id from inventory_items i
      where i.version_id = any(${versionIds}::bigint[]) and i.type = 'COMPONENT' and ${present()}
        and exists (select from project_products p where p.project_id = i.project_id)
        ${projectId === undefined ? sql`` : sql`and i.project_id = ${projectId}`})
    select distinct on (held.project_id, m.version_id, m.vulnerability_id, s.id, t.position) m.version_id as "versionId",
      m.vulnerability_id as "vulnerabilityId", held.project_id as "projectId", ${CANDIDATE}
    from held join version_vulnerabilities m on m.version_id = held.version_id
    join version_subjects b on b.version_id = m.version_id join component_versions cv on cv.id = m.version_id
    join vulnerability_names n on n.vulnerability_id = m.vulnerability_id
    join vex_statement_names k on k.name_key = n.name_key
    join vex_targets t on t.statement_id = k.statement_id and (t.part_name = '' or (t.part_name = b.name and t.part_type = b.type))
    join project_products p on p.project_id = held.project_id and p.name = t.name and p.type = t.type
    join vex_statements s on s.id = k.statement_id join vex_documents c on c.id = s.document_id
    join vex_sources o on o.id = c.source_id and o.is_enabled
    order by held.project_id, m.version_id, m.vulnerability_id, s.id, t.position`.execute(db);
  return rows.map((row) => ({
    ...row,
    projectId: Number(row.projectId),
    versionId: Number(row.versionId),
    vulnerabilityId: Number(row.vulnerabilityId),
    statementId: Number(row.statementId),
  }));
}

export interface VexDecision extends VersionPair {
  /** Null for all projects. */
  projectId: number | null;
  statementId: number;
  analysis: Partial<AnalysisWords>;
  isSuppressed: boolean;
}

/** Of all projects, or only those of one project. */
export async function listVexDecisions(
  db: Db,
  versionIds: readonly number[],
  projectId?: number,
): Promise<VexDecision[]> {
  const { rows } = await sql<VexDecision>`
    select version_id as "versionId", vulnerability_id as "vulnerabilityId", project_id as "projectId", statement_id as "statementId", analysis,
      is_suppressed as "isSuppressed"
    from vex_decisions where version_id = any(${versionIds}::bigint[])
      ${projectId === undefined ? sql`` : sql`and project_id = ${projectId}`}`.execute(db);
  return rows.map((row) => ({
    ...row,
    projectId: row.projectId === null ? null : Number(row.projectId),
    versionId: Number(row.versionId),
    vulnerabilityId: Number(row.vulnerabilityId),
    statementId: Number(row.statementId),
  }));
}

/** A vulnerability of a version, in one project or in all. */
type VexPair = VersionPair & Pick<VexDecision, 'projectId'>;

const rowsOf = (pairs: readonly VexPair[]): RawBuilder<unknown> =>
  sql`unnest(${pairs.map((one) => one.versionId)}::bigint[], ${pairs.map((one) => one.vulnerabilityId)}::bigint[],
    ${pairs.map((one) => one.projectId)}::bigint[]) as t(version_id, vulnerability_id, project_id)`;

export async function writeVexDecisions(db: Db, decisions: readonly VexDecision[], now: Date): Promise<void> {
  if (decisions.length === 0) return;
  await sql`insert into vex_decisions (version_id, vulnerability_id, project_id, statement_id, analysis, is_suppressed, decided_at)
    select t."versionId", t."vulnerabilityId", t."projectId", t."statementId", t.analysis, t."isSuppressed", ${now}
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as t("versionId" bigint, "vulnerabilityId" bigint, "projectId" bigint,
      "statementId" bigint, analysis jsonb, "isSuppressed" boolean) order by 1, 2, 3
    on conflict (version_id, vulnerability_id, project_id) do update set statement_id = excluded.statement_id, analysis = excluded.analysis,
      is_suppressed = excluded.is_suppressed, decided_at = excluded.decided_at`.execute(db);
}

export async function deleteVexDecisions(db: Db, pairs: readonly VexPair[]): Promise<void> {
  if (pairs.length === 0) return;
  await sql`delete from vex_decisions d using ${rowsOf(pairs)}
    where d.version_id = t.version_id and d.vulnerability_id = t.vulnerability_id and d.project_id is not distinct from t.project_id`.execute(
    db,
  );
}

/** Shown as the one who closed an alert. */
const CLOSER = 'VEX source ';

/** Closes the open alerts of these pairs where they no longer count. */
export async function closeAlertsByVex(db: Db, pairs: readonly VexPair[], now: Date): Promise<void> {
  if (pairs.length === 0) return;
  await sql`with asked as materialized (
      select a.id, a.project_id, i.version_id, a.vulnerability_id, a.item_id, o.name from ${rowsOf(pairs)}
      join vex_decisions d on d.version_id = t.version_id and d.vulnerability_id = t.vulnerability_id and d.is_suppressed
      join vex_statements s on s.id = d.statement_id join vex_documents c on c.id = s.document_id join vex_sources o on o.id = c.source_id
      join inventory_items i on i.version_id = t.version_id and coalesce(t.project_id, i.project_id) = i.project_id
      join vulnerability_alerts a on a.item_id = i.id and a.vulnerability_id = t.vulnerability_id and a.is_open
      where ${vexCountsIn(sql`i.project_id`)})
    update vulnerability_alerts a set is_open = false, closed_at = ${now}, closed_by = ${CLOSER} || asked.name
    from asked where asked.id = a.id and a.id in ${notCountingAmong(sql`asked`)}`.execute(db);
}

/** Opens again the alerts that sources of VEX had closed, and writes news about what counts again. Alerts that people closed stay closed. */
export async function reopenByVex(db: Db, pairs: readonly VexPair[], now: Date): Promise<void> {
  if (pairs.length === 0) return;
  const items = sql`with asked as materialized (
      select row_number() over () as id, i.project_id, i.version_id, t.vulnerability_id, i.id as item_id from ${rowsOf(pairs)}
      join inventory_items i on i.version_id = t.version_id and coalesce(t.project_id, i.project_id) = i.project_id
      join version_vulnerabilities m on m.version_id = t.version_id and m.vulnerability_id = t.vulnerability_id and m.outcome = 'affected')
    select distinct item_id, vulnerability_id from asked where id not in ${notCountingAmong(sql`asked`)}`;
  await sql`update vulnerability_alerts a set is_open = true, closed_at = null, closed_by = '', created_at = ${now}
    from (${items}) t where a.item_id = t.item_id and a.vulnerability_id = t.vulnerability_id and not a.is_open
      and starts_with(a.closed_by, ${CLOSER})`.execute(db);
  await insertNews(
    db,
    sql`select * from (${items}) t where not exists (select from vulnerability_alerts a
      where a.item_id = t.item_id and a.vulnerability_id = t.vulnerability_id and not a.is_open)`,
  );
}

/** All that holds now about one vulnerability of a component, for its row in `decisions`. */
export interface VexOfComponent {
  advisory: string;
  component: string;
  /** Null for all projects. */
  projectId: number | null;
  /** Empty if no statement decides any more. */
  standing: {
    version: string;
    analysis: Partial<AnalysisWords>;
    isSuppressed: boolean;
    source: string;
    document: string;
    format: string;
    supplier: string;
    statedAt: string | null;
    written: string;
    place: string;
    sha256: string;
  }[];
}

/** For the components of these pairs. */
export async function listVexOfComponents(db: Db, pairs: readonly VexPair[]): Promise<VexOfComponent[]> {
  if (pairs.length === 0) return [];
  const { rows } = await sql<VexOfComponent>`
    with touched as (select distinct cv.component_id, t.vulnerability_id, t.project_id from ${rowsOf(pairs)} join component_versions cv on cv.id = t.version_id)
    select v.name as advisory, coalesce(c.purl, lower(c.name)) as component, t.project_id as "projectId", coalesce((
      select jsonb_agg(jsonb_build_object('version', cv.name, 'analysis', d.analysis, 'isSuppressed', d.is_suppressed, 'source', o.name,
        'document', x.name, 'format', x.format, 'supplier', x.supplier, 'statedAt', s.stated_at, 'written', s.written, 'place', s.place,
        'sha256', encode(x.sha256, 'hex')) order by cv.id)
      from component_versions cv join vex_decisions d on d.version_id = cv.id and d.vulnerability_id = t.vulnerability_id
        and d.project_id is not distinct from t.project_id
      join vex_statements s on s.id = d.statement_id join vex_documents x on x.id = s.document_id join vex_sources o on o.id = x.source_id
      where cv.component_id = t.component_id), '[]') as standing
    from touched t join vulnerabilities v on v.id = t.vulnerability_id join components c on c.id = t.component_id order by 1, 2`.execute(
    db,
  );
  return rows;
}

export interface DecidedByVex {
  projectId: number;
  projectName: string;
  itemId: number;
  itemName: string;
  purl: string;
  vulnerability: string;
  analysis: Partial<AnalysisWords>;
  isSuppressed: boolean;
  document: string;
  place: string;
  statedAt: Date | null;
  /** What people decided in the project, or for all projects; '' if nothing. */
  ownState: string;
  ownAuthor: string;
  isOverruled: boolean;
  /** The statement is about the product that the project is. */
  isOfProduct: boolean;
}

/** In projects that the viewer may see. */
export async function pageOfDecidedByVex(
  db: Db,
  wanted: { sourceId: number; isOverruled?: boolean | undefined },
  viewer: Viewer,
  page: { limit: number; offset: number },
): Promise<{ rows: DecidedByVex[]; total: number }> {
  const from = sql`from vex_decisions d join vex_statements s on s.id = d.statement_id join vex_documents c on c.id = s.document_id
    join vulnerabilities v on v.id = d.vulnerability_id
    join inventory_items i on i.version_id = d.version_id and i.type = 'COMPONENT' and ${present()} and ${vexCountsIn(sql`i.project_id`)}
    join projects on projects.id = i.project_id join component_versions cv on cv.id = d.version_id
    left join vulnerability_analyses a on a.project_id = i.project_id and a.version_id = d.version_id and a.vulnerability_id = d.vulnerability_id
    left join lateral (select u.analysis, x.suppressed_by as author from standing_suppressions t join suppressions u on u.id = t.suppression_id
      join suppressed_versions x on x.id = t.suppressed_version_id
      where t.version_id = d.version_id and t.vulnerability_id = d.vulnerability_id and (t.project_id is null or t.project_id = i.project_id)
      order by t.project_id nulls last limit 1) p on true
    where c.source_id = ${wanted.sourceId} and ${isAllowedTo('VIEW_INVENTORY', viewer)}
      ${wanted.isOverruled === undefined ? sql`` : sql`and (a.id is not null or p.author is not null) = ${wanted.isOverruled}`}`;
  const { rows } = await sql<DecidedByVex>`
    select i.project_id as "projectId", projects.name as "projectName", i.id as "itemId", i.name as "itemName",
      coalesce(nullif(i.purl, ''), cv.purl, '') as purl, v.name as vulnerability, d.analysis, d.is_suppressed as "isSuppressed",
      c.name as document, s.place, s.stated_at as "statedAt", coalesce(a.analysis ->> 'state', p.analysis ->> 'state', '') as "ownState",
      coalesce(a.author, p.author, '') as "ownAuthor", a.id is not null or p.author is not null as "isOverruled", d.project_id is not null as "isOfProduct"
    ${from} order by lower(projects.name), i.project_id, i.id, v.name limit ${page.limit} offset ${page.offset}`.execute(
    db,
  );
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db);
  return { rows, total: onlyRow(counted.rows).total };
}
