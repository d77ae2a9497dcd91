// What projects had on each day, which of them is worst, and what needs a person: with scans on different days, and with projects that others may not see.
import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';
import { dayAfter, dayOf } from '../../domain/projects/trend.ts';
import { noteChanged, noteToday } from './note-days.ts';

const DAY_MS = 86_400_000;
let h: Harness;
let stranger: Person;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  stranger = await h.person('stranger');
  await h.call('POST', '/policies', { body: { name: 'decides nothing', rules: { licenses: [] } } });
  await bring('osv-npm', [{ name: 'cookiex', fixed: '0.5.2' }, { name: 'nobody-has-it' }]);
}, 120_000);
afterAll(() => h.close());

const { projectWith, scan, upload } = scannedProjects(() => h, 'overview');
const signal = new AbortController().signal;
const today = () => dayOf(new Date());
/** As if it were that many days ago. */
const daysAgo = (days: number) => ({ db: h.app.db, now: () => new Date(Date.now() - days * DAY_MS) });

async function bring(source: string, packages: { name: string; fixed?: string }[]) {
  const zip = makeZip(
    packages.map(({ name, fixed = '9.0.0' }, i) => ({
      name: `${i}.json`,
      body: JSON.stringify({
        schema_version: '1.6.0',
        id: `TEST-${source}-${i}`,
        modified: new Date().toISOString(),
        severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
        affected: [
          {
            package: { ecosystem: 'npm', name },
            ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed }] }],
          },
        ],
      }),
    })),
  );
  const { body } = await h.call('POST', `/advisories/import?source=${source}&full=true&force=true`, {
    raw: Buffer.from(zip),
    headers: { 'x-file-name': 'all.zip', 'content-type': 'application/octet-stream' },
  });
  expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed' });
}

/** Packages of npm with a license, and one of PyPI, for which there are no advisories. */
const files = (packages: Record<string, string>, license = 'MIT') => ({
  'package-lock.json': JSON.stringify({
    name: 'app',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'app', version: '1.0.0' },
      ...Object.fromEntries(
        Object.entries(packages).map(([name, version]) => [`node_modules/${name}`, { version, license }]),
      ),
    },
  }),
  'requirements.txt': 'flask==2.0.0\n',
});

async function scanned(packages: Record<string, string>, body: object = {}): Promise<number> {
  const id = await projectWith(files(packages));
  expect(
    (await h.call('PUT', `/projects/${id}`, { body: { policyProfileName: 'decides nothing', ...body } })).status,
  ).toBe(200);
  await scan(id);
  await matchWaiting(h.app.db);
  return id;
}
const trend = async (id: number, query = '', as?: Person) =>
  h.call('GET', `/projects/${id}/trend${query}`, as ? { as } : {});
const itemNamed = async (projectId: number, start: string) =>
  (await h.call('GET', `/project/inventory/${projectId}?published=false`)).body.inventoryItems.find(
    ({ name }: { name: string }) => name.startsWith(start),
  );
const needs = async (id: number) => (await h.call('GET', `/projects/${id}/needsPerson`)).body.data;
/** What the last scan added and changed, as the list of projects has it. */
const foundByScan = async (id: number) => {
  const { data } = (await h.call('GET', '/needsPerson')).body;
  const row = data.find(({ projectId }: { projectId: number }) => projectId === id);
  return [row.added, row.changed];
};
const shortly = ({ causes }: { causes: Record<string, any>[] }) =>
  causes.map(({ cause, count, grounds }) => [cause, count, ...grounds.map((one: Record<string, any>) => one.ground)]);

