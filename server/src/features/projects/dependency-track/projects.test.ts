// What programs for Dependency-Track do beside uploads: look at their key, change projects, read violations and suppressed findings, send VEX.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../../test/harness.ts';

let h: Harness;
let stranger: Person;
let maker: Person;

const ADVISORY = {
  ...{ id: 'CVE-2026-7777', aliases: [], summary: 'Widgets fall over', severity: 'high' },
  packages: [{ purl: 'pkg:npm/widgets', versions: ['>=1.0.0 <1.4.2'] }],
};
const BOM = JSON.stringify({
  ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 },
  components: [
    {
      ...{ type: 'library', name: 'widgets', version: '1.4.1', purl: 'pkg:npm/widgets@1.4.1' },
      licenses: [{ license: { id: 'GPL-3.0-only' } }],
    },
    {
      type: 'library',
      name: 'calm',
      version: '1.0.0',
      purl: 'pkg:npm/calm@1.0.0',
      licenses: [{ license: { id: 'MIT' } }],
    },
  ],
});
const base64 = (text: string) => Buffer.from(text).toString('base64');

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  stranger = await h.person('stranger');
  maker = await h.person('maker', ['create_project']);
  await h.call('PUT', '/siteSettings', { body: { dependencyTrackUploads: true } });
  await h.jobOver((await h.call('POST', '/advisories/own', { body: { advisories: [ADVISORY] } })).body.id);
  const rules = {
    licenses: [{ license: 'GPL-3.0-only', decision: 'REJECTED' }],
    vulnerabilities: { rejectSeverityFrom: 'HIGH' },
  };
  await h.call('POST', '/policies', { body: { name: 'No GPL', rules } });
});
afterAll(() => h.close());

const ask = (method: string, path: string, { as = h.admin, body }: { as?: Person; body?: unknown } = {}) =>
  h.call(method, `/api/${path}`, { as: null, headers: { 'x-api-key': as.token }, ...(body !== undefined && { body }) });

async function uploaded(projectName: string, more: object = {}, as: Person = h.admin) {
  const sent = await ask('PUT', 'v1/bom', { as, body: { projectName, autoCreate: true, bom: base64(BOM), ...more } });
  expect(sent.status).toBe(200);
  await h.allJobsOver();
  return (await ask('GET', `v1/project/lookup?name=${projectName}`)).body;
}

const namesOf = ({ tags }: { tags: { name: string }[] }) => tags.map(({ name }) => name);

it('tells whose key it is and what its owner may do', async () => {
  const permissions = async (as: Person) =>
    (await ask('GET', 'v1/team/self', { as })).body.permissions.map(({ name }: { name: string }) => name);
  expect((await ask('GET', 'v1/team/self', { as: maker })).body.name).toBe('maker');
  expect(await permissions(maker)).toEqual(expect.arrayContaining(['BOM_UPLOAD', 'PROJECT_CREATION_UPLOAD']));
  expect(await permissions(stranger)).not.toContain('PROJECT_CREATION_UPLOAD');
});

it('tags of uploads stay: each upload adds its own', async () => {
  await uploaded('Tagged', { projectTags: [{ name: 'Team A' }, { name: ' team a ' }, {}] });
  await uploaded('Tagged', { projectTags: [{ name: 'prod' }, { name: 'team a' }] });
  const form = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const raw = Buffer.from(
    `${form('projectName', 'Tagged')}${form('projectTags', 'x, Prod')}${form('bom', BOM)}--b--\r\n`,
  );
  const headers = { 'x-api-key': h.admin.token, 'content-type': 'multipart/form-data; boundary=b' };
  expect((await h.call('POST', '/api/v1/bom', { as: null, raw, headers })).status).toBe(200);
  await h.allJobsOver();
  expect(namesOf((await ask('GET', 'v1/project/lookup?name=Tagged')).body)).toEqual(['team a', 'prod', 'x']);
  expect(namesOf((await ask('GET', 'v1/project?name=Tagged')).body[0])).toEqual(['team a', 'prod', 'x']);
});

