// The addresses of Dependency-Track, called as its uploaders call them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../../test/harness.ts';

let h: Harness;
let stranger: Person;
let maker: Person;

const ADVISORY = {
  ...{ id: 'CVE-2026-7777', aliases: ['GHSA-aaaa-bbbb-cccc'], summary: 'Widgets fall over', severity: 'high' },
  packages: [{ purl: 'pkg:npm/widgets', versions: ['>=1.0.0 <1.4.2'] }],
};

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  stranger = await h.person('stranger');
  maker = await h.person('maker', ['create_project']);
  await h.jobOver((await h.call('POST', '/advisories/own', { body: { advisories: [ADVISORY] } })).body.id);
});
afterAll(() => h.close());

const turn = (dependencyTrackUploads: boolean) => h.call('PUT', '/siteSettings', { body: { dependencyTrackUploads } });

const bom = (version = '1.4.1') =>
  JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    components: [
      { type: 'library', name: 'widgets', version, purl: `pkg:npm/widgets@${version}` },
      { type: 'library', name: 'calm', version: '1.0.0', purl: 'pkg:npm/calm@1.0.0' },
    ],
  });
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** With the key in the header of Dependency-Track. */
const ask = (method: string, path: string, as: Person | null = h.admin, more: object = {}) =>
  h.call(method, `/api/${path}`, {
    as: null,
    headers: as === null ? {} : { 'x-api-key': as.token, ...('headers' in more ? (more.headers as object) : {}) },
    ...('body' in more ? { body: more.body } : {}),
    ...('raw' in more ? { raw: more.raw as Buffer } : {}),
  });

const put = (body: object, as: Person | null = h.admin) => ask('PUT', 'v1/bom', as, { body });

