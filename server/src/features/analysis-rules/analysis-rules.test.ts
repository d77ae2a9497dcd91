// Rules about vulnerabilities: they decide before anybody is alerted, when they are made and later; what they decided is open again when they end.
// Decisions of people count, and are shown beside them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { importAdvisories } from '../../advisories/import.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';
import { reportNewsOfItems } from '../../advisories/news.ts';
import { keepRules } from '../../analysis-rules/changes.ts';
import { getProject } from '../../db/projects/projects.ts';
import { takeAnalyses } from '../../project-data/analyses.ts';
import { IssueList } from '../../project-data/document.ts';
import { readAnalysis } from '../../project-data/incoming-analyses.ts';
import { documentOf } from '../../project-data/outgoing-document.ts';

let h: Harness;
let count = 0;
let cve: string;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());
beforeEach(async () => {
  count++;
  cve = `CVE-2026-${2000 + count}`;
  for (const rule of (await h.call('GET', '/analysisRules?limit=1000')).body.data)
    await h.call('DELETE', `/analysisRules/${rule.id}`);
});

const nameOf = (name: string) => `${name}${count}`;

async function publish(name: string, id = cve, more: object = {}) {
  const record = {
    id,
    modified: '2026-01-01T00:00:00Z',
    summary: 'A hole',
    affected: [
      {
        package: { ecosystem: 'npm', name: nameOf(name) },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
      },
    ],
    ...more,
  };
  await importAdvisories(
    h.app,
    (async function* () {
      yield { type: 'file' as const, path: `${id}.json`, bytes: Buffer.from(JSON.stringify(record)) };
      yield { type: 'end' as const, problem: '' };
    })(),
    { source: 'osv-npm', isFull: false },
  );
  await reportNewsOfItems(h.app);
}

async function project(title: string, more: object = {}): Promise<number> {
  return (await h.call('POST', '/projects', { body: { name: `${title} ${count}`, ...more } })).body.id;
}

/** An item of this package, as a scan or an import makes it. */
async function item(
  projectId: number,
  name: string,
  more: { version?: string; scope?: string; level?: string } = {},
): Promise<number> {
  const { version = '1.0.0', scope = '', level = 'N/A' } = more;
  const { rows } = await h.database.pool.query(
    `with c as (insert into components (name, purl) values ($1, 'pkg:npm/' || $1) on conflict do nothing returning id),
      own as (select id from c union all select id from components where purl = 'pkg:npm/' || $1 limit 1),
      v as (insert into component_versions (component_id, name, purl) select id, $2, 'pkg:npm/' || $1 || '@' || $2 from own
        on conflict do nothing returning id, component_id),
      one as (select id, component_id from v union all
        select id, component_id from component_versions where purl = 'pkg:npm/' || $1 || '@' || $2 limit 1)
     insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by, license_expression, found_scope, dependency_level)
     select $3, 'COMPONENT', $1 || $2, $1, component_id, id, 'System', 'MIT', $4, $5 from one returning id`,
    [nameOf(name), version, projectId, scope, level],
  );
  while (await matchWaiting(h.app.db));
  await keepRules(h.app);
  return Number(rows[0].id);
}

const ruleOf = (condition: object, more: object = {}) => ({
  name: `Rule ${count}`,
  condition,
  state: 'NOT_AFFECTED',
  justification: 'CODE_NOT_REACHABLE',
  ground: 'Tests are not shipped.',
  expiresOn: 'never',
  ...more,
});
const create = (condition: object, more: object = {}, as?: Awaited<ReturnType<Harness['person']>>) =>
  h.call('POST', '/analysisRules', { body: ruleOf(condition, more), ...(as && { as }) });
const rule = async (id: number) => (await h.call('GET', `/analysisRules/${id}`)).body.data;
const countedIn = async (itemId: number) =>
  (await h.call('GET', `/inventories/${itemId}/vulnerabilities`)).body.data.length;
const analysesOf = async (itemId: number) =>
  (await h.call('GET', `/inventories/${itemId}/vulnerabilities/analysis`)).body.data.analyzedVulnerabilities;
const decided = async (id: number, query = '') =>
  (await h.call('GET', `/analysisRules/${id}/decisions${query}`)).body.data;
