// Which vulnerabilities affect which versions of the library. Matches are stored; requests never compute them.
import type { AffectedPackage, DistributionLike, SubjectFacts } from '@assay/scanner/advisories';
import { sql } from 'kysely';
import type { RecordedOutcome } from '../../domain/vulnerabilities/vulnerability.ts';
import type { Db } from '../postgres/connection.ts';
import { insertNews } from './news.ts';

/**
 * Versions that wait for matching; each caller gets different ones. Versions that somebody is about to delete are left out: the deletion ends their
 * waiting, and whoever waited for it here would be waited for by it.
 */
export async function takeUnmatched(db: Db, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from unmatched_versions where version_id in (
      select u.version_id from unmatched_versions u join component_versions v on v.id = u.version_id
      order by u.version_id limit ${limit} for update of u skip locked for key share of v skip locked)
    returning version_id as id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Versions of the project's items that wait for matching. */
export async function listUnmatchedOfProject(db: Db, projectId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct i.version_id as id from inventory_items i join unmatched_versions u on u.version_id = i.version_id
    where i.project_id = ${projectId} order by 1`.execute(db);
  return rows.map(({ id }) => Number(id));
}

export async function takeUnmatchedOf(db: Db, versionIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from unmatched_versions where version_id = any(${versionIds}::bigint[]) returning version_id as id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export interface VersionRow {
  id: number;
  name: string;
  purl: string | null;
  /** '' if none is known. */
  cpe: string;
  componentPurl: string | null;
  componentName: string;
  /** Distributions from which that of the package says that it is made; null for none. */
  like: DistributionLike[] | null;
  namesSources: boolean;
}

export async function listVersionRows(db: Db, versionIds: readonly number[]): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select v.id, v.name, v.purl, v.cpe, c.purl as "componentPurl", c.name as "componentName", v.distribution_like as like,
      v.names_sources as "namesSources"
    from component_versions v join components c on c.id = v.component_id where v.id = any(${versionIds}::bigint[]) order by v.id`.execute(
    db,
  );
  return rows;
}

export interface SubjectRow {
  versionId: number;
  purl: string;
  type: string;
  name: string;
  /** Names of its source package, of the package that it is made of, and of its CPE product. */
  otherNames: string[];
  /** '' if unknown. */
  repository: string;
}

export async function writeSubjects(
  db: Db,
  subjects: readonly SubjectRow[],
  withoutSubject: readonly number[],
): Promise<void> {
  await sql`delete from version_subjects where version_id = any(${withoutSubject}::bigint[])`.execute(db);
  await sql`insert into version_subjects (version_id, purl, type, name, other_names, repository)
    select "versionId", purl, type, name, "otherNames", repository from jsonb_to_recordset(${JSON.stringify(subjects)}::jsonb)
      as t("versionId" bigint, purl text, type text, name text, "otherNames" text[], repository text)
    on conflict (version_id) do update set purl = excluded.purl, type = excluded.type, name = excluded.name, other_names = excluded.other_names,
        repository = excluded.repository
      where (version_subjects.purl, version_subjects.other_names, version_subjects.repository)
        is distinct from (excluded.purl, excluded.other_names, excluded.repository)`.execute(db);
}

/** The package URL used for matching a version with advisories. */
export async function findSubjectPurl(db: Db, versionId: number): Promise<string | undefined> {
  const { rows } = await sql<{
    purl: string;
  }>`select purl from version_subjects where version_id = ${versionId}`.execute(db);
  return rows[0]?.purl;
}

/** What its distribution says of itself, for answers that are computed anew. Only derivatives say something, and a package URL names the release. */
export async function factsOfPurl(db: Db, purl: string): Promise<SubjectFacts> {
  const [distribution] = /^pkg:[^/]+\/[^/?#]+\//.exec(purl) ?? [];
  if (distribution === undefined) return {};
  const { rows } = await sql<{ like: DistributionLike[] }>`
    select distribution_like as like from component_versions
    where distribution_like is not null and starts_with(purl, ${distribution})
    order by purl = ${purl} desc, substring(purl from '[?&](distro=[^&#]*)') = substring(${purl} from '[?&](distro=[^&#]*)') desc nulls last, id desc
    limit 1`.execute(db);
  return rows[0] ?? {};
}

/** Versions of packages with these names. Products of CPEs are looked up by the last part of a name. */
export async function listVersionsNamed(db: Db, names: readonly { type: string; name: string }[]): Promise<number[]> {
  const [types, texts] = [names.map(({ type }) => type), names.map(({ name }) => name)];
  const { rows } = await sql<{ id: number }>`
    select s.version_id as id from version_subjects s join unnest(${types}::text[], ${texts}::text[]) as t(type, name)
      on s.name = t.name and s.type = t.type
    union
    select s.version_id from version_subjects s join unnest(${types}::text[], ${texts}::text[]) as t(type, name)
      on s.other_names @> array[t.name] and (s.type = t.type or t.type = 'cpe')
    union
    select s.version_id from version_subjects s join unnest(${types}::text[], ${texts}::text[]) as t(type, name)
      on s.repository = t.name and s.repository <> '' and t.type = 'git'`.execute(db);
  return rows.map(({ id }) => id);
}

export interface CandidateRow {
  type: string;
  name: string;
  advisoryId: number;
  vulnerabilityId: number;
  affected: AffectedPackage;
}

/** Entries of valid records with these names. */
export async function listCandidates(
  db: Db,
  names: readonly { type: string; name: string }[],
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    select p.type, p.name, a.id as "advisoryId", a.vulnerability_id as "vulnerabilityId", p.affected
    from unnest(${names.map(({ type }) => type)}::text[], ${names.map(({ name }) => name)}::text[]) as t(type, name)
    join advisory_packages p on p.name = t.name and p.type = t.type
    join advisories a on a.id = p.advisory_id
    where a.withdrawn_at is null and a.vulnerability_id is not null`.execute(db);
  return rows;
}

export interface MatchRow {
  versionId: number;
  vulnerabilityId: number;
  outcome: RecordedOutcome;
  advisoryIds: number[];
  fixedIn: string[];
  isByCpe: boolean;
}

export async function listMatches(db: Db, versionIds: readonly number[]): Promise<MatchRow[]> {
  const { rows } = await sql<MatchRow>`
    select version_id as "versionId", vulnerability_id as "vulnerabilityId", outcome, advisory_ids as "advisoryIds", fixed_in as "fixedIn",
      is_by_cpe as "isByCpe" from version_vulnerabilities where version_id = any(${versionIds}::bigint[])`.execute(db);
  return rows.map((row) => ({ ...row, advisoryIds: row.advisoryIds.map(Number) }));
}

export async function writeMatches(db: Db, matches: readonly MatchRow[]): Promise<void> {
  const rows = matches.map((one) => ({
    version_id: one.versionId,
    vulnerability_id: one.vulnerabilityId,
    outcome: one.outcome,
    advisory_ids: one.advisoryIds,
    fixed_in: one.fixedIn,
    is_by_cpe: one.isByCpe,
  }));
  await sql`insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids, fixed_in, is_by_cpe)
    select version_id, vulnerability_id, outcome, advisory_ids, fixed_in, is_by_cpe from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as t(version_id bigint, vulnerability_id bigint, outcome text, advisory_ids bigint[], fixed_in text[], is_by_cpe boolean)
    on conflict (version_id, vulnerability_id) do update set outcome = excluded.outcome, advisory_ids = excluded.advisory_ids,
      fixed_in = excluded.fixed_in, is_by_cpe = excluded.is_by_cpe`.execute(db);
}

/** Marks matches as ended; their rows stay. */
export async function endMatches(
  db: Db,
  pairs: readonly { versionId: number; vulnerabilityId: number }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await sql`with gone as (
      delete from version_vulnerabilities m using unnest(${pairs.map((one) => one.versionId)}::bigint[],
        ${pairs.map((one) => one.vulnerabilityId)}::bigint[]) as t(version_id, vulnerability_id)
      where m.version_id = t.version_id and m.vulnerability_id = t.vulnerability_id
      returning m.version_id, m.vulnerability_id, m.matched_at, m.outcome)
    insert into past_version_vulnerabilities (version_id, vulnerability_id, matched_at)
    select version_id, vulnerability_id, matched_at from gone where outcome = 'affected'`.execute(db);
}

/** Counts the vulnerabilities of the items of these versions again. */
export async function refreshExposuresOfVersions(db: Db, versionIds: readonly number[]): Promise<void> {
  if (versionIds.length === 0) return;
  await sql`select refresh_exposures(array(select id from inventory_items where version_id = any(${versionIds}::bigint[])))`.execute(
    db,
  );
}

/** Counts the items that have one of these vulnerabilities again. */
export async function refreshExposuresOfVulnerabilities(db: Db, vulnerabilityIds: readonly number[]): Promise<void> {
  if (vulnerabilityIds.length === 0) return;
  await sql`select refresh_exposures(array(select i.id from inventory_items i join version_vulnerabilities m on m.version_id = i.version_id
    where m.vulnerability_id = any(${vulnerabilityIds}::bigint[])))`.execute(db);
}

/** Records which items newly have these vulnerabilities, for later notices. */
export async function noteNews(
  db: Db,
  pairs: readonly { versionId: number; vulnerabilityId: number }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await insertNews(
    db,
    sql`select m.item_id, m.vulnerability_id from item_vulnerabilities m
      join unnest(${pairs.map((one) => one.versionId)}::bigint[], ${pairs.map((one) => one.vulnerabilityId)}::bigint[]) as t(version_id, vulnerability_id)
        on m.version_id = t.version_id and m.vulnerability_id = t.vulnerability_id
      where m.outcome = 'affected'`,
  );
}
