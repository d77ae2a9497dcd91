// Checks that the database is consistent, after any requests. Each invariant is a query for its violations, so a test may end with
// `expect(await inconsistencies(pool)).toEqual([])`. It only reads. Of the server's code it uses only the domain's rules for jobs, because code
// that breaks an invariant must not also check it.
import pg from 'pg';
import { type JobStatus, type JobType, openJobStatuses, refuseSubmission } from '../src/domain/jobs/job.ts';

interface Invariant {
  name: string;
  /** Returns one row for each violation. Its members say where the violation is. */
  sql: string;
}

const INVARIANTS: Invariant[] = [
  {
    name: 'a project counts the files, bytes and lines of its code base',
    sql: `select p.id as project, p.file_count, p.codebase_bytes, p.line_count, t.* from projects p cross join lateral (
        select count(*)::bigint as files, coalesce(sum(f.size_bytes), 0)::bigint as bytes, coalesce(sum(x.line_count), 0)::bigint as lines
        from files f left join facts x on x.sha256 = f.sha256 and x.hint = f.hint and not f.is_excluded where f.project_id = p.id
      ) t where (p.file_count, p.codebase_bytes, p.line_count) <> (t.files, t.bytes, t.lines)`,
  },
  {
    name: 'a project counts its inventory by publication, review and license priority',
    sql: `select p.id as project, p.inventory_rollup, t.wanted from projects p cross join lateral (
        select jsonb_build_object(
          'items', count(i.id), 'gone', (select count(*) from inventory_items g where g.project_id = p.id and g.gone_since_scan is not null),
          'lapsed', count(*) filter (where i.review_lapse is not null), 'published', count(*) filter (where i.is_published),
          'licenses', jsonb_build_object(
            'P1', count(*) filter (where coalesce(l.priority, i.expression_priority) = 1), 'P2', count(*) filter (where coalesce(l.priority, i.expression_priority) = 2),
            'P3', count(*) filter (where coalesce(l.priority, i.expression_priority) = 3), 'Unknown', count(i.id) filter (where coalesce(l.priority, i.expression_priority) is null)),
          'review', jsonb_build_object(
            'Draft', count(*) filter (where i.status = 'DRAFT'), 'Approved', count(*) filter (where i.status = 'APPROVED'),
            'Rejected', count(*) filter (where i.status = 'REJECTED'))) as wanted, count(i.id) as items
        from inventory_items i left join licenses l on l.id = i.license_id where i.project_id = p.id and i.gone_since_scan is null
      ) t where p.inventory_rollup <> t.wanted and not (p.inventory_rollup = '{}' and t.items = 0)`,
  },
  {
    name: 'an inventory item counts its files',
    sql: `select * from (select i.id as item, i.file_count, (select count(*) from inventory_files x where x.item_id = i.id)
        + (select count(*) from inventory_remote_files x where x.item_id = i.id) as ties from inventory_items i) t where file_count <> ties`,
  },
  {
    name: 'a remote code base has no facts that none of its files has, unless a send is open, and counts its files',
    sql: `select c.id, c.file_count, c.facts_bytes from remote_code_bases c
      where c.last_scan_id is not null and not exists (select from remote_sends s where s.code_base_id = c.id) and (
        c.file_count <> (select count(*) from remote_files f where f.code_base_id = c.id)
        or c.facts_bytes <> (select coalesce(sum(json_bytes), 0) from remote_facts x where x.code_base_id = c.id)
        or exists (select from remote_facts x where x.code_base_id = c.id and not exists (
          select from remote_files f where f.code_base_id = c.id and f.facts_digest = x.digest)))`,
  },
  {
    name: 'an item has files only of its own project, also remote ones',
    sql: `select x.item_id, x.file_id from inventory_remote_files x join remote_files f on f.id = x.file_id
      join inventory_items i on i.id = x.item_id where i.project_id <> f.project_id`,
  },
  {
    name: 'a file counts the inventory items that hold it',
    sql: `select f.id as file, f.inventory_count, (select count(*) from inventory_files x where x.file_id = f.id) as ties
      from files f where f.inventory_count <> (select count(*) from inventory_files x where x.file_id = f.id)`,
  },
  {
    name: 'items that are gone have no vulnerabilities, and no version from then on',
    sql: `select i.id as item, 'exposures' as what from inventory_items i join item_exposures x on x.item_id = i.id where i.gone_since_scan is not null
      union all select i.id, 'vulnerabilities' from inventory_items i join item_vulnerabilities m on m.item_id = i.id where i.gone_since_scan is not null
      union all select i.id, 'version' from inventory_items i join item_version_spans s on s.item_id = i.id and s.ended_at is null
        where i.gone_since_scan is not null`,
  },
  {
    name: 'a review that lapsed leaves a draft',
    sql: `select id as item, status from inventory_items where review_lapse is not null and status <> 'DRAFT'`,
  },
  {
    name: 'every inventory item has a history, and begins it with its creation',
    sql: `select i.id as item, i.name from inventory_items i where not exists (
      select 1 from inventory_history h where h.item_id = i.id and h.project_id = i.project_id and h.event = 'Inventory Created')`,
  },
  {
    name: 'the history of an item that is gone says that it was deleted',
    sql: `select distinct h.item_id as item from inventory_history h
      where not exists (select 1 from inventory_items i where i.id = h.item_id)
        and not exists (select 1 from inventory_history d where d.item_id = h.item_id and d.event = 'Inventory Deleted')`,
  },
  {
    name: 'ties, links and tasks stay within one project',
    sql: `select 'file ' || x.file_id || ' of item ' || x.item_id as what from inventory_files x
        join inventory_items i on i.id = x.item_id join files f on f.id = x.file_id where i.project_id <> f.project_id
      union all select 'link ' || l.parent_id || ' to ' || l.child_id from inventory_links l
        join inventory_items p on p.id = l.parent_id join inventory_items c on c.id = l.child_id
        where p.project_id <> c.project_id or p.id = c.id
      union all select 'task ' || t.id from tasks t join inventory_items i on i.id = t.item_id where i.project_id <> t.project_id
      union all select 'file ' || f.id || ' in folder ' || d.id from files f
        join codebase_folders d on d.id = f.folder_id where d.project_id <> f.project_id
      union all select 'folder ' || d.id || ' below ' || p.id from codebase_folders d
        join codebase_folders p on p.id = d.parent_id where p.project_id <> d.project_id
      union all select 'report of job ' || r.job_id from report_results r join jobs j on j.id = r.job_id where j.project_id <> r.project_id`,
  },
  {
    name: 'an item names a version of the component that it names',
    sql: `select i.id as item, i.component_id, i.version_id from inventory_items i
      left join component_versions v on v.id = i.version_id
      where (i.version_id is not null and v.component_id is distinct from i.component_id)
        or (i.type = 'COMPONENT' and i.component_id is null)`,
  },
  {
    name: 'a detection rule names a version of the component that it names',
    sql: `select r.id as rule from detection_rules r join component_versions v on v.id = r.version_id where v.component_id <> r.component_id`,
  },
  {
    name: 'values of custom fields belong to fields of their scope',
    sql: `select 'project ' || x.project_id as owner, x.field_id from project_field_values x
        join custom_fields f on f.id = x.field_id where f.scope <> 'PROJECT'
      union all select 'item ' || x.item_id, x.field_id from inventory_field_values x
        join custom_fields f on f.id = x.field_id where f.scope <> 'INVENTORY'`,
  },
  {
    // One second of tolerance, because both times are start times of transactions.
    name: 'a decided item has no open review task, unless it was opened or re-opened after the decision',
    sql: `select t.id as task, i.id as item, i.status from tasks t join inventory_items i on i.id = t.item_id
      where t.type = 'MANUAL_INVENTORY_REVIEW' and not t.is_closed and i.status in ('APPROVED', 'REJECTED')
        and t.updated_at + interval '1 second' < (select max(h.happened_at) from inventory_history h cross join lateral jsonb_array_elements(h.changes) c
          where h.item_id = i.id and c ->> 'field' ilike '%status%' and upper(c ->> 'newValue') in ('APPROVED', 'REJECTED'))`,
  },
  {
    name: 'a task is closed with a resolution and a time, or has neither',
    sql: `select id as task, is_closed, resolution, closed_at from tasks
      where is_closed <> (resolution is not null) or (is_closed and closed_at is null)`,
  },
  {
    name: 'links of projects make no circle',
    sql: `with recursive walk (origin, at) as (
        select parent_id, child_id from project_links union select w.origin, l.child_id from walk w join project_links l on l.parent_id = w.at
      ) select distinct origin as project from walk where origin = at`,
  },
  {
    name: 'every project folder hangs below the root, and folders of files below the root of their project',
    sql: `with recursive tree as (
        select id from folders where id = 1 union select f.id from folders f join tree on f.parent_id = tree.id
      ) select 'folder ' || id as what from folders where id not in (select id from tree)
      union all select 'code base folder ' || id from codebase_folders where (parent_id is null) <> (path = '')`,
  },
  {
    name: 'a job has ended when it has a time of its end, and a running one has begun',
    sql: `select id as job, status, activated_at, completed_at from jobs
      where (status in ('Completed', 'Failed', 'Canceled', 'Terminated')) <> (completed_at is not null)
        or (status in ('Active', 'Completed') and activated_at is null)
        or (status = 'Failed') <> (error <> '')`,
  },
  {
    name: 'a job that waits stands in the queue',
    sql: `select j.id as job, j.type from jobs j where j.status = 'Scheduled'
      and not exists (select 1 from graphile_worker._private_jobs q where (q.payload ->> 'jobId')::bigint = j.id)`,
  },
  {
    name: 'an active system administrator is left',
    sql: `select 'nobody' as who where not exists (select 1 from users where is_active and 'system_admin' = any(permissions))`,
  },
  {
    name: 'the audit log is numbered without gaps, each line after the one before',
    sql: `select l.id as line from (select id, previous_hash, lag(id, 1, 0::bigint) over (order by id) as before,
        lag(hash, 1, decode(repeat('00', 32), 'hex')) over (order by id) as hash_before from audit_log) l
      where l.id <> l.before + 1 or l.previous_hash <> l.hash_before`,
  },
  {
    name: 'an outcome in the audit log is about a line that has none of its own',
    sql: `select o.id as line, o.about from audit_log o left join audit_log l on l.id = o.about
      where o.about is not null and (l.id is null or l.status is not null or l.about is not null)`,
  },
  {
    name: 'no upload leaves staged files behind',
    sql: `select upload_id, count(*) from upload_files group by upload_id`,
  },
];

