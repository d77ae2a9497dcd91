// Dry runs of imports of SBOMs: the answer is what the import then does, and no table has another row.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';

let h: Harness;
let stranger: Person;
let projectId: number;

const ADVISORY = {
  ...{ id: 'CVE-2026-7777', aliases: ['GHSA-aaaa-bbbb-cccc'], summary: 'Widgets fall over', severity: 'high' },
  packages: [{ purl: 'pkg:npm/widgets', versions: ['>=1.0.0 <1.4.2'] }],
};

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  stranger = await h.person('stranger');
  await h.jobOver((await h.call('POST', '/advisories/own', { body: { advisories: [ADVISORY] } })).body.id);
  const rules = {
    licenses: [
      { license: 'MIT', decision: 'APPROVED' },
      { license: 'GPL-3.0-only', decision: 'REJECTED' },
    ],
  };
  await h.call('POST', '/policies', { body: { name: 'No GPL', rules } });
  projectId = await project('Shop', { policyProfileName: 'No GPL' });
});
afterAll(() => h.close());

const project = async (name: string, more: object = {}) =>
  (await h.call('POST', '/projects', { body: { name, ...more } })).body.id as number;

const component = (name: string, version: string, license = 'MIT', more: object = {}) => ({
  ...{ type: 'library', 'bom-ref': `${name}@${version}`, name, version, purl: `pkg:npm/${name}@${version}` },
  licenses: [{ license: { id: license } }],
  ...more,
});
const bom = (components: object[]) =>
  JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components },
    metadata: { component: { type: 'application', 'bom-ref': 'shop', name: 'shop', version: '1' } },
  });
const DOCUMENT = bom([
  component('widgets', '1.4.1'),
  component('copyleft', '1.0.0', 'GPL-3.0-only'),
  component('odd', '1', 'MIT', { purl: undefined }),
  { type: 'file', name: 'README' },
]);

