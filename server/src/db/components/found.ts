// Components and versions of the library. Scans add what they find; rows are looked up by purl.
import { buildOf, type DistributionLike, isDistributed, subjectOf } from '@assay/scanner/advisories';
import { sql } from 'kysely';
import { typeOfPurl, UNKNOWN_VERSION } from '../../domain/inventories/inventory.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf, TEXT_ROWS_PER_STATEMENT } from '../postgres/parts.ts';

export interface FoundComponent {
  /** Without version. */
  purl: string;
  name: string;
  url: string;
  description: string;
  forgeId: number;
}

/** Creates missing components and returns all ids by purl. Existing components stay unchanged. `onCreated` gets the ids of the new ones. */
export async function ensureComponents(
  db: Db,
  components: FoundComponent[],
  onCreated?: (ids: number[]) => Promise<void>,
): Promise<Map<string, number>> {
  const distinct = [...new Map(components.map((component) => [component.purl, component])).values()];
  const ids = new Map<string, number>();
  for (const part of partsOf(distinct)) {
    const purls = part.map((c) => c.purl);
    const { rows: created } = await sql<{
      id: number;
    }>`insert into components (purl, name, title, url, description, forge_id)
      select purl, name, name, url, description, forge_id from unnest(
        ${purls}::text[], ${part.map((c) => c.name)}::text[], ${part.map((c) => c.url)}::text[],
        ${part.map((c) => c.description)}::text[], ${part.map((c) => c.forgeId)}::integer[]) as t(purl, name, url, description, forge_id)
      on conflict (purl) do nothing returning id`.execute(db);
    if (created.length > 0) await onCreated?.(created.map(({ id }) => id));
    const { rows } = await sql<{ id: number; purl: string }>`
      select id, purl from components where purl = any(${purls}::text[])`.execute(db);
    for (const { id, purl } of rows) ids.set(purl, id);
  }
  return ids;
}

export interface FoundVersion {
  componentId: number;
  name: string;
  purl: string;
  licenseExpression: string;
}

/** The version of a component that was found without one: it is named Unknown and has no purl and license of its own. */
export function unknownVersionOf(componentId: number): FoundVersion {
  return { componentId, name: UNKNOWN_VERSION, purl: '', licenseExpression: '' };
}

/** What else than the name makes a version of a distribution's package. A package URL of another version says nothing of this one. */
export function buildOfVersion(name: string, purl: string): string {
  if (name === UNKNOWN_VERSION || !isDistributed(typeOfPurl(purl))) return '';
  const subject = subjectOf(purl);
  if ('problem' in subject) return '';
  const plain = (version: string) => version.replace(/^\d+:/, '');
  return plain(subject.version) === plain(name) ? buildOf(purl) : '';
}

/** Creates missing versions and returns all ids by `versionKey`. */
export async function ensureVersions(db: Db, versions: FoundVersion[]): Promise<Map<string, number>> {
  const distinct = [
    ...new Map(
      versions.map((version) => [versionKey(version.componentId, version.name, version.purl), version]),
    ).values(),
  ];
  const ids = new Map<string, number>();
  for (const part of partsOf(distinct)) {
    const [componentIds, names] = [part.map((v) => v.componentId), part.map((v) => v.name)];
    const builds = part.map((v) => buildOfVersion(v.name, v.purl));
    await sql`insert into component_versions (component_id, name, build, purl, license_expression)
      select component_id, name, build, nullif(purl, ''), license_expression from unnest(
        ${componentIds}::bigint[], ${names}::text[], ${builds}::text[], ${part.map((v) => v.purl)}::text[],
        ${part.map((v) => v.licenseExpression)}::text[]) as t(component_id, name, build, purl, license_expression)
      on conflict (component_id, name, build) do nothing`.execute(db);
    const { rows } = await sql<{ id: number; component_id: number; name: string; build: string }>`
      select v.id, v.component_id, v.name, v.build from component_versions v
      join unnest(${componentIds}::bigint[], ${names}::text[], ${builds}::text[]) as t(component_id, name, build)
        on v.component_id = t.component_id and v.name = t.name and v.build = t.build`.execute(db);
    for (const row of rows) ids.set(keyOf(row.component_id, row.name, row.build), row.id);
  }
  return ids;
}

/** What is known of a version of a distribution's package beside its package URL. */
export interface FactsOfVersion {
  /** Without version. */
  componentPurl: string;
  versionName: string;
  /** With the source package and the release, if they are known. */
  purl: string;
  /** Distributions from which its own says that it is made. */
  like?: readonly DistributionLike[] | undefined;
  /** Who names it names source packages wherever they differ. */
  namesSources: boolean;
}

/**
 * Keeps what was learned, and returns the versions that are now compared in another way: they wait for it. A package URL is replaced by
 * one that names the source package for the same release.
 */
