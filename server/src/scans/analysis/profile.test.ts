// The effect of the settings of a scan profile on files, evidence and inventory.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { closeScanPool } from './pool.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(async () => {
  expect(await inconsistencies(h.database.pool)).toEqual([]);
  await h.close();
  await closeScanPool();
});

type Files = Record<string, string>;

const source = (license: string) => `// SPDX-License-Identifier: ${license}\nint a;\n`;
/** Projects share contents, so each test uses its own word to keep its facts separate. */
const own = (text: string) => `${text}// ${++count}\n`;

async function projectWith(files: Files, settings?: Record<string, unknown>): Promise<number> {
  const id = (await h.call('POST', '/projects', { body: { name: `profiled ${++count}` } })).body.id as number;
  if (settings) await useProfile(id, settings);
  await upload(id, files);
  return id;
}

describe('settings without effect', () => {
  const scanned = async (settings: Record<string, unknown>): Promise<number> => {
    const id = await projectWith({ 'a.c': own('int a;\n') }, settings);
    await scan(id);
    return id;
  };
  const log = async (settings: Record<string, unknown>) => {
    const { rows } = await h.database.pool.query(
      'select i.code, i.message from job_issues i join projects p on p.last_scan_id = i.job_id where p.id = $1',
      [await scanned(settings)],
    );
    return rows.filter(({ code }) => code !== 'nothing-found');
  };
  const details = async (settings: Record<string, unknown>): Promise<string> => {
    const { rows } = await h.database.pool.query(
      'select j.details from jobs j join projects p on p.last_scan_id = j.id where p.id = $1',
      [await scanned(settings)],
    );
    return rows[0].details;
  };

  it('the log of a scan says that source code matches are not looked for, if the profile asks for them', async () => {
    expect(await log({ sourceCodeMatches: true })).toEqual([
      { code: 'setting-without-effect', message: expect.stringContaining('sourceCodeMatches') },
    ]);
    expect(await log({ sourceCodeMatches: false })).toEqual([]);
  });

  it('a scan says that no file was compared, if the profile asks for exact matches and the corpus is empty', async () => {
    expect(await details({ exactMatches: true })).toContain(
      'no file was compared with files of known packages, because the corpus is empty',
    );
    expect(await details({ exactMatches: false })).not.toContain('exactMatches');
    await h.database.pool.query(
      "insert into corpus_packages (purl, component, version, file_count) values ('pkg:npm/a@1', 'pkg:npm/a', '1', 0)",
    );
    expect(await details({ exactMatches: true })).not.toContain('exactMatches');
    await h.database.pool.query('delete from corpus_packages');
  });
});

async function upload(projectId: number, files: Files): Promise<void> {
  const { status } = await h.call(
    'POST',
    `/project/uploadProjectCodebase?projectId=${projectId}&deleteExistingFileOnServer=true`,
    {
      raw: tar(Object.entries(files).map(([name, content]) => ({ name, content }))),
      headers: { 'content-type': 'application/octet-stream' },
    },
  );
  expect(status).toBe(200);
}

/** A new profile for the project; returns its id. */
async function useProfile(projectId: number, settings: Record<string, unknown>): Promise<number> {
  const name = `Profile ${++count}`;
  const { status, body } = await h.call('POST', '/scanProfiles', { body: { name, settings } });
  expect(status).toBe(201);
  expect((await h.call('PUT', `/projects/${projectId}`, { body: { scanProfileName: name } })).status).toBe(200);
  return body.id;
}

async function scan(projectId: number, query = ''): Promise<string> {
  const taskId = (await h.call('POST', `/scanResource/projectScan/${projectId}${query}`)).body['Content: '];
  const job = await h.jobOver(taskId);
  expect(job).toMatchObject({ status: 'Completed', error: '' });
  return job.details;
}

