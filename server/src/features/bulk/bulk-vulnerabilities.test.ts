// Decisions about many vulnerabilities, of one project and of all: what the dry run says, what the run does, who may do it, and that an undo brings
// everything back.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Answer, type Harness, type Person, startHarness } from '../../../test/harness.ts';

let h: Harness;
let analyst: Person;
let reader: Person;
let count = 0;

beforeAll(async () => {
  h = await startHarness();
  analyst = await h.person('analyst');
  reader = await h.person('reader');
  await h.work();
});
afterAll(() => h.close());

type Body = Record<string, unknown>;

interface World {
  /** A part of the names of all its vulnerabilities. */
  tag: string;
  /** The first of them is critical, all others are medium. */
  vulnerabilityIds: number[];
  projectIds: number[];
}

/** A version has at most so many of them. */
const OF_ONE_VERSION = 20;

/** Projects with one item of each version, which together have `size` vulnerabilities. */
async function world({ size = 3, projects = 1 } = {}): Promise<World> {
  const tag = `CVE-2026-${10_000 + ++count}`;
  const { rows } = await h.database.pool.query(
    `with v as (insert into vulnerabilities (name, severity_v3, is_recorded)
        select $1 || lpad(n::text, 4, '0'), case when n = 1 then 'CRITICAL' else 'MEDIUM' end, true from generate_series(1, $2::int) n returning id, name),
      n as (insert into vulnerability_names (name_key, vulnerability_id) select lower(name), id from v),
      c as (insert into components (name, purl) values ($1, 'pkg:npm/' || lower($1)) returning id),
      cv as (insert into component_versions (component_id, name)
        select id, m || '.0.0' from c, generate_series(1, ($2::int + $3 - 1) / $3) m returning id, name),
      m as (insert into version_vulnerabilities (version_id, vulnerability_id, outcome, advisory_ids)
        select cv.id, v.id, 'affected', '{}' from v join cv on cv.name = ((right(v.name, 4)::int - 1) / $3 + 1) || '.0.0')
     select v.id from v order by v.name`,
    [tag, size, OF_ONE_VERSION],
  );
  const projectIds: number[] = [];
  for (let at = 0; at < projects; at++) {
    const { id } = (await h.call('POST', '/projects', { body: { name: `${tag} project ${at}` } })).body;
    await h.database.pool.query(
      `update projects set security_contact_id = (select id from users where login = 'analyst') where id = $1`,
      [id],
    );
    await h.database.pool.query(
      `insert into inventory_items (project_id, type, identity, name, component_id, version_id, created_by, license_expression)
       select $1, 'COMPONENT', cv.name, $2 || ' ' || cv.name, cv.component_id, cv.id, 'System', 'MIT'
       from component_versions cv join components c on c.id = cv.component_id where c.name = $2 order by cv.id`,
      [id, tag],
    );
    await h.database.pool.query(
      'select refresh_exposures(array(select id from inventory_items where project_id = $1))',
      [id],
    );
    await h.database.pool.query(
      `insert into vulnerability_alerts (item_id, project_id, vulnerability_id, priority)
       select i.id, i.project_id, m.vulnerability_id, 'HIGH' from inventory_items i join version_vulnerabilities m on m.version_id = i.version_id
       where i.project_id = $1`,
      [id],
    );
    projectIds.push(Number(id));
  }
  return { tag, vulnerabilityIds: rows.map((row: { id: number }) => Number(row.id)), projectIds };
}

