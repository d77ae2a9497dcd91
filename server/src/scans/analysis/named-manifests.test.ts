// Manifests that other manifests name: a scan reads them, whatever their own names are, as long as something names them.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { zip } from '../../../test/archives.ts';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { closeScanPool } from './pool.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(async () => {
  expect(await inconsistencies(h.database.pool)).toEqual([]);
  expect(readdirSync(h.app.folder.temporary)).toEqual([]);
  await h.close();
  await closeScanPool();
});

const projects = scannedProjects(() => h, 'named');
const { projectWith, upload, useProfile } = projects;

/** The scan's summary of files, and its log in lines. */
async function scan(projectId: number, query = ''): Promise<{ details: string; log: string[] }> {
  const { details, log } = await projects.scan(projectId, query);
  return { details, log: log.map(({ path, message }) => `${path}: ${message}`) };
}

/** Names of the items without their licenses, each with its files. */
async function inventory(projectId: number): Promise<Record<string, string[]>> {
  const items = Object.entries(await projects.inventory(projectId));
  return Object.fromEntries(items.map(([name, files]) => [name.replace(/ \(.*/, ''), files]));
}

async function hints(projectId: number): Promise<Record<string, string>> {
  const { rows } = await h.database.pool.query('select path, hint from files where project_id = $1 order by path', [projectId]); // biome-ignore format: one query
  return Object.fromEntries(rows.map(({ path, hint }) => [path, hint]));
}

const NAMED = '+pypi-requirements~';
/** Contents that no other test has. */
const unique = (text: string) => `${text}# ${++count}\n`;

describe('requirements files that others include', () => {
  it('are read with what they include, and no longer when nothing names them', async () => {
    const files = {
      'requirements.txt': unique('-r more.txt\n-r gone.txt\n-r ../../etc/passwd\nalpha==1.0\n'),
      'more.txt': unique('beta==2.0\n-r deep/deps\n-r README.txt\n'),
      'deep/deps': unique('gamma==3.0\n-r ../more.txt\n'),
      'README.txt': unique('Word\nThis is no requirement.\n'),
      'other.txt': unique('delta==4.0\n'),
    };
    const project = await projectWith(files);
    const { log } = await scan(project);
    expect(await inventory(project)).toEqual({
      'alpha 1.0': ['requirements.txt'],
      'beta 2.0': ['more.txt'],
      'gamma 3.0': ['deep/deps'],
    });
    expect(log).toEqual([
      expect.stringMatching(/^requirements.txt: Line 2 names gone.txt, which is no file of the code base/),
      expect.stringMatching(/^requirements.txt: Line 3 names ..\/..\/etc\/passwd, which is no file/),
      expect.stringMatching(/^README.txt: Another manifest names this file as a manifest, but it is none/),
    ]);
    expect(await hints(project)).toMatchObject({ 'more.txt': NAMED, 'deep/deps': NAMED, 'other.txt': '' });

    expect((await scan(project)).details).toMatch(
      /5 files, 0 analysed now; \d inventory items? \(0 new, 0 changed, 0 deleted\)/,
    );
    await upload(project, { ...files, 'requirements.txt': unique('-r other.txt\nalpha==1.0\n') });
    await scan(project);
    expect(await inventory(project)).toEqual({ 'alpha 1.0': ['requirements.txt'], 'delta 4.0': ['other.txt'] });
    expect(await hints(project)).toMatchObject({ 'more.txt': '', 'deep/deps': '', 'other.txt': NAMED });
  });

  it('keep their format as long as one of two files names them', async () => {
    const files = {
      'requirements.txt': unique('-r more\n'),
      'requirements-b.txt': '-r more\n',
      more: unique('eps==1\n'),
    };
    const project = await projectWith(files);
    await scan(project);
    await upload(project, { ...files, 'requirements.txt': unique('eta==1\n') });
    await scan(project);
    expect(await inventory(project)).toEqual({ 'eps 1': ['more'], 'eta 1': ['requirements.txt'] });
    await useProfile(project, { exclusions: ['requirements-b.txt'] });
    await scan(project);
    expect(await inventory(project)).toEqual({ 'eta 1': ['requirements.txt'] });
    expect(await hints(project)).toMatchObject({ more: '' });
  });

  it('are analysed although a rescan skips unchanged files, and stay reviewed when they come again', async () => {
    const files = { 'requirements.txt': unique('theta==1\n'), more: unique('iota==1\n') };
    const project = await projectWith(files);
    await useProfile(project, { rescanSkips: 'ALL' });
    await scan(project);
    const named = { ...files, 'requirements.txt': unique('theta==1\n-r more\n') };
    await upload(project, named);
    expect((await scan(project)).details).toMatch(/^2 files, 1 analysed now/);
    expect(await inventory(project)).toEqual({ 'iota 1': ['more'], 'theta 1': ['requirements.txt'] });
    await h.database.pool.query('update files set is_reviewed = true where project_id = $1', [project]);
    await upload(project, named);
    const { rows } = await h.database.pool.query(
      'select path, is_reviewed, hint, scan_id is not null as is_scanned from files where project_id = $1 order by path',
      [project],
    );
    expect(rows).toEqual(
      [
        { path: 'more', is_reviewed: true, hint: NAMED, is_scanned: true },
        { path: 'requirements.txt', is_reviewed: true, hint: 'Text+pypi-requirements', is_scanned: true },
      ].map((row) => ({ ...row, hint: row.path === 'more' ? NAMED : expect.stringMatching(/\+pypi-requirements$/) })),
    );
    expect((await scan(project)).details).toMatch(/^2 files, 0 analysed now, 2 skipped/);
    expect((await scan(project, '?fullRescan=true')).details).toMatch(/^2 files, 2 analysed now/);
    expect(await inventory(project)).toEqual({ 'iota 1': ['more'], 'theta 1': ['requirements.txt'] });
  });

  it('in an archive belong to it', async () => {
    const inner = await zip({
      'a/requirements.txt': unique('-r more\n-r gone\n-r ../text.txt\nkappa==1\n'),
      'a/more': unique('-r deps/x\nlambda==1\n'),
      'a/deps/x': unique('mu==1\n'),
      'text.txt': unique('Some words.\n'),
      'a/other': unique('nu==1\n'),
    });
    const project = await projectWith({ 'lib/inner.zip': inner, 'requirements.txt': unique('xi==1\n') });
    const { log } = await scan(project);
    // What archives of third parties request is no item; their findings are stored all the same.
    const { rows } = await h.database.pool.query(
      `select f ->> 'path' as path, jsonb_path_query_array(f, '$.packages[*].purl ? (@ != "")') as purls
       from archive_findings a join files s on s.sha256 = a.sha256 and s.project_id = $1, jsonb_array_elements(a.files) f order by 1`,
      [project],
    );
    expect(rows).toEqual([
      { path: 'a/deps/x', purls: ['pkg:pypi/mu@1'] },
      { path: 'a/more', purls: ['pkg:pypi/lambda@1'] },
      { path: 'a/requirements.txt', purls: ['pkg:pypi/kappa@1'] },
    ]);
    expect(log).toEqual([
      expect.stringMatching(
        /^lib\/inner.zip: text.txt: Another manifest names this file as a manifest, but it is none/,
      ),
      expect.stringMatching(/^lib\/inner.zip: a\/requirements.txt: Line 2 names gone, which is no file/),
    ]);
  });

  it('keep their facts in a copy of the project', async () => {
    const project = await projectWith({ 'requirements.txt': unique('-r more\n'), more: unique('omikron==1\n') });
    await scan(project);
    const name = `named copy ${++count}`;
    const { body } = await h.call('POST', `/projects/${project}/copy`, { body: { name } });
    const job = await h.jobOver(body.jobId ?? body.id);
    expect(job).toMatchObject({ status: 'Completed' });
    const { rows } = await h.database.pool.query('select id from projects where name = $1', [name]);
    expect(await hints(rows[0].id)).toMatchObject({ more: NAMED });
    expect((await scan(rows[0].id)).details).toMatch(
      /^2 files, 0 analysed now; \d inventory items? \(0 new, 0 changed, 0 deleted\)/,
    );
  });
});
