// After an update whose analyser reads words otherwise, reviews still rest on the words of their texts.
import { wordsDigest } from '@assay/scanner/evidence-digests';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { writeSetting } from '../db/site-settings.ts';
import { renewWordsOfTexts } from './text-words.ts';

let h: Harness;
let project: number;
beforeAll(async () => {
  h = await startHarness();
  project = (await h.call('POST', '/projects', { body: { name: 'older' } })).body.id;
});
afterAll(() => h.close());

const rows = async (query: string, values: unknown[] = []) => (await h.database.pool.query(query, values)).rows;
const OF_OLDER = (sign: string) => sign.repeat(32);

const text = (words: string, former: string) =>
  rows(
    "insert into found_texts (sha256, text, words_digest) values (sha256(convert_to($1, 'UTF8')), $1, decode($2, 'hex'))",
    [words, OF_OLDER(former)],
  );

async function ground(texts: string[]): Promise<number> {
  const [{ id }] = await rows(
    `insert into decisions (kind, subject, subject_key, scope, project_id, value, ground, author) values ('review', '{}', md5(random()::text), 'project', $1, '{"status": "APPROVED"}', '{"by": "person"}', 'admin') returning id`,
    [project],
  );
  await rows('insert into review_grounds (decision_id, project_id, component, facts) values ($1, $2, $3, $4)', [
    ...[id, project, 'pkg:npm/a', JSON.stringify({ texts, license: 'MIT' })],
  ]);
  return Number(id);
}

const textsOf = async (id: number) =>
  (await rows('select facts from review_grounds where decision_id = $1', [id]))[0].facts.texts;

it('moves what reviews rest on with the words of the texts, once for each analyser', async () => {
  await text('Copyright (c) 2020 Ann', 'a');
  await text('Copyright 2024 Ann', 'b');
  await text('Free for all', 'c');
  await text('Free for some', 'c');
  const [one, both, unclear, gone] = [
    await ground([OF_OLDER('a')]),
    await ground([OF_OLDER('a'), OF_OLDER('b'), OF_OLDER('c')]),
    await ground([OF_OLDER('c')]),
    await ground([OF_OLDER('d')]),
  ];
  await writeSetting(h.app.db, 'textWords', { analyzer: 'older' });
  await renewWordsOfTexts(h.app);
  const words = wordsDigest('Copyright (c) 2020 Ann');
  expect(await textsOf(one)).toEqual([words]);
  expect(await textsOf(both)).toEqual([words, OF_OLDER('c')].sort());
  expect(await textsOf(unclear)).toEqual([OF_OLDER('c')]);
  expect(await textsOf(gone)).toEqual([OF_OLDER('d')]);
  expect(
    await rows("select distinct encode(words_digest, 'hex') as words from found_texts where text like 'Copyright%'"),
  ).toEqual([{ words }]);

  await rows("update found_texts set words_digest = decode($1, 'hex')", [OF_OLDER('e')]);
  await renewWordsOfTexts(h.app);
  expect(await rows("select distinct encode(words_digest, 'hex') as words from found_texts")).toEqual([
    { words: OF_OLDER('e') },
  ]);
});
