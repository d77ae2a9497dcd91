// Alerts of all projects: who sees which, filters, and bulk changes.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let count = 0;
/** Only alerts of this test. */
let word: string;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());
beforeEach(() => {
  word = `word${++count}`;
});

async function project(name: string): Promise<number> {
  const { body } = await h.call('POST', '/projects', { body: { name: `${word} ${name}` } });
  return body.id;
}

interface Wanted {
  name: string;
  severity?: string;
  isExploited?: boolean;
  priority?: string;
  isOpen?: boolean;
}

async function alert(projectId: number, { name, severity = 'HIGH', isExploited = false, ...more }: Wanted) {
  const { priority = 'HIGH', isOpen = true } = more;
  const { rows } = await h.database.pool.query(
    `with v as (insert into vulnerabilities (name, severity_v3, is_exploited, is_recorded) values ($1, $2, $3, true)
        on conflict do nothing returning id),
      n as (insert into vulnerability_names (name_key, vulnerability_id) select lower($1), id from v returning vulnerability_id as id),
      c as (insert into components (name) values ($1) returning id),
      i as (insert into inventory_items (project_id, type, identity, name, created_by, license_expression)
        select $4, 'WORK_IN_PROGRESS', $1, 'item of ' || $1, 'System', 'MIT' from c returning id)
     insert into vulnerability_alerts (item_id, project_id, vulnerability_id, priority, is_open, closed_by)
     select i.id, $4, n.id, $5, $6, case when $6 then '' else 'somebody' end from i, n returning id`,
    [name, severity, isExploited, projectId, priority, isOpen],
  );
  return Number(rows[0].id);
}

async function listed(query: string, as?: Awaited<ReturnType<Harness['person']>>): Promise<string[]> {
  const { status, text, body } = await h.call('GET', `/vulnerabilityAlerts?search=${word}${query}`, as ? { as } : {});
  expect(status, text).toBe(200);
  return body.data.map(({ vulnerabilityName }: { vulnerabilityName: string }) => vulnerabilityName);
}

it('200; the newest first, by each filter', async () => {
  const [one, other] = [await project('one'), await project('other')];
  await alert(one, { name: `CVE-1-${word}`, severity: 'CRITICAL', isExploited: true });
  await alert(one, { name: `CVE-2-${word}`, severity: 'LOW', priority: 'LOW' });
  await alert(other, { name: `CVE-3-${word}`, isOpen: false });
  await alert(other, { name: `CVE-4-${word}`, severity: 'UNKNOWN' });
  const named = (...numbers: number[]) => numbers.map((n) => `CVE-${n}-${word}`);
  for (const [query, expected] of [
    ['', named(4, 2, 1)],
    ['&state=ANY', named(4, 3, 2, 1)],
    ['&state=CLOSED', named(3)],
    ['&severity=CRITICAL', named(1)],
    ['&severity=UNKNOWN', named(4)],
    ['&priority=LOW', named(2)],
    ['&exploited=true', named(1)],
    ['&exploited=false', named(4, 2)],
    [`&projectId=${other}`, named(4)],
    [`%20other`, named(4)],
    ['&limit=2&offset=2', named(1)],
  ] as const)
    expect([query, await listed(query)]).toEqual([query, expected]);
  const { body } = await h.call('GET', `/vulnerabilityAlerts?search=item%20of%20CVE-1-${word}`);
  expect(body).toMatchObject({
    data: [{ projectId: one, projectName: `${word} one`, isExploited: true, severity: 'CRITICAL', mayChange: true }],
    dataAsOf: null,
  });
});

it('200; users see no alerts of projects that they may not see, and change none without the right', async () => {
  const [open, hidden] = [await project('open'), await project('hidden')];
  const seen = await alert(open, { name: `CVE-1-${word}` });
  const unseen = await alert(hidden, { name: `CVE-2-${word}` });
  await h.call('PUT', `/projects/${hidden}`, { body: { privateProject: true } });
  const stranger = await h.person(`stranger${count}`);
  expect(await listed('', stranger)).toEqual([`CVE-1-${word}`]);
  const body = { alertIds: [seen, unseen, 987_654_321], isOpen: false };
  const answer = await h.call('POST', '/vulnerabilityAlerts/changes', { as: stranger, body });
  expect(answer.body.data).toMatchObject({
    changed: 0,
    notAllowed: 1,
    missing: 2,
    changes: [{ id: seen, outcome: 'NOT_ALLOWED' }],
  });
  expect(await listed('')).toEqual([`CVE-2-${word}`, `CVE-1-${word}`]);
});

it('200; many at once, after a preview that changes nothing', async () => {
  const [one, locked] = [await project('one'), await project('locked')];
  const first = await alert(one, { name: `CVE-1-${word}` });
  const closed = await alert(one, { name: `CVE-2-${word}`, isOpen: false });
  const kept = await alert(locked, { name: `CVE-3-${word}` });
  await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [locked]);
  const change = { alertIds: [first, closed, kept, first], isOpen: false };
  const expected = {
    changed: 1,
    same: 1,
    notAllowed: 1,
    missing: 0,
    leftOff: 0,
    changes: [
      { id: first, projectName: `${word} one`, inventoryName: `item of CVE-1-${word}`, outcome: 'CHANGED' },
      { id: closed, outcome: 'SAME' },
      { id: kept, outcome: 'NOT_ALLOWED' },
    ],
  };
  const preview = await h.call('POST', '/vulnerabilityAlerts/changes', { body: { ...change, previewOnly: true } });
  expect(preview.body.data).toMatchObject(expected);
  expect(await listed('')).toEqual([`CVE-3-${word}`, `CVE-1-${word}`]);
  const made = await h.call('POST', '/vulnerabilityAlerts/changes', { body: change });
  expect(made.body.data).toMatchObject(expected);
  expect(await listed('')).toEqual([`CVE-3-${word}`]);
  // The user who closed the other alert is still shown.
  await h.call('POST', '/vulnerabilityAlerts/changes', { body: { ...change, priority: 'LOW' } });
  const { body } = await h.call('GET', `/vulnerabilityAlerts?search=${word}&state=CLOSED`);
  expect(body.data).toMatchObject([
    { id: closed, closedBy: 'somebody', priority: 'LOW' },
    { id: first, closedBy: 'admin', priority: 'LOW' },
  ]);
});

it('400 without a change', async () => {
  const { status, body } = await h.call('POST', '/vulnerabilityAlerts/changes', { body: { alertIds: [1] } });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('Set \\"isOpen\\"')]);
});
