// Releases over HTTP: what is frozen stays, byte by byte, whatever happens to the project; who may make, see and delete them; hostile names; a job that
// is killed; the collection of contents.
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyDossier } from '@assay/scanner/dossier';
import { faultsOfSbom } from '@assay/scanner/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tarGz } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { collectContents } from '../../contents/collection.ts';
import { verifyStore } from '../../contents/verification.ts';
import { findReleaseFile, freezeRelease, listReleaseFiles } from '../../db/releases/releases.ts';
import { releaseDocuments } from '../../releases/documents.ts';
import { bytesOf, type Frozen, type FrozenListName, frozenRows, HEAD_PATH } from '../../releases/frozen.ts';

let h: Harness;
let project: number;
let first: number;
const root = mkdtempSync(join(tmpdir(), 'assay-releases-'));

const MIT = 'MIT License\n\nCopyright 2020 Jane Doe\n\nPermission is hereby granted, free.\n';
const codeBase = (more: Record<string, string> = {}) =>
  tarGz(
    Object.entries({
      'package.json': '{"name":"shop","version":"1.0.0","license":"MIT","dependencies":{"ansi":"1.0.0","gnu":"2.0.0"}}',
      'node_modules/ansi/package.json': '{"name":"ansi","version":"1.0.0","license":"MIT"}',
      'node_modules/ansi/LICENSE': MIT,
      'node_modules/gnu/package.json': '{"name":"gnu","version":"2.0.0","license":"GPL-2.0-only"}',
      'node_modules/gnu/index.js': '// Copyright 2019 GNU Maker\nexport const gnu = 1;\n',
      ...more,
    }).map(([name, content]) => ({ name, content })),
  );

async function scan(id: number, raw: Buffer): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' };
  const sent = await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, { raw, headers });
  expect(sent.status).toBe(200);
  const { body } = await h.call('POST', `/scanResource/projectScan/${id}`);
  await h.jobOver(body['Content: ']);
}

async function newProject(name: string, more: object = {}): Promise<number> {
  return (await h.call('POST', '/projects', { body: { name, ...more } })).body.id;
}

async function made(id: number, body: object, as: Person = h.admin): Promise<number> {
  const answer = await h.call('POST', `/projects/${id}/releases`, { body, as });
  expect([answer.status, answer.body.errors]).toEqual([202, undefined]);
  expect(await h.jobOver(answer.body.taskId)).toMatchObject({ status: 'Completed', error: '' });
  return answer.body.id;
}

const get = async (path: string, as: Person = h.admin) => (await h.call('GET', path, { as })).body.data;
const bytes = async (path: string) => (await h.call('GET', path)).response.rawPayload as Buffer;
const dossier = (id: number, release: number) => bytes(`/projects/${id}/releases/${release}/dossier`);

/** The version of the package ansi, by the data that the server has from now on. */
async function makeVulnerable(name: string): Promise<void> {
  await sql`with v as (insert into vulnerabilities (name, is_recorded) values (${name}, true) returning id),
    n as (insert into vulnerability_names (name_key, vulnerability_id) select lower(${name}), id from v)
    insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids)
    select cv.id, v.id, 'affected', '{}' from v, component_versions cv join components c on c.id = cv.component_id
    where c.purl = 'pkg:npm/ansi'`.execute(h.app.db);
}