async function alertsOf(projectId: number) {
  const { body } = await h.call('GET', `/projects/${projectId}/vulnerabilityAlerts?state=ANY`);
  return body.data.map(({ isOpen, closedBy }: Record<string, unknown>) => [isOpen, closedBy]);
}
const news = async () => Number((await h.database.pool.query('select count(*) from exposure_news')).rows[0].count);

it('201; a rule decides about what is there, names itself, and what it decided is open again without it', async () => {
  const one = await project('one');
  const [tested, shipped] = [await item(one, 'a', { scope: 'test' }), await item(one, 'b', { scope: 'runtime' })];
  await publish('a');
  await publish('b', `${cve}9`);
  expect(await alertsOf(one)).toEqual([
    [true, ''],
    [true, ''],
  ]);
  const made = await create({ scopes: ['test'] });
  expect([made.status, made.body.data]).toEqual([201, { id: made.body.id, decided: 1, ended: 0, waiting: 0 }]);
  expect([await countedIn(tested), await countedIn(shipped)]).toEqual([0, 1]);
  expect(await analysesOf(tested)).toMatchObject([
    {
      suppressed: true,
      analyzedBy: `Rule "Rule ${count}"`,
      expiresOn: '',
      analysis: {
        state: 'NOT_AFFECTED',
        justification: 'CODE_NOT_REACHABLE',
        detail: `Decided by rule "Rule ${count}", because: Tests are not shipped.`,
      },
    },
  ]);
  expect(await analysesOf(shipped)).toEqual([]);
  expect((await alertsOf(one)).toSorted()).toEqual([
    [false, `Rule "Rule ${count}"`],
    [true, ''],
  ]);
  expect(await decided(made.body.id)).toMatchObject([
    { inventoryId: tested, vulnerabilityName: cve, effect: 'DECIDES', suppressed: true },
  ]);
  expect(await rule(made.body.id)).toMatchObject({
    decided: 1,
    ruleState: 'ON',
    reach: 'SITE',
    kind: 'RULE',
    mayChange: true,
  });
  const { body } = await h.call('GET', `/inventories/${tested}/decisions`);
  expect(body.data[0]).toMatchObject({
    ...{ kind: 'analysis', subject: { advisory: cve }, standing: 'holds' },
    ground: { by: 'rule', rule: `Rule ${count}`, words: 'Tests are not shipped.' },
  });

  const off = await h.call('PUT', `/analysisRules/${made.body.id}/isEnabled`, { body: { isEnabled: false } });
  expect(off.body.data).toMatchObject({ decided: 0, ended: 1, waiting: 0 });
  expect([await countedIn(tested), await analysesOf(tested)]).toEqual([1, []]);
  expect(await alertsOf(one)).toEqual([
    [true, ''],
    [true, ''],
  ]);
  expect((await h.call('GET', `/inventories/${tested}/decisions`)).body.data[0]).toMatchObject({
    ...{ kind: 'analysis', value: { isLifted: true }, ground: { by: 'rule', rule: `Rule ${count}` } },
  });
});

it('decides in the transaction that finds a vulnerability: nobody is alerted first', async () => {
  const one = await project('one');
  const tested = await item(one, 'a', { scope: 'test' });
  await create({ scopes: ['test'], packages: [{ package: `pkg:npm/${nameOf('a')}`, versions: 'vers:npm/<2.0.0' }] });
  await publish('a');
  expect([await countedIn(tested), await alertsOf(one), await news()]).toEqual([0, [], 0]);
  const later = await item(one, 'a', { version: '2.0.0', scope: 'test' });
  const other = await item(await project('other'), 'a', { scope: 'test' });
  expect([await countedIn(later), await countedIn(other)]).toEqual([1, 0]);
});

