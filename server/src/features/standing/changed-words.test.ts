// In which words the contents of a file, and the license texts of an item, differ from those that were decided on; also after the collection of contents.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { collectContents } from '../../contents/collection.ts';
import { deleteUnusedTexts } from '../../db/inventories/license-texts.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const { projectWith, scan, upload } = scannedProjects(() => h, 'changed words');

const CODE = Array.from({ length: 12 }, (_, at) => `export const part${at} = make(${at});`).join('\n');
const header = (clause: string) =>
  `/*\n * Copyright (c) 2020 Ann Example\n * Permission is granted to ${clause} this file.\n */\n${CODE}\n`;

const TERMS =
  'Permission is hereby granted, free of charge, to any person obtaining a copy of this software, to deal in the Software without restriction.';
const packageWith = (terms: string) => ({
  'node_modules/worded/package.json': JSON.stringify({ name: 'worded', version: '1.0.0', license: 'MIT' }),
  'node_modules/worded/LICENSE': `Copyright (c) 2020 Ann Example\n\n${terms}\n`,
});

const again = async (projectId: number) => (await h.call('GET', `/projects/${projectId}/toBeDecidedAgain`)).body.data;
const wordsOf = async (projectId: number, decisionId: number) =>
  (await h.call('GET', `/projects/${projectId}/toBeDecidedAgain/${decisionId}/words`)).body.data;

type Pieces = { piece: string; text: string }[];
const different = (pieces: Pieces) =>
  pieces.flatMap(({ piece, text }) => (piece === 'SAME' ? [] : [`${piece} ${text}`]));

async function collectAll() {
  await h.database.pool.query(`update found_texts set seen_at = now() - interval '2 days'`);
  await deleteUnusedTexts(h.app.db, 1000);
  await collectContents(h.app, { signal: new AbortController().signal, isThorough: true });
}

it('tells the words of a file, whose former contents stay until somebody decides', async () => {
  const id = await projectWith({ 'tool-1.0.0/a.js': header('use and sell') });
  await scan(id);
  const { rows } = await h.database.pool.query('select id, sha256 from files where project_id = $1', [id]);
  await h.call('PUT', `/files/${rows[0].id}/review?markAsReviewed=true`);
  await upload(id, { 'tool-1.1.0/a.js': header('use, but never sell,').replace('2020', '2026') });
  await scan(id);
  const [{ decisionId, why }] = await again(id);
  expect(why).toContain('words');
  await collectAll();
  const { texts, missing } = await wordsOf(id, decisionId);
  expect([missing, texts.length, texts[0].path]).toEqual(['', 1, 'tool-1.1.0/a.js']);
  expect(different(texts[0].difference.pieces)).toEqual(['REMOVED and', 'ADDED but never']);
  const isStored = async () =>
    (await h.database.pool.query('select from blobs where sha256 = $1', [rows[0].sha256])).rows.length;
  expect(await isStored()).toBe(1);
  await h.call('POST', `/projects/${id}/stillHolds`, { body: { decisions: [{ decisionId, why }] } });
  await collectAll();
  expect(await isStored()).toBe(0);
  expect((await h.call('GET', `/projects/${id}/toBeDecidedAgain/${decisionId}/words`)).status).toBe(404);
}, 120_000);

it('keeps the former contents from the upload on, before a scan has compared them', async () => {
  const id = await projectWith(packageWith(`${TERMS} Early.`));
  await scan(id);
  const { rows } = await h.database.pool.query(
    `select id, sha256 from files where project_id = $1 and path like '%LICENSE'`,
    [id],
  );
  await h.call('PUT', `/files/${rows[0].id}/review?markAsReviewed=true`);
  await upload(id, packageWith(`${TERMS.replace('any person', 'any good person')} Early.`));
  await collectAll();
  await scan(id);
  const { decisionId } = (await again(id)).find(({ kind }: { kind: string }) => kind === 'file-reviewed');
  const { texts, missing } = await wordsOf(id, decisionId);
  expect([missing, texts.length]).toEqual(['', 1]);
  expect(different(texts[0].difference.pieces)).toEqual(['ADDED good']);
}, 120_000);

it('tells the words of the license texts of an item, and which texts are no longer stored', async () => {
  const id = await projectWith(packageWith(TERMS));
  await scan(id);
  const { rows } = await h.database.pool.query(
    `select id from inventory_items where project_id = $1 and name like 'worded%'`,
    [id],
  );
  await h.call('PUT', `/inventories/${rows[0].id}/status?status=APPROVED`);
  await upload(id, packageWith(TERMS.replace('any person', 'any good person')));
  await scan(id);
  const review = (await again(id)).find(({ kind }: { kind: string }) => kind === 'review');
  expect(review.why).toContain('the words of its license texts are different');
  await collectAll();
  const { texts, missing } = await wordsOf(id, review.decisionId);
  expect([missing, texts.length, texts[0].path]).toEqual(['', 1, 'node_modules/worded/LICENSE']);
  expect(different(texts[0].difference.pieces)).toEqual(['ADDED good']);
  await h.database.pool.query(
    'delete from found_texts t where not exists (select from item_license_texts x where x.sha256 = t.sha256)',
  );
  expect((await wordsOf(id, review.decisionId)).missing).toBe('1 former text is no longer stored.');
}, 120_000);