/** `bom` is a file with a name, or a text as some programs send it. */
function post(fields: Record<string, string>, content: string, fileName?: string, as: Person | null = h.admin) {
  const part = (name: string, value: string, file = '') =>
    `--b0und\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  const parts = [part('bom', content, file), ...Object.entries(fields).map(([name, value]) => part(name, value))];
  const raw = Buffer.from(`${parts.join('')}--b0und--\r\n`);
  return ask('POST', 'v1/bom', as, { raw, headers: { 'content-type': 'multipart/form-data; boundary=b0und' } });
}

async function over(token: string) {
  await h.allJobsOver();
  expect((await ask('GET', `v1/event/token/${token}`)).body).toEqual({ processing: false });
}

describe('switched off, as at first', () => {
  it.each([
    ['PUT', 'v1/bom'],
    ['POST', 'v1/bom'],
    ['DELETE', 'v1/bom'],
    ['GET', 'v1/project'],
    ['GET', 'v1/project/lookup?name=x'],
    ['GET', 'version'],
  ])('404 for %s %s like an address that does not exist, with and without a key', async (method, path) => {
    for (const as of [h.admin, null]) {
      const [answer, nowhere] = [await ask(method, path, as), await ask(method, 'v1/nowhere', as)];
      expect([answer.status, answer.body.error]).toEqual([404, nowhere.body.error]);
    }
  });
});

describe('switched on', () => {
  beforeAll(async () => void (await turn(true)));

  it('imports a JSON upload into a new project, and tells its findings and figures', async () => {
    const upload = { projectName: 'Shop', projectVersion: '2.0', autoCreate: true, projectTags: [{ name: 'a' }] };
    const sent = await put({ ...upload, bom: base64(bom()) }, maker);
    expect([sent.status, sent.body]).toEqual([200, { token: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/) }]);
    await over(sent.body.token);
    expect((await ask('GET', `v1/bom/token/${sent.body.token}`)).body).toEqual({ processing: false });

    const project = (await ask('GET', 'v1/project/lookup?name=Shop&version=2.0')).body;
    expect(project).toMatchObject({ name: 'Shop', version: '2.0', active: true, lastBomImportFormat: 'CycloneDX 1.5' });
    expect(project.tags).toEqual([{ name: 'a' }]);
    expect((await ask('GET', `v1/project/${project.uuid}`)).body).toEqual(project);
    const { rows } = await h.database.pool.query("select name from projects where name like 'Shop%'");
    expect(rows).toEqual([{ name: 'Shop 2.0' }]);

    const findings = await ask('GET', `v1/finding/project/${project.uuid}`);
    expect(findings.headers).toMatchObject({
      'x-total-count': '1',
      'data-coverage': 'all 2 compared',
    });
    expect(findings.body).toMatchObject([
      {
        component: { name: 'widgets', version: '1.4.1', purl: 'pkg:npm/widgets@1.4.1', project: project.uuid },
        vulnerability: {
          ...{ vulnId: 'CVE-2026-7777', source: 'NVD', severity: 'HIGH', severityRank: 1, title: 'Widgets fall over' },
          aliases: [{ ghsaId: 'GHSA-aaaa-bbbb-cccc' }],
        },
      },
    ]);
    const metrics = await ask('GET', `v1/metrics/project/${project.uuid}/current`);
    expect(metrics.headers).toMatchObject({ 'data-as-of': expect.anything(), 'data-is-stale': expect.anything() });
    expect(metrics.body).toMatchObject({
      ...{ critical: 0, high: 1, medium: 0, low: 0, unassigned: 0, vulnerabilities: 1, inheritedRiskScore: 5 },
      ...{ components: 2, vulnerableComponents: 1 },
    });

    const again = await put({ project: project.uuid.toUpperCase(), bom: base64(bom('1.4.2')) }, maker);
    await over(again.body.token);
    expect((await ask('GET', `v1/finding/project/${project.uuid}`)).body).toEqual([]);
    expect((await ask('GET', `v1/metrics/project/${project.uuid}/current`)).body).toMatchObject({ high: 0 });
  });

  it.each([
    ['a file', 'bom.json'],
    ['a text', undefined],
  ])('imports an upload by a form with the document as %s', async (what, fileName) => {
    const fields = { projectName: what, projectVersion: '', autoCreate: 'true', isLatest: 'true', projectTags: 'a,b' };
    const sent = await post(fields, bom(), fileName);
    expect(sent.status).toBe(200);
    await over(sent.body.token);
    const { uuid } = (await ask('GET', `v1/project/lookup?name=${encodeURIComponent(what)}`)).body;
    expect((await ask('GET', `v1/finding/project/${uuid}`)).body).toHaveLength(1);
  });

  it('takes a text longer than fields of forms may be', async () => {
    const filler = { type: 'library', name: 'filler', version: '1', description: 'x'.repeat(3 * 1024 * 1024) };
    const document = JSON.stringify({ ...JSON.parse(bom()), components: [filler] });
    const sent = await post({ projectName: 'long', autoCreate: 'true' }, document);
    expect(sent.status).toBe(200);
    await over(sent.body.token);
  });

  it('takes members that it does not know, and names them', async () => {
    const target = { projectName: 'others', autoCreate: true };
    const sent = await put({ ...target, bom: base64(bom()), collectionLogic: 'NONE', autoCreate: 'true' });
    expect([sent.status, sent.headers['x-ignored-members']]).toEqual([200, 'collectionLogic']);
    await over(sent.body.token);
    const posted = await post({ projectName: 'others', later: 'x' }, bom(), 'bom.json');
    expect([posted.status, posted.headers['x-ignored-members']]).toEqual([200, 'later']);
    await over(posted.body.token);
  });

  it('takes a Bearer token too, and makes the project a child', async () => {
    const { id } = (await h.call('POST', '/projects', { body: { name: 'Suite 1' } })).body;
    const upload = { projectName: 'Part', autoCreate: true, parentName: 'Suite', parentVersion: '1' };
    const sent = await h.call('PUT', '/api/v1/bom', { body: { ...upload, bom: base64(bom()) } });
    expect(sent.status).toBe(200);
    await over(sent.body.token);
    const { rows } = await h.database.pool.query(
      'select p.name from project_links l join projects p on p.id = l.child_id where l.parent_id = $1',
      [id],
    );
    expect(rows).toEqual([{ name: 'Part' }]);
  });

  it('two first uploads of a project at once share it', async () => {
    const upload = { projectName: 'Twins', autoCreate: true, bom: base64(bom()) };
    const answers = await Promise.all([put(upload), put(upload)]);
    // The second import waits for nobody: as POST importSbom, it is refused while the first one is open.
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.map(({ status }) => status)).toContain(200);
    await h.allJobsOver();
    expect((await ask('GET', 'v1/project?name=Twins')).body).toHaveLength(1);
  });

  it('lists projects by name and in pages', async () => {
    for (const name of ['Page 1.0', 'Page 2.0', 'Pager 1.0', 'Page'])
      await h.call('POST', '/projects', { body: { name } });
    const named = await ask('GET', 'v1/project?name=Page&excludeInactive=true');
    expect(named.body.map((one: { version: string }) => one.version)).toEqual(['1.0', '2.0', '']);
    expect(named.headers['x-total-count']).toBe('3');
    const second = await ask('GET', 'v1/project?searchText=page&pageSize=3&pageNumber=2');
    expect([second.body.length, second.headers['x-total-count']]).toEqual([1, '4']);
    expect((await ask('GET', 'v1/project?limit=500&page=2')).body).toEqual([]);
    expect((await ask('GET', 'v1/project?limit=0')).status).toBe(400);
  });

  it('tells a version that programs can compare, and whose server it is', async () => {
    const { body } = await ask('GET', 'version', null);
    expect([body.application, body.version]).toEqual(['Assay', expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  });

  it.each([
    ['no Base64', { projectName: 'p', autoCreate: true, bom: '{"not": base64}' }, /"bom" must be Base64/],
    ['a cut Base64', { projectName: 'p', autoCreate: true, bom: 'abcde' }, /"bom" must be Base64/],
    ['no SBOM', { projectName: 'p', autoCreate: true, bom: base64('{}') }, /must be an SBOM/],
    ['no document', { projectName: 'p', autoCreate: true }, /"bom" is required/],
    ['no project', { bom: base64(bom()) }, /"projectName" is required/],
    ['a blank name', { projectName: ' ', projectVersion: '1', autoCreate: true, bom: base64(bom()) }, /is required/],
    ['NUL', { projectName: 'a\0b', autoCreate: true, bom: base64(bom()) }, /NUL/],
    [
      'a long name',
      { projectName: 'n'.repeat(250), projectVersion: 'v'.repeat(50), autoCreate: true, bom: base64(bom()) },
      /255 characters together/,
    ],
  ])('400 for %s, and no project is made', async (_what, body, sentence) => {
    const count = async () => (await h.database.pool.query('select count(*)::int from projects')).rows[0].count;
    const before = await count();
    const answer = await put(body);
    expect([answer.status, answer.body.errors[0].message]).toEqual([400, expect.stringMatching(sentence)]);
    expect(await count()).toBe(before);
  });

  it.each(["'; drop table projects; --", '../../etc', '<b>\u202e "x"', 'Ünïcödé 🎈', '%_', '__proto__'])(
    'finds a project named %j again by its name',
    async (projectName) => {
      const sent = await put({ projectName, projectVersion: '1%2F', autoCreate: true, bom: base64(bom()) });
      expect(sent.status).toBe(200);
      await over(sent.body.token);
      const query = `name=${encodeURIComponent(projectName)}&version=${encodeURIComponent('1%2F')}`;
      const found = await ask('GET', `v1/project/lookup?${query}`);
      expect(found.body).toMatchObject({ name: projectName, version: '1%2F' });
      const listed = await ask('GET', `v1/project?name=${encodeURIComponent(projectName)}`);
      expect(listed.body.map((one: { uuid: string }) => one.uuid)).toEqual([found.body.uuid]);
    },
  );

  it('401 without a key and with a wrong one; the key opens no other address', async () => {
    const wrong = { ...h.admin, token: 'odt_abc' };
    for (const as of [null, wrong]) {
      expect((await put({ projectName: 'x', bom: base64(bom()) }, as)).status).toBe(401);
      expect((await ask('GET', 'v1/project', as)).status).toBe(401);
    }
    expect((await ask('GET', 'projects')).status).toBe(401);
  });

  it('403 without the right to import or to create, 404 for projects that must not be known', async () => {
    await h.call('POST', '/projects', { body: { name: 'Open' } });
    await h.call('POST', '/projects', { body: { name: 'Hidden', privateProject: true } });
    const uuidOf = async (name: string) => (await ask('GET', `v1/project/lookup?name=${name}`)).body.uuid as string;
    const document = base64(bom());
    expect((await put({ projectName: 'Open', bom: document }, stranger)).status).toBe(403);
    expect((await put({ project: await uuidOf('Open'), bom: document }, stranger)).status).toBe(403);
    expect((await put({ projectName: 'New', autoCreate: true, bom: document }, stranger)).status).toBe(403);
    expect((await put({ projectName: 'New', bom: document }, maker)).status).toBe(404);
    const hidden = await uuidOf('Hidden');
    expect((await put({ project: hidden, bom: document }, stranger)).status).toBe(404);
    for (const path of ['v1/project/', 'v1/finding/project/'])
      expect((await ask('GET', `${path}${hidden}`, stranger)).status).toBe(404);
    expect((await ask('GET', `v1/metrics/project/${hidden}/current`, stranger)).status).toBe(404);
    expect((await ask('GET', 'v1/project/lookup?name=Hidden', stranger)).status).toBe(404);
    expect((await ask('GET', 'v1/project?name=Hidden', stranger)).body).toEqual([]);
    const child = { projectName: 'Child', autoCreate: true, parentName: 'Open', bom: document };
    expect((await put(child, maker)).status).toBe(403);
    expect((await put({ ...child, parentName: 'None' }, maker)).status).toBe(404);
  });

  it('404 for UUIDs that are of nothing here, and tokens of jobs of others', async () => {
    const sent = await put({ projectName: 'Secret', autoCreate: true, bom: base64(bom()) });
    await over(sent.body.token);
    const { id } = (await h.call('GET', '/projects?name=Secret')).body.data[0];
    await h.database.pool.query('update projects set is_private = true where id = $1', [id]);
    expect((await ask('GET', `v1/bom/token/${sent.body.token}`, stranger)).status).toBe(404);
    for (const uuid of ['00000000-0000-0000-0000-000000000000', sent.body.token, 'x', '1'])
      expect((await ask('GET', `v1/project/${uuid}`)).status).toBe(404);
    expect((await ask('GET', 'v1/event/token/00000000-0000-0000-0000-000000000000')).status).toBe(404);
  });

  it('404 again when it is switched off', async () => {
    await turn(false);
    expect((await ask('GET', 'v1/project')).status).toBe(404);
    await turn(true);
  });
});

describe('components and the graph of dependencies', () => {
  const graph = JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
    components: ['top', 'middle', 'leaf'].map((name) => ({
      ...{ type: 'library', 'bom-ref': name, name, version: '1.0.0', purl: `pkg:npm/${name}@1.0.0` },
      licenses: [{ license: { id: 'MIT' } }],
    })),
    dependencies: [
      { ref: 'top', dependsOn: ['middle', 'leaf'] },
      { ref: 'middle', dependsOn: ['leaf'] },
    ],
  });
  type Node = { uuid: string; name: string; version: string; purl: string; directDependencies?: string };
  const needsOf = ({ directDependencies = '[]' }: Node) =>
    JSON.parse(directDependencies).map(({ uuid }: { uuid: string }) => uuid);
  let project: string;
  let all: Node[];
  beforeAll(async () => {
    await turn(true);
    const { body } = await put({ projectName: 'graph', projectVersion: '1.0', autoCreate: true, bom: base64(graph) });
    await over(body.token);
    project = (await ask('GET', 'v1/project/lookup?name=graph&version=1.0')).body.uuid;
    all = (await ask('GET', `v1/component/project/${project}`)).body;
  });
  const uuidOf = (name: string) => all.find((one) => one.name === name)?.uuid;

  it('gives one component with its project and what it needs', async () => {
    const { status, body } = await ask('GET', `v1/component/${uuidOf('top')}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'top', version: '1.0.0', purl: 'pkg:npm/top@1.0.0', licenseExpression: 'MIT' });
    expect(body.project).toMatchObject({ uuid: project, name: 'graph', version: '1.0' });
    expect(new Set(needsOf(body))).toEqual(new Set([uuidOf('middle'), uuidOf('leaf')]));
    expect((await ask('GET', `v1/component/${uuidOf('leaf')}`)).body).not.toHaveProperty('directDependencies');
  });

  it('follows the graph from the project down', async () => {
    const roots = (await ask('GET', `v1/dependencyGraph/project/${project}/directDependencies`)).body as Node[];
    expect(roots.map(({ name }) => name)).toEqual(['top']);
    const inner = (await ask('GET', `v1/dependencyGraph/component/${roots[0]?.uuid}/directDependencies`))
      .body as Node[];
    expect(new Set(inner.map(({ name }) => name))).toEqual(new Set(['middle', 'leaf']));
    const middle = inner.find(({ name }) => name === 'middle');
    expect(middle && needsOf(middle)).toEqual([uuidOf('leaf')]);
    expect((await ask('GET', `v1/dependencyGraph/component/${uuidOf('leaf')}/directDependencies`)).body).toEqual([]);
  });

  it('writes XML on request, by the query or the media type', async () => {
    const path = `v1/bom/cyclonedx/project/${project}`;
    const accept = 'application/vnd.cyclonedx+xml';
    for (const answer of [
      await ask('GET', `${path}?format=xml`),
      await ask('GET', `${path}?format=XML`),
      await ask('GET', path, h.admin, { headers: { accept } }),
    ]) {
      expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringContaining(accept)]);
      expect(answer.text).toContain('<bom xmlns="http://cyclonedx.org/schema/bom/1.6"');
    }
    const plain = await ask('GET', path, h.admin, { headers: { accept: `${accept}, */*` } });
    expect(JSON.parse(plain.text).bomFormat).toBe('CycloneDX');
    const saved = await ask('GET', `${path}?format=xml&download=true`);
    expect(saved.headers['content-disposition']).toContain('.cdx.xml');
  });

  it('404 for what is not there, and while the site does not offer the addresses', async () => {
    const job = (await put({ project, bom: base64(graph) })).body.token;
    await over(job);
    for (const uuid of ['nonsense', project, job, '00000000-0000-4000-8000-000000000000']) {
      expect((await ask('GET', `v1/component/${uuid}`)).status).toBe(404);
      expect((await ask('GET', `v1/dependencyGraph/component/${uuid}/directDependencies`)).status).toBe(404);
    }
    await turn(false);
    for (const path of [`component/${uuidOf('top')}`, `dependencyGraph/project/${project}/directDependencies`])
      expect((await ask('GET', `v1/${path}`)).status).toBe(404);
    await turn(true);
  });
});
