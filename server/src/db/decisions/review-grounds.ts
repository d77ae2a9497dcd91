// What the reviews of items rested on, and which of them could count for other items: of another version of the component, or in another project.
import { type RawBuilder, sql } from 'kysely';
import type { CarryWay } from '../../domain/decisions/carrying.ts';
import type { StoredDecision } from '../../domain/decisions/decision.ts';
import type { Gravity, ItemFactsThen } from '../../domain/decisions/item-carrying.ts';
import type { Reach } from '../../domain/decisions/reach.ts';
import { UNKNOWN_VERSION } from '../../domain/inventories/inventory.ts';
import { licenseFactsOf, unreadDeclaration } from '../../domain/licenses/license-facts.ts';
import { present } from '../inventories/present.ts';
import type { Db } from '../postgres/connection.ts';
import { partsOf, TEXT_ROWS_PER_STATEMENT } from '../postgres/parts.ts';
import { isAllowedTo, type Viewer } from '../projects/standing.ts';
import { reachesProject } from './reaches.ts';

/** Of the item `i`. What is only a license in the code is known by its name. */
const COMPONENT = sql`coalesce(c.purl, lower(c.name), 'license ' || lower(i.name))`;

const IS_COMPARED = sql`i.type in ('COMPONENT', 'LICENSE')`;

/** Of the item `i`: digests of the words of its license texts and notices, in order. */
export const WORDS_OF_TEXTS = sql`array(select distinct encode(t.words_digest, 'hex') from item_license_texts x
  join found_texts t on t.sha256 = x.sha256 where x.item_id = i.id and t.words_digest is not null order by 1)`;

/** Of the review `d`: the review whose grounds it has, which is another one if it was carried. */
export const GROUND_OF = sql<number>`coalesce((select r.from_decision_id from carried_reviews r where r.decision_id = d.id), d.id)`;

interface FactsRow {
  id: number;
  component: string;
  version: string;
  license: string;
  facts: unknown;
  texts: string[];
  holders: string[];
  usage: Record<string, string>;
  vulnerabilities: string[];
  gravity: Record<string, Gravity>;
  isCompared: boolean;
}

export interface ReviewedItemFacts {
  itemId: number;
  component: string;
  facts: ItemFactsThen;
}

/** The facts about these items on which a review rests. Work in progress is left out. */
export async function listItemFacts(db: Db, ids: readonly number[]): Promise<ReviewedItemFacts[]> {
  const found: ReviewedItemFacts[] = [];
  for (const part of partsOf(ids, TEXT_ROWS_PER_STATEMENT)) {
    const { rows } = await sql<FactsRow>`
      select i.id, ${COMPONENT} as component, coalesce(v.name, ${UNKNOWN_VERSION}) as version, i.license_expression as license, i.license_facts as facts,
        ${WORDS_OF_TEXTS} as texts,
        array(select distinct lower(h ->> 'holder') from inventory_files k join files f on f.id = k.file_id and not f.is_excluded
          join facts x on x.sha256 = f.sha256 and x.hint = f.hint cross join jsonb_array_elements(x.facts -> 'copyrights') h
          where k.item_id = i.id and h ->> 'holder' <> '' order by 1) as holders,
        jsonb_build_object('scope', i.found_scope, 'dependency scope', i.dependency_scope, 'linking', i.linking, 'modified', i.modified,
          'distribution', i.distribution, 'part of the product', i.part_of_product) as usage,
        array(select v.name from item_vulnerabilities m join vulnerabilities v on v.id = m.vulnerability_id where m.item_id = i.id order by 1) as vulnerabilities,
        (select coalesce(jsonb_object_agg(v.name, jsonb_build_object('severity', case v.severity_v3 when 'UNKNOWN' then v.severity_v2 else v.severity_v3 end,
            'isExploited', v.is_exploited)), '{}'::jsonb)
          from item_vulnerabilities m join vulnerabilities v on v.id = m.vulnerability_id where m.item_id = i.id) as gravity,
        coalesce((select k.reason = '' from item_coverage k where k.item_id = i.id offset 0), false) as "isCompared"
      from inventory_items i left join components c on c.id = i.component_id left join component_versions v on v.id = i.version_id
      where i.id = any(${part}::bigint[]) and ${IS_COMPARED}`.execute(db);
    found.push(...rows.map(itemFacts));
  }
  return found;
}

function itemFacts({ id, component, facts: stored, ...row }: FactsRow): ReviewedItemFacts {
  const { concluded, declared, bundled } = licenseFactsOf(stored);
  return {
    itemId: Number(id),
    component,
    facts: {
      ...row,
      concluded: concluded.expression,
      declared: declared.expression,
      unread: unreadDeclaration(declared),
      bundled: bundled.map(({ expression }) => expression),
    },
  };
}

