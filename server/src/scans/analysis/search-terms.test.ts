// The search terms of a project's scan profile, from the profile to the evidence of a file.

import { docx, pdf } from '@assay/scanner/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { removeUnusedSearchHits } from '../../queue/retention.ts';
import { closeScanPool } from './pool.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(async () => {
  await h.close();
  await closeScanPool();
});

const FILES = {
  'a.c': 'int a; // TODO: ask Bob\n// todo: ask Alice\n',
  'b.c': 'int b; // copied from the web\n',
  'c.c': 'int c;\n',
};

async function projectWith(settings?: Record<string, unknown>, files: Record<string, string | Buffer> = FILES) {
  const body: Record<string, unknown> = { name: `searched ${++count}` };
  const id = (await h.call('POST', '/projects', { body })).body.id as number;
  if (settings) await useProfile(id, settings);
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  return id;
}

async function useProfile(projectId: number, settings: Record<string, unknown>): Promise<void> {
  const name = `Searching ${++count}`;
  expect((await h.call('POST', '/scanProfiles', { body: { name, settings } })).status).toBe(201);
  expect((await h.call('PUT', `/projects/${projectId}`, { body: { scanProfileName: name } })).status).toBe(200);
}

async function scan(projectId: number): Promise<string> {
  const taskId = (await h.call('POST', `/scanResource/projectScan/${projectId}`)).body['Content: '];
  const job = await h.jobOver(taskId);
  expect(job).toMatchObject({ status: 'Completed', error: '' });
  return job.details;
}

async function hits(projectId: number): Promise<Record<string, string[]>> {
  const { rows } = await h.database.pool.query('select id, path, has_evidence from files where project_id = $1 order by path', [projectId]); // biome-ignore format: one query
  const found: Record<string, string[]> = {};
  for (const { id, path, has_evidence } of rows) {
    const { searchTerms } = (await h.call('GET', `/files/${id}`)).body.data;
    found[path] = searchTerms.map((hit: Record<string, unknown>) => `${hit.term} ${hit.count} ${hit.line}`);
    expect(has_evidence).toBe(found[path]!.length > 0);
  }
  const { data } = (await h.call('GET', `/projects/${projectId}/evidences`)).body;
  for (const { filePath, searchTextMatches } of data) expect(searchTextMatches).toHaveLength(found[filePath]!.length);
  return found;
}

it('looks for the terms of the profile, each project for its own in the same contents', async () => {
  const todo = await projectWith({ searchTerms: ['TODO', 'alice'] });
  const other = await projectWith({ searchTerms: ['int c'] });
  const standard = await projectWith();
  for (const project of [todo, other, standard]) await scan(project);
  expect(await hits(todo)).toEqual({ 'a.c': ['TODO 2 1', 'alice 1 2'], 'b.c': [], 'c.c': [] });
  expect(await hits(other)).toEqual({ 'a.c': [], 'b.c': [], 'c.c': ['int c 1 1'] });
  expect(await hits(standard)).toEqual({ 'a.c': [], 'b.c': ['copied from 1 1'], 'c.c': [] });
});

it('searches again when the terms have changed, and never twice for the same', async () => {
  const project = await projectWith({ searchTerms: ['bob'] });
  expect(await scan(project)).toContain('3 files, 3 analysed now');
  expect(await scan(project)).toContain('3 files, 0 analysed now');
  await useProfile(project, { searchTerms: ['bob', 'web'] });
  expect(await scan(project)).toContain('3 files, 3 analysed now');
  expect(await hits(project)).toEqual({ 'a.c': ['bob 1 1'], 'b.c': ['web 1 1'], 'c.c': [] });
  // Another order is the same list, and is not searched for again.
  await useProfile(project, { searchTerms: ['web', 'bob'] });
  expect(await scan(project)).toContain('3 files, 0 analysed now');
  await useProfile(project, { searchTerms: [] });
  expect(await scan(project)).toContain('3 files, 0 analysed now');
  expect(await hits(project)).toEqual({ 'a.c': [], 'b.c': [], 'c.c': [] });
});