/** Everything that decisions about vulnerabilities change, without the decisions that were taken back. */
async function everything({ tag }: World) {
  const rows = async (text: string) =>
    (await h.database.pool.query(text, [`${tag}%`])).rows.map((row) => JSON.stringify(row));
  const isOne = 'in (select id from vulnerabilities where name like $1)';
  return {
    analyses: await rows(
      `select to_jsonb(a) as row from vulnerability_analyses a where vulnerability_id ${isOne} order by id`,
    ),
    suppressions: await rows(
      `select to_jsonb(s) as row from suppressions s where vulnerability_id ${isOne} order by id`,
    ),
    suppressed: await rows(
      `select to_jsonb(x) as row from suppressed_versions x join suppressions s on s.id = x.suppression_id where vulnerability_id ${isOne} order by x.id`,
    ),
    alerts: await rows(
      `select to_jsonb(a) as row from vulnerability_alerts a where vulnerability_id ${isOne} order by id`,
    ),
    exposures: await rows(
      `select to_jsonb(e) as row from item_exposures e join inventory_items i on i.id = e.item_id where i.name like $1 order by item_id`,
    ),
    decisions: await rows(
      `select to_jsonb(d) as row from decisions d where subject ->> 'advisory' like $1 and undone_by = '' order by id`,
    ),
  };
}

const ofProject = (id: number, body: Body, as: Person = h.admin): Promise<Answer> =>
  h.call('POST', `/projects/${id}/bulkDecisions/vulnerabilities`, { body, as });
const ofAll = (body: Body, as: Person = h.admin): Promise<Answer> =>
  h.call('POST', '/bulkDecisions/vulnerabilities', { body, as });
const undo = (id: number, token: string, as: Person = h.admin): Promise<Answer> =>
  h.call('POST', `/projects/${id}/bulkDecisions/${token}/undo`, { as });
const undoOfAll = (token: string, as: Person = h.admin): Promise<Answer> =>
  h.call('POST', `/bulkDecisions/${token}/undo`, { as });
const message = ({ body }: Answer): string => body.errors[0].message;
const listed = async (id: number): Promise<number> =>
  Number((await h.call('GET', `/projects/${id}/vulnerabilities?limit=1`)).headers['total-records']);

async function done(answer: Promise<Answer>) {
  const { status, body } = await answer;
  expect([status, body.errors ?? []]).toEqual([200, []]);
  return body.data;
}

const SUPPRESS = { action: 'SUPPRESS', analysis: { state: 'NOT_AFFECTED', justification: 'CODE_NOT_REACHABLE' } };
const REAL = { dryRun: false, reason: 'Nothing calls it' };

