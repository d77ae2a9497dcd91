// Reports as callers get them: archives that other programs open, report pages, options, and the notices workbench.
import { createHash } from 'node:crypto';
import { licenseLibrary } from '@assay/scanner/licenses';
import mammoth from 'mammoth';
import readExcel from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { tarGz, zip } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { listOwnFiles } from '../../db/reports/data.ts';
import { findBrowser } from '../../documents/pdf.ts';
import { fillStandardReports } from '../../library/reports.ts';
import { REPORT_KINDS } from '../../reports/kinds.ts';

let h: Harness;
let projectId: number;
const browser = await findBrowser('');
if (!browser) console.warn('No browser is installed: reports are not printed as PDF.');
const now = new Date('2026-03-01T10:00:00Z');
const MIT = licenseLibrary().find((one) => one.id === 'MIT')!.text;
const APACHE = licenseLibrary().find((one) => one.id === 'Apache-2.0')!.text;
const license = (holder: string) => MIT.replace('<year> <copyright holders>', holder);
const manifest = (name: string, spdx: string) => JSON.stringify({ name, version: '1.0.0', license: spdx });
const pom = (artifact: string) => `groupId=org.example\nartifactId=${artifact}\nversion=1.0\n`;
const jar = (artifact: string, notice: string) =>
  zip({
    [`META-INF/maven/org.example/${artifact}/pom.properties`]: pom(artifact),
    'META-INF/LICENSE': APACHE,
    'META-INF/NOTICE': notice,
    'A.class': Buffer.from('cafebabe0000003400', 'hex'),
  });
const WAR = await zip({
  'WEB-INF/lib/inner-one.jar': await jar('inner-one', 'Inner One\nCopyright 2020 One\n'),
  'WEB-INF/lib/inner-two.jar': await jar('inner-two', 'Inner Two\nCopyright 2021 Two\n'),
});
const CODE_BASE = tarGz([
  { name: 'dist/app.war', content: WAR },
  { name: 'one/package.json', content: manifest('one', 'MIT') },
  { name: 'one/LICENSE', content: license('2015 Ada Lovelace') },
  { name: 'two/package.json', content: manifest('two', 'MIT') },
  { name: 'two/LICENSE', content: license('2016 Grace Hopper') },
  { name: 'three/package.json', content: manifest('three', 'Apache-2.0') },
  { name: 'three/NOTICE', content: 'Three\nCopyright 2017 The Three Authors\n' },
  { name: 'three/plain.c', content: '/* Copyright 2019 Edsger Dijkstra */\nint g(void);\n' },
  { name: 'four/package.json', content: manifest('four', 'GPL-2.0-only') },
  {
    name: 'four/main.c',
    content: '/* SPDX-License-Identifier: GPL-2.0-only */\n/* Copyright 2018 Four */\nint f(void);\n',
  },
]);

beforeAll(async () => {
  h = await startHarness();
  h.app.now = () => now;
  await fillStandardReports(h.app.db);
  await h.work();
  projectId = (await h.call('POST', '/projects', { body: { name: '../../x <script>' } })).body.id;
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw: CODE_BASE,
    headers: { 'content-type': 'application/octet-stream' },
  });
  const { body } = await h.call('POST', `/scanResource/projectScan/${projectId}`);
  await h.jobOver(body['Content: ']);
});
afterAll(() => h.close());

const idOf = async (path: string) => (await h.call('GET', `/reports?path=${path}`)).body.data[0].id as number;

async function make(path: string, body: Record<string, unknown> = {}, project = projectId) {
  const reportId = await idOf(path);
  const answer = await h.call('POST', `/projects/${project}/reports/${reportId}/generate`, { body });
  const { taskId } = answer.body.data;
  const job = await h.jobOver(taskId);
  return { reportId, taskId, job };
}

async function archive(path: string, options: Record<string, string> = {}, project = projectId) {
  const { reportId, taskId, job } = await make(path, { options }, project);
  expect(job).toMatchObject({ status: 'Completed', error: '' });
  const { response } = await h.call('GET', `/projects/${project}/reports/${reportId}/download?taskId=${taskId}`);
  return { bytes: response.rawPayload, files: await unzip(response.rawPayload), job };
}

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await yauzl.fromBufferPromise(bytes);
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, Buffer.concat(await Array.fromAsync(await zip.openReadStreamPromise(entry))));
  return files;
}