/** Each path with its licenses, or with the reason why there are none. */
async function found(projectId: number): Promise<Record<string, string>> {
  const { rows } = await h.database.pool.query('select id, path, scan_id, has_evidence from files where project_id = $1 order by path', [projectId]); // biome-ignore format: one query
  const result: Record<string, string> = {};
  for (const { id, path, scan_id, has_evidence } of rows) {
    const { spdx, isScanned, isExcluded, licenses } = (await h.call('GET', `/files/${id}`)).body.data;
    expect(isScanned).toBe(!isExcluded);
    expect(scan_id === null).toBe(isExcluded);
    expect(has_evidence).toBe(licenses.length > 0);
    result[path] = isExcluded ? 'excluded' : spdx.join(' ');
  }
  // An empty list is left out of answers.
  const listed = (await h.call('GET', `/projects/${projectId}/allscannedfiles?limit=1000`)).body.data ?? [];
  const paths = listed.map((file: { filePath: string }) => file.filePath.replace(/^[^:]*:/, ''));
  expect(paths.sort()).toEqual(Object.keys(result).filter((path) => result[path] !== 'excluded'));
  return result;
}

/** Each item of the inventory with its files. */
async function inventory(projectId: number): Promise<Record<string, string[]>> {
  const { rows } = await h.database.pool.query(
    `select i.name, array_remove(array_agg(f.path order by f.path), null) as files from inventory_items i
     left join inventory_files x on x.item_id = i.id left join files f on f.id = x.file_id
     where i.project_id = $1 group by i.id order by i.name`,
    [projectId],
  );
  return Object.fromEntries(rows.map(({ name, files }) => [name, files]));
}

/** A detection rule for these files, with its own component. */
async function makeRule(pattern: string): Promise<number> {
  const component = { name: `c${++count}`, title: 'C', url: 'NA' };
  const componentId = (await h.call('POST', '/components', { body: component })).body.id;
  const versionId = (await h.call('POST', `/components/${componentId}/versions`, { body: { name: '1' } })).body.id;
  const ruleInfo = [{ detectionType: 'filePath', detectionCriteria: [pattern] }];
  return (await h.call('POST', '/rules', { body: { componentId, versionId, licenseId: 7, ruleInfo } })).body.id;
}

async function idOf(projectId: number, path: string): Promise<number> {
  const { rows } = await h.database.pool.query('select id from files where project_id = $1 and path = $2', [projectId, path]); // biome-ignore format: one query
  return rows[0].id;
}