export async function keepFactsOfVersions(db: Db, facts: readonly FactsOfVersion[]): Promise<number[]> {
  const rows = facts
    .filter(({ purl, versionName }) => versionName !== '' && isDistributed(typeOfPurl(purl)))
    .map(({ like = [], ...one }) => ({
      ...one,
      like: like.length > 0 ? like : null,
      build: buildOfVersion(one.versionName, one.purl),
    }));
  const distinct = [
    ...new Map(rows.map((one) => [`${one.componentPurl}\n${one.versionName}\n${one.build}`, one])).values(),
  ];
  const ids: number[] = [];
  for (const part of partsOf(distinct, TEXT_ROWS_PER_STATEMENT)) {
    const { rows: changed } = await sql<{ id: number }>`
      with t as (select * from jsonb_to_recordset(${JSON.stringify(part)}::jsonb)
          as t("componentPurl" text, "versionName" text, build text, purl text, "like" jsonb, "namesSources" boolean)),
        known as (select v.id, coalesce(nullif(t."like", 'null'), v.distribution_like) as distribution_like,
            v.names_sources or t."namesSources" as names_sources,
            case when split_part(v.purl, '?', 1) = split_part(t.purl, '?', 1) and v.purl !~ '[?&]upstream=' and t.purl ~ '[?&]upstream='
              then t.purl else v.purl end as purl
          from t join components c on c.purl = t."componentPurl"
          join component_versions v on v.component_id = c.id and v.name = t."versionName" and v.build = t.build),
        changed as (update component_versions v
          set distribution_like = k.distribution_like, names_sources = k.names_sources, purl = k.purl
          from known k where v.id = k.id
            and (v.distribution_like, v.names_sources, v.purl) is distinct from (k.distribution_like, k.names_sources, k.purl)
          returning v.id)
      insert into unmatched_versions (version_id) select id from changed order by id
      on conflict (version_id) do update set version_id = excluded.version_id returning version_id as id`.execute(db);
    ids.push(...changed.map(({ id }) => id));
  }
  return ids;
}

/** `purl`: of the item, which may name a release. */
export function versionKey(componentId: number, name: string, purl: string): string {
  return keyOf(componentId, name, buildOfVersion(name, purl));
}

const keyOf = (componentId: number, name: string, build: string) => `${componentId}\n${name}\n${build}`;

/** A version with its component; undefined if the component does not have the version. */
export function findVersionOf(db: Db, componentId: number, versionId: number) {
  return db
    .selectFrom('component_versions as v')
    .innerJoin('components as c', 'c.id', 'v.component_id')
    .select(['v.id', 'v.name', 'v.purl', 'c.id as componentId', 'c.purl as componentPurl'])
    .where('v.id', '=', versionId)
    .where('c.id', '=', componentId)
    .executeTakeFirst();
}

export interface CustomComponent {
  name: string;
  title: string;
  url: string;
  description: string;
  encryption: boolean;
  forgeId: number;
  createdBy: string;
}

/** Inserts the component with its version Unknown. Undefined if the forge already has a custom component of this name. */
export async function insertCustomComponent(db: Db, component: CustomComponent): Promise<number | undefined> {
  const inserted = await db
    .insertInto('components')
    .values({
      id: sql<number>`nextval('custom_component_ids')`,
      name: component.name,
      title: component.title,
      url: component.url,
      description: component.description,
      encryption: component.encryption,
      forge_id: component.forgeId,
      purl: null,
      is_custom: true,
      created_by: component.createdBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) await ensureVersions(db, [unknownVersionOf(inserted.id)]);
  return inserted?.id;
}

/** Name and forge stay, because items are named after them. */
export async function updateComponent(
  db: Db,
  id: number,
  change: Partial<Pick<CustomComponent, 'title' | 'url' | 'description' | 'encryption'>>,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.updateTable('components').set(change).where('id', '=', id).execute();
}

/** Undefined if the component already has a version of this name. */
export async function insertCustomVersion(
  db: Db,
  version: { componentId: number; name: string; licenseExpression: string; createdBy: string },
): Promise<number | undefined> {
  const inserted = await db
    .insertInto('component_versions')
    .values({
      id: sql<number>`nextval('custom_version_ids')`,
      component_id: version.componentId,
      name: version.name,
      purl: null,
      license_expression: version.licenseExpression,
      is_custom: true,
      created_by: version.createdBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id;
}

/** Locks the row, so that a deletion and a new use of the component cannot overlap. */
export function lockComponent(db: Db, id: number) {
  return db.selectFrom('components').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Before a component is deleted, so that the deletion waits for those who use its versions before it has changed what they need. */
export async function lockVersionsOf(db: Db, componentId: number): Promise<void> {
  await db
    .selectFrom('component_versions')
    .select('id')
    .where('component_id', '=', componentId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export function lockVersion(db: Db, id: number) {
  return db.selectFrom('component_versions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Also deletes its versions, and the rules, suppressions and remembered licenses of the component. */
export async function deleteComponent(db: Db, id: number): Promise<void> {
  await db.deleteFrom('components').where('id', '=', id).execute();
}

export async function deleteVersion(db: Db, id: number): Promise<void> {
  await db.deleteFrom('component_versions').where('id', '=', id).execute();
}

/** Stores the license facts of versions that a scan found. The last scan with facts wins. */
export async function setVersionLicenseFacts(db: Db, facts: ReadonlyMap<number, unknown>): Promise<void> {
  const rows = [...facts].map(([id, told]) => ({ id, told }));
  for (const part of partsOf(rows, TEXT_ROWS_PER_STATEMENT))
    await sql`update component_versions v set license_facts = t.told
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as t(id bigint, told jsonb)
      where v.id = t.id and v.license_facts <> t.told`.execute(db);
}