describe('POST /projects/{projectId}/reports/{reportId}/generate', () => {
  it('200: its job names the report, by which jobs can be filtered', async () => {
    const { reportId, taskId } = await make('NOTICES', { options: { formats: 'text' } });
    expect((await h.call('GET', `/jobs/${taskId}`)).body.reportId).toBe(reportId);
    const ids = async (query: string) =>
      ((await h.call('GET', `/jobs?projectId=${projectId}&${query}`)).body.data as { id: number }[]).map(
        ({ id }) => id,
      );
    expect(await ids(`reportId=${reportId}`)).toContain(taskId);
    expect(await ids(`reportId=${reportId + 1000}`)).toEqual([]);
    const scan = (await h.call('GET', `/jobs?projectId=${projectId}&jobType=Project%20Scan`)).body.data;
    expect(scan.map((one: object) => 'reportId' in one)).toEqual(scan.map(() => false));
  });

  it('200: the notices print a text once, with every statement, and list at the end what is missing', async () => {
    const { files } = await archive('NOTICES');
    const text = files.get('notices-report.txt')!.toString();
    expect(text.split('Permission is hereby granted')).toHaveLength(2);
    for (const holder of ['2015 Ada Lovelace', '2016 Grace Hopper']) expect(text).toContain(`Copyright (c) ${holder}`);
    expect(text).toContain('Copyright 2017 The Three Authors');
    // Of a file without a license, which belongs to no item.
    expect(text).toContain('Copyright 2019 Edsger Dijkstra');
    expect(text).not.toContain('<copyright holders>');
    expect(text).toMatch(/COMPLETENESS CHECK[\s\S]*address for the written offer/);
  });

  it('200: the notices contain the NOTICE files inside nested archives, each with the item of its archive', async () => {
    const { files } = await archive('NOTICES');
    const { noticeFiles, inventoryItems } = JSON.parse(files.get('notices-report.json')!.toString());
    const names = new Map(inventoryItems.map((one: { id: number; name: string }) => [one.id, one.name]));
    const inside = noticeFiles.filter(({ path }: { path: string }) => path.includes('!/'));
    expect(inside.map((one: { itemId: number; path: string }) => [names.get(one.itemId), one.path]).sort()).toEqual([
      [expect.stringContaining('inner-one'), 'dist/app.war!/WEB-INF/lib/inner-one.jar!/META-INF/NOTICE'],
      [expect.stringContaining('inner-two'), 'dist/app.war!/WEB-INF/lib/inner-two.jar!/META-INF/NOTICE'],
    ]);
    const text = files.get('notices-report.txt')!.toString();
    expect(text).toContain('Inner One\nCopyright 2020 One');
    const without = /no NOTICE file was found[^\n]*\n\.+\n\n((?: {2}\* [^\n]*\n)+)/.exec(text)?.[1] ?? '';
    expect(without).not.toContain('inner-');
  });

  it('200: Excel and Word files open in other programs', async () => {
    const { files } = await archive('AUDIT');
    const [about, findings] = await readExcel(files.get('audit-report.xlsx')!);
    expect(about!.sheet).toBe('About');
    expect(findings!.data.map((row) => row[0])).toEqual(
      expect.arrayContaining(['Item', 'one 1.0.0 (MIT)', 'four 1.0.0 (GPL-2.0-only)']),
    );
    const { value, messages } = await mammoth.extractRawText({ buffer: files.get('audit-report.docx')! });
    expect(messages.filter(({ type }) => type === 'error')).toEqual([]);
    expect(value).toContain('one 1.0.0 (MIT)');
  });

  it('200: the short form is for printing and signing; the page has the details', async () => {
    const { files } = await archive('AUDIT', { form: 'short', formats: 'html,docx' });
    expect([...files.keys()].filter((name) => /audit-report/.test(name))).toEqual([
      'audit-report.html',
      'audit-report-short.docx',
    ]);
    const { value } = await mammoth.extractRawText({ buffer: files.get('audit-report-short.docx')! });
    expect(value).toMatch(/This is the short form[\s\S]*four 1.0.0[\s\S]*What the licenses ask for[\s\S]*Sign-off/);
    expect(value).not.toContain('four/main.c');
    expect(files.get('audit-report.html')!.toString()).toContain('four/main.c');
  });

  it('200: the audit report shows license texts of files beside the text of the license', async () => {
    const { files } = await archive('AUDIT');
    const { licenseMatches, inventoryItems } = JSON.parse(files.get('audit-report.json')!.toString());
    const idOfItem = (name: string) => inventoryItems.find((one: { name: string }) => one.name.startsWith(name)).id;
    const matches = (name: string) =>
      licenseMatches.find((one: { itemId: number }) => one.itemId === idOfItem(name)).matches as object[];
    expect(matches('two')).toContainEqual(
      expect.objectContaining({
        path: 'two/LICENSE',
        kind: 'text',
        expression: 'MIT',
        endLine: license('x').trim().split('\n').length,
        text: expect.stringContaining('2016 Grace Hopper'),
      }),
    );
    expect(matches('four')).toContainEqual(
      expect.objectContaining({
        path: 'four/main.c',
        startLine: 1,
        endLine: 1,
        kind: 'tag',
        leftOut: '',
        text: '/* SPDX-License-Identifier: GPL-2.0-only */',
      }),
    );
    // Inside an archive in an archive.
    const inner = 'dist/app.war!/WEB-INF/lib/inner-one.jar!/META-INF/LICENSE';
    expect(matches('inner-one')).toContainEqual(
      expect.objectContaining({ path: inner, kind: 'text', expression: 'Apache-2.0', leftOut: '' }),
    );
    const quoted = matches('inner-one').find((one) => (one as { path: string }).path === inner) as { text: string };
    expect(quoted.text).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
    const html = files.get('audit-report.html')!.toString();
    expect(html).toContain('four/main.c, line 1: tag of GPL-2.0-only, coverage 100 %');
    expect(html).toContain('Text of GPL-2.0-only');
    const sheet = (await readExcel(files.get('audit-report.xlsx')!)).find((one) => one.sheet === 'Matched texts')!;
    expect(sheet.data.map((row) => row[1])).toContain('four/main.c');
    const { value } = await mammoth.extractRawText({ buffer: files.get('audit-report.docx')! });
    expect(value).toContain('SPDX-License-Identifier: GPL-2.0-only');
  });

  it('200: the same data gives the same bytes', async () => {
    const digest = async () =>
      createHash('sha256')
        .update((await archive('NOTICES')).bytes)
        .digest('hex');
    expect(await digest()).toBe(await digest());
  });

  it('200: options select items and formats, and the page says what was left out', async () => {
    const { files } = await archive('AUDIT', { nameContains: 'four', formats: 'html, json' });
    expect([...files.keys()]).toEqual(['audit-report.html', 'audit-report.json']);
    const data = JSON.parse(files.get('audit-report.json')!.toString());
    expect(data.inventoryItems).toHaveLength(1);
    expect(data.advisories).toEqual({
      ...{ dataAsOf: null, dataIsStale: true, dataByEcosystem: [] },
      // Of the items of the report.
      coverage: expect.objectContaining({ items: 1, compared: 0 }),
    });
    expect(files.get('audit-report.html')!.toString()).toContain('This server has no advisory data');
    expect(files.get('audit-report.html')!.toString()).toContain('Filtered: name containing four.');
    const ids = new Set(data.history.map(({ itemId }: { itemId: number }) => itemId));
    expect([...ids]).toEqual([data.inventoryItems[0].id]);
  });

  it('200: source bundles contain the original files', async () => {
    const { files } = await archive('NOTICES', { includeSource: 'yes', formats: 'html', check: 'apart' });
    const names = [...files.keys()];
    expect(names).toContain('notices-check.txt');
    expect(files.get('notices-report.html')!.toString()).not.toContain('Completeness check');
    const source = names.find((name) => name.endsWith('four/main.c'))!;
    expect(source).toMatch(/^sources\/\d+-four_1\.0\.0_GPL-2\.0-only_\/four\/main\.c$/);
    expect(files.get(source)!.toString()).toContain('int f(void);');
    expect(names.filter((name) => name.startsWith('sources/')).every((name) => name.includes('-four_'))).toBe(true);
  });

  it('200: a dependency that a manifest requests does not own the folder of that manifest', async () => {
    const locked = { 'node_modules/dep': { version: '1.0.0', license: 'GPL-2.0-only' } };
    const own = { name: 'app', version: '1.0.0', license: 'MIT', dependencies: { dep: '1.0.0' } };
    const code = [
      { name: 'app/package.json', content: JSON.stringify(own) },
      {
        name: 'app/package-lock.json',
        content: JSON.stringify({ lockfileVersion: 3, packages: { '': own, ...locked } }),
      },
      { name: 'app/secret.js', content: 'const ours = 1;\n' },
    ];
    const { id } = (await h.call('POST', '/projects', { body: { name: 'owns nothing' } })).body;
    const headers = { 'content-type': 'application/octet-stream' };
    await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, { raw: tarGz(code), headers });
    await h.jobOver((await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: ']);
    const { rows } = await h.database.pool.query('select id, name from inventory_items where project_id = $1', [id]);
    const lying = await listOwnFiles(
      h.app.db,
      rows.map((row) => Number(row.id)),
    );
    const folders = rows.map((row) => [row.name.split(' ')[0], lying.get(Number(row.id))?.folders ?? []]);
    expect(Object.fromEntries(folders)).toEqual({ app: ['app'], dep: [] });
  });

  it('200: a source bundle has all files of a copied library: those that name it, and those without a license', async () => {
    const version = ['MAJOR 1', 'MINOR 0', 'MICRO 26'].map((line) => `#define LIBUSB_${line}\n`).join('');
    const code = tarGz([
      { name: 'ext/libusb-1.0.26/libusb/version.h', content: version },
      { name: 'ext/libusb-1.0.26/libusb/core.c', content: '/* SPDX-License-Identifier: LGPL-2.1-or-later */\n' },
      { name: 'ext/libusb-1.0.26/Makefile.am', content: 'SUBDIRS = libusb\n' },
      { name: 'ext/ours.c', content: 'int ours;\n' },
    ]);
    const { id } = (await h.call('POST', '/projects', { body: { name: 'copied' } })).body;
    const headers = { 'content-type': 'application/octet-stream' };
    await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, { raw: code, headers });
    await h.jobOver((await h.call('POST', `/scanResource/projectScan/${id}`)).body['Content: ']);
    const options = { includeSource: 'yes', formats: 'json' };
    const { files } = await archive('NOTICES', options, id);
    const sources = [...files.keys()].filter((name) => name.startsWith('sources/'));
    expect(sources.map((name) => name.replace(/^sources\/[^/]+\//, '')).sort()).toEqual([
      'ext/libusb-1.0.26/Makefile.am',
      'ext/libusb-1.0.26/libusb/core.c',
      'ext/libusb-1.0.26/libusb/version.h',
    ]);
  });

  it.skipIf(!browser)('200: a PDF if a browser is installed, the same bytes twice', async () => {
    const pdf = async () => (await archive('NOTICES', { formats: 'pdf' })).files.get('notices-report.pdf')!;
    const first = await pdf();
    expect(first.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await pdf()).equals(first)).toBe(true);
  });

  it('200: the job says that there is no PDF without a browser', async () => {
    const configured = h.app.config.chromium;
    h.app.config.chromium = '/nowhere/chromium';
    const { files, job } = await archive('NOTICES', { formats: 'pdf, text' });
    h.app.config.chromium = configured;
    expect([...files.keys()]).toEqual(['notices-report.txt']);
    expect(job.details).toContain('No PDF: Chromium is not installed');
  });

  it.each([
    ['status', 'Aproved', 'draft, approved, rejected'],
    ['formats', 'exe', 'html, xlsx'],
  ])('the task fails with a sentence for the %s "%s"', async (name, value, allowed) => {
    const { job } = await make('AUDIT', { options: { [name]: value } });
    expect(job.status).toBe('Failed');
    expect(job.error).toContain(`The option "${name}"`);
    expect(job.error).toContain(allowed);
  });

  it.each(REPORT_KINDS.map(({ kind, file }) => [kind, file] as const))(
    '200 with the archive of %s',
    async (kind, file) => {
      const report = REPORT_KINDS.find((one) => one.kind === kind)!;
      const other = 'hasProjectPicker' in report ? { otherProjectId: projectId } : {};
      const { reportId, taskId, job } = await make(kind, other);
      expect(job).toMatchObject({ status: 'Completed', error: '' });
      const { response } = await h.call('GET', `/projects/${projectId}/reports/${reportId}/download?taskId=${taskId}`);
      expect([...(await unzip(response.rawPayload)).keys()][0]).toBe(`${file}.html`);
    },
  );

  it('400 for a comparison without a second project', async () => {
    const reportId = await idOf('COMPARISON');
    expect((await h.call('POST', `/projects/${projectId}/reports/${reportId}/generate`, { body: {} })).status).toBe(
      400,
    );
  });
});