describe('PATCH /api/v1/project/{uuid}', () => {
  it('200: changes version, description, tags and parent, and names what had no effect', async () => {
    const parent = await uploaded('Suite');
    const { uuid } = await uploaded('Patched');
    const change = {
      version: '2.0',
      description: 'd',
      tags: [{ name: 'B' }],
      parent: { uuid: parent.uuid },
      isLatest: true,
    };
    const answer = await ask('PATCH', `v1/project/${uuid}`, {
      body: { ...change, swidTagId: 's', properties: [{ a: 1 }] },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['x-ignored-members']).toBe('isLatest, swidTagId, properties');
    expect(answer.body).toMatchObject({ name: 'Patched', version: '2.0', description: 'd', tags: [{ name: 'b' }] });
    const { rows } = await h.database.pool.query(
      "select p.name as parent, c.name as child from project_links l join projects p on p.id = parent_id join projects c on c.id = child_id where p.name = 'Suite'",
    );
    expect(rows).toEqual([{ parent: 'Suite', child: 'Patched 2.0' }]);
    expect((await ask('PATCH', `v1/project/${uuid}`, { body: { name: 'Renamed' } })).body).toMatchObject({
      ...{ name: 'Renamed', version: '2.0', tags: [{ name: 'b' }] },
    });
  });

  it('changes nothing when one part is refused', async () => {
    const { uuid } = await uploaded('Whole');
    const none = '00000000-0000-0000-0000-000000000000';
    const answer = await ask('PATCH', `v1/project/${uuid}`, { body: { description: 'new', parent: { uuid: none } } });
    expect(answer.status).toBe(404);
    expect((await ask('GET', `v1/project/${uuid}`)).body.description).toBeUndefined();
    expect((await ask('PATCH', `v1/project/${uuid}`, { body: { name: 'Suite' } })).status).toBe(400);
    expect((await ask('PATCH', `v1/project/${uuid}`, { body: { tags: 'a' } })).status).toBe(400);
  });

  it('403 without the right, 404 for a hidden project', async () => {
    const { uuid } = await uploaded('Of others');
    expect((await ask('PATCH', `v1/project/${uuid}`, { as: stranger, body: { version: '3' } })).status).toBe(403);
    expect((await ask('DELETE', `v1/project/${uuid}`, { as: stranger })).status).toBe(403);
    await h.database.pool.query("update projects set is_private = true where name = 'Of others'");
    for (const [method, path] of [
      ['PATCH', `v1/project/${uuid}`],
      ['DELETE', `v1/project/${uuid}`],
      ['GET', `v1/violation/project/${uuid}`],
      ['GET', `v1/metrics/project/${uuid}/refresh`],
    ] as const)
      expect((await ask(method, path, { as: stranger, ...(method === 'PATCH' && { body: {} }) })).status, path).toBe(
        404,
      );
  });
});

it('PUT creates a project, DELETE deletes it', async () => {
  const made = await ask('PUT', 'v1/project', {
    as: maker,
    body: { name: 'Made', version: '1', tags: [{ name: 't' }], active: true },
  });
  expect([made.status, made.body.name, made.body.version, namesOf(made.body)]).toEqual([201, 'Made', '1', ['t']]);
  expect((await ask('PUT', 'v1/project', { as: stranger, body: { name: 'Not made' } })).status).toBe(403);
  expect((await ask('PUT', 'v1/project', { as: maker, body: { name: 'Made', version: '1' } })).status).toBe(400);
  expect((await ask('DELETE', `v1/project/${made.body.uuid}`, { as: maker })).status).toBe(204);
  await h.allJobsOver();
  expect((await ask('GET', `v1/project/${made.body.uuid}`)).status).toBe(404);
});

it('violations: each rule of the policy that rejects an item; none once a person has approved it', async () => {
  await h.call('POST', '/projects', { body: { name: 'Judged', policyProfileName: 'No GPL' } });
  const { uuid } = await uploaded('Judged');
  const violations = await ask('GET', `v1/violation/project/${uuid}`);
  expect(violations.headers['x-total-count']).toBe('2');
  expect(violations.body).toMatchObject([
    {
      ...{ type: 'LICENSE', text: expect.stringContaining('GPL-3.0-only'), project: { uuid } },
      component: { name: 'widgets', version: '1.4.1', purl: 'pkg:npm/widgets@1.4.1' },
      policyCondition: { policy: { name: 'No GPL', violationState: 'FAIL' } },
    },
    { type: 'SECURITY' },
  ]);
  expect(new Set(violations.body.map((one: { uuid: string }) => one.uuid)).size).toBe(2);
  const { rows } = await h.database.pool.query(
    "select i.id from inventory_items i join projects p on p.id = i.project_id where p.name = 'Judged' and i.name = 'widgets'",
  );
  await h.database.pool.query(
    "update inventory_items set status = 'APPROVED', is_status_set_by_person = true where id = $1",
    [rows[0].id],
  );
  expect((await ask('GET', `v1/violation/project/${uuid}`)).body).toEqual([]);
});

it('POST changes the project that its body names, and a member that is not sent stays', async () => {
  const { body: made } = await ask('PUT', 'v1/project', { as: maker, body: { name: 'Renamed', version: '1' } });
  const sent = { ...made, version: '2', description: 'The second', isLatest: true };
  const changed = await ask('POST', 'v1/project', { as: maker, body: sent });
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { uuid: made.uuid, name: 'Renamed', version: '2', description: 'The second' },
  ]);
  expect(changed.headers['x-ignored-members']).toContain('isLatest');
  const kept = await ask('POST', 'v1/project', { as: maker, body: { uuid: made.uuid, tags: [{ name: 'a' }] } });
  expect([kept.body.version, kept.body.description, namesOf(kept.body)]).toEqual(['2', 'The second', ['a']]);
  expect((await ask('POST', 'v1/project', { as: stranger, body: sent })).status).toBe(403);
  expect((await ask('POST', 'v1/project', { body: { ...sent, uuid: 'none' } })).status).toBe(404);
  expect((await ask('POST', 'v1/project', { body: { name: 'No uuid' } })).status).toBe(400);
  await h.database.pool.query("update projects set is_private = true where name = 'Renamed 2'");
  expect((await ask('POST', 'v1/project', { as: stranger, body: sent })).status).toBe(404);
});

