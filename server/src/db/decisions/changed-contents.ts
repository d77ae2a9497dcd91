// What a decision that lapsed was made on, and what is there now, for those who want to know in which words they differ.
import type { FileFacts } from '@assay/scanner';
import { sql } from 'kysely';
import type { Db } from '../postgres/connection.ts';
import { LAPSED_PATH } from './checks.ts';
import { GROUND_OF } from './review-grounds.ts';

/** A content with its facts. */
export interface SaidContent {
  sha256: string;
  hint: string;
  facts: FileFacts;
  /** Of its bytes, as the store described it. */
  location: unknown;
}

const SAID_CONTENT = sql`encode(x.sha256, 'hex') as sha256, x.hint, x.facts, b.location`;

/** The contents on which a decision about files was made that are still stored and have facts. */
export async function listFormerContents(db: Db, decisionId: number): Promise<SaidContent[]> {
  const { rows } = await sql<SaidContent>`
    select ${SAID_CONTENT} from decision_files y join blobs b on b.sha256 = y.sha256
    cross join lateral (select * from facts where facts.sha256 = y.sha256 order by text_digest is null, hint limit 1) x
    where y.decision_id = ${decisionId} and x.text_digest is not null order by y.sha256`.execute(db);
  return rows;
}

/** What is in the place of the decision now. */
export async function findContentNow(db: Db, decisionId: number): Promise<SaidContent | undefined> {
  const { rows } = await sql<SaidContent>`
    select ${SAID_CONTENT} from decisions d join files f on f.project_id = d.project_id and f.path = ${LAPSED_PATH}
    join blobs b on b.sha256 = f.sha256 join facts x on x.sha256 = f.sha256 and x.hint = f.hint
    where d.id = ${decisionId} and x.text_digest is not null`.execute(db);
  return rows[0];
}

export interface ReviewedTexts {
  /** Digests of the words of the texts on which the review rested. */
  former: string[];
  /** Those of them that are still stored. */
  stored: { words: string; text: string }[];
  now: { words: string; text: string; path: string }[];
}

/** The license texts and notices on which the review of an item rested, and those that it has; each text of the same words once. */
export async function findReviewedTexts(db: Db, decisionId: number): Promise<ReviewedTexts | undefined> {
  const { rows } = await sql<ReviewedTexts>`
    select array(select jsonb_array_elements_text(g.facts -> 'texts')) as former,
      (select coalesce(jsonb_agg(t), '[]'::jsonb) from (
        select distinct on (t.words_digest) encode(t.words_digest, 'hex') as words, t.text from found_texts t
        where t.words_digest = any(array(select decode(jsonb_array_elements_text(g.facts -> 'texts'), 'hex'))) order by t.words_digest, t.sha256) t) as stored,
      (select coalesce(jsonb_agg(t), '[]'::jsonb) from (
        select distinct on (t.words_digest) encode(t.words_digest, 'hex') as words, t.text, x.path from item_license_texts x
        join found_texts t on t.sha256 = x.sha256 where x.item_id = d.item_id and t.words_digest is not null order by t.words_digest, x.path) t) as now
    from decisions d join review_grounds g on g.decision_id = ${GROUND_OF} where d.id = ${decisionId}`.execute(db);
  return rows[0];
}
