import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const make = async (input: Record<string, unknown> = {}) =>
  h.call('POST', '/policies', { body: { name: `Policy ${++count}`, ...input } });

const RULES = {
  licenses: [
    { license: 'MIT', decision: 'approved' },
    { license: 'GPL-3.0-only', decision: 'REJECTED' },
  ],
  components: [{ component: 'pkg:npm/lodash', versions: '<4.17.21', decision: 'REJECTED' }],
  vulnerabilities: { rejectScoreAbove: '8.9' },
};

const licenseRules = (...names: string[]) => ({
  licenses: names.map((license) => ({ license, decision: 'REJECTED' })),
});

describe('policy profiles', () => {
  it('201 for licenses in any spelling that items can have', async () => {
    const custom = { name: 'House License', shortName: 'house 1', licenseText: 'Be good.' };
    expect((await h.call('POST', '/licenses', { body: custom })).status).toBe(201);
    const names = ['mit', 'GPL-2.0-only WITH Classpath-exception-2.0', 'GPL-2.0-with-classpath-exception', 'house 1'];
    const more = ['Apache-2.0 WITH LLVM-exception', 'LicenseRef-scancode-any', 'AGPL-3.0'];
    expect((await make({ rules: licenseRules(...names, ...more) })).status).toBe(201);
  });

  it('201, and the rules are returned completely; listed beside the default one', async () => {
    const { status, body } = await make({ description: 'd', rules: RULES });
    expect(status).toBe(201);
    expect((await h.call('GET', `/policies/${body.id}`)).body.data).toMatchObject({
      description: 'd',
      default: false,
      rules: {
        licenses: [{ license: 'MIT', decision: 'APPROVED' }, RULES.licenses[1]],
        components: RULES.components,
        vulnerabilities: {
          approveOnlyWithoutVulnerabilities: false,
          rejectScoreAbove: 8.9,
          rejectSeverityFrom: null,
          rejectExploited: false,
          rejectEpssFrom: null,
          rejectSsvcExploitationFrom: null,
          rejectEndOfLifeWithinDays: null,
          approveOnlyWithFreshData: false,
        },
      },
    });
    const list = await h.call('GET', '/policies?limit=1');
    expect(list.body.data).toMatchObject([{ name: 'Default License Policy Profile', default: true }]);
    expect(Number(list.headers['total-records'])).toBeGreaterThan(1);
  });

  it('200 replaced and deleted', async () => {
    const { id } = (await make({ rules: RULES })).body;
    const name = `Replaced ${count}`;
    expect((await h.call('PUT', `/policies/${id}`, { body: { name } })).status).toBe(200);
    expect((await h.call('GET', `/policies/${id}`)).body.data).toMatchObject({
      name,
      rules: { licenses: [], components: [] },
    });
    expect((await h.call('DELETE', `/policies/${id}`)).status).toBe(200);
    expect((await h.call('GET', `/policies/${id}`)).status).toBe(404);
  });

  it.each([
    ['a blank name', { name: ' ' }, 'name'],
    ['a taken name', { name: 'default license policy profile' }, 'already exists'],
    [
      'a version range',
      { rules: { components: [{ component: 'a', versions: '^1', decision: 'REJECTED' }] } },
      'rules.components.versions',
    ],
    ['a decision', { rules: { licenses: [{ license: 'MIT', decision: 'MAYBE' }] } }, 'rules.licenses.0.decision'],
    [
      'a name that is no license',
      { rules: licenseRules('MITT') },
      '"MITT" is no license of the library; did you mean MIT',
    ],
    ['another name of one', { rules: licenseRules('GPLv3') }, 'did you mean GPL-3.0-only'],
    [
      'a name similar to none',
      { rules: licenseRules('Quercus robur') },
      '"Quercus robur" is no license of the library.',
    ],
    ['an unknown exception', { rules: licenseRules('MIT WITH nothing') }, '"MIT WITH nothing" is no license'],
    ['an expression', { rules: licenseRules('MIT OR Zlib') }, 'names several licenses'],
    ['many', { rules: licenseRules(...'abcdefg') }, 'So are 2 more.'],
    ['a score', { rules: { vulnerabilities: { rejectScoreAbove: 11 } } }, 'rules.vulnerabilities.rejectScoreAbove'],
    [
      'a severity',
      { rules: { vulnerabilities: { rejectSeverityFrom: 'BAD' } } },
      'rules.vulnerabilities.rejectSeverityFrom',
    ],
    ['a member', { rules: { color: 1 } }, 'Unrecognized field "rules.color"'],
  ])('400 for %s', async (_what, input, text) => {
    const { status, body } = await make(input);
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain(text);
  });

  it('400: the default profile keeps its name and cannot be deleted, and one in use stays', async () => {
    expect((await h.call('DELETE', '/policies/1')).status).toBe(400);
    expect((await h.call('PUT', '/policies/1', { body: { name: 'Mine' } })).status).toBe(400);
    const { id } = (await make({ name: 'Used' })).body;
    await h.call('POST', '/projects', { body: { name: 'user of Used', policyProfileName: 'Used' } });
    expect((await h.call('DELETE', `/policies/${id}`)).body.errors[0].message).toContain('1 project is ');
  });

  it('403 without the permission; everybody may read', async () => {
    const as = await h.person('reader', ['system_admin']);
    expect((await h.call('POST', '/policies', { as, body: { name: 'x' } })).status).toBe(403);
    expect((await h.call('PUT', '/policies/1', { as, body: { name: 'x' } })).status).toBe(403);
    expect((await h.call('DELETE', '/policies/1', { as })).status).toBe(403);
    expect((await h.call('GET', '/policies/1', { as })).status).toBe(200);
  });
});