describe('GET /projects/{projectId}/reports/{reportId}/view', () => {
  it('200 with the page of the latest report, in a sandbox without rights', async () => {
    const { reportId } = await make('NOTICES');
    const answer = await h.call('GET', `/projects/${projectId}/reports/${reportId}/view`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.headers['content-security-policy']).toMatch(/^sandbox allow-scripts/);
    expect(answer.headers['content-security-policy']).not.toContain('allow-same-origin');
    expect(answer.text).toContain('Third-party notices: ../../x &lt;script&gt;');
  });

  it('200 for the address that the page uses, 404 for a task of another report', async () => {
    const { reportId, taskId } = await make('NOTICES');
    const view = (task: number) => h.call('GET', `/projects/${projectId}/reports/${reportId}/view?taskId=${task}`);
    expect((await view(taskId)).status).toBe(200);
    const other = await make('PROJECT');
    expect((await view(other.taskId)).status).toBe(404);
  });

  it('404 before a report was made, and without the right to see the private project', async () => {
    const empty = (await h.call('POST', '/projects', { body: { name: 'empty', privateProject: true } })).body.id;
    const path = `/projects/${empty}/reports/${await idOf('NOTICES')}/view`;
    expect((await h.call('GET', path)).status).toBe(404);
    expect((await h.call('GET', path, { as: await h.person('stranger') })).status).toBe(404);
  });
});