describe('a dry run', () => {
  it('says in words what would be decided about what the filter finds, and changes nothing', async () => {
    const here = await world({ size: 12 });
    const [id = 0] = here.projectIds;
    const before = await everything(here);
    const said = await done(ofProject(id, { ...SUPPRESS, filter: { severity: 'MEDIUM' } }));
    expect(said).toMatchObject({
      dryRun: true,
      matched: 11,
      changed: 11,
      items: 11,
      projects: 1,
      skipped: [],
      summary: '11 vulnerabilities would be suppressed as not affected',
      outcomes: [{ from: 'Undecided', to: 'Suppressed: not affected', count: 11 }],
    });
    expect(said.examples).toHaveLength(10);
    expect(said.examples[0].name).toBe(`${here.tag}0002 (medium) in ${here.tag} 1.0.0`);
    expect(said).not.toHaveProperty('undoToken');
    expect(await everything(here)).toEqual(before);
  });

  it('says which vulnerabilities stay as they are and why', async () => {
    const here = await world({ size: 4 });
    const [id = 0] = here.projectIds;
    const [first = 0, second = 0] = here.vulnerabilityIds;
    await done(ofProject(id, { ...SUPPRESS, ...REAL, vulnerabilityIds: [first] }));
    const { rows } = await h.database.pool.query(
      `select cv.component_id, v.name from vulnerabilities v join version_vulnerabilities m on m.vulnerability_id = v.id
       join component_versions cv on cv.id = m.version_id where v.id = $1`,
      [second],
    );
    await h.call('POST', '/vulnerability/suppress', {
      body: {
        componentId: Number(rows[0].component_id),
        vulnerabilityName: rows[0].name,
        reason: 'FALSE_POSITIVE',
        remarks: 'in no product',
        versionScope: 'ALL_CURRENT_VERSIONS',
      },
    });
    const foreign = await world({ size: 1 });
    const vulnerabilityIds = [...here.vulnerabilityIds, ...foreign.vulnerabilityIds];
    const said = await done(ofProject(id, { ...SUPPRESS, vulnerabilityIds }));
    expect(said.summary).toBe(
      '2 vulnerabilities would be suppressed as not affected; 3 skipped: 1 already suppressed, 1 suppressed in all projects by an administrator, 1 in no item',
    );
    expect(said.skippedExamples.map(({ reason }: { reason: string }) => reason)).toEqual([
      'SAME',
      'SUPPRESSED_EVERYWHERE',
      'NOT_FOUND',
    ]);
  });

  it('400 for what its action does not take, without a reason, and for a filter with an unknown value', async () => {
    const {
      projectIds: [id = 0],
    } = await world();
    const filter = {};
    const wrong: [Body, RegExp][] = [
      [{ ...SUPPRESS }, /either "vulnerabilityIds" or "filter"/],
      [{ ...SUPPRESS, filter, vulnerabilityIds: [1] }, /either "vulnerabilityIds" or "filter"/],
      [{ action: 'SUPPRESS', filter }, /"analysis" is required for the action SUPPRESS/],
      [{ action: 'ANALYZE', filter }, /"analysis" is required for the action ANALYZE/],
      [{ ...SUPPRESS, action: 'WITHDRAW', filter }, /"analysis" is only for/],
      [{ action: 'WITHDRAW', expiresOn: '2999-01-01', filter }, /"expiresOn" is only for/],
      [{ ...SUPPRESS, filter, expiresOn: '2020-01-01' }, /"expiresOn" is 2020-01-01, but it must be in the future/],
      [{ ...SUPPRESS, filter, dryRun: false }, /"reason" must say why/],
      [{ action: 'WITHDRAW', filter, dryRun: false, reason: ' ' }, /"reason" must say why/],
      [{ ...SUPPRESS, filter: { severity: 'SEVERE' } }, /severity/],
      [{ ...SUPPRESS, filter: { coverage: 'half' } }, /coverage/],
      [{ ...SUPPRESS, filter: { colour: 'red' } }, /colour/],
      [{ ...SUPPRESS, analysis: { state: 'FINE' }, filter }, /state/],
    ];
    for (const [body, why] of wrong)
      for (const answer of [await ofProject(id, body), await ofAll(body)]) {
        expect([body, answer.status]).toEqual([body, 400]);
        expect(message(answer)).toMatch(why);
      }
  });

  it('409 if the set has changed since', async () => {
    const here = await world();
    const [id = 0] = here.projectIds;
    const { setVersion } = await done(ofProject(id, { ...SUPPRESS, filter: {} }));
    await done(ofProject(id, { ...SUPPRESS, ...REAL, vulnerabilityIds: here.vulnerabilityIds.slice(0, 1) }));
    const refused = await ofProject(id, { ...SUPPRESS, ...REAL, filter: {}, setVersion });
    expect(refused.status).toBe(409);
    expect(message(refused)).toMatch(
      /The set has changed since the dry run: now 2 vulnerabilities would be suppressed/,
    );
  });
});