it('follows what changes: the item, its project, its folder, and the vulnerability', async () => {
  const folder = (await h.call('POST', '/folders', { body: { name: `Team ${count}` } })).body.id;
  expect(folder).toBeGreaterThan(0);
  const one = await project('one');
  const own = await item(one, 'a', { scope: 'test' });
  await publish('a', cve, { database_specific: { cwe_ids: ['CWE-79'] } });
  const { id } = (await create({ folderIds: [folder] })).body;
  expect(await countedIn(own)).toBe(1);
  await h.database.pool.query('update projects set folder_id = $1 where id = $2', [folder, one]);
  await keepRules(h.app);
  expect(await countedIn(own)).toBe(0);
  await h.call('PUT', `/analysisRules/${id}`, { body: ruleOf({ scopes: ['test'], weaknesses: ['CWE-79'] }) });
  expect(await countedIn(own)).toBe(0);
  await h.database.pool.query(`update inventory_items set found_scope = 'runtime' where id = $1`, [own]);
  await keepRules(h.app);
  expect(await countedIn(own)).toBe(1);
  await h.call('PUT', `/analysisRules/${id}`, { body: ruleOf({ epssBelow: 0.1 }) });
  expect(await countedIn(own)).toBe(1);
  await h.database.pool.query('update vulnerabilities set epss = 0.01 where name = $1', [cve]);
  await keepRules(h.app);
  expect(await countedIn(own)).toBe(0);
  await h.database.pool.query('update vulnerabilities set epss = 0.5 where name = $1', [cve]);
  await keepRules(h.app);
  expect(await countedIn(own)).toBe(1);
});

it('a path in the dependency graph, and a file', async () => {
  const one = await project('one');
  const [jest, deep, both] = [await item(one, 'jest'), await item(one, 'deep'), await item(one, 'both')];
  const express = await item(one, 'express');
  await h.database.pool.query(
    `insert into inventory_links (parent_id, child_id, type) select p, c, 'DEPENDENCY' from unnest($1::bigint[], $2::bigint[]) t(p, c)`,
    [
      [jest, jest, express],
      [deep, both, both],
    ],
  );
  await publish('deep');
  await publish('both', `${cve}1`);
  const { id } = (await create({ parents: [`pkg:npm/${nameOf('jest')}`] })).body;
  expect([await countedIn(deep), await countedIn(both)]).toEqual([0, 1]);
  await h.call('PUT', `/analysisRules/${id}`, { body: ruleOf({ parents: [`pkg:npm/*${count}`] }) });
  expect([await countedIn(deep), await countedIn(both)]).toEqual([0, 0]);
  await h.call('PUT', `/analysisRules/${id}`, { body: ruleOf({ paths: ['test/'] }) });
  expect([await countedIn(deep), await countedIn(both)]).toEqual([1, 1]);
});

