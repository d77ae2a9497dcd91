// Decisions about a vulnerability in several projects: rights, the preview, and projects that stay unchanged.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let count = 0;
/** Only vulnerabilities of this test. */
let cve: string;
let versionId: number;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());
beforeEach(async () => {
  cve = `CVE-2026-${1000 + ++count}`;
  const { rows } = await h.database.pool.query(
    `with v as (insert into vulnerabilities (name, severity_v3, is_recorded) values ($1, 'HIGH', true) returning id),
      n as (insert into vulnerability_names (name_key, vulnerability_id) select lower($1), id from v returning vulnerability_id as id),
      c as (insert into components (name, purl) values ($1, 'pkg:npm/' || lower($1)) returning id),
      cv as (insert into component_versions (component_id, name) select id, '1.0.0' from c returning id)
     insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids) select cv.id, n.id, 'affected', '{}' from cv, n returning version_id`,
    [cve],
  );
  versionId = Number(rows[0].version_id);
});

interface Place {
  projectId: number;
  itemId: number;
}

async function placed(name: string): Promise<Place> {
  const projectId = (await h.call('POST', '/projects', { body: { name: `${cve} ${name}` } })).body.id;
  const { rows } = await h.database.pool.query(
    `insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by, license_expression)
     select $1, 'COMPONENT', $2, 'item of ' || $2, cv.component_id, cv.id, 'System', 'MIT' from component_versions cv where cv.id = $3 returning id`,
    [projectId, name, versionId],
  );
  const itemId = Number(rows[0].id);
  await h.database.pool.query('select refresh_exposures(array[$1::bigint])', [itemId]);
  await h.database.pool.query(
    `insert into vulnerability_alerts (item_id, project_id, vulnerability_id, priority)
     select $1, $2, vulnerability_id, 'HIGH' from version_vulnerabilities where version_id = $3`,
    [itemId, projectId, versionId],
  );
  return { projectId, itemId };
}