/** As the background step does: of the other figures it says 0. */
async function recordDay(id: number, figures: Record<string, number>): Promise<void> {
  const day = new Date().toISOString();
  const given = { project_id: id, day, until: day, noted_at: day, counted_at: day, ...figures };
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'project_days' and data_type in ('integer', 'bigint')`.execute(h.app.db);
  const record = { ...Object.fromEntries(rows.map(({ name }) => [name, 0])), ...given };
  await sql`insert into project_days select * from jsonb_populate_record(null::project_days, ${JSON.stringify(record)}::jsonb)`.execute(
    h.app.db,
  );
}

async function verified(archive: Buffer, key?: string) {
  const path = join(root, 'dossier.zip');
  writeFileSync(path, archive);
  return verifyDossier(path, key === undefined ? undefined : createPublicKey(key));
}

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  project = await newProject('Shop & Söhne');
  await scan(project, codeBase());
  await makeVulnerable('CVE-2026-1');
  first = await made(project, {
    name: ' 1.0 ',
    description: 'The first',
    isSigned: true,
    offerContact: 'source@example.org',
  });
});
afterAll(async () => {
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

describe('a release', () => {
  it('says what it was made of', async () => {
    const release = await get(`/projects/${project}/releases/${first}`);
    expect(release).toMatchObject({
      ...{ name: '1.0', description: 'The first', state: 'READY', why: '', isSigned: true, createdBy: 'admin' },
      ...{ scanId: expect.any(Number), codebaseSha256: expect.stringMatching(/^[0-9a-f]{64}$/), files: 5 },
    });
    expect(release.items).toBeGreaterThan(1);
    // Nobody has decided about the items or the vulnerability.
    expect(release.openItems).toBe(release.items);
    expect(release.openVulnerabilities).toBe(release.vulnerabilities);
    expect(release.licenses).toBeGreaterThan(0);
    expect(release.withoutLicense).toBeLessThan(release.items);
    // Nobody has recorded a day of the project.
    expect(release).toMatchObject({ fixed: null, daysToFix: null, decided: null, daysToDecide: null });
    const listed = await get(`/projects/${project}/releases`);
    expect(listed.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([['1.0', 'READY']]);
  });

  it('has its documents, each as the dossier has it, and the source that its licenses ask for', async () => {
    const { documents, dossierBytes, sourceFiles } = await get(`/projects/${project}/releases/${first}`);
    const paths = documents.map(({ path }: { path: string }) => path);
    for (const path of [
      ...['manifest.json', 'manifest.dsse.json', 'release.json', 'inventory.json', 'decisions.json'],
      ...['sbom/sbom.cdx.json', 'sbom/sbom.spdx.json', 'vex/vulnerabilities.openvex.json'],
      ...['vex/vulnerabilities.csaf.json', 'vex/vulnerabilities.vex.cdx.json', 'notices/notices.html'],
      ...['notices/notices.txt', 'notices/source-offer.html', 'audit/audit-report.html', 'audit/audit-report.json'],
    ])
      expect(paths).toContain(path);
    const archive = await dossier(project, first);
    expect(archive.length).toBe(dossierBytes);
    const key = (await get('/signingKey')).publicKey;
    const result = await verified(archive, key);
    expect(result).toMatchObject({ faults: [], signature: 'holds', manifest: { release: { name: '1.0' } } });
    const sources = result.manifest!.files.filter(({ path }) => path.startsWith('sources/')).map(({ path }) => path);
    expect(sources).toHaveLength(sourceFiles);
    expect(sources.some((path) => path.endsWith('node_modules/gnu/index.js'))).toBe(true);
    expect(sources.some((path) => path.includes('ansi'))).toBe(false);
    const document = (path: string) => bytes(`/projects/${project}/releases/${first}/document?path=${path}`);
    for (const path of ['sbom/sbom.cdx.json', 'sbom/sbom.spdx.json'])
      expect(faultsOfSbom(JSON.parse((await document(path)).toString()))).toEqual([]);
    expect((await document('notices/source-offer.txt')).toString()).toContain('source@example.org');
  });

  it('gives no data of its own, and 404 for what it does not have', async () => {
    for (const path of ['data/files.jsonl', '../x', 'sbom'])
      expect((await h.call('GET', `/projects/${project}/releases/${first}/document?path=${path}`)).status).toBe(404);
    const other = await newProject('other');
    expect((await h.call('GET', `/projects/${other}/releases/${first}`)).status).toBe(404);
    expect((await h.call('GET', `/projects/${other}/releases/${first}/dossier`)).status).toBe(404);
    expect((await h.call('DELETE', `/projects/${other}/releases/${first}`)).status).toBe(404);
  });

  it('its documents, made again of the frozen data, have the same bytes', async () => {
    const head = (await findReleaseFile(h.app.db, first, HEAD_PATH))!;
    const text = Buffer.concat(await Array.fromAsync(bytesOf(h.app, head))).toString();
    const frozen: Frozen = { ...JSON.parse(text), rows: (name: FrozenListName) => frozenRows(h.app, first, name) };
    const again = new Map<string, string>();
    for await (const { name, content } of releaseDocuments(frozen)) {
      const pieces: Buffer[] = [];
      for await (const piece of content) pieces.push(Buffer.from(piece));
      again.set(name, Buffer.concat(pieces).toString('hex'));
    }
    const stored = await listReleaseFiles(h.app.db, first, ['document']);
    expect([...again.keys()].sort()).toEqual(stored.map(({ path }) => path).sort());
    for (const { path } of stored)
      expect(
        again.get(path) ===
          (await bytes(`/projects/${project}/releases/${first}/document?path=${path}`)).toString('hex'),
        path,
      ).toBe(true);
  });
});

it('nothing that happens to the project changes a byte', async () => {
  const before = await dossier(project, first);
  const { inventoryItems } = (await h.call('GET', `/project/inventory/${project}?published=false`)).body;
  const [item] = inventoryItems;
  await h.call('PUT', `/inventories/${item.id}`, { body: { noticesText: 'Other words', auditNotes: 'changed' } });
  await sql`update licenses set text = text || ' changed'`.execute(h.app.db);
  await makeVulnerable('CVE-2026-2');
  await h.call('PUT', `/projects/${project}`, { body: { description: 'another', name: 'Shop' } });
  await h.call('PUT', '/siteSettings', { body: { reportName: 'Other house' } });
  await scan(project, codeBase({ 'node_modules/ansi/LICENSE': 'Apache License 2.0', 'new.c': 'int main;' }));
  expect((await dossier(project, first)).equals(before)).toBe(true);
  await h.call('PUT', `/projects/${project}`, { body: { name: 'Shop & Söhne' } });
  await expect(sql`update releases set name = 'x' where id = ${first}`.execute(h.app.db)).rejects.toThrow(
    /never changed/,
  );
  await expect(sql`update release_files set path = 'x'`.execute(h.app.db)).rejects.toThrow(/never changed/);
});

describe('comparison', () => {
  const kinds = async (query: string) => {
    const answer = await h.call('GET', `/projects/${project}/difference?limit=1000&${query}`);
    expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
    return answer.body;
  };

  it('of two releases and of the present state: components, licenses, obligations, holders, files, reviews', async () => {
    await recordDay(project, { fixed: 2, fixed_seconds: 3 * 86_400 });
    const second = await made(project, { name: '1.1' });
    expect(await get(`/projects/${project}/releases/${second}`)).toMatchObject({ fixed: null, daysToFix: null });
    const body = await kinds(`of=release:${first}&with=release:${second}`);
    const present = await kinds(`of=release:${first}&with=inventory`);
    expect(present.data).toEqual(body.data);
    expect([body.before.title, body.after.title, body.before.statesFiles]).toEqual([
      ...['Shop & Söhne 1.0', 'Shop & Söhne 1.1'],
      true,
    ]);
    const rows = body.data.map(({ kind, component }: { kind: string; component: string }) => `${kind} ${component}`);
    expect(rows).toContain('FILE_ADDED new.c');
    expect(rows).toContain('FILE_CHANGED node_modules/ansi/LICENSE');
    expect(rows.some((row: string) => row.startsWith('HOLDERS pkg:npm/ansi'))).toBe(true);
    const same = await kinds(`of=release:${second}&with=inventory`);
    expect(same.data).toEqual([]);
    const table = await h.call(
      'GET',
      `/projects/${project}/difference/table?of=release:${first}&with=release:${second}`,
    );
    expect(table.response.rawPayload.toString()).toContain('File added');
  });

  it('404 for a release that is not there', async () => {
    expect((await h.call('GET', `/projects/${project}/difference?with=release:999999`)).status).toBe(404);
  });
});

describe('names', () => {
  it.each([
    ['blank', '  ', 400],
    ['a control character', 'a\u0007b', 400],
    ['4,000 characters', 'x'.repeat(4000), 400],
    ['the same in another case', '1.0', 409],
  ])('%s: refused', async (_what, name, status) => {
    expect((await h.call('POST', `/projects/${project}/releases`, { body: { name } })).status).toBe(status);
  });

  it('may have every other character, and give plain file names', async () => {
    const release = await made(project, { name: '../../etc/passwd "ä" 😀' });
    const { response } = await h.call('GET', `/projects/${project}/releases/${release}/dossier`);
    expect(String(response.headers['content-disposition'])).not.toMatch(/[/\\]/);
    expect((await verified(response.rawPayload)).faults).toEqual([]);
  });

  it('400 without a name where the code base is at no tag; the tag otherwise', async () => {
    const refused = await h.call('POST', `/projects/${project}/releases`, { body: {} });
    expect([refused.status, refused.body.errors[0].message]).toEqual([400, expect.stringContaining('no tag')]);
    const tagged = await newProject('tagged');
    const revisions = [
      { folder: 'git.0/shop', url: 'https://secret.example.org/shop.git', asked: 'tag v2.0', revision: 'a'.repeat(40) },
      { folder: 'git.0/shop/sub', url: 'x', asked: 'submodule', revision: 'b'.repeat(40) },
    ];
    await sql`insert into scm_instances (project_id, type, instance_id) values (${tagged}, 'GIT', 0)`.execute(h.app.db);
    await sql`insert into scm_states (project_id, type, instance_id, revisions) values (${tagged}, 'GIT', 0, ${JSON.stringify(revisions)}::jsonb)`.execute(
      h.app.db,
    );
    expect(await get(`/projects/${tagged}/releaseProposal`)).toMatchObject({
      name: 'v2.0',
      revisions: [{ asked: 'tag v2.0' }, {}],
    });
    const id = await made(tagged, {});
    const release = await get(`/projects/${tagged}/releases/${id}`);
    expect(release).toMatchObject({ name: 'v2.0', revisions: [{ revision: 'a'.repeat(40) }, { asked: 'submodule' }] });
    expect((await dossier(tagged, id)).includes('secret.example.org')).toBe(false);
    expect(await get(`/projects/${tagged}/releaseProposal`)).toMatchObject({
      name: '',
      why: expect.stringContaining('already'),
    });
  });
});

describe('rights', () => {
  it('are those of reports; making and deleting is for analysts and administrators', async () => {
    const stranger = await h.person('release-stranger');
    const path = `/projects/${project}/releases`;
    expect((await h.call('GET', path, { as: stranger })).status).toBe(200);
    expect((await h.call('POST', path, { as: stranger, body: { name: 'mine' } })).status).toBe(403);
    expect((await h.call('DELETE', `${path}/${first}`, { as: stranger })).status).toBe(403);
    await sql`update projects set is_private = true where id = ${project}`.execute(h.app.db);
    for (const one of [
      path,
      `${path}/${first}`,
      `${path}/${first}/dossier`,
      `${path}/${first}/document?path=release.json`,
    ])
      expect([one, (await h.call('GET', one, { as: stranger })).status]).toEqual([one, 404]);
    const open = await h.call('POST', '/projects', { body: { name: 'of nobody' } });
    const compared = `/projects/${open.body.id}/difference?with=release:${first}`;
    expect((await h.call('GET', compared, { as: stranger })).status).toBe(404);
    await sql`update projects set is_private = false where id = ${project}`.execute(h.app.db);
  });

  it('tells what was fixed since the former release, and how long that took', async () => {
    const id = await newProject('paced');
    await recordDay(id, { fixed: 2, fixed_seconds: 3 * 86_400 });
    const before = await made(id, { name: '1' });
    await sql`update project_days set fixed = 3, fixed_seconds = ${13 * 86_400} where project_id = ${id}`.execute(
      h.app.db,
    );
    const after = await made(id, { name: '2' });
    expect(await get(`/projects/${id}/releases/${before}`)).toMatchObject({
      fixed: 2,
      daysToFix: 1.5,
      decided: 0,
      daysToDecide: null,
    });
    expect(await get(`/projects/${id}/releases/${after}`)).toMatchObject({ fixed: 1, daysToFix: 10 });
  });

  it('a locked project can be released', async () => {
    const id = await newProject('locked one');
    await sql`update projects set status = 'Project Completed' where id = ${id}`.execute(h.app.db);
    const release = await made(id, { name: '1' });
    expect((await h.call('DELETE', `/projects/${id}/releases/${release}`)).status).toBe(400);
  });
});

describe('the job', () => {
  it('that failed leaves nothing but its reason, and the name is free after the deletion', async () => {
    const id = await newProject('failing');
    const answer = await h.call('POST', `/projects/${id}/releases`, { body: { name: '1' } });
    await h.jobOver(answer.body.taskId);
    await sql`alter table releases disable trigger releases_kept`.execute(h.app.db);
    await sql`update releases set frozen_at = null where id = ${answer.body.id}`.execute(h.app.db);
    await sql`alter table releases enable trigger releases_kept`.execute(h.app.db);
    await sql`update jobs set status = 'Failed', error = 'The disk is full.' where id = ${answer.body.taskId}`.execute(
      h.app.db,
    );
    const path = `/projects/${id}/releases/${answer.body.id}`;
    expect(await get(path)).toMatchObject({ state: 'FAILED', why: 'The disk is full.', frozenOn: '' });
    expect((await h.call('GET', `${path}/dossier`)).status).toBe(404);
    expect((await h.call('GET', `/projects/${id}/difference?with=release:${answer.body.id}`)).status).toBe(400);
    await sql`update jobs set status = 'Scheduled' where id = ${answer.body.taskId}`.execute(h.app.db);
    expect((await h.call('DELETE', path)).status).toBe(409);
    await sql`update jobs set status = 'Failed' where id = ${answer.body.taskId}`.execute(h.app.db);
    expect((await h.call('DELETE', path)).status).toBe(200);
    await made(id, { name: '1' });
  });

  it('a second run replaces what a former one named', async () => {
    const file = await findReleaseFile(h.app.db, first, 'release.json');
    const { body } = await h.call('POST', '/projects', { body: { name: 'twice' } });
    const id = await sql<{ id: number }>`insert into releases (project_id, name, description, is_signed, created_by)
      values (${body.id}, 'x', '', false, 'admin') returning id`.execute(h.app.db);
    const release = id.rows[0]!.id;
    const origin = { scanId: null, scannedAt: '', revisions: [], codebaseSha256: '' };
    const open = { openVulnerabilities: 0, openItems: 0, licenses: 0, withoutLicense: 0, pace: null, paceSoFar: null };
    const counts = {
      ...open,
      items: 0,
      files: 0,
      vulnerabilities: 0,
      decisions: 0,
      notCompared: 0,
      advisoriesAsOf: '',
    };
    const freeze = (at: Date) =>
      h.app.db.transaction().execute((tx) => freezeRelease(tx, release, { at, origin, counts, files: [file!] }));
    expect(await freeze(new Date())).toBe(true);
    await expect(freeze(new Date(0))).rejects.toThrow(/never changed/);
    expect(
      await h.app.db
        .transaction()
        .execute((tx) => freezeRelease(tx, 999_999, { at: new Date(), origin, counts, files: [] })),
    ).toBe(false);
  });
});

it('the collection of contents keeps a release, and frees it when it is deleted', async () => {
  const collect = () => collectContents(h.app, { signal: AbortSignal.timeout(60_000), isThorough: true });
  const id = await newProject('collected');
  await scan(id, codeBase({ 'own.js': '// only here\nexport const own = 1;\n' }));
  const release = await made(id, { name: '1' });
  const archive = await dossier(id, release);
  await sql`update content_uses set ends_at = now()`.execute(h.app.db);
  await scan(id, tarGz([{ name: 'a.txt', content: 'nothing left' }]));
  await collect();
  expect((await dossier(id, release)).equals(archive)).toBe(true);
  const { sha256 } = (await findReleaseFile(h.app.db, release, 'release.json'))!;
  const isStored = async () =>
    (await sql`select 1 from blobs where sha256 = ${sha256}`.execute(h.app.db)).rows.length === 1;
  expect((await h.call('DELETE', `/projects/${id}/releases/${release}`)).status).toBe(200);
  expect(await isStored()).toBe(true);
  await collect();
  expect(await isStored()).toBe(false);
  expect((await verifyStore(h.app, { onDamaged: () => undefined })).damaged).toBe(0);
});

it('a deleted project takes its releases along; a copy has none', async () => {
  const id = await newProject('short-lived');
  await made(id, { name: '1' });
  await h.call('DELETE', `/projects/${id}`);
  await h.allJobsOver();
  const { rows } = await sql`select 1 from releases where project_id = ${id}`.execute(h.app.db);
  expect(rows).toEqual([]);
});