describe('scans on different days', () => {
  let id: number;
  beforeAll(async () => {
    id = await scanned({ cookiex: '0.5.1', steady: '1.0.0' });
    await noteToday(daysAgo(5), signal);
  }, 120_000);

  it('200; the first day has what was open, undecided, licensed and compared', async () => {
    const { data } = (await trend(id)).body;
    expect(data).toMatchObject({ firstDay: dayAfter(today(), -5), direction: 'UNKNOWN' });
    expect(data.days).toHaveLength(1);
    expect(data.days[0]).toMatchObject({
      day: dayAfter(today(), -5),
      open: { critical: 1, high: 0, unknown: 0, malware: 0 },
      review: { draft: 3, approved: 0, rejected: 0, lapsed: 0 },
      licenses: { P3: 2 },
      compared: { compared: 2, notCompared: 1 },
      fixed: 0,
      daysToFix: null,
      daysToDecide: null,
    });
  });

  it('200; the figures of each severity are those of the list of vulnerabilities', async () => {
    const list = await h.call('GET', `/projects/${id}/vulnerabilities?severity=CRITICAL`);
    expect(list.body.data).toHaveLength(1);
  });

  it('200; what needs a person: new items by license, and those that were not compared', async () => {
    const one = await needs(id);
    expect(shortly(one)).toEqual([
      ['NEW', 3, 'MIT', 'No license known'],
      ['NOT_COMPARED', 1, 'no data for PyPI'],
    ]);
    expect(await foundByScan(id)).toEqual([3, 0]);
    expect(one.toDecide).toBe(3);
    expect(one.causes[0].grounds[0]).toMatchObject({
      license: 'MIT',
      count: 2,
      inventoryIds: [expect.any(Number), expect.any(Number)],
    });
  });

  it('200; five days later the upgrade was a fix after five days, a decision was taken, and the days between are a gap', async () => {
    const { id: steady } = await itemNamed(id, 'steady');
    await h.database.pool.query(`update inventory_items set created_at = now() - interval '2 days' where id = $1`, [
      steady,
    ]);
    expect((await h.call('PUT', `/inventories/${steady}/status?status=APPROVED`)).status).toBe(200);
    await upload(id, files({ cookiex: '0.5.2', steady: '1.0.0', added: '3.0.0' }));
    await scan(id);
    await matchWaiting(h.app.db);
    expect(await noteChanged(daysAgo(0), signal)).toBeGreaterThan(0);
    const { data } = (await trend(id)).body;
    expect(data.days.map(({ day }: { day: string }) => day)).toEqual([dayAfter(today(), -5), today()]);
    expect(data.gaps).toEqual([{ from: dayAfter(today(), -4), to: dayAfter(today(), -1) }]);
    expect(data.days[1]).toMatchObject({
      open: { critical: 0 },
      review: { draft: 3, approved: 1 },
      fixed: 1,
      daysToFix: 5,
      dismissed: 0,
      decided: 1,
      daysToDecide: 2,
    });
    expect(data).toMatchObject({
      direction: 'BETTER',
      words: expect.stringContaining('fewer critical vulnerabilities, 1 on'),
    });
  });

  it('the same note again, and by two servers at once, changes nothing', async () => {
    const before = (await trend(id)).body.data;
    await Promise.all([noteToday(daysAgo(0), signal), noteToday(daysAgo(0), signal)]);
    await h.database.pool.query('insert into changed_projects (project_id) values ($1)', [id]);
    const counts = await Promise.all([noteChanged(daysAgo(0), signal), noteChanged(daysAgo(0), signal)]);
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(await noteChanged(daysAgo(0), signal)).toBe(0);
    expect((await trend(id)).body.data).toEqual(before);
  });

  it('a vulnerability that a decision suppresses is dismissed, not fixed', async () => {
    const other = await scanned({ cookiex: '0.5.1' });
    await noteToday(daysAgo(1), signal);
    const { componentId, componentVersionId } = await itemNamed(other, 'cookiex');
    const [{ vulnerabilityName: name }] = (await h.call('GET', `/projects/${other}/vulnerabilities`)).body.data;
    const body = {
      ...{
        componentId: String(componentId),
        versionIds: [componentVersionId],
        vulnerabilityName: name,
        reason: 'FALSE_POSITIVE',
      },
      ...{ versionScope: 'SPECIFIC_VERSIONS', remarks: 'Not reachable' },
    };
    const suppressed = await h.call('POST', '/vulnerability/suppress', { body });
    expect(suppressed.status, suppressed.text).toBe(200);
    await noteChanged(daysAgo(0), signal);
    expect((await trend(other)).body.data.days.at(-1)).toMatchObject({ open: { critical: 0 }, fixed: 0, dismissed: 1 });
  });

  it('200; what needs a person after the rescan: what is new, and what is gone', async () => {
    expect(shortly(await needs(id))).toEqual([
      ['NEW', 2, 'MIT'],
      ['OPEN', 1, 'No license known'],
      ['GONE', 1, expect.any(String)],
      ['NOT_COMPARED', 1, 'no data for PyPI'],
    ]);
    expect(await foundByScan(id)).toEqual([2, 0]);
  });

  it('200; a lapsed review is a cause with what changed', async () => {
    await upload(id, files({ cookiex: '0.5.2', steady: '1.0.0', added: '3.0.0' }, 'GPL-3.0-only'));
    await scan(id);
    const lapsed = (await needs(id)).causes.find(({ cause }: { cause: string }) => cause === 'LAPSED');
    expect(lapsed).toMatchObject({
      count: 1,
      grounds: [{ ground: expect.stringMatching(/^Review: changed .*license/), count: 1 }],
    });
    const { data, sums } = (await h.call('GET', '/needsPerson')).body;
    const countOf = async (wanted: string) =>
      (await needs(id)).causes.find(({ cause }: { cause: string }) => cause === wanted)?.count ?? 0;
    expect(data.find(({ projectId }: { projectId: number }) => projectId === id)).toMatchObject({
      lapsed: 1,
      notCompared: 1,
      added: await countOf('NEW'),
      changed: await countOf('CHANGED'),
    });
    expect(sums.lapsed).toBe(1);
  });

  it('400 for days that do not exist, in the wrong order, or too far apart', async () => {
    for (const [query, words] of [
      ['?from=2026-02-30', '"from" must be a day of the calendar'],
      ['?to=yesterday!', '"to" must be a day of the calendar'],
      ['?from=2026-02-02&to=2026-02-01', '"from" must not be later than "to"'],
      ['?from=2020-02-02&to=2026-02-01', 'at most 1130 days'],
    ] as const) {
      const { status, text } = await trend(id, query);
      expect([status, text]).toEqual([400, expect.stringContaining(words.replaceAll('"', '\\"'))]);
    }
    expect((await trend(id, '?from=2025-01-01&to=2025-01-31')).body.data).toMatchObject({
      days: [],
      gaps: [],
      direction: 'UNKNOWN',
    });
  });
});