it('accepts ten thousand terms', async () => {
  const terms = Array.from({ length: 10_000 }, (_, i) => `term${i}x`);
  const project = await projectWith(
    { searchTerms: terms },
    { 'all.txt': `${terms.join('\n')}\n`, 'one.txt': 'term77x' },
  );
  await scan(project);
  const { data } = (await h.call('GET', `/projects/${project}/evidences`)).body;
  expect(data.map((row: { searchTextMatches: string[] }) => row.searchTextMatches.length)).toEqual([10_000, 1]);
});

it('searches the texts of documents if an administrator allows it, and names unreadable ones', async () => {
  const lines = ['Licensed under the Apache License, Version 2.0', 'A trade secret'];
  const files = {
    'a.pdf': pdf(lines),
    'b.docx': docx(lines),
    'c.pdf': Buffer.from('%PDF-1.4 nothing follows'),
    'd.c': 'int no_document;\n',
    'e.txt': 'no document either\n',
  };
  const project = await projectWith(undefined, files);
  await scan(project);
  const none = { 'a.pdf': [], 'b.docx': [], 'c.pdf': [], 'd.c': [], 'e.txt': [] };
  expect(await hits(project)).toEqual(none);
  expect((await h.call('PUT', '/siteSettings', { body: { documentTexts: true } })).status).toBe(200);
  expect(await scan(project)).toContain('5 files, 3 analysed now');
  expect(await scan(project)).toContain('5 files, 0 analysed now');
  const { rows } = await h.database.pool.query(
    `select f.path, x.spdx, x.issues::text from files f join facts x using (sha256, hint) where f.project_id = $1 order by f.path`,
    [project],
  );
  expect(rows.slice(0, 3)).toMatchObject([
    { path: 'a.pdf', spdx: ['Apache-2.0'], issues: '[]' },
    { path: 'b.docx', spdx: ['Apache-2.0'], issues: '[]' },
    { path: 'c.pdf', spdx: [], issues: expect.stringContaining("document's text could not be had") },
  ]);
  expect(await hits(project)).toEqual({ ...none, 'a.pdf': ['trade secret 1 2'], 'b.docx': ['trade secret 1 2'] });
  await h.call('PUT', '/siteSettings', { body: { documentTexts: false } });
  expect(await scan(project)).toContain('5 files, 3 analysed now');
  expect(await hits(project)).toEqual(none);
});

describe('hits of a list of terms', () => {
  const sweep = () => removeUnusedSearchHits(h.app, new AbortController().signal);
  const lists = async (): Promise<Record<string, number>> => {
    const { rows } = await h.database.pool.query(
      `select s.terms::text, count(x.sha256)::int as hits from search_term_sets s left join search_hits x on x.set_id = s.id group by s.id`,
    );
    return Object.fromEntries(rows.map(({ terms, hits }) => [terms, hits]));
  };

  it('are deleted when no project searches for them, though never during a scan, and are made again', async () => {
    await sweep();
    const project = await projectWith({ searchTerms: ['spade'] }, { 'a.c': 'a spade\n', 'b.c': 'a shovel\n' });
    const other = await projectWith({ searchTerms: ['rake'] }, { 'a.c': 'a rake\n' });
    for (const one of [project, other]) await scan(one);
    const before = await lists();
    expect(before).toMatchObject({ '["spade"]': 2, '["rake"]': 1 });
    expect(await sweep()).toBe(0);
    await useProfile(project, { searchTerms: ['shovel'] });
    expect(await sweep()).toBe(0);
    await scan(project);
    const { rows } = await h.database.pool.query(
      `insert into jobs (type, project_id, status, payload) values ('Project Scan', $1, 'Active', '{}') returning id`,
      [other],
    );
    expect(await sweep()).toBe(0);
    await h.database.pool.query('delete from jobs where id = $1', [rows[0].id]);
    expect(await sweep()).toBe(3);
    const { '["spade"]': gone, ...kept } = before;
    expect(gone).toBe(2);
    expect(await lists()).toEqual({ ...kept, '["shovel"]': 2 });
    expect(await hits(project)).toEqual({ 'a.c': [], 'b.c': ['shovel 1 1'] });
    await useProfile(project, { searchTerms: ['spade'] });
    expect(await scan(project)).toContain('2 files, 2 analysed now');
    expect(await hits(project)).toEqual({ 'a.c': ['spade 1 1'], 'b.c': [] });
  });
});
