// Digests of the words of stored texts, when an analyser computes them otherwise than the one that wrote them.
import { sql } from 'kysely';
import type { Tx } from '../postgres/connection.ts';
import type { FoundText } from './license-texts.ts';

export async function* eachStoredText(tx: Tx, batchSize = 500): AsyncGenerator<FoundText[]> {
  for (let after: Buffer = Buffer.alloc(0); ; ) {
    const { rows } = await sql<FoundText>`
      select sha256, text from found_texts where sha256 > ${after} and words_digest is not null order by sha256 limit ${batchSize}`.execute(
      tx,
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < batchSize) return;
    after = last.sha256;
  }
}

/** Call it once in the transaction, before all others here. */
export async function beginMovingWords(tx: Tx): Promise<void> {
  await sql`create temporary table moved_words (former text not null, now text not null) on commit drop`.execute(tx);
}

/** @param words hexadecimal, in the order of the texts */
export async function moveWords(tx: Tx, texts: readonly FoundText[], words: readonly string[]): Promise<void> {
  await sql`with given as (
      select g.sha256, decode(g.words, 'hex') as words from unnest(${texts.map(({ sha256 }) => sha256)}::bytea[], ${[...words]}::text[]) as g(sha256, words)),
    noted as (
      insert into moved_words (former, now) select distinct encode(t.words_digest, 'hex'), encode(g.words, 'hex')
      from given g join found_texts t on t.sha256 = g.sha256 where t.words_digest <> g.words)
    update found_texts t set words_digest = g.words from given g where t.sha256 = g.sha256 and t.words_digest <> g.words`.execute(
    tx,
  );
}

/**
 * What reviews rest on follows the texts. Where texts that had the same words have different ones now, nobody knows on which of them a review rested: it keeps
 * the former digest, and lapses.
 */
export async function moveGrounds(tx: Tx): Promise<void> {
  await sql`with moved as materialized (
      select former, (array_agg(now))[1] as now from moved_words m
      where not exists (select from found_texts t where t.words_digest = decode(m.former, 'hex'))
      group by former having count(distinct now) = 1)
    update review_grounds g set facts = jsonb_set(g.facts, '{texts}', (
      select jsonb_agg(distinct coalesce(m.now, w) order by coalesce(m.now, w)) from jsonb_array_elements_text(g.facts -> 'texts') w
      left join moved m on m.former = w))
    where g.facts -> 'texts' ?| array(select former from moved)`.execute(tx);
}