describe('a private project', () => {
  const seen = async () => {
    const answers = await Promise.all(
      ['/trend', '/projectFigures?limit=500', '/needsPerson'].map((path) => h.call('GET', path, { as: stranger })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    return answers.map(({ body, headers }) => ({ body, total: headers['total-records'] }));
  };

  it('404, and no list, sum or count of a stranger tells of it', async () => {
    await noteToday(daysAgo(3), signal);
    await noteToday(daysAgo(0), signal);
    await noteChanged(daysAgo(0), signal);
    const before = await seen();
    const id = await scanned({ cookiex: '0.1.0', hidden: '1.0.0' }, { privateProject: true });
    await noteToday(daysAgo(3), signal);
    await noteToday(daysAgo(0), signal);
    await noteChanged(daysAgo(0), signal);
    expect(await seen()).toEqual(before);
    expect((await trend(id, '', stranger)).status).toBe(404);
    expect((await h.call('GET', `/projects/${id}/needsPerson`, { as: stranger })).status).toBe(404);
    const admins = (await h.call('GET', '/projectFigures?order=name')).body.data;
    expect(admins.map(({ projectId }: { projectId: number }) => projectId)).toContain(id);
  }, 120_000);

  it('200; proposals from it are none for a stranger', async () => {
    const secret = await scanned({ hidden: '2.0.0' }, { privateProject: true });
    const { id: item } = await itemNamed(secret, 'hidden');
    await h.call('PUT', `/inventories/${item}/status?status=APPROVED`);
    const open = await scanned({ hidden: '2.0.0' });
    const causes = async (as?: Person) =>
      (await h.call('GET', `/projects/${open}/needsPerson`, as ? { as } : {})).body.data.causes.map(
        ({ cause }: { cause: string }) => cause,
      );
    expect(await causes()).toContain('PROPOSED');
    expect(await causes(stranger)).not.toContain('PROPOSED');
    expect(
      (await h.call('GET', `/projects/${open}/needsPerson?proposals=false`)).body.data.causes.map(
        (one: Record<string, any>) => one.cause,
      ),
    ).not.toContain('PROPOSED');
  }, 120_000);
});

describe('the portfolio', () => {
  it('200; a project that was not recorded on a day is told as missing in the sums, and the worst project comes first', async () => {
    const id = await scanned({ cookiex: '0.5.0', steady: '1.0.0' });
    await noteToday(daysAgo(2), signal);
    await noteToday(daysAgo(0), signal);
    await h.database.pool.query('delete from project_days where project_id = $1 and day = $2', [id, today()]);
    const { data } = (await h.call('GET', '/trend')).body;
    expect(data.days.at(-1)).toMatchObject({ day: today(), missing: 1 });
    await noteToday(daysAgo(0), signal);
    expect((await h.call('GET', '/trend')).body.data.days.at(-1)).toMatchObject({ missing: 0 });
    const figures = (await h.call('GET', '/projectFigures')).body.data;
    expect(figures[0].open.critical).toBe(1);
    expect(figures.map((one: Record<string, any>) => one.open.critical)).toEqual(
      figures.map((one: Record<string, any>) => one.open.critical).toSorted((a: number, b: number) => b - a),
    );
    const mine = figures.find(({ projectId }: { projectId: number }) => projectId === id);
    expect(mine).toMatchObject({
      compared: { notCompared: 1 },
      lastScan: { status: 'Completed' },
      direction: 'SAME',
      days: [{ day: dayAfter(today(), -2) }, { day: today() }],
    });
  }, 120_000);

  it('200; equal days are kept once, a change on a day that began like the one before is a day of its own, and all sums agree', async () => {
    const id = await scanned({ cookiex: '0.5.0', steady: '2.0.0' });
    for (const days of [6, 5, 4, 3]) await noteToday(daysAgo(days), signal);
    const { id: steady } = await itemNamed(id, 'steady');
    const decide = (status: string) => h.call('PUT', `/inventories/${steady}/status?status=${status}`);
    const spans = async () => {
      const { rows } = await h.database.pool.query(
        'select $2::date - until as last, until - day + 1 as days, approved, rejected from project_days where project_id = $1 order by day',
        [id, today()],
      );
      return rows.map(({ last, days, approved, rejected }) => [last, days, approved, rejected]);
    };
    expect(await spans()).toEqual([[3, 4, 0, 0]]);
    await decide('APPROVED');
    await noteChanged(daysAgo(3), signal);
    expect(await spans()).toEqual([
      [4, 3, 0, 0],
      [3, 1, 1, 0],
    ]);
    await decide('REJECTED');
    await noteChanged(daysAgo(3), signal);
    await noteToday(daysAgo(2), signal);
    await noteToday(daysAgo(0), signal);
    expect(await spans()).toEqual([
      [4, 3, 0, 0],
      [2, 2, 0, 1],
      [0, 1, 0, 1],
    ]);
    const portfolio = (await h.call('GET', '/trend')).body.data.days as Record<string, any>[];
    const all = (await h.call('GET', '/projectFigures?limit=500')).body.data as { projectId: number }[];
    const trends = await Promise.all(
      all.map(async ({ projectId }) => (await trend(projectId)).body.data.days as Record<string, any>[]),
    );
    for (const { day, projects, open, review, compared, fixed, decided } of portfolio) {
      const same = trends.flatMap((days) => days.filter((one) => one.day === day));
      const sum = (of: (one: Record<string, any>) => number) => same.reduce((total, one) => total + of(one), 0);
      expect([
        day,
        projects,
        open.critical,
        review.draft,
        review.rejected,
        compared.notCompared,
        fixed,
        decided,
      ]).toEqual([
        ...[
          day,
          same.length,
          sum((one) => one.open.critical),
          sum((one) => one.review.draft),
          sum((one) => one.review.rejected),
        ],
        ...[sum((one) => one.compared.notCompared), sum((one) => one.fixed), sum((one) => one.decided)],
      ]);
    }
  }, 120_000);

  it('200; the figures of a project that was never recorded are unknown, not 0', async () => {
    const { id } = (await h.call('POST', '/projects', { body: { name: 'never recorded' } })).body;
    const find = async () => (await h.call('GET', '/projectFigures?search=never%20rec')).body.data;
    expect(await find()).toMatchObject([
      { projectId: id, notedOn: '', open: null, compared: null, lastScan: null, direction: 'UNKNOWN' },
    ]);
  });

  it('days and open vulnerabilities go with a deleted project', async () => {
    const id = await scanned({ cookiex: '0.5.0' });
    await noteToday(daysAgo(0), signal);
    const { body } = await h.call('DELETE', `/projects/${id}`);
    await h.jobOver(body.id);
    expect(await noteChanged(daysAgo(0), signal)).toBeGreaterThanOrEqual(0);
    const { rows } = await h.database.pool.query(
      `select (select count(*)::int from project_days where project_id = $1) as days, (select count(*)::int from open_findings where project_id = $1) as findings,
        (select count(*)::int from changed_projects where project_id = $1) as marks`,
      [id],
    );
    expect(rows).toEqual([{ days: 0, findings: 0, marks: 0 }]);
  }, 120_000);
});