describe('GET /projects/{projectId}/reports/{reportId}/download', () => {
  it('202 with the state of the task in both headers', async () => {
    const { reportId, taskId } = await make('NOTICES');
    await h.database.pool.query(`update jobs set status = 'Scheduled' where id = $1`, [taskId]);
    const answer = await h.call('GET', `/projects/${projectId}/reports/${reportId}/download?taskId=${taskId}`);
    await h.database.pool.query(`update jobs set status = 'Completed' where id = $1`, [taskId]);
    expect([answer.status, answer.headers['task-status'], answer.headers['x-task-status']]).toEqual([
      202,
      'SCHEDULED',
      'SCHEDULED',
    ]);
  });
});

describe('/projects/{projectId}/notices', () => {
  const statements = async (query = '') =>
    (await h.call('GET', `/projects/${projectId}/notices/statements?limit=1000${query}`)).body.data as {
      statement: string;
      state: string;
      printed: string;
      by: string;
      items: number;
      examples: { id: number }[];
    }[];
  const edit = (edits: unknown[], as = h.admin) =>
    h.call('POST', `/projects/${projectId}/notices/statements`, { as, body: { edits } });

  it('200: a removed text names its author, a replacement is printed, and a restored text is back', async () => {
    const [ada, grace] = ['Copyright (c) 2015 Ada Lovelace', 'Copyright (c) 2016 Grace Hopper'];
    expect(
      (
        await edit([
          { statement: ada, action: 'strike', reason: 'not shipped' },
          { statement: grace, action: 'replace', value: 'Copyright 2016 G. Hopper' },
        ])
      ).status,
    ).toBe(200);
    expect((await statements('&state=removed')).map(({ statement, by }) => [statement, by])).toEqual([[ada, 'admin']]);
    expect((await statements('&state=edited')).map(({ printed }) => printed)).toEqual(['Copyright 2016 G. Hopper']);
    const text = (await archive('NOTICES', { formats: 'text' })).files.get('notices-report.txt')!.toString();
    expect(text).toMatch(/removed\n\s+By: admin\n.*\n\s+Why: not shipped/);
    expect(text.slice(0, text.indexOf('COMPLETENESS CHECK\n='))).not.toContain(ada);
    expect(text).toContain('Copyright 2016 G. Hopper');
    await edit([ada, grace].map((statement) => ({ statement, action: 'restore' })));
    expect((await statements()).filter(({ state }) => state !== 'found' && state !== 'placeholder')).toEqual([]);
  });

  it('200: an edit of one item changes only that item, and its statements and texts are listed separately', async () => {
    const ada = 'Copyright (c) 2015 Ada Lovelace';
    const holder = (await statements()).find(({ statement }) => statement === ada)!.examples[0]!.id;
    const ofItem = async () =>
      (await statements(`&inventoryId=${holder}`)).map(({ state, printed }) => [state, printed]);
    const before = await ofItem();
    expect(before).toContainEqual(['found', ada]);
    expect((await statements()).length).toBeGreaterThan(before.length);
    await edit([{ statement: 'Copyright 2020 Annie Easley', action: 'add', inventoryId: holder }]);
    expect(await ofItem()).toHaveLength(before.length + 1);
    const added = (await statements('&search=easley')).map(({ items }) => items);
    expect(added).toEqual([1]);
    await edit([{ statement: 'Copyright 2020 Annie Easley', action: 'restore', inventoryId: holder }]);
    expect(await ofItem()).toEqual(before);
    const texts = async (query: string) =>
      (await h.call('GET', `/projects/${projectId}/notices/texts?${query}`)).body.data as { itemIds: number[] }[];
    for (const { itemIds } of await texts(`inventoryId=${holder}`)) expect(itemIds).toContain(holder);
    expect(await texts('search=no-such-words')).toEqual([]);
  });

  it.each([
    ['a replacement without text', { statement: 'x', action: 'replace' }, 'edits.0.value'],
    ['the line of a template', { statement: 'Copyright (c) <year> <owner>', action: 'add' }, 'template'],
  ])('400 for %s', async (_, one, words) => {
    const answer = await edit([one]);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(words);
  });

  it('404 for an item of another project, 403 for everybody but analysts and reviewers', async () => {
    const other = (await h.call('POST', '/projects', { body: { name: 'other' } })).body.id;
    const inventoryModel = { name: 'x', inventoryType: 'WORK_IN_PROGRESS' };
    const item = (await h.call('POST', '/inventories', { body: { projectId: other, inventoryModel } })).body.id;
    expect((await edit([{ statement: 'x', action: 'strike', inventoryId: item }])).status).toBe(404);
    expect((await edit([{ statement: 'x', action: 'strike' }], await h.person('reader'))).status).toBe(403);
  });

  it('200: one text for several items; 409 with the current text if another user saved first', async () => {
    const groups = (await h.call('GET', `/projects/${projectId}/notices/texts`)).body.data as {
      text: string;
      itemIds: number[];
      items: number;
      entityVersion: string;
    }[];
    const mit = groups.find(({ text }) => text.includes('Permission is hereby granted'))!;
    expect(mit.items).toBe(2);
    const body = { inventoryIds: mit.itemIds, noticeText: 'Our own words.', entityVersion: mit.entityVersion };
    expect((await h.call('POST', `/projects/${projectId}/notices/texts`, { body })).body.message).toMatch(/: 2$/);
    const stale = await h.call('POST', `/projects/${projectId}/notices/texts`, { body: { ...body, noticeText: 'x' } });
    expect([stale.status, stale.body.data]).toEqual([
      409,
      { noticeText: 'Our own words.', entityVersion: expect.not.stringMatching(mit.entityVersion) },
    ]);
    const after = (await h.call('GET', `/projects/${projectId}/notices/texts`)).body.data as {
      text: string;
      items: number;
    }[];
    expect(after.find(({ text }) => text === 'Our own words.')!.items).toBe(2);
    const decided = (await h.call('GET', `/projects/${projectId}/decisions?kind=notice-text`)).body.data;
    expect(decided).toHaveLength(2);
  });
});