function send(id: number, content: string, query: string, as: Person = h.admin, mode = 'lenient') {
  const part = (name: string, value: string, more = '') =>
    `--b0und\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const raw = Buffer.from(`${part('mode', mode)}${part('sbomFile', content, '; filename="bom.json"')}--b0und--\r\n`);
  const headers = { 'content-type': 'multipart/form-data; boundary=b0und' };
  return h.call('POST', `/projects/${id}/importSbom${query}`, { as, raw, headers });
}

/** The log of calls is left out: it has a line for every call. */
async function rowCounts(): Promise<Record<string, number>> {
  await h.app.audit.flush();
  const { rows: tables } = await h.database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables where relname not in ('audit_log', 'audit_seals') order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables)
    counts[name] = (await h.database.pool.query(`select count(*)::int as count from ${name}`)).rows[0].count;
  return counts;
}

const storedBytes = async () =>
  (await h.database.pool.query('select coalesce(sum(size_bytes), 0)::text as sum from blobs')).rows[0].sum;

describe('POST /projects/{projectId}/importSbom?dryRun', () => {
  it.each(['?dryRun', '?dryRun=true', '?dryRun='])(
    '200 for %s: components, findings and policy results; nothing is stored',
    async (query) => {
      const before = [await rowCounts(), await storedBytes()];
      const { status, body } = await send(projectId, DOCUMENT, query);
      expect(status).toBe(200);
      expect(body.data.documents).toMatchObject([
        { format: 'CycloneDX', subject: 'shop', counts: { elements: 4, MADE: 3, LEFT_OUT: 1 } },
      ]);
      expect(body.data.components).toMatchObject([
        { name: 'widgets', fate: 'MADE', policy: 'APPROVED', status: 'APPROVED', license: 'MIT', notCompared: '' },
        {
          ...{ name: 'copyleft', fate: 'MADE', policy: 'REJECTED', status: 'REJECTED' },
          policyReasons: [expect.stringContaining('GPL-3.0-only')],
        },
        { name: 'odd', fate: 'MADE', notCompared: expect.stringMatching(/\w/) },
        { name: 'README', fate: 'LEFT_OUT', policy: '', status: '', why: expect.stringMatching(/\w/) },
      ]);
      expect(body.data.findings).toEqual([
        {
          ...{ component: 'widgets', version: '1.4.1', purl: 'pkg:npm/widgets@1.4.1', vulnerability: 'CVE-2026-7777' },
          ...{ aliases: ['GHSA-aaaa-bbbb-cccc'], severity: 'HIGH', score: null, summary: 'Widgets fall over' },
          fixedIn: ['1.4.2'],
        },
      ]);
      expect(body.data.coverage).toMatchObject({ items: 3, compared: 2, notCompared: 1 });
      expect([await rowCounts(), await storedBytes()]).toEqual(before);
    },
  );

  it('answers what the import then does, also for what a later document no longer names', async () => {
    const id = await project('Same', { policyProfileName: 'No GPL' });
    const counted = async () => (await h.call('GET', `/projects/${id}/sboms?limit=1`)).body.data[0].counts;
    for (const document of [DOCUMENT, bom([component('widgets', '1.4.2')])]) {
      const tried = (await send(id, document, '?dryRun')).body.data;
      await h.jobOver((await send(id, document, '?dryRun=false')).body.data.taskId);
      const { elements, made, joined, leftOut, gone } = await counted();
      const { counts } = tried.documents[0];
      expect([counts.elements, counts.MADE ?? 0, counts.JOINED ?? 0, counts.LEFT_OUT ?? 0, counts.GONE ?? 0]).toEqual([
        ...[elements, made, joined, leftOut, gone],
      ]);
    }
    const gone = (await send(id, bom([]), '?dryRun')).body.data.components;
    expect(gone).toMatchObject([
      { name: 'widgets', version: '1.4.2', fate: 'GONE', why: expect.stringMatching(/no longer/) },
    ]);
  });

  it('1,000 components are answered, and an import can follow at once', async () => {
    const id = await project('Many');
    const document = bom(Array.from({ length: 1000 }, (_, at) => component(`part-${at}`, '1.0.0')));
    const before = await rowCounts();
    const { body } = await send(id, document, '?dryRun');
    expect(body.data.components).toHaveLength(1000);
    expect(await rowCounts()).toEqual(before);
    expect((await send(id, document, '')).body.data.taskId).toBeGreaterThan(0);
    await h.allJobsOver();
  });

  it('nobody waits for it: items, their files and the project are changed while a large one is on its way', async () => {
    const id = await project('Free', { policyProfileName: 'No GPL' });
    const names = Array.from({ length: 2000 }, (_, at) => `part-${at}`);
    const first = bom(names.slice(0, 1000).map((name) => component(name, '1.0.0')));
    await h.jobOver((await send(id, first, '')).body.data.taskId);
    const { rows } = await h.database.pool.query('select id from inventory_items where project_id = $1 order by id', [
      id,
    ]);
    // The transaction is open for the whole answer: whatever it locked, these changes would wait for.
    let isAnswered = false;
    const answer = send(id, bom(names.map((name) => component(name, '1.0.0'))), '?dryRun').finally(() => {
      isAnswered = true;
    });
    let changed = 0;
    while (!isAnswered) {
      const item = rows[changed % rows.length].id;
      const edit = await h.call('PUT', `/inventories/${item}`, { body: { auditorReviewNotes: `note ${changed}` } });
      const whole = await h.call('PUT', `/projects/${id}`, { body: { description: `text ${changed}` } });
      expect([edit.status, whole.status]).toEqual([200, 200]);
      if (!isAnswered) changed++;
    }
    const { status, body } = await answer;
    const fates = Object.groupBy(body.data.components as { fate: string }[], ({ fate }) => fate);
    expect([status, fates.JOINED?.length, fates.MADE?.length]).toEqual([200, 1000, 1000]);
    expect(changed).toBeGreaterThan(3);
  });

  it('two at once answer both', async () => {
    const answers = await Promise.all([send(projectId, DOCUMENT, '?dryRun'), send(projectId, DOCUMENT, '?dryRun')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('400 for what is no SBOM, for an invalid one in strict mode, and for another word', async () => {
    expect((await send(projectId, '{}', '?dryRun')).text).toContain('must be an SBOM');
    expect(
      (await send(projectId, bom([{ type: 'library', version: 5, name: 'a' }]), '?dryRun', h.admin, 'strict')).status,
    ).toBe(400);
    expect((await send(projectId, DOCUMENT, '?dryRun=yes')).status).toBe(400);
  });

  it('413 for more components than a dry run takes', async () => {
    const document = bom(Array.from({ length: 10_001 }, (_, at) => component(`part-${at}`, '1.0.0')));
    const answer = await send(projectId, document, '?dryRun');
    expect([answer.status, answer.text]).toEqual([413, expect.stringContaining('10001 components')]);
  });

  it('403 without the right to import, 404 for a project that must not be known', async () => {
    const hidden = await project('Hidden', { privateProject: true });
    expect((await send(projectId, DOCUMENT, '?dryRun', stranger)).status).toBe(403);
    expect((await send(hidden, DOCUMENT, '?dryRun', stranger)).status).toBe(404);
  });

  it('409 while an import of the project is open', async () => {
    const id = await project('Busy');
    await h.database.pool.query(
      `insert into jobs (type, project_id, project_name, status, payload) values ('Project Import', $1, 'Busy', 'Scheduled', '{}')`,
      [id],
    );
    expect((await send(id, DOCUMENT, '?dryRun')).status).toBe(409);
    await h.database.pool.query('delete from jobs where project_id = $1', [id]);
  });
});

describe('PUT /api/v1/bom?dryRun', () => {
  const put = (body: object, as: Person = h.admin) =>
    h.call('PUT', '/api/v1/bom?dryRun', { as, body: { bom: Buffer.from(DOCUMENT).toString('base64'), ...body } });
  beforeAll(async () => void (await h.call('PUT', '/siteSettings', { body: { dependencyTrackUploads: true } })));

  it('200 without a token, for a project that is there and for one that would be made; neither stays', async () => {
    const maker = await h.person('maker', ['create_project']);
    const before = await rowCounts();
    for (const [body, as] of [
      [{ projectName: 'Shop' }, h.admin],
      [{ projectName: 'New', projectVersion: '1.0', autoCreate: true, parentName: 'Shop' }, h.admin],
      [{ projectName: 'New', autoCreate: true }, maker],
    ] as const) {
      const answer = await put(body, as);
      expect([answer.status, answer.body.token]).toEqual([200, undefined]);
      expect(answer.body.findings).toMatchObject([{ vulnerability: 'CVE-2026-7777' }]);
    }
    expect(await rowCounts()).toEqual(before);
  });

  it('404 and 403 as for an upload', async () => {
    expect((await put({ projectName: 'None' })).status).toBe(404);
    expect((await put({ projectName: 'Shop' }, stranger)).status).toBe(403);
    expect((await put({ projectName: 'Hidden' }, stranger)).status).toBe(404);
    expect((await put({ projectName: 'New', autoCreate: true }, stranger)).status).toBe(403);
  });
});
