// Comparisons over HTTP: a project with another one, with its SBOMs, with a document that is sent, and with its former scans.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
let count = 0;
let [first, second] = [0, 0];
const { upload } = scannedProjects(() => h, 'scanned');

const component = (name: string, version: string, license = 'MIT') => ({
  ...{ type: 'library', 'bom-ref': `${name}@${version}`, name, version, purl: `pkg:npm/${name}@${version}` },
  licenses: [{ license: { id: license } }],
});
const bom = (components: unknown[], more: object = {}) => ({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
  metadata: { component: { type: 'application', 'bom-ref': 'shop', name: 'shop', version: '1' } },
  components,
  ...more,
});

const project = async () =>
  (await h.call('POST', '/projects', { body: { name: `difference ${++count}` } })).body.id as number;

function sent(path: string, document: unknown, as: Person = h.admin) {
  const content = typeof document === 'string' ? document : JSON.stringify(document);
  const head = 'Content-Disposition: form-data; name="sbomFile"; filename="bom.json"\r\nContent-Type: application/json';
  const raw = Buffer.from(`--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`);
  return h.call('POST', path, { as, raw, headers: { 'content-type': 'multipart/form-data; boundary=b' } });
}

async function imported(document: unknown, into?: number): Promise<number> {
  const id = into ?? (await project());
  const { body } = await sent(`/projects/${id}/importSbom`, document);
  expect((await h.jobOver(body.data.taskId)).status).toBe('Completed');
  return id;
}

interface Row {
  kind: string;
  component: string;
  before: string[];
  after: string[];
  vulnerability: string;
  why: string;
}

const linesOf = (rows: Row[]) =>
  rows.map(({ kind, component: name, before, after, vulnerability, why }) =>
    [kind, name, vulnerability, `${before.join(',')} > ${after.join(',')}`, why].filter((one) => one !== '').join(' '),
  );

async function difference(id: number, query: string, as: Person = h.admin) {
  const { status, body, response } = await h.call('GET', `/projects/${id}/difference?limit=1000&${query}`, { as });
  return { status, body, lines: status === 200 ? linesOf(body.data) : [], headers: response.headers };
}

/** Makes a version of npm vulnerable, or only undetermined. */
async function match(name: string, version: string, vulnerability: string, outcome = 'affected') {
  await h.database.pool.query(
    `with v as (insert into vulnerabilities (name, is_recorded) select $1, true where not exists (select from vulnerabilities where name = $1) returning id)
    insert into vulnerability_names (name_key, vulnerability_id) select lower($1), id from v`,
    [vulnerability],
  );
  await h.database.pool.query(
    `insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids)
    select cv.id, v.id, $4, '{}' from vulnerabilities v, component_versions cv join components c on c.id = cv.component_id
    where v.name = $1 and c.purl = $2 and cv.name = $3`,
    [vulnerability, `pkg:npm/${name}`, version, outcome],
  );
  await compare(name, version);
}

/** Says that the version was compared with advisories. */
const compare = (name: string, version: string) =>
  h.database.pool.query(
    `insert into version_coverage (version_id, reason, in_short, sentence)
    select cv.id, '', '', '' from component_versions cv join components c on c.id = cv.component_id where c.purl = $1 and cv.name = $2
    on conflict (version_id) do update set reason = '', in_short = '', sentence = ''`,
    [`pkg:npm/${name}`, version],
  );

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  first = await imported(bom([component('a', '1.0.0'), component('b', '1.9.0'), component('gone', '1.0.0')]));
  second = await imported(
    bom([component('a', '1.0.0', 'ISC'), component('b', '1.10.0'), component('c', '1.0.0'), component('c', '2.0.0')]),
  );
  await match('b', '1.9.0', 'CVE-2026-1');
  await match('gone', '1.0.0', 'CVE-2026-2');
  await compare('b', '1.10.0');
  await match('c', '2.0.0', 'CVE-2026-3');
});
afterAll(() => h.close());