describe('a run', () => {
  it('decides about each as the operation for one does: analysis, decision with the reason, closed alert, counts', async () => {
    const here = await world({ size: 2 });
    const [id = 0] = here.projectIds;
    const twin = await world({ size: 2 });
    const [twinId = 0] = twin.projectIds;
    const single = { ...SUPPRESS.analysis, detail: REAL.reason, suppress: true };
    await h.call('POST', `/projects/${twinId}/vulnerabilityAnalyses`, {
      body: { vulnerabilityNames: [`${twin.tag}0001`, `${twin.tag}0002`], ...single },
    });
    const run = await done(ofProject(id, { ...SUPPRESS, ...REAL, filter: {} }));
    expect(run.summary).toBe('2 vulnerabilities were suppressed as not affected');
    const plain = async (one: World) =>
      JSON.parse(
        JSON.stringify(await everything(one))
          .replaceAll(one.tag, 'TAG')
          .replaceAll(one.tag.toLowerCase(), 'TAG')
          .replaceAll(/\\"[a-z_]*(?:id|_at|supersedes)\\":(?:\d+|null|\\"[^"]*\\")/g, ''),
      );
    expect(await plain(here)).toEqual(await plain(twin));
    expect([await listed(id), await listed(twinId)]).toEqual([0, 0]);
    const entry = (await h.call('GET', `/projects/${id}/bulkDecisions`)).body.data[0];
    expect(entry).toMatchObject({
      action: 'SUPPRESS',
      reason: REAL.reason,
      decidedBy: 'admin',
      changed: 2,
      mayUndo: true,
    });
  });

  it('records an analysis that still counts, until a day, and withdraws it', async () => {
    const here = await world({ size: 2 });
    const [id = 0] = here.projectIds;
    const triage = { action: 'ANALYZE', analysis: { state: 'IN_TRIAGE', response: 'UPDATE' }, filter: {} };
    const run = await done(ofProject(id, { ...triage, ...REAL, expiresOn: '2999-01-31' }, analyst));
    expect(run.summary).toBe('2 vulnerabilities were marked as in triage until 2999-01-31');
    expect(await listed(id)).toBe(2);
    const { analyses } = await everything(here);
    expect(analyses.join()).toMatch(/"state": ?"IN_TRIAGE".*2999-01-31/);
    const withdrawn = await done(ofProject(id, { action: 'WITHDRAW', filter: {}, ...REAL }, analyst));
    expect(withdrawn.summary).toBe('2 vulnerabilities were set to undecided');
    expect((await everything(here)).analyses).toEqual([]);
    expect((await done(ofProject(id, { action: 'WITHDRAW', filter: {} }))).summary).toBe(
      '0 vulnerabilities would be set to undecided; 2 skipped: without a decision of people',
    );
  });

  it('403 without the right, 404 for a project that does not exist, and refused while the project is locked', async () => {
    const here = await world();
    const [id = 0] = here.projectIds;
    expect((await ofProject(id, { ...SUPPRESS, filter: {} }, reader)).status).toBe(403);
    expect((await ofProject(987_654_321, { ...SUPPRESS, filter: {} })).status).toBe(404);
    const run = await done(ofProject(id, { ...SUPPRESS, ...REAL, filter: {} }));
    await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [id]);
    for (const answer of [await ofProject(id, { ...SUPPRESS, ...REAL, filter: {} }), await undo(id, run.undoToken)]) {
      expect(answer.status).not.toBe(200);
      expect(message(answer)).toMatch(/locked|Completed/i);
    }
  });

  it('is a job beyond 1,000 vulnerabilities, and so is its undo', async () => {
    const here = await world({ size: 1003 });
    const [id = 0] = here.projectIds;
    const before = await everything(here);
    const run = await done(ofProject(id, { ...SUPPRESS, ...REAL, filter: {} }));
    expect(run.summary).toBe('1,003 vulnerabilities will be suppressed as not affected');
    expect((await h.jobOver(run.jobId)).status).toMatch(/completed/i);
    expect(await listed(id)).toBe(0);
    const undone = await done(undo(id, run.undoToken));
    await h.jobOver(undone.jobId);
    expect(await everything(here)).toEqual(before);
  });
});

