import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { removeOldJobs } from '../../queue/retention.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const set = (jobRetentionDays: unknown) => h.call('PUT', '/siteSettings', { body: { jobRetentionDays } });
const sweep = () => removeOldJobs(h.app, new AbortController().signal);

describe('/siteSettings', () => {
  it('200 with no limit by default, then as it was set', async () => {
    expect((await h.call('GET', '/siteSettings')).body.data).toMatchObject({
      jobRetentionDays: 0,
      documentTexts: false,
    });
    expect((await set(30)).status).toBe(200);
    expect((await h.call('PUT', '/siteSettings', { body: {} })).status).toBe(200);
    expect((await h.call('GET', '/siteSettings')).body.data).toMatchObject({
      jobRetentionDays: 30,
      documentTexts: false,
    });
  });

  it.each([-1, 36_501, 1.5, 'soon'])('400 for %j, naming the field', async (days) => {
    const { status, body } = await set(days);
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain('"jobRetentionDays"');
  });

  it('403 for everybody but system administrators', async () => {
    const as = await h.person('plain');
    expect((await h.call('GET', '/siteSettings', { as })).status).toBe(403);
    expect((await h.call('PUT', '/siteSettings', { as, body: {} })).status).toBe(403);
  });
});

describe('the retention of jobs', () => {
  const job = async (projectId: number | null, status: string, endedDaysAgo: number | null) => {
    const { rows } = await h.database.pool.query(
      `insert into jobs (type, project_id, status, queued_at, completed_at, payload)
       values ('Project Scan', $1, $2, now() - interval '100 days', now() - $3 * interval '1 day', '{}') returning id`,
      [projectId, status, endedDaysAgo],
    );
    await h.database.pool.query("insert into job_issues (job_id, code, message) values ($1, 'x', 'y')", [rows[0].id]);
    return rows[0].id as number;
  };

  it('removes old jobs with their logs, and keeps those that are needed', async () => {
    const projectId = (await h.call('POST', '/projects', { body: { name: 'retention' } })).body.id as number;
    const old = [
      await job(projectId, 'Completed', 31),
      await job(null, 'Failed', 40),
      await job(projectId, 'Canceled', 90),
    ];
    const young = await job(projectId, 'Completed', 29);
    const running = await job(projectId, 'Active', null);
    const lastScan = await job(projectId, 'Completed', 60);
    await h.database.pool.query('update projects set last_scan_id = $1 where id = $2', [lastScan, projectId]);
    const report = await job(projectId, 'Completed', 60);
    await h.database.pool.query(
      `with blob as (insert into blobs (sha256, md5, sha1, size_bytes, segment, block_offset, location)
         values ('\\x01', '\\x01', '\\x01', 1, 's', 0, '{}') returning sha256)
       insert into report_results (project_id, report_id, job_id, file_name, sha256)
       select $1, 1, $2, 'report.zip', sha256 from blob`,
      [projectId, report],
    );
    await set(0);
    expect(await sweep()).toBe(0);
    await set(30);
    expect(await sweep()).toBe(old.length);
    expect(await sweep()).toBe(0);
    const left = (await h.database.pool.query('select id from jobs order by id')).rows.map(({ id }) => id);
    expect(left).toEqual([young, running, lastScan, report]);
    const { rows: logs } = await h.database.pool.query('select distinct job_id from job_issues order by 1');
    expect(logs.map(({ job_id }) => job_id)).toEqual(left);
    expect((await h.database.pool.query('select * from report_results')).rows).toHaveLength(1);
    const { data } = (await h.call('GET', '/auditLog?operation=removeOldJobs')).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ via: 'system', login: 'System', details: { jobs: 3, jobRetentionDays: 30 } });
  });

  it('removes many in batches', async () => {
    await h.database.pool.query(
      `insert into jobs (type, status, completed_at, payload)
       select 'Project Scan', 'Completed', now() - interval '50 days', '{}' from generate_series(1, 1200)`,
    );
    expect(await sweep()).toBe(1200);
  });
});