/** Returns one sentence for each violation. Call it only when the server is idle. */
export async function inconsistencies(pool: pg.Pool): Promise<string[]> {
  const found: string[] = [];
  for (const { name, sql } of INVARIANTS) {
    const { rows } = await pool.query(sql);
    for (const row of rows) found.push(`Not so: ${name}. ${JSON.stringify(row)}`);
  }
  return [...found, ...(await jobsThatExcludeEachOther(pool))];
}

/** Each open job must have been allowed with the open jobs before it. */
async function jobsThatExcludeEachOther(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: number; type: JobType; status: JobStatus; project_id: number | null }>(
    'select id, type, status, project_id from jobs where status = any($1) order by id',
    [openJobStatuses],
  );
  const jobs = rows.map(({ project_id, ...job }) => ({ ...job, projectIds: project_id === null ? [] : [project_id] }));
  const refusals = jobs.map((job, index) => ({
    job,
    refusal: refuseSubmission(job.type, job.projectIds, jobs.slice(0, index)),
  }));
  return refusals
    .filter(({ refusal }) => refusal !== undefined)
    .map(
      ({ job, refusal }) => `Not so: open jobs do not exclude each other. Job ${job.id}: ${refusal?.refusal.message}`,
    );
}

/** The same for a database whose server is stopping. Ignores the errors of connections that the stop closes. */
export async function inconsistenciesAt(connection: pg.PoolConfig): Promise<string[]> {
  const pool = new pg.Pool(connection);
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    return await inconsistencies(pool);
  } finally {
    await pool.end();
  }
}