describe('an undo', () => {
  const ACTIONS: Body[] = [
    SUPPRESS,
    { ...SUPPRESS, expiresOn: '2999-01-31' },
    { action: 'ANALYZE', analysis: { state: 'EXPLOITABLE', response: 'UPDATE' } },
    { action: 'WITHDRAW' },
  ];

  it.each(ACTIONS)('of %j brings everything back', async (given) => {
    const here = await world({ size: 5 });
    const [id = 0] = here.projectIds;
    const [a = 0, b = 0, c = 0] = here.vulnerabilityIds;
    // Decisions of people before it, so that there is something to bring back.
    await done(ofProject(id, { ...SUPPRESS, ...REAL, vulnerabilityIds: [a] }, analyst));
    await done(
      ofProject(id, { action: 'ANALYZE', analysis: { state: 'IN_TRIAGE' }, ...REAL, vulnerabilityIds: [b, c] }),
    );
    await done(ofProject(id, { action: 'WITHDRAW', ...REAL, vulnerabilityIds: [c] }));
    const before = await everything(here);
    const known = await inconsistencies(h.database.pool);
    const run = await done(ofProject(id, { ...given, ...REAL, vulnerabilityIds: here.vulnerabilityIds }));
    expect(run.changed).toBeGreaterThan(0);
    expect(await everything(here)).not.toEqual(before);
    const undone = await done(undo(id, run.undoToken));
    expect(undone).toMatchObject({ restored: run.changed, kept: [], keptCount: 0 });
    expect(await everything(here)).toEqual(before);
    expect(await inconsistencies(h.database.pool)).toEqual(known);
  });

  it('of several decisions in turn, the last one first, brings everything back', async () => {
    const here = await world();
    const [id = 0] = here.projectIds;
    const states = [await everything(here)];
    const tokens: string[] = [];
    const { vulnerabilityIds } = here;
    for (const action of [ACTIONS[2], ACTIONS[0], ACTIONS[3], ACTIONS[1]]) {
      tokens.push((await done(ofProject(id, { ...action, ...REAL, vulnerabilityIds }))).undoToken);
      states.push(await everything(here));
    }
    for (const [at, token] of [...tokens.entries()].reverse()) {
      expect((await done(undo(id, token))).kept).toEqual([]);
      expect(await everything(here)).toEqual(states[at]);
    }
  });

  it('leaves what somebody has decided or reopened since, and says who', async () => {
    const here = await world({ size: 4 });
    const [id = 0] = here.projectIds;
    const run = await done(ofProject(id, { ...SUPPRESS, ...REAL, filter: {} }));
    await h.call('POST', `/projects/${id}/vulnerabilityAnalyses`, {
      as: analyst,
      body: { vulnerabilityNames: [`${here.tag}0002`], state: 'EXPLOITABLE' },
    });
    const { rows } = await h.database.pool.query('select id from vulnerability_alerts where vulnerability_id = $1', [
      here.vulnerabilityIds[2],
    ]);
    await h.call('PUT', `/vulnerabilityAlerts/${rows[0].id}`, { body: { isOpen: true } });
    const undone = await done(undo(id, run.undoToken));
    expect(undone).toMatchObject({ restored: 2, keptCount: 2 });
    expect(undone.kept).toEqual([
      { id: here.vulnerabilityIds[1], name: `${here.tag}0002`, why: 'changed since by analyst' },
      { id: here.vulnerabilityIds[2], name: `${here.tag}0003`, why: 'changed since' },
    ]);
    expect((await everything(here)).analyses.join()).toMatch(/EXPLOITABLE/);
  });

  it('409 a second time and after a day; 404 for the token of another project', async () => {
    const here = await world({ projects: 2 });
    const [id = 0, other = 0] = here.projectIds;
    const first = await done(ofProject(id, { ...SUPPRESS, ...REAL, filter: {} }));
    expect((await undo(other, first.undoToken)).status).toBe(404);
    expect((await undoOfAll(first.undoToken)).status).toBe(404);
    expect((await undo(id, first.undoToken, reader)).status).toBe(403);
    await done(undo(id, first.undoToken));
    expect(message(await undo(id, first.undoToken))).toBe('admin has undone it already.');
    const second = await done(ofProject(id, { ...SUPPRESS, ...REAL, filter: {} }));
    await h.database.pool.query(
      `update bulk_decisions set undo_until = now() - interval '1 minute' where undo_token = $1`,
      [second.undoToken],
    );
    const late = await undo(id, second.undoToken);
    expect([late.status, message(late)]).toEqual([409, expect.stringMatching(/^It could be undone until/)]);
  });
});