describe('exclusions', () => {
  it('keep files in the code base without results, and follow changes of the profile in both directions', async () => {
    const files = { 'a.c': own(source('MIT')), 'lib/b.c': own(source('ISC')), 'lib/sub/c.c': own(source('Zlib')) };
    const project = await projectWith(files);
    expect(await scan(project)).toMatch(/^3 files, 3 analysed now;/);
    expect(await found(project)).toEqual({ 'a.c': 'MIT', 'lib/b.c': 'ISC', 'lib/sub/c.c': 'Zlib' });
    expect(Object.keys(await inventory(project))).toEqual(['ISC', 'MIT', 'Zlib']);

    const profile = await useProfile(project, { exclusions: ['sub/', '*.c', '!a.c'] });
    expect(await scan(project)).toMatch(/^3 files, 0 analysed now, 2 excluded;/);
    expect(await found(project)).toEqual({ 'a.c': 'MIT', 'lib/b.c': 'excluded', 'lib/sub/c.c': 'excluded' });
    expect((await inventory(project)).ISC ?? []).toEqual([]);

    // The same profile with other settings.
    const change = { name: 'Changed', settings: { exclusions: ['/a.c'] } };
    expect((await h.call('PUT', `/scanProfiles/${profile}`, { body: change })).status).toBe(200);
    await scan(project);
    expect(await found(project)).toEqual({ 'a.c': 'excluded', 'lib/b.c': 'ISC', 'lib/sub/c.c': 'Zlib' });
    expect(await inventory(project)).toMatchObject({ ISC: ['lib/b.c'], Zlib: ['lib/sub/c.c'] });
    expect(await scan(project, '?fullRescan=true')).toMatch(/^3 files, 2 analysed now, 1 excluded;/);
  });

  it('leave out manifests, search terms, detection rules and lines of excluded files', async () => {
    const name = `@own/p${++count}`;
    const files = {
      'dist/package.json': JSON.stringify({ name, version: '1.0.0', license: 'MIT' }),
      'dist/x.c': own('int a; // borrowed from Bob\n'),
      'y.c': 'int b;\n',
    };
    const project = await projectWith(files, { exclusions: ['dist/'] });
    const ruleId = await makeRule('dist/**');
    await scan(project);
    expect(await found(project)).toEqual({ 'dist/package.json': 'excluded', 'dist/x.c': 'excluded', 'y.c': '' });
    expect(await inventory(project)).toEqual({});
    const lines = 'select line_count::int as lines, file_count::int as files from projects where id = $1';
    expect((await h.database.pool.query(lines, [project])).rows).toEqual([{ lines: 1, files: 3 }]);

    await useProfile(project, { exclusions: [] });
    await scan(project);
    expect(Object.values(await inventory(project)).flat()).toEqual(
      expect.arrayContaining(['dist/package.json', 'dist/x.c']),
    );
    const { searchTerms } = (await h.call('GET', `/files/${await idOf(project, 'dist/x.c')}`)).body.data;
    expect(searchTerms).toEqual([{ term: 'borrowed from', count: 1, line: 1 }]);
    await h.call('DELETE', `/rules/${ruleId}`);
  });

  it('keep decisions of people: an edited item loses no file', async () => {
    const project = await projectWith({ 'lib/b.c': own(source('BSL-1.0')) });
    await scan(project);
    const { rows } = await h.database.pool.query('select id from inventory_items where project_id = $1', [project]);
    const edit = await h.call('PUT', `/inventories/${rows[0].id}`, { body: { name: 'Ours' } });
    expect(edit.status).toBe(200);
    await useProfile(project, { exclusions: ['lib/'] });
    await scan(project);
    expect(await found(project)).toEqual({ 'lib/b.c': 'excluded' });
    expect(await inventory(project)).toEqual({ Ours: ['lib/b.c'] });
  });

  it('are those of version control unless a profile says otherwise', async () => {
    const project = await projectWith({ '.git/hooks/x.sample': own(source('MIT')), 'sub/CVS/Root': own('x') });
    await scan(project);
    expect(await found(project)).toEqual({ '.git/hooks/x.sample': 'excluded', 'sub/CVS/Root': 'excluded' });
  });

  it('400 names an invalid pattern', async () => {
    const input = { name: `Wrong ${++count}`, settings: { exclusions: ['fine', 'a[b'] } };
    const { status, body } = await h.call('POST', '/scanProfiles', { body: input });
    expect(status).toBe(400);
    expect(body.errors[0].message).toMatch(/"settings\.exclusions".*"a\[b"/);
    const { id } = (await h.call('POST', '/scanProfiles', { body: { name: input.name } })).body;
    expect((await h.call('PUT', `/scanProfiles/${id}`, { body: input })).status).toBe(400);
  });

  it('shows in the tree which files are excluded', async () => {
    const project = await projectWith({ 'a.c': own('int a;'), 'b.o': own('int b;') }, { exclusions: ['*.o'] });
    await scan(project);
    const { entries } = (await h.call('GET', `/projects/${project}/codebase`)).body.data;
    const flags = entries.map(({ name, isExcluded }: { name: string; isExcluded: boolean }) => [name, isExcluded]);
    expect(flags).toEqual([['a.c', false], ['b.o', true]]); // biome-ignore format: one line
  });
});