describe('what programs fetch', () => {
  it('200: the components of a project, in pages', async () => {
    const { uuid } = await uploaded('Listed');
    const all = await ask('GET', `v1/component/project/${uuid}`);
    expect([all.status, all.headers['x-total-count']]).toEqual([200, '2']);
    expect(all.body).toMatchObject([
      {
        name: 'widgets',
        version: '1.4.1',
        purl: 'pkg:npm/widgets@1.4.1',
        licenseExpression: 'GPL-3.0-only',
        project: { uuid },
      },
      { name: 'calm', version: '1.0.0', licenseExpression: 'MIT' },
    ]);
    const second = await ask('GET', `v1/component/project/${uuid}?pageSize=1&pageNumber=2`);
    expect([second.body.map(({ name }: { name: string }) => name), second.headers['x-total-count']]).toEqual([
      ['calm'],
      '2',
    ]);
    expect((await ask('GET', `v1/component/project/${uuid}?offset=1&limit=5`)).body).toHaveLength(1);
    expect((await ask('GET', `v1/component/project/${uuid}`, { as: stranger })).status).toBe(200);
    await h.database.pool.query("update projects set is_private = true where name = 'Listed'");
    for (const path of ['component/project', 'bom/cyclonedx/project', 'vex/cyclonedx/project'])
      expect([path, (await ask('GET', `v1/${path}/${uuid}`, { as: stranger })).status]).toEqual([path, 404]);
  });

  it('200: the SBOM and the VEX of a project, which an upload takes back', async () => {
    const { uuid } = await uploaded('Fetched');
    const plain = await ask('GET', `v1/bom/cyclonedx/project/${uuid}`);
    expect([plain.status, plain.headers['content-type']]).toEqual([200, 'application/vnd.cyclonedx+json']);
    expect(plain.headers['content-disposition']).toBeUndefined();
    const bom = JSON.parse(plain.text);
    expect(bom.components.map(({ purl }: { purl: string }) => purl).sort()).toEqual([
      'pkg:npm/calm@1.0.0',
      'pkg:npm/widgets@1.4.1',
    ]);
    expect('vulnerabilities' in bom).toBe(false);
    const listed = JSON.parse((await ask('GET', `v1/bom/cyclonedx/project/${uuid}?variant=withVulnerabilities`)).text);
    // Nobody has decided about it.
    expect(listed.vulnerabilities).toMatchObject([{ id: 'CVE-2026-7777' }]);
    expect('analysis' in listed.vulnerabilities[0]).toBe(false);
    const vdr = JSON.parse((await ask('GET', `v1/bom/cyclonedx/project/${uuid}?variant=vdr`)).text);
    expect('analysis' in vdr.vulnerabilities[0]).toBe(false);
    const vex = await ask('GET', `v1/vex/cyclonedx/project/${uuid}?download=true`);
    expect(vex.headers['content-disposition']).toContain('Fetched.cdx.json');
    expect(JSON.parse(vex.text).vulnerabilities).toHaveLength(1);
    const xml = await ask('GET', `v1/bom/cyclonedx/project/${uuid}?format=xml`);
    expect(xml.text.startsWith('<?xml')).toBe(true);
    expect(xml.text).toContain('<purl>pkg:npm/widgets@1.4.1</purl>');
    expect((await ask('GET', `v1/bom/cyclonedx/project/${uuid}?format=yaml`)).status).toBe(400);
    expect((await ask('PUT', 'v1/bom', { body: { project: uuid, bom: base64(plain.text) } })).status).toBe(200);
    await h.allJobsOver();
    expect((await ask('GET', `v1/component/project/${uuid}`)).headers['x-total-count']).toBe('2');
  });
});