describe('in all projects', () => {
  it('decides where the caller may, names the rest, and is undone by whoever decided', async () => {
    const here = await world({ size: 2, projects: 4 });
    const [mine = 0, foreign = 0, locked = 0, hidden = 0] = here.projectIds;
    const own = await h.person(`security${count}`);
    const contact =
      'update projects set security_contact_id = (select id from users where login = $2) where id = any($1)';
    await h.database.pool.query(contact, [[mine, locked], `security${count}`]);
    await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [locked]);
    await h.call('PUT', `/projects/${hidden}`, { body: { privateProject: true } });
    const before = await everything(here);
    const filter = { search: here.tag };
    expect(await done(ofAll({ ...SUPPRESS, filter }, own))).toMatchObject({
      matched: 2,
      changed: 2,
      items: 2,
      projects: 1,
    });
    expect((await done(ofAll({ ...SUPPRESS, filter }, reader))).summary).toBe(
      '0 vulnerabilities would be suppressed as not affected; 2 skipped: in projects that are locked or where you may not decide',
    );
    const run = await done(ofAll({ ...SUPPRESS, ...REAL, filter }, own));
    expect(await Promise.all([mine, foreign, locked, hidden].map(listed))).toEqual([0, 2, 2, 2]);
    expect((await undoOfAll(run.undoToken, reader)).status).toBe(404);
    expect((await h.call('GET', '/bulkDecisions', { as: reader })).body.data).toEqual([]);
    expect((await h.call('GET', '/bulkDecisions', { as: own })).body.data).toMatchObject([
      { changed: 2, mayUndo: true },
    ]);
    expect((await h.call('GET', '/bulkDecisions')).body.data[0]).toMatchObject({ undoToken: run.undoToken });
    expect(await done(undoOfAll(run.undoToken, own))).toMatchObject({ restored: 2, kept: [] });
    expect(await everything(here)).toEqual(before);
  });

  it('leaves what is in projects that were locked or changed since, and restores the rest', async () => {
    const here = await world({ size: 1, projects: 3 });
    const [one = 0, two = 0, three = 0] = here.projectIds;
    const run = await done(ofAll({ ...SUPPRESS, ...REAL, filter: { search: here.tag } }));
    expect(run).toMatchObject({ changed: 1, items: 3, projects: 3 });
    await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [two]);
    await h.call('POST', `/projects/${three}/vulnerabilityAnalyses`, {
      as: analyst,
      body: { vulnerabilityNames: [`${here.tag}0001`], state: 'EXPLOITABLE' },
    });
    const undone = await done(undoOfAll(run.undoToken));
    expect(undone).toMatchObject({ restored: 0, keptCount: 1 });
    expect(undone.kept.map(({ name, why }: { name: string; why: string }) => `${name}: ${why}`)).toEqual([
      `${here.tag}0001 in ${here.tag} project 1: you may not decide there, or the project is locked`,
      `${here.tag}0001 in ${here.tag} project 2: changed since by analyst`,
    ]);
    expect(await Promise.all([one, two, three].map(listed))).toEqual([1, 0, 1]);
  });

  it('is a job beyond 1,000 vulnerabilities', async () => {
    const here = await world({ size: 1001, projects: 2 });
    const before = await everything(here);
    const run = await done(ofAll({ ...SUPPRESS, ...REAL, filter: { search: here.tag } }, analyst));
    await h.jobOver(run.jobId);
    expect(await Promise.all(here.projectIds.map(listed))).toEqual([0, 0]);
    const undone = await done(undoOfAll(run.undoToken, analyst));
    await h.jobOver(undone.jobId);
    expect(await everything(here)).toEqual(before);
  });
});
