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

describe('components in rules', () => {
  const componentRules = (component: string) => ({ components: [{ component, decision: 'REJECTED' }] });

  it.each([
    ['pkg:npm/lodash@4.17.0', 'write pkg:npm/lodash, and the version as the range "4.17.0"'],
    ['pkg:NPM/lodash?arch=x', 'did you mean pkg:npm/lodash?'],
    ['pkg:npm/', 'is no package URL'],
    ['apache comons io', 'Did you mean pkg:maven/commons-io/commons-io?'],
    ['nothing like it', '"nothing like it" is no component of the library. Name one'],
  ])('400 for %s, and it says what would be right', async (component, words) => {
    await h.database.pool.query(
      `insert into components (name, purl) values ('apache commons io', 'pkg:maven/commons-io/commons-io') on conflict do nothing`,
    );
    const { status, body } = await make({ rules: componentRules(component) });
    expect([status, body.errors[0].message]).toEqual([400, expect.stringContaining(words)]);
  });

  it('201 for a package URL that the library does not have, and for a name that it has', async () => {
    await h.database.pool.query(`insert into components (name) values ('House parts')`);
    for (const component of ['pkg:cargo/not-met-yet', 'house PARTS'])
      expect((await make({ rules: componentRules(component) })).status).toBe(201);
  });

  it('200: a stored name that is no longer in the library may stay', async () => {
    await h.database.pool.query(`insert into components (name) values ('Passing')`);
    const id = (await make({ rules: componentRules('Passing') })).body.id;
    await h.database.pool.query(`delete from components where name = 'Passing'`);
    const change = { name: `Policy kept ${id}`, rules: componentRules('Passing') };
    expect((await h.call('PUT', `/policies/${id}`, { body: change })).status).toBe(200);
  });
});

describe('POST /policies/preview', () => {
  let projectId: number;
  const items: number[] = [];
  beforeAll(async () => {
    projectId = (await h.call('POST', '/projects', { body: { name: 'Previewed' } })).body.id;
    for (const [name, license, status, isByPerson] of [
      ['bee', 'MIT', 'DRAFT', false],
      ['cat', 'GPL-3.0-only', 'APPROVED', true],
      ['dog', 'GPL-3.0-only', 'REJECTED', false],
      ['eel', 'ISC', 'DRAFT', false],
    ]) {
      const { rows } = await h.database.pool.query(
        `insert into inventory_items (project_id, type, identity, name, license_expression, status, is_status_set_by_person, is_published, created_by)
         values ($1, 'COMPONENT', $2, $2, $3, $4, $5, true, 'admin') returning id`,
        [projectId, name, license, status, isByPerson],
      );
      items.push(Number(rows[0].id));
    }
  });
  const preview = (body: Record<string, unknown>, as = h.admin) =>
    h.call('POST', '/policies/preview', { as, body: { rules: { licenses: RULES.licenses }, projectIds: [projectId], ...body } }); // biome-ignore format: one call

  it('200: counts, examples with their rules, and the decisions of people that would be overturned', async () => {
    const { status, body } = await preview({});
    expect(status).toBe(200);
    expect(body.data).toMatchObject([
      {
        projectId,
        projectName: 'Previewed',
        ...{ items: 4, isComplete: true, approved: 1, rejected: 2, undecided: 1, changed: 2, overturned: 1 },
        examples: [
          {
            inventoryId: items[0],
            reviewStatus: 'Draft',
            decision: 'APPROVED',
            reasons: ['The license MIT is approved.'],
          },
        ],
        overturnedItems: [{ inventoryId: items[1], reviewStatus: 'Approved', decision: 'REJECTED' }],
      },
    ]);
  });

  it('changes nothing', async () => {
    const { rows } = await h.database.pool.query(
      'select status from inventory_items where project_id = $1 order by id',
      [projectId],
    );
    expect(rows.map(({ status }) => status)).toEqual(['DRAFT', 'APPROVED', 'REJECTED', 'DRAFT']);
  });

  it('404 for a project that the caller may not see', async () => {
    const editor = await h.person('preview-editor', ['edit_policy']);
    expect((await preview({}, editor)).status).toBe(200);
    await h.database.pool.query('update projects set is_private = true where id = $1', [projectId]);
    expect((await preview({}, editor)).status).toBe(404);
    expect((await preview({ projectIds: [projectId, 999_999_999] })).status).toBe(404);
  });

  it('403 without the permission to edit policies, 400 for a wrong name', async () => {
    expect((await preview({}, await h.person('preview-reader'))).status).toBe(403);
    expect((await preview({ rules: licenseRules('GPL-3') })).status).toBe(400);
  });

  it('an item that a policy decided names the rule, and says when the policy would no longer decide so', async () => {
    const policyId = (await make({ rules: { licenses: RULES.licenses } })).body.id;
    const { rows } = await h.database.pool.query('select name from policy_profiles where id = $1', [policyId]);
    await h.database.pool.query('update projects set policy_profile_id = $1 where id = $2', [policyId, projectId]);
    const job = await h.call('POST', `/jobs/applyPolicy/${projectId}?keepManualStatuses=true`);
    expect(job.status).toBe(202);
    await h.jobOver(Number(job.body.message.split(':')[1]));
    const why = async () => (await h.call('GET', `/inventories/${items[0]}/whyDecided`)).body.data.sentence;
    expect(await why()).toContain(`The rules of ${rows[0].name}: The license MIT is approved.`);
    await h.database.pool.query(`update policy_profiles set rules = '{}' where id = $1`, [policyId]);
    expect(await why()).toContain('would no longer decide so');
  });
});