describe('POST /jobs/applyPolicy/{projectId}', () => {
  async function projectWithItems(): Promise<number> {
    const policy = await make({ rules: RULES });
    const name = (await h.call('GET', `/policies/${policy.body.id}`)).body.data.name;
    const { id } = (
      await h.call('POST', '/projects', { body: { name: `reviewed ${++count}`, policyProfileName: name } })
    ).body;
    await h.database.pool.query(
      `insert into inventory_items (project_id, type, identity, name, license_expression, is_published, status, is_status_set_by_person, created_by)
       values ($1, 'COMPONENT', 'a', 'a mit', 'MIT', true, 'DRAFT', false, 'x'), ($1, 'LICENSE', 'b', 'b gpl', 'GPL-3.0-only', true, 'DRAFT', false, 'x'),
         ($1, 'COMPONENT', 'c', 'c zlib', 'Zlib', true, 'DRAFT', false, 'x'), ($1, 'COMPONENT', 'd', 'd hidden', 'MIT', false, 'DRAFT', false, 'x'),
         ($1, 'COMPONENT', 'e', 'e by hand', 'MIT', true, 'REJECTED', true, 'x'), ($1, 'WORK_IN_PROGRESS', 'f', 'f wip', 'MIT', true, 'DRAFT', false, 'x')`,
      [id],
    );
    return id;
  }
  const statuses = async (projectId: number) =>
    (
      await h.database.pool.query('select status from inventory_items where project_id = $1 order by identity', [
        projectId,
      ])
    ).rows
      .map((row) => row.status[0])
      .join('');
  async function apply(projectId: number, query = '') {
    const { status, body } = await h.call('POST', `/jobs/applyPolicy/${projectId}${query}`);
    expect(status).toBe(202);
    return h.jobOver(Number(body.message.split(':')[1]));
  }

  it('202: published items get the decision of the policy, with history and roll-ups', async () => {
    const projectId = await projectWithItems();
    expect(await apply(projectId)).toMatchObject({ status: 'Completed', error: '' });
    expect(await statuses(projectId)).toBe('ARDDAD');
    const { rows } = await h.database.pool.query(
      `select h.action, h.user_name from inventory_history h join inventory_items i on i.id = h.item_id where i.project_id = $1 and i.identity = 'b'`,
      [projectId],
    );
    expect(rows).toEqual([{ action: 'Apply Policy', user_name: 'admin' }]);
    const rollup = (await h.database.pool.query('select inventory_rollup from projects where id = $1', [projectId]))
      .rows[0];
    expect(rollup.inventory_rollup.review).toMatchObject({ Approved: 2, Rejected: 1, Draft: 3 });
  });

  it('202: a version past its end of life is rejected, and a supported one is not', async () => {
    const policy = await make({ rules: { vulnerabilities: { rejectEndOfLifeWithinDays: 30 } } });
    const name = (await h.call('GET', `/policies/${policy.body.id}`)).body.data.name;
    const { id } = (await h.call('POST', '/projects', { body: { name: `ends ${++count}`, policyProfileName: name } }))
      .body;
    const soon = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
    await h.database.pool.query(
      `with source as (insert into advisory_sources (name) values ('ends') returning id)
       insert into end_of_life_dates (source_id, product, cycle, ends_on, is_over)
       select id, 'django', cycle, ends_on, false from source, (values ('3.0', '2020-01-01'), ('4.2', $1), ('5.0', '2999-01-01')) as t(cycle, ends_on)`,
      [soon],
    );
    await h.database.pool.query(
      `with component as (insert into components (name, purl) values ('django', 'pkg:pypi/django') returning id),
         versions as (insert into component_versions (component_id, name) select id, v from component, unnest(array['3.0.1', '4.2.2', '5.0.1']) v returning id, name, component_id)
       insert into inventory_items (project_id, type, identity, name, component_id, version_id, is_published, status, created_by)
       select $1, 'COMPONENT', name, 'django ' || name, component_id, id, true, 'DRAFT', 'x' from versions`,
      [id],
    );
    expect(await apply(id)).toMatchObject({ status: 'Completed', error: '' });
    expect(await statuses(id)).toBe('RRD');
  });

  it('202 keeps statuses that a person set', async () => {
    const projectId = await projectWithItems();
    expect(await apply(projectId, '?keepManualStatuses=True')).toMatchObject({ status: 'Completed' });
    expect(await statuses(projectId)).toBe('ARDDRD');
  });

  it('202 a second time changes nothing more', async () => {
    const projectId = await projectWithItems();
    await apply(projectId);
    const revisions = async () =>
      (
        await h.database.pool.query('select count(*)::int as n from inventory_history where project_id = $1', [
          projectId,
        ])
      ).rows[0].n;
    const before = await revisions();
    await apply(projectId);
    expect(await revisions()).toBe(before);
  });

  it('403 for an observer, 404 for a private project of others and for a missing one', async () => {
    const { id } = (await h.call('POST', '/projects', { body: { name: 'private policy', privateProject: true } })).body;
    const as = await h.person('stranger');
    expect((await h.call('POST', `/jobs/applyPolicy/${id}`, { as })).status).toBe(404);
    await h.call('PUT', `/projects/${id}`, { body: { privateProject: false } });
    expect((await h.call('POST', `/jobs/applyPolicy/${id}`, { as })).status).toBe(403);
    expect((await h.call('POST', '/jobs/applyPolicy/999')).status).toBe(404);
  });

  it('409 while a scan of the project is queued', async () => {
    const projectId = await projectWithItems();
    await h.database.pool.query(
      `insert into jobs (type, project_id, status) values ('Project Scan', $1, 'Scheduled')`,
      [projectId],
    );
    const { status, body } = await h.call('POST', `/jobs/applyPolicy/${projectId}`);
    expect([status, /task ID: \d+$/.test(body.errors[0].message)]).toEqual([409, true]);
  });
});