it('adds only files that prove a component if related files are not wanted', async () => {
  const name = `own-app-${++count}`;
  const files = {
    'package.json': JSON.stringify({ name, version: '1.0.0', license: 'MIT' }),
    LICENSE: source('MIT'),
    'src/a.c': own(source('MIT')),
    'src/b.c': own(source('GPL-2.0-only')),
  };
  const project = await projectWith(files);
  await scan(project);
  const item = `${name} 1.0.0 (MIT)`;
  expect(await inventory(project)).toEqual({
    'GPL-2.0-only': ['src/b.c'],
    [item]: ['LICENSE', 'package.json', 'src/a.c'],
  });
  await useProfile(project, { addRelatedFiles: false });
  await scan(project);
  expect(await inventory(project)).toEqual({ 'GPL-2.0-only': ['src/b.c'], [item]: ['LICENSE', 'package.json'] });
});

describe('rescans that skip unchanged files', () => {
  const [before, after] = [{ searchTerms: ['alpha'] }, { searchTerms: ['beta'] }];
  const text = 'alpha beta\n';
  const hitsOf = async (projectId: number, path: string) =>
    (await h.call('GET', `/files/${await idOf(projectId, path)}`)).body.data.searchTerms.map(
      ({ term }: { term: string }) => term,
    );

  it.each<[string, string[]]>([
    ['NONE', []],
    ['ALL', ['both.c', 'inventory.c', 'plain.c', 'reviewed.c']],
    ['REVIEWED', ['both.c', 'reviewed.c']],
    ['INVENTORY', ['both.c', 'inventory.c']],
    ['REVIEWED_AND_INVENTORY', ['both.c']],
  ])('%s: %j keep the results of the earlier scan, a forced one skips none', async (rescanSkips, skipped) => {
    const files: Files = {
      'both.c': own(source('MIT') + text),
      'inventory.c': own(source('MIT') + text),
      'plain.c': own(text),
      'reviewed.c': own(text),
    };
    const project = await projectWith(files, before);
    await scan(project);
    for (const path of ['both.c', 'reviewed.c'])
      await h.call('PUT', `/files/${await idOf(project, path)}/review?markAsReviewed=true`);
    await useProfile(project, { ...after, rescanSkips });
    expect(await scan(project)).toContain(skipped.length > 0 ? `now, ${skipped.length} skipped;` : '4 analysed now;');
    for (const path of Object.keys(files))
      expect([path, await hitsOf(project, path)]).toEqual([path, [skipped.includes(path) ? 'alpha' : 'beta']]);
    const { data } = (await h.call('GET', `/projects/${project}/evidences`)).body;
    expect(data.map((file: { searchTextMatches: unknown[] }) => file.searchTextMatches.length)).toEqual([1, 1, 1, 1]);

    // A changed file is not skipped.
    await upload(project, { ...files, 'both.c': own(source('ISC') + text) });
    await scan(project);
    expect(await hitsOf(project, 'both.c')).toEqual(['beta']);
    expect(await scan(project, '?fullRescan=true')).toContain('4 files, 4 analysed now;');
    for (const path of Object.keys(files)) expect(await hitsOf(project, path)).toEqual(['beta']);
  });

  it('neither add nor remove inventory if the rules have changed', async () => {
    const files = { 'a.c': own(source('MIT')), 'b.c': own('int b;\n') };
    const project = await projectWith(files, { rescanSkips: 'ALL' });
    await scan(project);
    const ruleId = await makeRule('b.c');
    await scan(project);
    expect(await inventory(project)).toEqual({ MIT: ['a.c'] });
    await scan(project, '?fullRescan=true');
    expect(Object.values(await inventory(project))).toContainEqual(['b.c']);
    await h.call('DELETE', `/rules/${ruleId}`);
  });

  it('do not skip files that the profile excludes now', async () => {
    const project = await projectWith({ 'a.c': own(source('MIT')) }, { rescanSkips: 'ALL' });
    await scan(project);
    await useProfile(project, { rescanSkips: 'ALL', exclusions: ['*.c'] });
    await scan(project);
    expect(await found(project)).toEqual({ 'a.c': 'excluded' });
  });
});

