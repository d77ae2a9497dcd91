// Reports that are one Liquid template: the shipped example, and templates that misbehave.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { readZip } from '../../test/zip-content.ts';
import { renderTemplate } from '../report-scripts/template.ts';

const EXAMPLES = fileURLToPath(new URL('../../../docs/examples/custom_report_scripts', import.meta.url));
let h: Harness;
let scripts: string;
let project: number;
let count = 0;

beforeAll(async () => {
  scripts = mkdtempSync(join(tmpdir(), 'assay-templates-'));
  h = await startHarness({ ASSAY_REPORT_SCRIPTS_DIR: scripts });
  await h.work();
  project = (await h.call('POST', '/projects', { body: { name: 'shop <1>' } })).body.id;
  for (const name of ['zlib & co', 'alpha'])
    await h.call('POST', '/inventories', {
      body: { projectId: project, inventoryModel: { name, inventoryType: 'WORK_IN_PROGRESS' } },
    });
});
afterAll(async () => {
  await h.close();
  rmSync(scripts, { recursive: true, force: true });
});

async function generate(path: string, body: object = {}, definition: object = {}) {
  const { id } = (
    await h.call('POST', '/reports', { body: { name: `Template ${++count}`, path, order: 9, ...definition } })
  ).body;
  const { taskId } = (await h.call('POST', `/projects/${project}/reports/${id}/generate`, { body })).body.data;
  const job = await h.jobOver(taskId);
  const download = () => h.call('GET', `/projects/${project}/reports/${id}/download?taskId=${taskId}`);
  return { id, job, files: job.status === 'Completed' ? await readZip((await download()).response.rawPayload) : {} };
}

async function generateText(text: string, file = 'report.txt.liquid') {
  const folder = `own_${++count}`;
  mkdirSync(join(scripts, folder));
  writeFileSync(join(scripts, folder, file), text);
  return generate(`${folder}/${file}`);
}

it('the example: items in order, escaped, with the data beside', async () => {
  cpSync(join(EXAMPLES, 'licenses_liquid'), join(scripts, 'licenses_liquid'), { recursive: true });
  const { id, job, files } = await generate('licenses_liquid/report.html.liquid', { options: { heading: 'A & B' } });
  expect([job.status, job.error]).toEqual(['Completed', '']);
  expect(job.details).toMatch(/, of version 1 of the template \([0-9a-f]{12}\)$/);
  const view = await h.call('GET', `/projects/${project}/reports/${id}/view`);
  expect([view.status, view.text]).toEqual([200, files['report.html']!.toString()]);
  const page = files['report.html']!.toString();
  expect(page).toContain('<h1>A &amp; B</h1>\n<p>shop &lt;1&gt;, ');
  expect(page.indexOf('alpha')).toBeLessThan(page.indexOf('zlib &amp; co'));
  expect(page).toContain('<td>not known</td><td>DRAFT</td><td>0</td>');
  expect(JSON.parse(files['data.json']!.toString())).toMatchObject({
    options: { heading: 'A & B' },
    generatedBy: 'admin',
    inventory: [{ name: 'zlib & co' }, { name: 'alpha' }],
    tasks: [],
  });
});

it('text is not escaped, and options have their defaults', async () => {
  const folder = 'with_default';
  mkdirSync(join(scripts, folder));
  writeFileSync(join(scripts, folder, 'report.csv.liquid'), '{{ project.name }};{{ options.a }}');
  const reportOptions = [{ name: 'a', label: 'A', description: '', type: 'string', defaultValue: 'x&y', order: 1 }];
  const { files } = await generate(`${folder}/report.csv.liquid`, {}, { reportOptions });
  expect(files['report.csv']!.toString()).toBe('shop <1>;x&y');
});

describe('templates that misbehave', () => {
  it.each([
    ['do not end', '{% for i in (1..10) %}', 'not closed'],
    ['use an unknown filter', '{{ project.name | shout }}', 'undefined filter: shout'],
    ['read files', "{% include '/etc/passwd' %}", 'ENOENT'],
    ['read files by another way', "{% layout '../../keys/token.key' %}", 'ENOENT'],
    [
      'write without end',
      '{% for i in (1..100000000) %}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx{% endfor %}',
      'values that are too large',
    ],
  ])('Failed when they %s', async (_what, text, sentence) => {
    const { job } = await generateText(text);
    expect([job.status, job.error]).toEqual(['Failed', expect.stringContaining(sentence)]);
  });

  it.each([
    ['prototypes', '{{ project.constructor }}{{ project.__proto__ }}{{ inventory.constructor.name }}', ''],
    ['programs', '{{ process.env }}{{ globalThis }}{{ require }}', ''],
  ])('see no %s', async (_what, text, shown) => {
    const { files } = await generateText(text);
    expect(files['report.txt']!.toString()).toBe(shown);
  });

  const limits = { seconds: 60, memoryBytes: 2 ** 27, outputBytes: 1000 };
  const render = (template: string, more: object = {}, signal = new AbortController().signal) =>
    renderTemplate({ template, model: '{"a":[1,2,3]}', format: 'txt', limits: { ...limits, ...more } }, signal);
  it('too much time, output or memory, and a stopped job', async () => {
    const long =
      '{% for i in (1..3000) %}{% for j in (1..3000) %}{% for k in (1..3000) %}{% endfor %}{% endfor %}{% endfor %}';
    await expect(render(long, { seconds: 1 })).rejects.toThrow(/longer than 1 seconds|limit exceeded/);
    await expect(render('{% for i in (1..2000) %}x{% endfor %}')).rejects.toThrow('wrote more than 1000 bytes');
    await expect(render('{% for i in (1..2000) %}x{% endfor %}', { outputBytes: 2000 })).resolves.toHaveLength(2000);
    await expect(render(long, {}, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
  });
});