describe('GET /projects/{projectId}/difference', () => {
  it('200: two projects, in the order of the kinds, with counts and both sides', async () => {
    const { status, body, lines, headers } = await difference(first, `with=project:${second}`);
    expect([status, lines]).toEqual([
      200,
      [
        'ADDED pkg:npm/c  > 1.0.0,2.0.0',
        'REMOVED pkg:npm/gone 1.0.0 > ',
        'UPGRADED pkg:npm/b 1.9.0 > 1.10.0',
        'LICENSE pkg:npm/a@1.0.0 MIT > ISC',
        'VULNERABILITY_NEW pkg:npm/c CVE-2026-3  > in_triage component',
        'VULNERABILITY_GONE pkg:npm/b CVE-2026-1 in_triage >  version',
        'VULNERABILITY_GONE pkg:npm/gone CVE-2026-2 in_triage >  component',
      ],
    ]);
    expect(body.counts).toMatchObject({ ADDED: 1, REMOVED: 1, UPGRADED: 1, VULNERABILITY_GONE: 2, DECISION: 0 });
    expect(body.before).toMatchObject({ kind: 'project', id: first, components: 3, statesDecisions: true });
    expect(body.after).toMatchObject({ kind: 'project', id: second, components: 4, statesVulnerabilities: true });
    expect([headers['total-records'], 'dataAsOf' in body]).toEqual(['7', true]);
  });

  it('200: a project with itself differs in nothing, and pages and kinds are as asked for', async () => {
    expect((await difference(first, 'with=inventory')).lines).toEqual([]);
    const page = await h.call('GET', `/projects/${first}/difference?with=project:${second}&limit=2&offset=2`);
    expect(linesOf(page.body.data)).toEqual(['UPGRADED pkg:npm/b 1.9.0 > 1.10.0', 'LICENSE pkg:npm/a@1.0.0 MIT > ISC']);
    const gone = await difference(first, `with=project:${second}&kind=VULNERABILITY_GONE`);
    expect([gone.lines.length, gone.body.counts.ADDED, gone.headers['total-records']]).toEqual([2, 1, '2']);
  });

  it('200: what was not compared with advisories is never told as gone, and undetermined is no absence', async () => {
    const [one, two, three] = [
      await imported(bom([component('n', '1.0.0')])),
      await imported(bom([component('n', '2.0.0')])),
      await imported(bom([component('n', '3.0.0')])),
    ];
    await match('n', '1.0.0', 'CVE-2026-9');
    await match('n', '3.0.0', 'CVE-2026-9', 'undetermined');
    const { lines, body } = await difference(one, `with=project:${two}`);
    expect(lines).toEqual([
      'UPGRADED pkg:npm/n 1.0.0 > 2.0.0',
      'VULNERABILITY_NOT_COMPARED pkg:npm/n CVE-2026-9 in_triage >  after',
    ]);
    expect(body.after).toMatchObject({ components: 1, notCompared: 1 });
    expect((await difference(one, `with=project:${three}`)).lines).toEqual([
      'UPGRADED pkg:npm/n 1.0.0 > 3.0.0',
      'ANALYSIS pkg:npm/n CVE-2026-9 in_triage > undetermined',
    ]);
  });

  it('200: what needs what, in projects and in a document that is sent, with its services', async () => {
    const shop = (needs: Record<string, string[]>, more: object = {}) =>
      bom([component('x', '1'), component('y', '1'), component('z', '1')], {
        dependencies: Object.entries(needs).map(([ref, dependsOn]) => ({ ref: `${ref}@1`, dependsOn })),
        ...more,
      });
    const one = await imported(shop({ x: ['y@1'], y: ['z@1'] }));
    const two = await imported(shop({ x: ['z@1'] }));
    const edges = [
      'DEPENDENCY_ADDED pkg:npm/x  > pkg:npm/z',
      'DEPENDENCY_REMOVED pkg:npm/x pkg:npm/y > ',
      'DEPENDENCY_REMOVED pkg:npm/y pkg:npm/z >  unstated',
    ];
    const { lines, body } = await difference(one, `with=project:${two}`);
    expect([lines, body.before.statesDependencies, body.before.statesServices]).toEqual([edges, true, false]);
    const [sbom] = (await h.call('GET', `/projects/${one}/sboms`)).body.data as { id: number }[];
    expect((await difference(one, `of=sbom:${sbom?.id}&with=inventory`)).lines).toEqual([]);
    const document = shop({ x: ['z@1', 'mail'] }, { services: [{ 'bom-ref': 'mail', name: 'mail', version: '1' }] });
    const { body: with2 } = await sent(`/projects/${one}/difference?limit=1000&of=sbom:${sbom?.id}`, document);
    expect(linesOf(with2.data)).toEqual([
      'DEPENDENCY_ADDED pkg:npm/x  > pkg:npm/z',
      'DEPENDENCY_ADDED pkg:npm/x  > service mail component',
      ...edges.slice(1),
      'SERVICE_ADDED mail  > version 1',
    ]);
    expect(with2.after).toMatchObject({ statesDependencies: true, statesServices: true });
    const table = await h.call('GET', `/projects/${one}/difference/table?with=project:${two}`);
    expect(table.text).toContain('Dependency added,pkg:npm/x,,,pkg:npm/z,');
    const none = await difference(one, `with=project:${first}`);
    expect([none.body.after.statesDependencies, none.lines.filter((line) => line.startsWith('DEPEND'))]).toEqual([
      false,
      [],
    ]);
  });

  it('200: analyses and reviews that people changed', async () => {
    const [one, two] = [await imported(bom([component('b', '1.9.0')])), await imported(bom([component('b', '1.9.0')]))];
    const { rows } = await h.database.pool.query('select id from inventory_items where project_id = $1', [two]);
    const reviewed = await h.call('PUT', `/inventories/${rows[0].id}/status`, { body: { status: 'REJECTED' } });
    expect([reviewed.status, reviewed.text]).toEqual([200, expect.anything()]);
    await h.database.pool.query(
      `insert into vulnerability_analyses (project_id, version_id, vulnerability_id, analysis, author, decided_at)
      select $1, i.version_id, v.id, '{"state": "NOT_AFFECTED"}', 'jane', now() from inventory_items i, vulnerabilities v where i.id = $2 and v.name = 'CVE-2026-1'`,
      [two, rows[0].id],
    );
    expect((await difference(one, `with=project:${two}`)).lines).toEqual([
      'ANALYSIS pkg:npm/b CVE-2026-1 in_triage > not_affected',
      expect.stringMatching(/^DECISION pkg:npm\/b@1\.9\.0 \w+ > Rejected$/),
    ]);
  });

  it('200: an SBOM that was imported, by itself and with the project', async () => {
    const id = await imported(bom([component('a', '1.0.0'), component('b', '1.9.0')]));
    await imported(bom([component('a', '1.0.0'), component('b', '1.10.0')]), id);
    const sboms = (await h.call('GET', `/projects/${id}/sboms`)).body.data as { id: number }[];
    const [newer, older] = sboms.map((one) => one.id);
    const { lines, body } = await difference(id, `of=sbom:${older}&with=sbom:${newer}`);
    expect(lines).toEqual(['UPGRADED pkg:npm/b 1.9.0 > 1.10.0']);
    expect(body.before).toMatchObject({
      kind: 'sbom',
      id: older,
      statesVulnerabilities: false,
      statesDecisions: false,
    });
    expect((await difference(id, `of=sbom:${newer}&with=inventory`)).lines).toEqual([]);
  });

  it('200: the inventory of a former scan, from the history', async () => {
    const id = await project();
    const scan = async (dependencies: object) => {
      const manifest = { name: 'shop', version: '1.0.0', license: 'MIT', dependencies };
      const lock = {
        ...{ name: 'shop', version: '1.0.0', lockfileVersion: 3 },
        packages: Object.fromEntries([
          ['', manifest],
          ...Object.entries(dependencies).map(([name, version]) => [
            `node_modules/${name}`,
            { version, license: 'MIT' },
          ]),
        ]),
      };
      await upload(id, { 'package.json': JSON.stringify(manifest), 'package-lock.json': JSON.stringify(lock) });
      const started = await h.call('POST', `/scanResource/projectScan/${id}`);
      const jobId = started.body['Content: '] as number;
      expect((await h.jobOver(jobId)).status).toBe('Completed');
      return jobId;
    };
    const one = await scan({ old: '1.0.0', kept: '1.0.0' });
    const two = await scan({ kept: '2.0.0', fresh: '1.0.0' });
    const { rows } = await h.database.pool.query(
      "select id from inventory_items where project_id = $1 and purl like 'pkg:npm/fresh%'",
      [id],
    );
    await h.call('DELETE', `/inventories/${rows[0].id}`);
    const { lines, body } = await difference(id, `of=scan:${one}&with=scan:${two}`);
    expect(lines).toEqual([
      'ADDED fresh 1.0.0 (MIT)  > ',
      'REMOVED pkg:npm/old 1.0.0 > ',
      'UPGRADED pkg:npm/kept 1.0.0 > 2.0.0',
    ]);
    expect(body.before).toMatchObject({ kind: 'scan', id: one, statesVulnerabilities: false, statesDecisions: true });
    // Of deleted items, the history knows the names.
    expect([body.before.byNameAlone, body.after.byNameAlone]).toEqual([0, 1]);
    expect((await difference(id, `of=scan:${two}&with=inventory`)).lines).toEqual(['REMOVED fresh 1.0.0 (MIT)  > ']);
    await h.database.pool.query(
      "insert into inventory_history (project_id, item_id, event, action, changes) select project_id, id, 'Full Rescan', 'Project Rescan', '[]' from inventory_items where project_id = $1 limit 1",
      [id],
    );
    const refused = await difference(id, `with=scan:${one}`);
    expect([refused.status, refused.body.errors[0].message]).toEqual([400, expect.stringMatching(/full rescan/)]);
  });

  it.each([
    ['nothing', /"with"/],
    ['with=', /"with"/],
    ['with=project', /must be inventory, project:ID, sbom:ID, scan:ID/],
    ['with=project:0', /must be inventory/],
    ['with=inventory&of=version:1', /"of" is "version:1"/],
    ['with=inventory&kind=NONE', /kind/],
  ])('400: %s', async (query, message) => {
    const { status, body } = await difference(first, query);
    expect([status, body.errors[0].message]).toEqual([400, expect.stringMatching(message)]);
  });

  it('404: what the caller may not see is as what is not there', async () => {
    const stranger = await h.person('stranger');
    const closed = await imported(bom([component('secret', '1.0.0')]));
    const sbomId = (await h.call('GET', `/projects/${closed}/sboms`)).body.data[0].id as number;
    await h.database.pool.query('update projects set is_private = true where id = any($1)', [[closed]]);
    const jobId = (await h.call('GET', `/projects/${closed}/sboms`)).body.data[0].jobId as number;
    const shown = async (id: number, query: string) => {
      const { status, body } = await difference(id, query, stranger);
      return [status, JSON.stringify(body.errors).replaceAll(/\d+/g, 'N')];
    };
    const own = (await h.call('POST', '/projects', { body: { name: 'own' } })).body.id as number;
    for (const [there, absent] of [
      [`project:${closed}`, 'project:999999'],
      [`sbom:${sbomId}`, 'sbom:999999'],
      [`scan:${jobId}`, 'scan:999999'],
    ]) {
      expect((await shown(own, `with=${there}`))[0]).toBe(404);
      expect(await shown(own, `with=${there}`)).toEqual(await shown(own, `with=${absent}`));
      expect(await shown(own, `of=${there}&with=inventory`)).toEqual(await shown(own, `of=${absent}&with=inventory`));
    }
    expect((await difference(closed, 'with=inventory', stranger)).status).toBe(404);
  });
});