it('people decide before rules, and rules before sources of VEX; both are shown', async () => {
  const one = await project('one');
  const [own, other] = [await item(one, 'a'), await item(await project('other'), 'a')];
  await publish('a');
  const vex = {
    ...{
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': `https://example.org/${count}`,
      author: 'House',
      version: 1,
    },
    timestamp: '2026-01-02T03:04:05Z',
    statements: [
      { vulnerability: { name: cve }, products: [{ '@id': `pkg:npm/${nameOf('a')}@1.0.0` }], status: 'fixed' },
    ],
  };
  await h.call('POST', `/advisories/vex/rules-${count}/documents`, {
    raw: Buffer.from(JSON.stringify(vex)),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect([await countedIn(own), await countedIn(other)]).toEqual([0, 0]);
  const { id } = (await create({ vulnerabilities: [cve] }, { state: 'EXPLOITABLE', justification: undefined })).body;
  expect([await countedIn(own), await countedIn(other)]).toEqual([1, 1]);
  expect(await analysesOf(own)).toMatchObject([
    { suppressed: false, analyzedBy: `Rule "Rule ${count}"`, analysis: { state: 'EXPLOITABLE' } },
  ]);
  await h.call('POST', `/projects/${one}/vulnerabilityAnalyses`, {
    body: { inventoryIds: [own], state: 'FALSE_POSITIVE', detail: 'Seen', suppress: true },
  });
  expect([await countedIn(own), await countedIn(other)]).toEqual([0, 1]);
  expect(await analysesOf(own)).toMatchObject([{ analyzedBy: 'admin', analysis: { state: 'FALSE_POSITIVE' } }]);
  expect(await decided(id, '?effect=OVERRULED')).toMatchObject([
    {
      inventoryId: own,
      ownState: 'FALSE_POSITIVE',
      ownAuthor: 'admin',
      suppressed: false,
      vexSources: [`rules-${count}`],
    },
  ]);
  expect(await decided(id, '?effect=DECIDES')).toMatchObject([{ inventoryId: other }]);
  const { body } = await h.call('GET', `/inventories/${own}/decisions`);
  expect(
    body.data
      .filter(({ kind }: { kind: string }) => kind === 'analysis')
      .map((one: Record<string, { by: string }>) => [one.ground!.by, one.standing]),
  ).toEqual([
    ['person', 'holds'],
    ['rule', 'overruled'],
    ['import', 'overruled'],
  ]);
  // When the rule ends, the source decides again; the decision of the person stays.
  await h.call('DELETE', `/analysisRules/${id}`);
  expect([await countedIn(own), await countedIn(other)]).toEqual([0, 0]);
  expect(await analysesOf(own)).toMatchObject([{ analyzedBy: 'admin' }]);
  expect(await analysesOf(other)).toMatchObject([{ analyzedBy: `VEX source rules-${count}` }]);
  await h.call('DELETE', `/advisories/vex/rules-${count}`);
});

it('of two rules the narrower decides; the other one is shown, and decides when the first ends', async () => {
  const one = await project('one');
  const own = await item(one, 'a');
  await publish('a');
  const wide = (await create({ vulnerabilities: [cve] }, { name: `Wide ${count}` })).body.id;
  const narrow = (
    await create({ projectIds: [one] }, { name: `Narrow ${count}`, state: 'EXPLOITABLE', justification: undefined })
  ).body.id;
  expect(await decided(narrow)).toMatchObject([{ inventoryId: own, otherRules: [`Wide ${count}`] }]);
  expect([await countedIn(own), await decided(wide)]).toEqual([1, []]);
  await h.call('DELETE', `/analysisRules/${narrow}`);
  expect([await countedIn(own), (await decided(wide)).length]).toEqual([0, 1]);
});

it('ends with its last day and says so; a later end begins it again', async () => {
  const own = await item(await project('one'), 'a');
  await publish('a');
  const { id } = (await create({ vulnerabilities: [cve] }, { expiresOn: '2999-01-01' })).body;
  expect((await rule(id)).expiresOn).toBe('2999-01-01 23:59:59');
  await h.database.pool.query(`update analysis_rules set expires_at = '2020-01-01' where id = $1`, [id]);
  await keepRules(h.app);
  expect([await countedIn(own), (await rule(id)).ruleState]).toEqual([1, 'ENDED']);
  expect((await h.call('GET', '/analysisRules?state=ENDED')).body.data).toMatchObject([{ id }]);
  const on = await h.call('PUT', `/analysisRules/${id}/isEnabled`, { body: { isEnabled: true } });
  expect([on.status, on.text]).toEqual([400, expect.stringContaining('has ended')]);
  await h.call('PUT', `/analysisRules/${id}`, { body: ruleOf({ vulnerabilities: [cve] }) });
  expect([await countedIn(own), (await rule(id)).ruleState]).toEqual([0, 'ON']);
});

it('the dry mode counts, gives examples, and says what is left out and why', async () => {
  const one = await project('one');
  await item(one, 'a', { level: 'Direct' });
  const seen = await item(one, 'b', { level: 'Direct' });
  await item(one, 'c');
  await item(await project('other'), 'a', { level: 'Direct' });
  for (const [at, name] of ['a', 'b', 'c'].entries()) await publish(name, `${cve}${at}`);
  await h.call('POST', `/projects/${one}/vulnerabilityAnalyses`, {
    body: { inventoryIds: [seen], state: 'IN_TRIAGE' },
  });
  const condition = { dependencyLevels: ['Direct'], vulnerabilities: [0, 1, 2].map((at) => `${cve}${at}`) };
  const { status, body } = await h.call('POST', '/analysisRules/preview', { body: ruleOf(condition) });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    ...{ decided: 2, items: 2, projects: 2 },
    skipped: [
      { why: 'PERSON', count: 1 },
      { why: 'NO_LEVEL', count: 1 },
    ],
    examples: [
      { inventoryName: nameOf('a'), vulnerabilityName: `${cve}0`, why: '' },
      { inventoryName: nameOf('a'), why: '' },
    ],
    skippedExamples: [
      { inventoryName: nameOf('b'), why: 'PERSON' },
      { inventoryName: nameOf('c'), why: 'NO_LEVEL' },
    ],
  });
  expect((await h.call('GET', '/analysisRules')).body.data).toEqual([]);
});

