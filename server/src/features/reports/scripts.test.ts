// Installing the scripts of custom reports: from zips over HTTP, from folders and zips on the command line.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renameInZip, zip } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { reportsCommand } from '../../commands/reports.ts';

let h: Harness;
let root: string;
let scripts: string;
let stranger: Person;
const SCRIPT = '#!/bin/sh\nexit 0\n';

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-install-'));
  scripts = join(root, 'scripts');
  h = await startHarness({ ASSAY_REPORT_SCRIPTS_DIR: scripts });
  stranger = await h.person('stranger');
});
afterAll(async () => {
  await h.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => rmSync(scripts, { recursive: true, force: true }));

function send(content: Buffer, { name = 'mine.zip', replace = '', as = h.admin } = {}) {
  const boundary = 'b0undary';
  const part = (head: string, bytes: Buffer | string) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ];
  const raw = Buffer.concat([
    ...(replace ? part('name="replace"', replace) : []),
    ...part(`name="file"; filename="${name}"`, content),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return h.call('POST', '/reportScripts', {
    as,
    raw,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

const installed = async () => (await h.call('GET', '/reportScripts')).body.data;

describe('POST /reportScripts', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['the files of one report', { 'create_report.sh': SCRIPT, 'logo.txt': 'x' }, ['mine/create_report.sh']],
    ['a folder around them', { 'spdx/create_report.sh': SCRIPT, 'spdx/common/a.py': '' }, ['spdx/create_report.sh']],
    [
      'several',
      { 'a/create_report.sh': SCRIPT, 'b/create_report.py': '', 'c/readme': '' },
      ['a/create_report.sh', 'b/create_report.py'],
    ],
    [
      'several in a folder',
      { 'all-main/a/create_report.sh': SCRIPT, 'all-main/b/create_report.mjs': '' },
      ['a/create_report.sh', 'b/create_report.mjs'],
    ],
  ])('200 for %s', async (_what, files, paths) => {
    const { status, body } = await send(await zip(files));
    expect([status, body.data.map((one: { path: string }) => one.path)]).toEqual([200, paths]);
    expect((await installed()).map((one: { path: string }) => one.path)).toEqual(paths);
    for (const path of paths.filter((one) => one.endsWith('.sh')))
      expect(statSync(join(scripts, path)).mode & 0o111).toBe(0o111);
    expect(readdirSync(scripts).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('200 with the contents of report.json, and the definitions that name it', async () => {
    await send(
      await zip({
        'a/create_report.sh': SCRIPT,
        'a/report.json': '{"name":"A"}',
        'b/create_report.sh': SCRIPT,
        'b/report.json': '[',
      }),
    );
    const { id } = (await h.call('POST', '/reports', { body: { name: 'Of a', path: 'a/create_report.sh', order: 4 } }))
      .body;
    expect(await installed()).toEqual([
      { folder: 'a', path: 'a/create_report.sh', definition: { name: 'A' }, reportIds: [id] },
      { folder: 'b', path: 'b/create_report.sh', reportIds: [] },
    ]);
    expect((await h.call('DELETE', '/reportScripts/a')).status).toBe(200);
    expect((await h.call('DELETE', '/reportScripts/a')).status).toBe(404);
    expect((await h.call('DELETE', '/reportScripts/..')).status).not.toBe(200);
    expect(readdirSync(scripts)).toEqual(['b']);
  });

  it('400 for an installed one, unless it is to be replaced', async () => {
    await send(await zip({ 'a/create_report.sh': SCRIPT, 'a/old.txt': 'old' }));
    const again = await zip({ 'a/create_report.sh': `${SCRIPT}#2` });
    const refused = await send(again);
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      400,
      expect.stringContaining('is already installed'),
    ]);
    expect((await send(again, { replace: 'true' })).status).toBe(200);
    expect(readdirSync(join(scripts, 'a'))).toEqual(['create_report.sh']);
    expect(readFileSync(join(scripts, 'a/create_report.sh'), 'utf8')).toContain('#2');
  });

  it.each<[string, () => Promise<Buffer>, string]>([
    ['no zip', async () => Buffer.from('text'), 'must be a zip'],
    ['no report in it', () => zip({ 'a/readme.txt': '' }), 'It contains no report'],
    [
      'a name with forbidden characters',
      () => zip({ 'a/create_report.sh': SCRIPT, 'a/x;y': '' }),
      '"x;y" cannot be the name',
    ],
  ])('400 for %s', async (_what, content, text) => {
    const { status, body } = await send(await content());
    expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining(text)]);
  });

  it('names that lead out of the folder are stored inside it', async () => {
    const content = renameInZip(
      await zip({ 'a/create_report.sh': SCRIPT, 'a/xx/xx/evil.sh': SCRIPT }),
      'a/xx/xx/',
      '../../a/',
    );
    const { body } = await send(content);
    expect(body.leftOut).toEqual([expect.stringContaining('../../a/evil.sh')]);
    expect(readdirSync(root)).toEqual(['scripts']);
  });

  it('403 for everybody but administrators', async () => {
    const content = await zip({ 'create_report.sh': SCRIPT });
    expect((await send(content, { as: stranger })).status).toBe(403);
    expect((await h.call('GET', '/reportScripts', { as: stranger })).status).toBe(403);
    expect((await h.call('DELETE', '/reportScripts/a', { as: stranger })).status).toBe(403);
    expect(
      (await h.call('POST', '/reports', { as: stranger, body: { name: 'x', path: 'a/b', order: 1 } })).status,
    ).toBe(403);
  });
});

describe('versions of templates', () => {
  const at = '/reportTemplates/mine';
  const file = () => readFileSync(join(scripts, 'mine', 'report.txt.liquid'), 'utf8');
  const versions = async () => (await h.call('GET', `${at}/versions`)).body.data;
  const saved = async (text: string, more: object = {}) => h.call('PUT', at, { body: { text, ...more } });

  it('200: each text is a version; a file put there by hand becomes one when it is replaced; old ones can be restored', async () => {
    expect((await saved('one', { format: 'txt', note: 'first' })).body).toMatchObject({ version: 1 });
    expect((await saved('one')).body).toMatchObject({ version: 1 });
    writeFileSync(join(scripts, 'mine', 'report.txt.liquid'), 'by hand');
    expect((await h.call('GET', at)).body.data).toMatchObject({ text: 'by hand', version: 0, versions: 1 });
    expect((await saved('three {{ project.name }}')).body).toMatchObject({ version: 3 });
    expect(file()).toBe('three {{ project.name }}');
    expect((await h.call('POST', `${at}/versions/1/restore`)).body).toMatchObject({ version: 4 });
    expect(file()).toBe('one');
    expect(await versions()).toMatchObject([
      { version: 4, restoredFrom: 1, savedBy: 'admin', sizeBytes: 3 },
      { version: 3, savedBy: 'admin' },
      { version: 2, savedBy: '' },
      { version: 1, note: 'first', savedBy: 'admin' },
    ]);
    expect((await h.call('GET', `${at}/versions/2`)).body.data).toMatchObject({ text: 'by hand' });
  });

  it('200: an installed zip is a version, and so is what it replaced; a removed template can be restored', async () => {
    await saved('five', { format: 'txt' });
    writeFileSync(join(scripts, 'mine', 'report.txt.liquid'), 'by hand again');
    await send(await zip({ 'report.txt.liquid': 'of a zip' }), { replace: 'true' });
    expect((await versions()).slice(0, 3)).toMatchObject([
      { note: 'Installed from mine.zip', savedBy: 'admin' },
      { note: '', savedBy: '' },
      { savedBy: 'admin' },
    ]);
    await h.call('DELETE', '/reportScripts/mine');
    expect((await h.call('GET', at)).status).toBe(404);
    expect((await h.call('POST', `${at}/versions/2/restore`)).status).toBe(200);
    expect(file()).toBe('by hand');
  });

  it('200 for a preview of a text, a version and the current template, without storing anything', async () => {
    const { id: projectId } = (await h.call('POST', '/projects', { body: { name: 'a <b>' } })).body;
    const preview = async (body: object, folder = 'mine') =>
      (await h.call('POST', `/reportTemplates/${folder}/preview`, { body: { projectId, ...body } })).body.data?.text;
    await saved('{{ project.name }}!', { format: 'txt' });
    const before = (await versions()).length;
    expect(await preview({})).toBe('a <b>!');
    expect(await preview({ version: 1 })).toBe('one');
    expect(await preview({ text: '{{ options.a }}', options: { a: '1' } })).toBe('1');
    expect(await preview({ text: '{{ project.name }}', format: 'html' }, 'other')).toBe('a &lt;b&gt;');
    expect(await preview({ text: '{{ project.name }}', format: 'md' }, 'other')).toBe('a &#60;b&#62;');
    expect([(await versions()).length, readdirSync(scripts)]).toEqual([before, ['mine']]);
  });

  it.each<[number, string, string, object, string]>([
    [400, 'PUT', '/reportTemplates/new', { text: 'x' }, 'The field "format" is required'],
    [400, 'PUT', '/reportTemplates/mine', { text: 'x', format: 'html' }, 'makes txt'],
    [400, 'PUT', '/reportTemplates/script', { text: 'x', format: 'html' }, 'comes from the script'],
    [400, 'PUT', '/reportTemplates/a%5Cb', { text: 'x', format: 'html' }, 'cannot be the name'],
    [400, 'PUT', '/reportTemplates/..', { text: 'x', format: 'html' }, ''],
    [404, 'GET', '/reportTemplates/script', {}, 'script'],
    [404, 'POST', '/reportTemplates/mine/versions/999/restore', {}, '999'],
    [400, 'POST', '/reportTemplates/mine/preview', { projectId: 1, text: '{% for %}' }, 'line:1'],
    [400, 'POST', '/reportTemplates/mine/preview', { projectId: 1, text: 'a', version: 1 }, 'not both'],
    [404, 'POST', '/reportTemplates/mine/preview', { projectId: 999999, text: 'a' }, '999999'],
  ])('%i for %s %s with %j', async (status, method, path, body, text) => {
    await send(await zip({ 'script/create_report.sh': SCRIPT }), { replace: 'true' });
    await saved('x', { format: 'txt' });
    const answer = await h.call(method as 'PUT', path, method === 'GET' ? {} : { body });
    const refused = path.endsWith('..') ? [400, 404] : [status];
    expect(refused).toContain(answer.status);
    expect(JSON.stringify(answer.body)).toContain(text.replaceAll('"', '\\"'));
    expect(readdirSync(root)).toEqual(['scripts']);
  });

  it('409 if another user saved in the meantime; 403 for everybody but administrators', async () => {
    await saved('a', { format: 'txt' });
    const { entityVersion } = (await h.call('GET', at)).body.data;
    await saved('b');
    expect((await saved('c', { entityVersion })).status).toBe(409);
    expect(file()).toBe('b');
    for (const [method, path] of [
      ['GET', at],
      ['PUT', at],
      ['GET', `${at}/versions`],
      ['GET', `${at}/versions/1`],
      ['POST', `${at}/versions/1/restore`],
      ['POST', `${at}/preview`],
    ] as const)
      expect((await h.call(method, path, { as: stranger, body: { text: 'x', projectId: 1 } })).status).toBe(403);
  });
});

describe('assay reports', () => {
  const run = (...argv: string[]) => reportsCommand(h.app.config, argv);

  it('installs a folder, without the links in it', async () => {
    const source = join(root, 'tool-report');
    mkdirSync(join(source, 'common'), { recursive: true });
    writeFileSync(join(source, 'create_report.sh'), SCRIPT);
    writeFileSync(join(source, 'common', 'a.py'), '');
    symlinkSync('/etc', join(source, 'etc'));
    expect(await run('install', source)).toBe(0);
    expect(readdirSync(join(scripts, 'tool-report')).sort()).toEqual(['common', 'create_report.sh']);
    await expect(run('install', source)).rejects.toThrow('is already installed');
    expect(await run('install', '--replace', source)).toBe(0);
    rmSync(source, { recursive: true });
  });

  it('creates a template that the installation accepts', async () => {
    const place = join(root, 'place');
    await run('place', place);
    await run('place', place);
    expect(readdirSync(place).sort()).toEqual(['7-zip', 'custom_report_scripts', 'dbScripts', 'jre', 'logs', 'tomcat']);
    expect(readlinkSync(join(place, 'custom_report_scripts'))).toBe(scripts);
    rmSync(place, { recursive: true });
  });

  it('prints its usage', async () => {
    await expect(run('remove')).rejects.toThrow('Usage: assay reports');
    await expect(run('install', '/nowhere.zip')).rejects.toThrow('/nowhere.zip');
  });
});