async function withoutGrounds(db: Db, projectId: number, ids?: readonly number[]) {
  const { rows } = await sql<{ decisionId: number; itemId: number }>`
    select d.id as "decisionId", i.id as "itemId" from decisions d join inventory_items i on i.id = d.item_id
    where d.project_id = ${projectId} and d.kind = 'review' and d.superseded_at is null and d.ground ->> 'by' in ('person', 'import')
      and d.value ->> 'status' = i.status and i.status <> 'DRAFT' and ${IS_COMPARED} and ${present()}
      and not exists (select from review_grounds g where g.decision_id = d.id)
      ${ids === undefined ? sql`` : sql`and i.id = any(${[...ids]}::bigint[])`}`.execute(db);
  return rows;
}

/** Items of a project with a standing review of a person of which nobody has noted what it rests on. */
export async function listReviewsWithoutGrounds(db: Db, projectId: number): Promise<number[]> {
  return (await withoutGrounds(db, projectId)).map(({ itemId }) => Number(itemId));
}

/** Notes what standing reviews of people rest on, where nobody has noted it: of the whole project, or of these items. */
export async function noteReviewGrounds(db: Db, projectId: number, ids?: readonly number[]): Promise<void> {
  const rows = await withoutGrounds(db, projectId, ids);
  const decisions = new Map(rows.map(({ decisionId, itemId }) => [Number(itemId), Number(decisionId)]));
  const facts = await listItemFacts(db, [...decisions.keys()]);
  for (const part of partsOf(facts, TEXT_ROWS_PER_STATEMENT)) {
    const sent = part.map((one) => ({ id: decisions.get(one.itemId), component: one.component, facts: one.facts }));
    await sql`insert into review_grounds (decision_id, project_id, component, facts)
      select id, ${projectId}, component, facts from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as t(id bigint, component text, facts jsonb)
      on conflict do nothing`.execute(db);
  }
}

export interface ReviewCandidate {
  itemId: number;
  itemName: string;
  licenseExpression: string;
  projectId: number;
  projectName: string;
  /** The item that was reviewed; it may be gone. */
  fromItemId: number;
  decision: Pick<
    StoredDecision,
    'id' | 'kind' | 'scope' | 'value' | 'author' | 'decidedAt' | 'expiresAt' | 'supersededAt'
  >;
  former: ItemFactsThen;
  /** How far a person let it reach; null if it counts elsewhere as settings say. */
  reach: Reach | null;
}

/** Reviews of one component that are compared with an item: those of its own project first, then the last ones. */
const MOST_REVIEWS = 20;

interface CandidateRow extends Omit<ReviewCandidate, 'decision'> {
  id: number;
  value: StoredDecision['value'];
  author: string;
  decidedAt: Date;
  expiresAt: Date | null;
}

/**
 * Items of a project that nobody has decided on, each with reviews of its component: of the project; for a viewer, of all projects that the viewer may see;
 * otherwise those of other projects that reach the project. Proposals that were refused are left out.
 */
export async function listReviewCandidates(
  db: Db,
  projectId: number,
  viewer: Viewer | undefined,
  only?: readonly number[],
): Promise<ReviewCandidate[]> {
  const isSeen = viewer === undefined ? reachesProject(projectId) : isAllowedTo('VIEW_INVENTORY', viewer);
  const { rows } = await sql<CandidateRow>`
    select i.id as "itemId", i.name as "itemName", i.license_expression as "licenseExpression", g.* from inventory_items i left join components c on c.id = i.component_id
    cross join lateral (
      select d.id, d.value, d.author, d.decided_at as "decidedAt", d.expires_at as "expiresAt", d.item_id as "fromItemId", g.facts as former,
        projects.id as "projectId", projects.name as "projectName",
        case when r.scope is not null then jsonb_build_object('scope', r.scope, 'versions', r.versions) end as reach
      from review_grounds g join decisions d on d.id = g.decision_id and d.superseded_at is null join projects on projects.id = g.project_id
        left join review_reaches r on r.decision_id = d.id
      where g.component = ${COMPONENT} and d.item_id <> i.id and (g.project_id = i.project_id or ${isSeen})
        and not exists (select from refused_proposals n where n.subject_kind = 'ITEM' and n.subject_id = i.id and n.decision_id = d.id)
      order by g.project_id <> i.project_id, d.id desc limit ${MOST_REVIEWS}) g
    where i.project_id = ${projectId} and ${IS_COMPARED} and i.status = 'DRAFT' and i.review_lapse is null and ${present()}
      and not exists (select from decisions d where d.item_id = i.id and d.kind = 'review' and d.superseded_at is null
        and d.ground ->> 'by' <> 'policy')
      ${only === undefined ? sql`` : sql`and i.id = any(${[...only]}::bigint[])`}
    order by i.id, g.id`.execute(db);
  return rows.map(({ id, value, author, decidedAt, expiresAt, ...row }) => ({
    ...row,
    ...{ itemId: Number(row.itemId), fromItemId: Number(row.fromItemId), projectId: Number(row.projectId) },
    decision: {
      ...{ id: Number(id), kind: 'review' as const, value, author, decidedAt, expiresAt },
      scope: scopeOf(projectId, row),
      supersededAt: null,
    },
  }));
}