describe('who may decide how far', () => {
  it('a rule for a project takes the right in it; a wider one takes system_admin', async () => {
    const contact = await h.person(`contact${count}`);
    const own = (
      await h.call('POST', '/projects', {
        body: { name: `own ${count}`, owner: contact.login, privateProject: true },
      })
    ).body.id;
    const [open, hidden] = [await project('open'), await project('hidden', { privateProject: true })];
    const statusOf = async (condition: object, more: object = {}) => (await create(condition, more, contact)).status;
    expect(await statusOf({ scopes: ['test'] })).toBe(403);
    expect(await statusOf({ folderIds: [1] })).toBe(403);
    expect(await statusOf({ projectIds: [own, open] })).toBe(403);
    expect(await statusOf({ projectIds: [own, hidden] })).toBe(404);
    const mine = await create({ projectIds: [own] }, {}, contact);
    expect([mine.status, mine.text]).toEqual([201, mine.text]);
    const site = (await create({ scopes: ['test'] }, { name: `Site ${count}` })).body.id;
    const secret = (await create({ projectIds: [hidden] }, { name: `Secret ${count}` })).body.id;
    const seen = await h.call('GET', '/analysisRules', { as: contact });
    expect(seen.body.data.map(({ id, mayChange }: { id: number; mayChange: boolean }) => [id, mayChange])).toEqual([
      [mine.body.id, true],
      [site, false],
    ]);
    const asContact = async (method: 'GET' | 'DELETE', id: number) =>
      (await h.call(method, `/analysisRules/${id}`, { as: contact })).status;
    expect([
      await asContact('GET', secret),
      await asContact('DELETE', secret),
      await asContact('DELETE', site),
    ]).toEqual([404, 404, 403]);
    const moved = await h.call('PUT', `/analysisRules/${mine.body.id}`, {
      body: ruleOf({ scopes: ['test'] }),
      as: contact,
    });
    expect(moved.status).toBe(403);
    expect(await asContact('DELETE', mine.body.id)).toBe(200);
  });
});

it('400; names the field, and 404 for what is not there', async () => {
  for (const [field, condition, more] of [
    ['"condition"', {}, {}],
    ['"ground"', { scopes: ['test'] }, { ground: ' ' }],
    ['"expiresOn"', { scopes: ['test'] }, { expiresOn: 'soon' }],
    ['versions"', { packages: [{ package: 'pkg:npm/a', versions: '>1' }] }, {}],
    ['"suppress"', { scopes: ['test'] }, { state: 'EXPLOITABLE', suppress: true }],
  ] as const) {
    const { status, text } = await create(condition, more);
    expect([status, text]).toEqual([400, expect.stringContaining(field.replaceAll('"', '\\"'))]);
  }
  await create({ scopes: ['test'] });
  expect((await create({ scopes: ['test'] })).status).toBe(400);
  expect((await h.call('GET', '/analysisRules/999999')).status).toBe(404);
});