type Person = Awaited<ReturnType<Harness['person']>>;
const decide = (more: object, as?: Person) =>
  h.call('POST', '/vulnerabilityAnalyses', {
    body: { vulnerabilityNames: [cve], state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE', ...more },
    ...(as ? { as } : {}),
  });
const countedIn = async ({ itemId }: Place) =>
  (await h.call('GET', `/inventories/${itemId}/vulnerabilities`)).body.data.length;
const analysisOf = async ({ itemId }: Place) =>
  (await h.call('GET', `/inventories/${itemId}/vulnerabilities/analysis`)).body.data.analyzedVulnerabilities;
const decisionsOf = async ({ itemId }: Place) => (await h.call('GET', `/inventories/${itemId}/decisions`)).body.data;
const openAlertsOf = async ({ projectId }: Place) =>
  (await h.call('GET', `/projects/${projectId}/vulnerabilityAlerts`)).body.data.length;

it('200; in all projects, after a preview that changes nothing, and withdrawn again', async () => {
  const [one, other] = [await placed('one'), await placed('other')];
  const expected = {
    total: 2,
    decided: 2,
    projects: 2,
    missing: 0,
    notAllowed: 0,
    notAllowedProjects: [],
    leftOff: 0,
    changes: [
      {
        projectId: one.projectId,
        projectName: `${cve} one`,
        inventoryId: one.itemId,
        vulnerabilityName: cve,
        change: 'NEW',
      },
      { projectId: other.projectId, inventoryId: other.itemId, change: 'NEW', stateBefore: '' },
    ],
  };
  const words = { detail: 'Nothing calls it', suppress: true, ground: { ticket: 'SEC-7' } };
  expect((await decide({ ...words, previewOnly: true })).body.data).toMatchObject(expected);
  expect([await countedIn(one), await decisionsOf(one)]).toEqual([1, []]);
  expect((await decide(words)).body.data).toMatchObject(expected);
  for (const place of [one, other]) {
    expect([await countedIn(place), await openAlertsOf(place)]).toEqual([0, 0]);
    expect(await analysisOf(place)).toMatchObject([
      { vulnerabilityName: cve, suppressed: true, analysis: { state: 'NOT_AFFECTED' }, analyzedBy: 'admin' },
    ]);
    expect(await decisionsOf(place)).toMatchObject([
      {
        kind: 'analysis',
        subject: { advisory: cve, component: `pkg:npm/${cve.toLowerCase()}` },
        scope: 'item',
        value: { state: 'NOT_AFFECTED', isSuppressed: true, version: '1.0.0' },
        ground: { by: 'person', words: 'Nothing calls it', ticket: 'SEC-7' },
        author: 'admin',
      },
    ]);
  }
  const again = (await decide({ ...words, previewOnly: true })).body.data.changes;
  expect(again).toMatchObject([{ change: 'SAME', wasSuppressed: true }, { change: 'SAME' }]);

  const lift = { vulnerabilityNames: [cve.toLowerCase()], remarks: 'It is reached' };
  const lifted = await h.call('POST', '/vulnerabilityAnalyses/lift', { body: lift });
  expect(lifted.body.data).toMatchObject({ total: 2, decided: 2, changes: [{ change: 'LIFTED' }, {}] });
  expect([await countedIn(one), await countedIn(other)]).toEqual([1, 1]);
  expect(await decisionsOf(other)).toMatchObject([
    { value: { isLifted: true }, ground: { words: 'It is reached' } },
    {},
  ]);
  expect((await h.call('POST', '/vulnerabilityAnalyses/lift', { body: lift })).body.data.total).toBe(0);
});

it('200; only in the named projects and items', async () => {
  const [one, other] = [await placed('one'), await placed('other')];
  expect((await decide({ projectIds: [other.projectId] })).body.data).toMatchObject({ total: 1, decided: 1 });
  expect([await analysisOf(one), (await analysisOf(other)).length]).toEqual([[], 1]);
  const chosen = { inventoryIds: [one.itemId, 987_654_321], vulnerabilityNames: [] };
  expect((await decide(chosen)).body.data).toMatchObject({ total: 1, missing: 1, changes: [{ change: 'NEW' }] });
  expect(await analysisOf(one)).toMatchObject([
    { suppressed: false, analysis: { justification: 'CODE_NOT_REACHABLE' } },
  ]);
});

it('200; projects without the right to decide are named and stay unchanged, hidden ones are not even counted', async () => {
  const [mine, foreign, locked, hidden] = [
    await placed('mine'),
    await placed('foreign'),
    await placed('locked'),
    await placed('hidden'),
  ];
  const analyst = await h.person(`analyst${count}`);
  const { rows } = await h.database.pool.query('select id from users where login = $1', [`analyst${count}`]);
  const analystId = Number(rows[0].id);
  await h.database.pool.query('update projects set security_contact_id = $1 where id = any($2)', [
    analystId,
    [mine.projectId, locked.projectId],
  ]);
  await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [locked.projectId]);
  await h.call('PUT', `/projects/${hidden.projectId}`, { body: { privateProject: true } });
  const { body } = await decide({ suppress: true }, analyst);
  expect(body.data).toMatchObject({
    total: 3,
    decided: 1,
    projects: 1,
    notAllowed: 2,
    notAllowedProjects: [
      { projectId: foreign.projectId, projectName: `${cve} foreign`, total: 1 },
      { projectId: locked.projectId, total: 1 },
    ],
    changes: [{ change: 'NEW' }, { change: 'NOT_ALLOWED' }, { change: 'NOT_ALLOWED' }],
  });
  expect(await Promise.all([mine, foreign, locked, hidden].map(countedIn))).toEqual([0, 1, 1, 1]);
  const lift = { vulnerabilityNames: [cve], remarks: 'Wrong' };
  await decide({ projectIds: [foreign.projectId] });
  const lifted = await h.call('POST', '/vulnerabilityAnalyses/lift', { as: analyst, body: lift });
  expect(lifted.body.data).toMatchObject({
    total: 2,
    decided: 1,
    notAllowed: 1,
    changes: [{ change: 'LIFTED' }, { change: 'NOT_ALLOWED', stateBefore: 'NOT_AFFECTED' }],
  });
  expect((await analysisOf(foreign)).length).toBe(1);

  // The lists say where the caller may decide.
  const items = (await h.call('GET', `/advisories/${cve}/items`, { as: analyst })).body.data;
  expect(items.map((row: { mayAnalyze: boolean }) => row.mayAnalyze)).toEqual([false, false, true]);
  const list = async (as?: Person) =>
    (await h.call('GET', `/advisories?affecting=true&search=${cve}`, as ? { as } : {})).body.data;
  expect(await list(analyst)).toMatchObject([{ vulnerabilityName: cve, mayAnalyze: true }]);
  expect(await list(await h.person(`stranger${count}`))).toMatchObject([{ vulnerabilityName: cve, mayAnalyze: false }]);
});