/** Decisions of other projects are wider than those of the project itself. */
function scopeOf(projectId: number, { projectId: from, reach }: Pick<ReviewCandidate, 'projectId' | 'reach'>) {
  if (Number(from) === projectId) return 'item';
  return reach?.scope === 'FOLDER' || reach?.scope === 'FAMILY' ? 'family' : 'site';
}

export interface CarriedReview {
  itemId: number;
  fromDecisionId: number;
  way: CarryWay;
  isAccepted: boolean;
}

/** After the reviews of these items were recorded as decisions. */
export async function insertCarriedReviews(db: Db, rows: readonly CarriedReview[]): Promise<void> {
  for (const part of partsOf(rows))
    await sql`insert into carried_reviews (decision_id, from_decision_id, way, is_accepted)
      select d.id, t."fromDecisionId", t.way, t."isAccepted"
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as t("itemId" bigint, "fromDecisionId" bigint, way text, "isAccepted" boolean)
      join decisions d on d.item_id = t."itemId" and d.kind = 'review' and d.superseded_at is null on conflict do nothing`.execute(
      db,
    );
}

/**
 * A condition on the decision `d`: it counted by itself because of another one, which was withdrawn. A review that was taken again with the same answer is not
 * withdrawn.
 */
export const isWithdrawn = (now: RawBuilder<unknown> = sql`now()`): RawBuilder<boolean> => sql<boolean>`exists (
  select from carried_reviews r join decisions s on s.id = r.from_decision_id
  where r.decision_id = d.id and not r.is_accepted and (s.superseded_at is not null or s.expires_at <= ${now})
    and not exists (select from decisions e where e.item_id = s.item_id and e.kind = 'review' and e.superseded_at is null
      and e.value = s.value and (e.expires_at is null or e.expires_at > ${now})))`;

/** Items whose review counts by itself because of a review of one of these items. */
export async function listDependents(db: Db, itemIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct d.item_id as id from decisions s join carried_reviews r on r.from_decision_id = s.id and not r.is_accepted
    join decisions d on d.id = r.decision_id and d.superseded_at is null where s.item_id = any(${[...itemIds]}::bigint[]) and s.kind = 'review'`.execute(
    db,
  );
  return rows.map(({ id }) => Number(id));
}

export interface ReviewWithSource {
  decisionId: number;
  value: StoredDecision['value'];
  ground: StoredDecision['ground'];
  author: string;
  decidedAt: Date;
  /** The decision from which it follows, if the viewer may see its project. */
  source: {
    decisionId: number;
    way: CarryWay;
    author: string;
    decidedAt: Date;
    version: string;
    itemId: number;
    projectId: number;
    projectName: string;
    reach: Reach | null;
  } | null;
}

/** The last review of an item. */
export async function findReviewWithSource(
  db: Db,
  itemId: number,
  viewer: Viewer,
): Promise<ReviewWithSource | undefined> {
  const { rows } = await sql<ReviewWithSource & { source: { decidedAt: string } | null }>`
    select d.id as "decisionId", d.value, d.ground, d.author, d.decided_at as "decidedAt", s.source from decisions d
    left join lateral (
      select jsonb_build_object('decisionId', o.id, 'way', r.way, 'author', o.author, 'decidedAt', o.decided_at, 'version', g.facts ->> 'version',
        'itemId', o.item_id, 'projectId', projects.id, 'projectName', projects.name, 'reach',
        (select jsonb_build_object('scope', x.scope, 'versions', x.versions) from review_reaches x where x.decision_id = o.id)) as source
      from carried_reviews r join decisions o on o.id = r.from_decision_id join review_grounds g on g.decision_id = o.id
      join projects on projects.id = o.project_id where r.decision_id = d.id and (o.project_id = d.project_id or ${isAllowedTo('VIEW_INVENTORY', viewer)})) s on true
    where d.item_id = ${itemId} and d.kind = 'review' and d.superseded_at is null order by d.id desc limit 1`.execute(
    db,
  );
  const [row] = rows;
  return row && { ...row, source: row.source && { ...row.source, decidedAt: new Date(row.source.decidedAt) } };
}