describe('a decision of a person with a wider reach', () => {
  const decide = (projectId: number, body: object, as?: Awaited<ReturnType<Harness['person']>>) =>
    h.call('POST', `/projects/${projectId}/vulnerabilityAnalyses`, {
      body: { state: 'NOT_AFFECTED', detail: 'Known.', suppress: true, ...body },
      ...(as && { as }),
    });

  it('holds for the project, its copies, its folder, or everywhere; each is a row of decisions, and can be withdrawn', async () => {
    const folderId = (await h.call('POST', '/folders', { body: { name: `Line ${count}` } })).body.id;
    const folderName = `Line ${count}`;
    const one = await project('one', { folderName });
    const copy = await project('copy', { folderName });
    const [beside, elsewhere] = [await project('beside', { folderName }), await project('elsewhere')];
    await h.database.pool.query('update projects set origin_ids = $1 where id = $2', [[one], copy]);
    const items: number[] = [];
    for (const id of [one, copy, beside, elsewhere]) items.push(await item(id, 'a'));
    const newer = await item(one, 'a', { version: '2.0.0' });
    await publish('a');
    const counts = async () => {
      const all: number[] = [];
      for (const id of [...items, newer]) all.push(await countedIn(id));
      return all;
    };
    for (const [reach, more, expected, scope] of [
      ['PROJECT', {}, [0, 1, 1, 1, 1], 'project'],
      ['PROJECT', { allVersions: true }, [0, 1, 1, 1, 0], 'project'],
      ['RELEASES', {}, [0, 0, 1, 1, 1], 'family'],
      ['FOLDER', {}, [0, 0, 0, 1, 1], 'site'],
      ['FOLDER', { folderId }, [0, 0, 0, 1, 1], 'site'],
      ['SITE', {}, [0, 0, 0, 0, 1], 'site'],
    ] as const) {
      const preview = await decide(one, { inventoryIds: [items[0]], reach, ...more, previewOnly: true });
      expect([reach, preview.body.data.changes.map(({ change }: { change: string }) => change)]).toEqual([
        reach,
        ['NEW'],
      ]);
      const { status, body } = await decide(one, { inventoryIds: [items[0]], reach, ...more });
      expect([reach, status, await counts()]).toEqual([reach, 200, expected]);
      const [ruleId] = body.data.ruleIds;
      expect(await rule(ruleId)).toMatchObject({
        name: `${cve} of ${nameOf('a')}`,
        kind: 'DECISION',
        reach,
        ground: 'Known.',
      });
      const { rows } = await h.database.pool.query(
        `select scope, value ->> 'reach' as reach, ground ->> 'words' as words from decisions where kind = 'analysis-rule' and superseded_at is null
           and subject ->> 'rule' = $1 order by id desc limit 1`,
        [`${cve} of ${nameOf('a')}`],
      );
      expect(rows).toEqual([{ scope, reach, words: 'Known.' }]);
      await h.call('DELETE', `/analysisRules/${ruleId}`);
      expect(await counts()).toEqual([1, 1, 1, 1, 1]);
    }
  });

  it('keeps what people decided, needs words, and for a folder or everywhere the permission', async () => {
    const contact = await h.person(`reach${count}`);
    const own = (await h.call('POST', '/projects', { body: { name: `own ${count}`, owner: contact.login } })).body.id;
    const [a, b] = [await item(own, 'a'), await item(own, 'b')];
    await publish('a');
    await publish('b', `${cve}1`);
    const both = { inventoryIds: [a, b] };
    await decide(own, { inventoryIds: [a], state: 'EXPLOITABLE', suppress: false });
    expect((await decide(own, { ...both, reach: 'SITE' }, contact)).status).toBe(403);
    expect((await decide(own, { ...both, reach: 'FOLDER' }, contact)).status).toBe(403);
    expect((await decide(own, { ...both, reach: 'PROJECT', detail: ' ' }, contact)).status).toBe(400);
    expect((await decide(own, { ...both, folderId: 1 }, contact)).status).toBe(400);
    const { status, body } = await decide(own, { ...both, reach: 'PROJECT' }, contact);
    expect([status, body.data.ruleIds.length, body.data.changes.map((one: { change: string }) => one.change)]).toEqual([
      200,
      1,
      ['KEPT', 'NEW'],
    ]);
    expect([await countedIn(a), await countedIn(b)]).toEqual([1, 0]);
  });
});

it('project data name the rule; an import takes its decision over, unless a rule here decides about the same', async () => {
  const [one, other] = [await project('one'), await project('other')];
  const [own, copied] = [await item(one, 'a'), await item(other, 'a')];
  await publish('a');
  const { id } = (await create({ vulnerabilities: [cve] }, { expiresOn: '2999-01-01' })).body;
  let text = '';
  for await (const part of documentOf(h.app.db, one, h.app.now())) text += part;
  const { analyses } = JSON.parse(text);
  expect(analyses).toMatchObject([
    { vulnerability: cve, rule: `Rule ${count}`, suppressed: true, expiresOn: '2999-01-01 23:59:59' },
  ]);
  const take = () =>
    h.app.db.transaction().execute(async (tx) => {
      const input = { project: await getProject(tx, other), mayAnalyze: true, now: h.app.now() } as Parameters<
        typeof takeAnalyses
      >[1];
      const read = readAnalysis(analyses[0], 'analyses[0]', new IssueList())!;
      return takeAnalyses(tx, input, [read], { source: 'elsewhere', login: 'admin' }, new IssueList());
    });
  expect(await take()).toBe(0);
  await h.call('DELETE', `/analysisRules/${id}`);
  expect([await countedIn(own), await countedIn(copied)]).toEqual([1, 1]);
  expect(await take()).toBe(1);
  expect([await countedIn(own), await countedIn(copied)]).toEqual([1, 0]);
  expect(await analysesOf(copied)).toMatchObject([{ analyzedBy: 'admin', expiresOn: '2999-01-01 23:59:59' }]);
  const { body } = await h.call('GET', `/projects/${other}/decisions?kind=analysis`);
  expect(body.data[0].ground).toMatchObject({ by: 'import', source: 'elsewhere', rule: `Rule ${count}` });
});