describe('a regular rescan applies later changes, without being forced', () => {
  it('dependency support of the profile', async () => {
    const lock = {
      name: 'app',
      version: '1.0.0',
      lockfileVersion: 3,
      packages: {
        '': { name: 'app', version: '1.0.0', dependencies: { 'left-pad': '1.3.0' } },
        'node_modules/left-pad': { version: '1.3.0', license: 'WTFPL' },
      },
    };
    const project = await projectWith({ 'package-lock.json': JSON.stringify(lock), 'x.c': own('x') });
    await scan(project);
    expect(Object.keys(await inventory(project))).toContain('left-pad 1.3.0 (WTFPL)');
    await useProfile(project, { dependencySupport: 'NONE' });
    expect(await scan(project)).toContain('2 files, 0 analysed now');
    expect((await inventory(project))['left-pad 1.3.0 (WTFPL)'] ?? []).toEqual([]);
  });

  it('detection rules', async () => {
    const project = await projectWith({ 'b.c': own('int b;\n') });
    await scan(project);
    expect(await inventory(project)).toEqual({});
    const ruleId = await makeRule('b.c');
    expect(await scan(project)).toContain('0 analysed now');
    expect(Object.values(await inventory(project))).toEqual([['b.c']]);
    await h.call('DELETE', `/rules/${ruleId}`);
  });

  it('a newer analyser: facts of another version are made again, those of skipped files are not', async () => {
    const project = await projectWith({ 'a.c': own(source('MIT')), 'b.c': own(source('ISC')) });
    await scan(project);
    const outdated = `update facts set analyzer_version = 'older', facts = facts || '{"licenses": []}', spdx = '{}'
      from files f where f.sha256 = facts.sha256 and f.hint = facts.hint and f.project_id = $1`;
    await h.database.pool.query(outdated, [project]);
    await h.call('PUT', `/files/${await idOf(project, 'b.c')}/review?markAsReviewed=true`);
    await useProfile(project, { rescanSkips: 'REVIEWED' });
    expect(await scan(project)).toContain('2 files, 1 analysed now, 1 skipped;');
    const { rows } = await h.database.pool.query('select path, x.analyzer_version from files f join facts x using (sha256, hint) where project_id = $1 order by path', [project]); // biome-ignore format: one query
    expect(rows).toEqual([
      { path: 'a.c', analyzer_version: expect.not.stringMatching(/^older$/) },
      { path: 'b.c', analyzer_version: 'older' },
    ]);
    expect(await inventory(project)).toEqual({ ISC: ['b.c'], MIT: ['a.c'] });
    await scan(project, '?fullRescan=true');
    expect(await found(project)).toEqual({ 'a.c': 'MIT', 'b.c': 'ISC' });
  });

  it('skipped files with packages that an older analyser wrote in another form: the log tells the loss', async () => {
    const lock = {
      lockfileVersion: 3,
      packages: { 'node_modules/oak': { version: '1.0.0' }, 'node_modules/elm': { version: '2.0.0' } },
    };
    const project = await projectWith({ 'package-lock.json': JSON.stringify(lock) });
    await scan(project);
    const ofOlder = `update facts set analyzer_version = 'older', facts = jsonb_set(facts, '{packages,0,role}', '"pins"')
      from files f where f.sha256 = facts.sha256 and f.hint = facts.hint and f.project_id = $1`;
    await h.database.pool.query(ofOlder, [project]);
    await h.call('PUT', `/files/${await idOf(project, 'package-lock.json')}/review?markAsReviewed=true`);
    await useProfile(project, { rescanSkips: 'REVIEWED' });
    await scan(project);
    const { rows } = await h.database.pool.query(
      "select i.path, i.message from job_issues i join projects p on p.last_scan_id = i.job_id where p.id = $1 and i.code = 'unreadable'",
      [project],
    );
    expect(rows).toEqual([
      {
        path: 'package-lock.json',
        message: expect.stringMatching(/^A package in the stored findings .* version older /),
      },
    ]);
    await scan(project, '?fullRescan=true');
    expect(Object.keys(await inventory(project)).sort()).toEqual(['elm 2.0.0', 'oak 1.0.0']);
  });
});