describe('POST /projects/{projectId}/difference', () => {
  it('200: with a document that is sent, of which nothing is stored', async () => {
    const document = bom([component('a', '1.0.0'), component('b', '2.0.0'), component('new', '1.0.0')], {
      vulnerabilities: [{ id: 'CVE-2026-2', analysis: { state: 'exploitable' }, affects: [{ ref: 'new@1.0.0' }] }],
    });
    const { status, body } = await sent(`/projects/${first}/difference?limit=1000`, document);
    expect([status, linesOf(body.data)]).toEqual([
      200,
      [
        'ADDED pkg:npm/new  > 1.0.0',
        'REMOVED pkg:npm/gone 1.0.0 > ',
        'UPGRADED pkg:npm/b 1.9.0 > 2.0.0',
        'VULNERABILITY_NEW pkg:npm/new CVE-2026-2  > exploitable component',
        'VULNERABILITY_GONE pkg:npm/b CVE-2026-1 in_triage >  version',
        'VULNERABILITY_GONE pkg:npm/gone CVE-2026-2 in_triage >  component',
      ],
    ]);
    expect(body.after).toMatchObject({ kind: 'upload', id: 0, title: 'bom.json', components: 3 });
    expect((await h.call('GET', `/projects/${first}/sboms`)).body.data).toHaveLength(1);
  });

  it('400 for what is no SBOM', async () => {
    const { status, body } = await sent(`/projects/${first}/difference`, '{"a": 1}');
    expect([status, body.errors[0].message]).toEqual([400, expect.stringMatching(/"sbomFile" must be an SBOM/)]);
  });
});

