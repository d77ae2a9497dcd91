// A server is killed during a deletion, a report, a policy job, a text update or a synchronisation, and the next server takes over. The
// database holds each job in the middle of a write until the server is killed, so the tests do not depend on time. After each job the database is
// consistent. The tests depend on each other's order.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedConnection } from '../../src/db/embedded/index.ts';
import { dataFolder } from '../../src/installation/data-folder.ts';
import { tar, zip } from '../archives.ts';
import { inconsistenciesAt } from '../consistency.ts';
import { BASE, MISSING_PROGRAMS, PASSWORD, READER, type Slapd, startSlapd } from '../slapd.ts';
import { queryData, type ServerProcess, startServer, until } from './server-process.ts';

/** More than the jobs write in one transaction (200), so that something is committed before the kill. */
const ITEMS = 250;
const root = mkdtempSync(join(tmpdir(), 'assay-kill-jobs-'));
const connection = embeddedConnection(dataFolder(root).postgres);

let server: ServerProcess;
let projectId: number;

/** While the kind is in `test_hold`, its writes wait until their server is killed; the first `skip` writes pass. */
const HOLDS = [
  'create table test_hold (kind text, skip integer)',
  'create sequence test_held',
  `create function test_hold() returns trigger language plpgsql as
   'declare passes integer; begin select skip into passes from test_hold where kind = TG_ARGV[0];
    if found and nextval(''test_held'') > passes then perform pg_sleep(3600); end if; return coalesce(new, old); end'`,
  `create trigger test_hold before delete on projects for each row execute function test_hold('deletion')`,
  `create trigger test_hold before insert on report_results for each row execute function test_hold('report')`,
  `create trigger test_hold before insert on release_files for each row execute function test_hold('release')`,
  `create trigger test_hold before insert on inventory_history for each row execute function test_hold('history')`,
  `create trigger test_hold before insert on archive_findings for each row execute function test_hold('archive')`,
  `create trigger test_hold before insert on users for each row execute function test_hold('user')`,
  `create trigger test_hold before insert on advisories for each row execute function test_hold('advisory')`,
];
const ENVIRONMENT = { ASSAY_OUTGOING_ALLOW: '127.0.0.1' };

beforeAll(async () => {
  server = await startServer(root, ENVIRONMENT);
  for (const statement of HOLDS) await query(statement);
  projectId = await scannedProject('killed');
});
afterAll(async () => {
  await server?.end('SIGINT');
  rmSync(root, { recursive: true, force: true });
});

/** Asks the database itself, also when no server runs. */
const query = (text: string, values: unknown[] = []) => queryData(root, text, values);

async function scannedProject(name: string): Promise<number> {
  const packages = Object.fromEntries(
    Array.from({ length: ITEMS }, (_, at) => [`node_modules/p${at}`, { version: '1.0.0', license: 'MIT' }]),
  );
  const content = JSON.stringify({ name: 'a', lockfileVersion: 3, packages: { '': { name: 'a' }, ...packages } });
  const { body } = await server.api('POST', '/projects', { name });
  expect((await server.upload(body.id, tar([{ name: 'package-lock.json', content }]))).status).toBe(200);
  const scan = (await server.api('POST', `/scanResource/projectScan/${body.id}`)).body['Content: '];
  expect(await jobOver(scan)).toMatchObject({ status: 'Completed', error: '' });
  return body.id;
}

async function jobOver(jobId: number) {
  return until(async () => {
    const { body } = await server.api('GET', `/jobs/${jobId}`);
    return ['New', 'Scheduled', 'Active'].includes(body.status) ? undefined : body;
  });
}

/** Starts an operation that the database holds, kills the server meanwhile, and starts the next one. */
async function strike(kind: string, skip: number, start: () => Promise<unknown>): Promise<unknown> {
  await query('delete from test_hold');
  await query(`select setval('test_held', 1, false)`);
  await query('insert into test_hold values ($1, $2)', [kind, skip]);
  const answer = start().catch((error: Error) => error);
  await until(async () => (await query(`select 1 from pg_stat_activity where wait_event = 'PgSleep'`)).length);
  expect((await server.end('SIGKILL')).signal).toBe('SIGKILL');
  await query('delete from test_hold');
  server = await startServer(root, ENVIRONMENT);
  return answer;
}

const jobOf = (answer: unknown) => {
  const { message, data } = (answer as { body: { message?: string; data?: { taskId: number } } }).body;
  return data?.taskId ?? Number(/(\d+)$/.exec(message ?? '')?.[1]);
};

async function expectConsistent(): Promise<void> {
  expect(await inconsistenciesAt(connection)).toEqual([]);
}