it('200; what an administrator suppressed in all projects stays so', async () => {
  const one = await placed('one');
  const { rows } = await h.database.pool.query('select component_id from component_versions where id = $1', [
    versionId,
  ]);
  await h.call('POST', '/vulnerability/suppress', {
    body: {
      componentId: Number(rows[0].component_id),
      versionIds: [versionId],
      vulnerabilityName: cve,
      reason: 'FALSE_POSITIVE',
      remarks: 'No',
      versionScope: 'SPECIFIC_VERSIONS',
    },
  });
  expect((await decide({ state: 'EXPLOITABLE' })).body.data).toMatchObject({
    total: 1,
    decided: 0,
    changes: [{ change: 'SUPPRESSED_EVERYWHERE', wasSuppressed: true }],
  });
  expect(await analysisOf(one)).toMatchObject([{ suppressedEverywhere: true }]);
});

it.each<[string, object, string]>([
  ['nothing is named', { vulnerabilityNames: [] }, '"inventoryIds" or "vulnerabilityNames"'],
  ['only projects are named', { vulnerabilityNames: [], projectIds: [1] }, '"inventoryIds" or "vulnerabilityNames"'],
  ['the day is in the past', { expiresOn: '2020-01-01' }, '"expiresOn"'],
  ['the state is unknown', { state: 'HAPPY' }, '"state"'],
])('400 when %s', async (_what, more, words) => {
  const { status, text } = await decide(more);
  expect([status, text.replaceAll('\\"', '"')]).toEqual([400, expect.stringContaining(words)]);
});

it('lists say which components have a vulnerability, and how many items are decided', async () => {
  const [one, other] = [await placed('one'), await placed('other')];
  const listed = async (path: string) => (await h.call('GET', path)).body.data;
  const ofOne = `/projects/${one.projectId}/vulnerabilities`;
  const everywhere = `/advisories?affecting=true&search=${cve}`;
  expect(await listed(ofOne)).toMatchObject([
    { affectedComponents: [`${cve} 1.0.0`], affectedVersions: 1, affectedItems: 1, decidedItems: 0 },
  ]);
  await decide({ state: 'IN_TRIAGE', justification: undefined, projectIds: [one.projectId] });
  expect(await listed(ofOne)).toMatchObject([{ affectedItems: 1, decidedItems: 1 }]);
  expect(await listed(`${ofOne}?undecided=true`)).toEqual([]);
  expect(await listed(`${everywhere}&undecided=true`)).toMatchObject([{ affectedItems: 2, decidedItems: 1 }]);
  expect(await listed(`/advisories/${cve}/items`)).toMatchObject([
    { projectId: one.projectId, analysisState: 'IN_TRIAGE' },
    { projectId: other.projectId, analysisState: '' },
  ]);
  await decide({ projectIds: [other.projectId] });
  expect(await listed(`${everywhere}&undecided=true`)).toEqual([]);
});

it('200; a withdrawal ends the decision of a project that suppressed it, and only that', async () => {
  const [one, other] = [await placed('one'), await placed('other')];
  const { rows } = await h.database.pool.query('select component_id as id from component_versions where id = $1', [
    versionId,
  ]);
  const componentId = Number(rows[0].id);
  const details = (projectId: number) => ({ projectId, state: 'NOT_AFFECTED', justification: 'CODE_NOT_PRESENT' });
  for (const { projectId } of [one, other])
    expect(
      await h.call('POST', '/vulnerability/suppress', {
        body: {
          ...{ componentId, versionIds: [versionId], vulnerabilityName: cve, reason: 'OTHER', remarks: 'checked' },
          ...{ versionScope: 'SPECIFIC_VERSIONS', suppressionScope: 'PROJECT' },
          suppressionDetails: details(projectId),
        },
      }),
    ).toMatchObject({ status: 200 });
  const standing = async ({ projectId }: Place) =>
    (await h.call('GET', `/projects/${projectId}/decisions`)).body.data
      .filter((row: { standing: string }) => row.standing === 'holds')
      .map(({ kind, value }: { kind: string; value: object }) => [kind, value]);
  const held = [
    ['analysis', expect.objectContaining({ state: 'NOT_AFFECTED', versions: ['1.0.0'] })],
    ['suppression', { isSuppressed: true, reason: 'OTHER', versions: ['1.0.0'] }],
  ];
  expect(await standing(one)).toEqual(held);
  const body = { vulnerabilityNames: [cve], projectIds: [one.projectId], remarks: 'wrong after all' };
  expect(await h.call('POST', '/vulnerabilityAnalyses/lift', { body })).toMatchObject({ status: 200 });
  expect(await standing(one)).toEqual([
    ['analysis', { isLifted: true, version: '1.0.0' }],
    ['suppression', { isSuppressed: false, versions: ['1.0.0'] }],
  ]);
  expect(await standing(other)).toEqual(held);
});