describe('GET /projects/{projectId}/difference/table', () => {
  it('200: the rows as CSV and as a workbook', async () => {
    const path = `/projects/${first}/difference/table?with=project:${second}`;
    const { status, text, response } = await h.call('GET', path);
    expect([status, response.headers['content-type']]).toEqual([200, expect.stringContaining('text/csv')]);
    expect(text.split('\r\n').slice(0, 3)).toEqual([
      'Difference,Component,Vulnerability,Before,After,Why',
      'Added,pkg:npm/c,,,"1.0.0\n2.0.0",',
      'Removed,pkg:npm/gone,,1.0.0,,',
    ]);
    const workbook = await h.call('GET', `${path}&format=xlsx`);
    expect(workbook.response.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });
});

it('further pages show the comparison of the first one; the first page compares anew, and rights are asked each time', async () => {
  const [one, two] = [await imported(bom([])), await imported(bom([component('p', '1'), component('q', '1')]))];
  const page = (at: number, as: Person = h.admin) =>
    h.call('GET', `/projects/${one}/difference?with=project:${two}&limit=1&offset=${at}`, { as });
  expect((await page(1)).body.data).toMatchObject([{ component: 'pkg:npm/p' }]);
  await imported(bom([component('p', '1'), component('q', '1'), component('a', '1')]), two);
  expect((await page(2)).body.data).toMatchObject([{ component: 'pkg:npm/q' }]);
  expect((await page(1)).body).toMatchObject({ data: [{ component: 'pkg:npm/a' }], counts: { ADDED: 3 } });
  expect((await page(2)).body.data).toMatchObject([{ component: 'pkg:npm/p' }]);
  const stranger = await h.person(`stranger${++count}`);
  await h.call('PUT', `/projects/${two}`, { body: { privateProject: true } });
  expect([(await page(1, stranger)).status, (await page(2, stranger)).status]).toEqual([404, 404]);
  expect((await page(1, stranger)).body.errors).toEqual((await page(2, stranger)).body.errors);
});
