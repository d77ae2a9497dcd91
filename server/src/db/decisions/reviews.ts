// Reads the reviews of items with the facts on which they rest, in sets.
import { sql } from 'kysely';
import { knownVersionName } from '../../domain/inventories/inventory.ts';
import { type LicenseFacts, licenseFactsOf } from '../../domain/licenses/license-facts.ts';
import type { ReviewDecision, ReviewedFacts, ReviewLapse, TieDoubt } from '../../domain/reviews/review-lapse.ts';
import type { Db } from '../postgres/connection.ts';
import { GROUND_OF, isWithdrawn, WORDS_OF_TEXTS } from './review-grounds.ts';
import { listDoubts } from './ties.ts';

export interface ReviewedItem {
  itemId: number;
  itemName: string;
  status: string;
  lapse: ReviewLapse | null;
  decisionId: number;
  decision: ReviewDecision;
  now: ReviewedFacts;
}

interface Row {
  itemId: number;
  itemName: string;
  status: string;
  lapse: ReviewLapse | null;
  componentId: number | null;
  versionId: number | null;
  component: string;
  versionName: string | null;
  licenseExpression: string;
  facts: Partial<LicenseFacts>;
  possibleLicenses: string[];
  goneSinceScan: number | null;
  isScanned: boolean;
  decisionId: number;
  subject: ReviewDecision['subject'];
  value: ReviewDecision['value'];
  ground: ReviewDecision['ground'];
  author: string;
  decidedAt: Date;
  isWithdrawn: boolean;
  hasOtherTexts: boolean;
  scopes: { before: string; now: string };
}

/**
 * Of the item `i` and its review `d`: the words of its license texts are others than those on which the review, or the one from which it follows, rested.
 * Without texts, then or now, nothing is compared: files may be missing for other reasons.
 */
const HAS_OTHER_TEXTS = sql<boolean>`coalesce((
  select jsonb_array_length(n.texts) > 0 and jsonb_array_length(g.facts -> 'texts') > 0 and n.texts <> g.facts -> 'texts'
  from review_grounds g cross join lateral (select to_jsonb(${WORDS_OF_TEXTS}) as texts) n
  where g.decision_id = ${GROUND_OF}), false)`;

/** Of the same: for what manifests name the item, then and now. */
const SCOPES = sql`jsonb_build_object('now', i.found_scope, 'before', coalesce((select g.facts -> 'usage' ->> 'scope' from review_grounds g
  where g.decision_id = ${GROUND_OF}), ''))`;

/** Items of a project that are decided or whose review lapsed, with their last review; of the whole project, or these. */
export async function listReviewedItems(db: Db, projectId: number, ids?: readonly number[]): Promise<ReviewedItem[]> {
  const { rows } = await sql<Row>`
    select i.id as "itemId", i.name as "itemName", i.status, i.review_lapse as lapse, i.component_id as "componentId", i.version_id as "versionId",
      coalesce(c.purl, c.name, '') as component, v.name as "versionName", i.license_expression as "licenseExpression",
      i.license_facts as facts, i.possible_licenses as "possibleLicenses", i.gone_since_scan as "goneSinceScan", i.is_held_by_ties is not null as "isScanned",
      d.id as "decisionId", d.subject, d.value, d.ground, d.author, d.decided_at as "decidedAt", ${isWithdrawn()} as "isWithdrawn", ${HAS_OTHER_TEXTS} as "hasOtherTexts",
      ${SCOPES} as scopes
    from inventory_items i
    cross join lateral (select * from decisions d where d.item_id = i.id and d.kind = 'review' and d.superseded_at is null
      order by d.id desc limit 1) d
    left join components c on c.id = i.component_id left join component_versions v on v.id = i.version_id
    where i.project_id = ${projectId} and (i.status <> 'DRAFT' or i.review_lapse is not null)
      ${ids === undefined ? sql`` : sql`and i.id = any(${[...ids]}::bigint[])`}
    order by i.id`.execute(db);
  const doubts = await listDoubts(
    db,
    rows.map(({ itemId }) => itemId),
  );
  return rows.map((row) => reviewedItem(row, doubts.get(row.itemId)));
}

function reviewedItem(
  { subject, value, ground, author, decidedAt, ...row }: Row,
  doubt: TieDoubt | undefined,
): ReviewedItem {
  const { concluded } = licenseFactsOf(row.facts);
  const { itemId, itemName, status, lapse, decisionId } = row;
  return {
    ...{ itemId, itemName, status, lapse, decisionId },
    decision: { subject, value, ground, author, decidedAt },
    now: {
      componentId: row.componentId,
      versionId: row.versionId,
      component: row.component,
      version: knownVersionName(row.versionName),
      licenseExpression: row.licenseExpression,
      concluded: concluded.source === 'none' ? undefined : concluded.expression,
      possibleLicenses: row.possibleLicenses,
      goneSinceScan: row.goneSinceScan,
      isScanned: row.isScanned,
      isWithdrawn: row.isWithdrawn,
      hasOtherTexts: row.hasOtherTexts,
      scopes: row.scopes,
      ...(doubt && { doubt }),
    },
  };
}

interface LastReview extends Pick<ReviewDecision, 'author' | 'decidedAt' | 'ground'> {
  decisionId: number;
}

/** The standing review of each of these items: who decided, when, and why. */
export async function listLastReviews(db: Db, itemIds: readonly number[]): Promise<Map<number, LastReview>> {
  if (itemIds.length === 0) return new Map();
  const { rows } = await sql<LastReview & { itemId: number }>`
    select distinct on (d.item_id) d.item_id as "itemId", d.id as "decisionId", d.author, d.decided_at as "decidedAt", d.ground from decisions d
    where d.item_id = any(${[...itemIds]}::bigint[]) and d.kind = 'review' and d.superseded_at is null order by d.item_id, d.id desc`.execute(
    db,
  );
  return new Map(rows.map(({ itemId, ...review }) => [Number(itemId), review]));
}