describe('VEX documents', () => {
  const vex = (state: string) =>
    JSON.stringify({
      ...{ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, serialNumber: `urn:uuid:${state}` },
      vulnerabilities: [
        {
          id: 'CVE-2026-7777',
          analysis: { state, detail: 'as we build it' },
          affects: [{ ref: 'pkg:npm/widgets@1.4.1' }],
        },
      ],
    });

  it('are taken over; what they suppress is listed on request, with its state', async () => {
    const { uuid } = await uploaded('Stated');
    const findings = async (query = '') => (await ask('GET', `v1/finding/project/${uuid}${query}`)).body;
    expect(await findings()).toHaveLength(1);
    const sent = await ask('PUT', 'v1/vex', { body: { project: uuid, vex: base64(vex('not_affected')) } });
    expect(sent.status).toBe(200);
    expect((await ask('GET', `v1/event/token/${sent.body.token}`)).body).toEqual({ processing: false });
    expect((await ask('GET', `v1/bom/token/${sent.body.token}`)).body).toEqual({ processing: false });
    expect(await findings()).toEqual([]);
    expect(await findings('?suppressed=false')).toEqual([]);
    expect(await findings('?suppressed=true')).toMatchObject([
      { vulnerability: { vulnId: 'CVE-2026-7777' }, analysis: { isSuppressed: true, state: 'NOT_AFFECTED' } },
    ]);
    expect((await ask('GET', `v1/metrics/project/${uuid}/refresh`)).status).toBe(200);
  });

  it('come by a form too, and what is exploitable goes on counting, with its state', async () => {
    await uploaded('Exploited');
    const part = (name: string, value: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const raw = Buffer.from(`${part('projectName', 'Exploited')}${part('vex', vex('exploitable'))}--b--\r\n`);
    const headers = { 'x-api-key': h.admin.token, 'content-type': 'multipart/form-data; boundary=b' };
    expect((await h.call('POST', '/api/v1/vex', { as: null, raw, headers })).status).toBe(200);
    const { uuid } = (await ask('GET', 'v1/project/lookup?name=Exploited')).body;
    expect((await ask('GET', `v1/finding/project/${uuid}`)).body).toMatchObject([
      { analysis: { isSuppressed: false, state: 'EXPLOITABLE' } },
    ]);
  });

  it('400 for what is none, 403 without the right, 404 for a project that must not be known', async () => {
    const { uuid } = await uploaded('Closed');
    const document = base64(vex('resolved'));
    const put = (body: object, as: Person = h.admin) => ask('PUT', 'v1/vex', { as, body });
    expect((await put({ project: uuid, vex: base64('{}') })).status).toBe(400);
    expect((await put({ project: uuid, vex: '{"no": base64}' })).text).toContain('"vex\\" must be Base64');
    expect((await put({ vex: document })).status).toBe(400);
    expect((await put({ project: uuid, vex: document }, stranger)).status).toBe(403);
    expect((await put({ projectName: 'None', vex: document })).status).toBe(404);
    await h.database.pool.query("update projects set is_private = true where name = 'Closed'");
    expect((await put({ project: uuid, vex: document }, stranger)).status).toBe(404);
    expect((await put({ projectName: 'Closed', vex: document }, stranger)).status).toBe(404);
  });
});