const historyOf = (action: string) =>
  query(
    `select count(*)::int as revisions, count(distinct item_id)::int as items from inventory_history where project_id = $1 and action = $2`,
    [projectId, action],
  );

describe('a server is killed during', () => {
  it('a policy job: the next server continues, and decides on each item once', { timeout: 120_000 }, async () => {
    const rules = { licenses: [{ license: 'MIT', decision: 'REJECTED' }] };
    expect((await server.api('POST', '/policies', { name: 'no MIT', rules })).status).toBe(201);
    const reviewSettings = { createRemediationTaskOnRejection: true };
    await server.api('PUT', `/projects/${projectId}`, { policyProfileName: 'no MIT', reviewSettings });
    const jobId = jobOf(await strike('history', 220, () => server.api('POST', `/jobs/applyPolicy/${projectId}`)));
    expect(await jobOver(jobId)).toMatchObject({ status: 'Completed', error: '' });
    expect(await historyOf('Apply Policy')).toEqual([{ revisions: ITEMS, items: ITEMS }]);
    const tasks = await query('select item_id, count(*)::int as n from tasks where project_id = $1 group by 1', [
      projectId,
    ]);
    expect([tasks.length, tasks.filter(({ n }) => n !== 1)]).toEqual([ITEMS, []]);
    await expectConsistent();
  });

  it('an update of notices texts: each text is written once', { timeout: 120_000 }, async () => {
    const jobId = jobOf(await strike('history', 150, () => server.api('POST', `/jobs/notices/${projectId}`)));
    expect(await jobOver(jobId)).toMatchObject({ status: 'Completed', error: '' });
    expect(await historyOf('Update Notices')).toEqual([{ revisions: ITEMS, items: ITEMS }]);
    await expectConsistent();
  });

  it('a report: it is written completely, once', { timeout: 120_000 }, async () => {
    const jobId = jobOf(
      await strike('report', 0, () => server.api('POST', `/projects/${projectId}/reports/1/generate`)),
    );
    expect(await jobOver(jobId)).toMatchObject({ status: 'Completed', error: '' });
    const { status, bytes } = await server.download(`/projects/${projectId}/reports/1/download?taskId=${jobId}`);
    expect([status, bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
    expect(await query('select count(*)::int as n from report_results')).toEqual([{ n: 1 }]);
    await expectConsistent();
  });

  it('the making of a release: it is frozen completely, once', { timeout: 120_000 }, async () => {
    const answer = await strike('release', 2, async () =>
      server.api('POST', `/projects/${projectId}/releases`, { name: '1.0' }),
    );
    expect(await jobOver(jobOf(answer))).toMatchObject({ status: 'Completed', error: '' });
    const { body } = await server.api('GET', `/projects/${projectId}/releases`);
    expect(body.data).toMatchObject([{ name: '1.0', state: 'READY', items: ITEMS }]);
    const dossiers = [1, 2].map(() => server.download(`/projects/${projectId}/releases/${body.data[0].id}/dossier`));
    const [one, two] = await Promise.all(dossiers);
    expect([one?.status, one?.bytes.equals(two?.bytes ?? Buffer.alloc(0))]).toEqual([200, true]);
    await expectConsistent();
  });

  it('an update of advisories: written batches are in use completely, and the next server imports the rest', {
    timeout: 120_000,
  }, async () => {
    const records = Array.from({ length: 2500 }, (_, at) => ({
      id: `KILL-${at}`,
      modified: '2026-01-01T00:00:00Z',
      affected: [
        {
          package: { ecosystem: 'npm', name: `p${at % ITEMS}` },
          ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
        },
      ],
    }));
    const all = await zip(Object.fromEntries(records.map((one) => [`${one.id}.json`, JSON.stringify(one)])));
    const feed = createServer((_, response) => void response.end(all));
    await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
    try {
      const location = `http://127.0.0.1:${(feed.address() as AddressInfo).port}/feed.zip`;
      expect((await server.api('PUT', '/advisories/sources/killed', { location })).status).toBe(200);
      const answer = await strike('advisory', 1500, () =>
        server.api('POST', '/advisories/update', { source: 'killed' }),
      );
      const [written] = await query(
        `select count(*)::int as n, count(vulnerability_id)::int as grouped from advisories where name like 'KILL-%'`,
      );
      expect(written!.n).toBeGreaterThanOrEqual(1000);
      expect(written!.grouped).toBe(written!.n);
      const { id } = (answer as { body: { id: number } }).body;
      expect(await jobOver(id)).toMatchObject({ status: 'Completed', error: '' });
      const [now] = await query(
        `select (select count(*)::int from advisories where name like 'KILL-%') as records,
          (select count(distinct m.vulnerability_id)::int from version_vulnerabilities m join vulnerabilities v on v.id = m.vulnerability_id
            where v.name like 'KILL-%') as matched`,
      );
      expect(now).toEqual({ records: 2500, matched: 2500 });
      await expectConsistent();
    } finally {
      feed.closeAllConnections();
      feed.close();
    }
  });

  it('the scan of archives: scanned archives are not scanned again, and nothing is missing', {
    timeout: 120_000,
  }, async () => {
    const { body } = await server.api('POST', '/projects', { name: 'archives' });
    const content = (at: number) =>
      zip({
        'package.json': JSON.stringify({ name: `inside-${at}`, version: '1.0.0', license: 'ISC' }),
        'deep/inner.zip': `none, but named so ${at}`,
        'src/a.c': `// SPDX-License-Identifier: Zlib\nint a${at};\n`,
      });
    const archives = await Promise.all(
      Array.from({ length: 4 }, async (_, at) => ({ name: `lib/${at}.zip`, content: await content(at) })),
    );
    expect((await server.upload(body.id, tar(archives))).status).toBe(200);
    const scan = await strike('archive', 2, () => server.api('POST', `/scanResource/projectScan/${body.id}`));
    const read = await query('select sha256, analyzed_at from archive_findings order by sha256');
    expect(read).toHaveLength(2);
    const job = await jobOver((scan as { body: Record<string, number> }).body['Content: ']!);
    expect(job).toMatchObject({ status: 'Completed', error: '' });
    expect(job.jobDetails).toContain('4 files, 4 analysed now, 4 archives looked into');
    const all = await query('select sha256, analyzed_at from archive_findings order by sha256');
    expect(all).toHaveLength(4);
    for (const one of read) expect(all).toContainEqual(one);
    const items = await query(
      `select i.name, count(x.file_id)::int as files from inventory_items i left join inventory_files x on x.item_id = i.id
       where i.project_id = $1 group by i.id order by i.name`,
      [body.id],
    );
    expect(items.filter(({ name }) => name.startsWith('inside-'))).toEqual(
      [0, 1, 2, 3].map((at) => ({ name: `inside-${at} 1.0.0 (ISC)`, files: 1 })),
    );
    expect(readdirSync(dataFolder(root).temporary)).toEqual([]);
    await expectConsistent();
  });

  it('a deletion: the project is complete until it is deleted', { timeout: 120_000 }, async () => {
    const doomed = await scannedProject('doomed');
    const jobId = jobOf(await strike('deletion', 0, () => server.api('DELETE', `/projects/${doomed}`)));
    expect(await jobOver(jobId)).toMatchObject({
      status: 'Completed',
      error: '',
      jobDetails: 'Project doomed deleted.',
    });
    for (const table of ['files', 'codebase_folders', 'inventory_items', 'inventory_history', 'tasks'])
      expect(await query(`select count(*)::int as n from ${table} where project_id = $1`, [doomed])).toEqual([
        { n: 0 },
      ]);
    expect((await server.api('GET', `/projects/${doomed}`)).status).toBe(404);
    await expectConsistent();
  });

  it.skipIf(MISSING_PROGRAMS.length > 0)(
    'a synchronisation with a directory: it is reported as failed, and the next one imports the missing users',
    { timeout: 120_000 },
    async () => {
      const people = Array.from({ length: 35 }, (_, at) => ({ uid: `u${at}`, mail: `u${at}@example.org` }));
      const slapd: Slapd = await startSlapd(people);
      try {
        const settings = { urls: [slapd.url], bindDn: READER, bindPassword: PASSWORD, base: BASE, pageSize: 10 };
        expect((await server.api('PUT', '/ldapSettings', settings)).status).toBe(200);
        await strike('user', 25, () => server.api('POST', '/ldap/sync'));
        expect(await query(`select count(*)::int as n from users where source = 'LDAP'`)).toEqual([{ n: 20 }]);
        const { status, body } = await server.api('POST', '/ldap/sync');
        expect([status, body.data.created, body.data.unchanged]).toEqual([200, 15, 20]);
        expect(await query('select status from ldap_syncs order by id')).toEqual([
          { status: 'Failed' },
          { status: 'Completed' },
        ]);
        const made = await query(
          `select jsonb_array_length(details -> 'created') as n from audit_log where operation = 'syncLdap' and details ? 'created'
             and jsonb_typeof(details -> 'created') = 'array' order by id`,
        );
        expect(made.map(({ n }) => n)).toEqual([10, 10, 10, 5]);
        const { data } = (await server.api('GET', '/auditLog?operation=syncLdap&status=unknown')).body;
        expect(data).toHaveLength(1);
        await expectConsistent();
      } finally {
        await slapd.close();
      }
    },
  );
});
