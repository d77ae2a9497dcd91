// Data of other systems, imported into a project over HTTP: inventory, review marks, analyses, and decisions with
// their ground.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { readZip } from '../../../test/zip-content.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

async function project(): Promise<number> {
  const { id } = (await h.call('POST', '/projects', { body: { name: `foreign ${++count}` } })).body;
  const raw = tar([{ name: 'src/a.c', content: 'a' }]);
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
    raw,
    headers: { 'content-type': 'application/octet-stream' },
  });
  return id;
}

function send(projectId: number, document: string, texts: Record<string, string> = {}, as: Person = h.admin) {
  const boundary = 'b0undary';
  const part = (head: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const fields = Object.entries(texts).map(([name, text]) => part(`name="${name}"`, text));
  const raw = Buffer.from(`${fields.join('')}${part('name="file"; filename="document"', document)}--${boundary}--\r\n`);
  return h.call('POST', `/projects/${projectId}/importForeign`, {
    as,
    raw,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

async function imported(projectId: number, document: unknown, texts: Record<string, string> = {}, as?: Person) {
  const answer = await send(projectId, typeof document === 'string' ? document : JSON.stringify(document), texts, as);
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('task ID')]);
  const { taskId } = answer.body.data;
  const job = await h.jobOver(taskId);
  const log = (await h.call('GET', `/jobs/${taskId}/log?limit=1000`)).body.data as { code: string; message: string }[];
  return { job, codes: log.map(({ code }) => code).sort() };
}

const dataOf = async (id: number) =>
  JSON.parse(
    (await readZip((await h.call('GET', `/project/exportProjectData?projectId=${id}`)).response.rawPayload))[
      'projectData.json'
    ]!.toString(),
  );

const BOM = {
  bomFormat: 'CycloneDX',
  components: [
    {
      'bom-ref': 'a',
      name: 'left-pad',
      version: '1.3.0',
      purl: 'pkg:npm/left-pad@1.3.0',
      licenses: [{ license: { id: 'WTFPL' } }],
    },
  ],
  vulnerabilities: [
    {
      id: 'CVE-2020-1',
      analysis: { state: 'not_affected', justification: 'code_not_reachable', detail: 'never called' },
      affects: [{ ref: 'a' }],
    },
    { id: 'CVE-2020-2', analysis: { state: 'odd' }, affects: [{ ref: 'a' }] },
    { id: 'CVE-2020-3', analysis: { state: 'exploitable' }, affects: [{ ref: 'pkg:npm/unknown@1' }] },
  ],
};

describe('POST /projects/{projectId}/importForeign', () => {
  it('200: a BOM in XML becomes the same inventory', async () => {
    const id = await project();
    const { job, codes } = await imported(
      id,
      `<?xml version="1.0"?><bom xmlns="http://cyclonedx.org/schema/bom/1.4"><components><component type="library" bom-ref="a"><name>left-pad</name><version>1.3.0</version><licenses><license><id>WTFPL</id></license></licenses><purl>pkg:npm/left-pad@1.3.0</purl></component></components></bom>`,
    );
    expect([job.status, codes]).toEqual(['Completed', ['item-made']]);
    const { inventory } = await dataOf(id);
    expect(inventory).toMatchObject([{ name: 'left-pad', purl: 'pkg:npm/left-pad@1.3.0', licenseExpression: 'WTFPL' }]);
  });

  it('200: a BOM with analyses becomes inventory, suppressions and decisions, once', async () => {
    const id = await project();
    const { job, codes } = await imported(id, BOM);
    expect([job.status, job.details]).toEqual([
      'Completed',
      expect.stringContaining('1 analysis of vulnerabilities taken over'),
    ]);
    expect(codes).toEqual(['analysis-left-out', 'analysis-left-out', 'item-made']);
    const { inventory, decisions } = await dataOf(id);
    expect(inventory).toMatchObject([{ name: 'left-pad', purl: 'pkg:npm/left-pad@1.3.0', licenseExpression: 'WTFPL' }]);
    expect(decisions).toMatchObject([
      {
        kind: 'analysis',
        subject: { advisory: 'CVE-2020-1', component: 'pkg:npm/left-pad' },
        value: { state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE' },
        ground: { by: 'import', source: 'CycloneDX' },
      },
      { kind: 'suppression', value: { isSuppressed: true, versions: ['1.3.0'] } },
    ]);
    const suppressed = await h.call('GET', '/vulnerability/suppress?vulnerabilityName=CVE-2020-1');
    expect(suppressed.body.data).toMatchObject([
      { suppressionScope: 'PROJECT', suppressionDetails: [{ projectId: id, state: 'NOT_AFFECTED' }] },
    ]);
    const again = await imported(id, BOM);
    // The analysis that stands is the same, so nothing is told of it.
    expect(again.codes).toEqual(['analysis-left-out', 'analysis-left-out', 'item-unchanged']);
  });

  it('200: a VEX about the project analyses each component that has the vulnerability, by any of its names', async () => {
    const id = await project();
    await imported(id, {
      bomFormat: 'CycloneDX',
      components: [{ name: 'old', version: '1.0.0', purl: 'pkg:npm/old@1.0.0' }],
    });
    const packages = [{ purl: 'pkg:npm/old', versions: ['<2.0.0'] }];
    const own = await h.call('POST', '/advisories/own', {
      body: { advisories: [{ id: 'OWN-1', aliases: ['CVE-2021-77'], summary: 'bad', packages }] },
    });
    expect([own.status, own.text]).toEqual([202, expect.any(String)]);
    await h.jobOver(own.body.id);
    const vex = (vulnerability: string) => ({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'shop', 'bom-ref': 'the-project' } },
      vulnerabilities: [{ id: vulnerability, analysis: { state: 'not_affected' }, affects: [{ ref: 'the-project' }] }],
    });
    const { job, codes } = await imported(id, vex('cve-2021-77'));
    expect([job.details, codes]).toEqual([expect.stringContaining('1 analysis of vulnerabilities taken over'), []]);
    expect((await dataOf(id)).decisions).toMatchObject([
      { kind: 'analysis', subject: { component: 'pkg:npm/old' }, value: { state: 'NOT_AFFECTED' } },
      { kind: 'suppression', value: { versions: ['1.0.0'] } },
    ]);
    const unknown = await imported(id, vex('CVE-1999-1'));
    expect([unknown.job.status, unknown.codes]).toEqual(['Completed', ['analysis-left-out']]);
  });

  it('200: files with a concluded license are reviewed, and added to its item', async () => {
    const id = await project();
    const text =
      'SPDXVersion: SPDX-2.3\nFileName: ./src/a.c\nFileChecksum: MD5: 0cc175b9c0f1b6a831c399e269772661\nLicenseConcluded: MIT\n';
    expect((await imported(id, text)).job.status).toBe('Completed');
    const { inventory, files, decisions } = await dataOf(id);
    expect(inventory).toMatchObject([{ inventoryType: 'LICENSE', licenseExpression: 'MIT', files: ['src/a.c'] }]);
    expect(files).toMatchObject([{ path: 'src/a.c', reviewed: true }]);
    expect(decisions.map((one: { kind: string }) => one.kind)).toEqual(['file-reviewed', 'file-tied']);
  });

  it('200: imports no analyses without the right to analyse vulnerabilities', async () => {
    const id = await project();
    const analyst = await h.person(`analyst${++count}`);
    await h.database.pool.query(`insert into project_members (project_id, role, user_id) values ($1, 'ANALYST', $2)`, [
      id,
      analyst.id,
    ]);
    const { codes } = await imported(id, BOM, {}, analyst);
    expect(codes).toEqual(['analyses-withheld', 'item-made']);
    expect((await dataOf(id)).decisions).toEqual([]);
  });

  it('400 for an unknown format, and a failed job for an invalid document', async () => {
    const id = await project();
    expect((await send(id, '{}', { format: 'excel' })).body.errors[0].message).toContain('must be one of cyclonedx,');
    expect((await imported(id, '{"a":1}')).job).toMatchObject({
      status: 'Failed',
      error: expect.stringContaining('no format that can be imported'),
    });
    expect((await imported(id, BOM, { format: 'sw360' })).job).toMatchObject({
      status: 'Failed',
      error: expect.stringContaining('Project of SW360'),
    });
  });
});

it('200; a component that is known by its CPE alone keeps its name and is compared by the CPE', async () => {
  const cve = {
    id: 'CVE-2026-77001',
    vulnStatus: 'Analyzed',
    lastModified: new Date().toISOString(),
    descriptions: [{ lang: 'en', value: 'Explodes.' }],
    configurations: [
      {
        nodes: [
          {
            cpeMatch: [
              {
                vulnerable: true,
                criteria: 'cpe:2.3:a:acme:rocket_engine:*:*:*:*:*:*:*:*',
                versionEndExcluding: '2.0',
              },
            ],
          },
        ],
      },
    ],
  };
  const { body } = await h.call('POST', '/advisories/import?source=nvd', {
    raw: Buffer.from(JSON.stringify({ format: 'NVD_CVE', vulnerabilities: [{ cve }] })),
    headers: { 'x-file-name': 'nvd.json', 'content-type': 'application/octet-stream' },
  });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed' });
  const projectId = await project();
  const cpe = 'cpe:2.3:a:acme:rocket_engine:1.0:*:*:*:*:*:*:*';
  await imported(projectId, { bomFormat: 'CycloneDX', components: [{ name: 'Rocket', version: '1.0', cpe }] });
  await matchWaiting(h.app.db);
  const [item] = (await h.call('GET', `/project/inventory/${projectId}?published=false`)).body.inventoryItems;
  expect(item).toMatchObject({ componentName: 'Rocket', purl: 'N/A' });
  expect(item.coverage).toMatchObject({ state: 'compared', note: expect.stringContaining('compared only by CPE') });
  expect(item.vulnerabilities).toMatchObject([{ vulnerabilityName: 'CVE-2026-77001', isMatchedByCpe: true }]);
});
