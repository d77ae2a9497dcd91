-- Which lists have changed (docs/adr/0014). A server keeps the ids of a list in order, and believes them as long as the marks of the
-- tables behind it are the same. One row a transaction and list: a row of its own is never waited for and closes no circle of locks.
create table list_changes (
  list text not null,
  -- A project, a job; 0 for lists of the whole installation.
  scope bigint not null,
  xid xid8 not null default pg_current_xact_id(),
  mark uuid not null default gen_random_uuid(),
  primary key (list, scope, xid)
);

-- Every change adds its row; rows of transactions that are over for everybody are swept up by the next change.
create function note_list_change(changed text, scopes bigint[]) returns void language plpgsql as $$
begin
  -- The row is there already when this transaction made it, or when another cluster did, before a dump was restored into this one.
  insert into list_changes (list, scope) select distinct changed, s from unnest(scopes) s where s is not null
    on conflict (list, scope, xid) do update set mark = excluded.mark where list_changes.xmin <> pg_current_xact_id()::xid;
  delete from list_changes c using (
      select o.list, o.scope, o.xid from list_changes o
      where o.list = changed and o.scope = any(scopes) and o.xid < pg_snapshot_xmin(pg_current_snapshot())
      for update skip locked
    ) old where c.list = old.list and c.scope = old.scope and c.xid = old.xid;
end $$;

-- 'items': which items a project has, and which are published. 'item-details': anything else by which items are found and sorted.
create function note_item_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform note_list_change('items', array(select distinct project_id from new_rows));
  elsif tg_op = 'DELETE' then
    perform note_list_change('items', array(select distinct project_id from old_rows));
  else
    perform note_list_change('items', array(select distinct n.project_id from new_rows n join old_rows o using (id)
      where n.is_published <> o.is_published));
    perform note_list_change('item-details', array(select distinct n.project_id from new_rows n join old_rows o using (id)
      where (n.name, n.status, n.type, n.priority, n.confidence, n.license_id, n.license_expression, n.file_count)
        is distinct from (o.name, o.status, o.type, o.priority, o.confidence, o.license_id, o.license_expression, o.file_count)));
  end if;
  return null;
end $$;
create trigger inventory_items_inserted after insert on inventory_items
  referencing new table as new_rows for each statement execute function note_item_changes();
create trigger inventory_items_deleted after delete on inventory_items
  referencing old table as old_rows for each statement execute function note_item_changes();
create trigger inventory_items_updated after update on inventory_items
  referencing old table as old_rows new table as new_rows for each statement execute function note_item_changes();

-- 'files': which files of a project a scan has seen.
create function note_file_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform note_list_change('files', array(select distinct project_id from new_rows where scan_id is not null));
  elsif tg_op = 'DELETE' then
    perform note_list_change('files', array(select distinct project_id from old_rows where scan_id is not null));
  else
    perform note_list_change('files', array(select distinct n.project_id from new_rows n join old_rows o using (id)
      where (n.scan_id is null) <> (o.scan_id is null)));
  end if;
  return null;
end $$;
create trigger files_inserted after insert on files
  referencing new table as new_rows for each statement execute function note_file_changes();
create trigger files_deleted after delete on files
  referencing old table as old_rows for each statement execute function note_file_changes();
create trigger files_updated after update on files
  referencing old table as old_rows new table as new_rows for each statement execute function note_file_changes();

-- 'tasks', by project and of all.
create function note_task_changes() returns trigger language plpgsql as $$
declare
  projects bigint[];
begin
  if tg_op = 'INSERT' then
    projects := array(select distinct project_id from new_rows);
  elsif tg_op = 'DELETE' then
    projects := array(select distinct project_id from old_rows);
  else
    projects := array(select distinct n.project_id from new_rows n join old_rows o using (id)
      where (n.is_closed, n.type, n.priority, n.item_id) is distinct from (o.is_closed, o.type, o.priority, o.item_id));
  end if;
  if projects <> '{}' then
    perform note_list_change('tasks', projects || 0::bigint);
  end if;
  return null;
end $$;
create trigger tasks_inserted after insert on tasks
  referencing new table as new_rows for each statement execute function note_task_changes();
create trigger tasks_deleted after delete on tasks
  referencing old table as old_rows for each statement execute function note_task_changes();
create trigger tasks_updated after update on tasks
  referencing old table as old_rows new table as new_rows for each statement execute function note_task_changes();

-- 'projects': which there are, what they are called, and who may see them.
create function note_project_changes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    perform note_list_change('projects', '{0}');
  elsif exists (select 1 from new_rows n join old_rows o using (id)
      where (n.name, n.folder_id, n.is_private, n.contact_id, n.legal_contact_id, n.security_contact_id, n.developer_contact_id)
        is distinct from (o.name, o.folder_id, o.is_private, o.contact_id, o.legal_contact_id, o.security_contact_id, o.developer_contact_id)) then
    perform note_list_change('projects', '{0}');
  end if;
  return null;
end $$;
create trigger projects_inserted after insert on projects for each statement execute function note_project_changes();
create trigger projects_deleted after delete on projects for each statement execute function note_project_changes();
create trigger projects_updated after update on projects
  referencing old table as old_rows new table as new_rows for each statement execute function note_project_changes();

-- 'jobs', of all.
create function note_job_changes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    perform note_list_change('jobs', '{0}');
  elsif exists (select 1 from new_rows n join old_rows o using (id)
      where (n.status, n.type, n.project_id, n.triggered_by) is distinct from (o.status, o.type, o.project_id, o.triggered_by)) then
    perform note_list_change('jobs', '{0}');
  end if;
  return null;
end $$;
create trigger jobs_inserted after insert on jobs for each statement execute function note_job_changes();
create trigger jobs_deleted after delete on jobs for each statement execute function note_job_changes();
create trigger jobs_updated after update on jobs
  referencing old table as old_rows new table as new_rows for each statement execute function note_job_changes();

-- 'job-issues', by job. They are only added and, when a job begins anew, deleted.
create function note_job_issue_changes() returns trigger language plpgsql as $$
begin
  perform note_list_change('job-issues', array(select distinct job_id from changed_rows));
  return null;
end $$;
create trigger job_issues_inserted after insert on job_issues
  referencing new table as changed_rows for each statement execute function note_job_issue_changes();
create trigger job_issues_deleted after delete on job_issues
  referencing old table as changed_rows for each statement execute function note_job_issue_changes();

-- Lists of the whole installation that change seldom: any change counts.
create function note_any_change() returns trigger language plpgsql as $$
begin
  perform note_list_change(tg_argv[0], '{0}');
  return null;
end $$;
create trigger project_members_changed after insert or update or delete on project_members
  for each statement execute function note_any_change('projects');
create trigger licenses_changed after insert or update or delete on licenses
  for each statement execute function note_any_change('licenses');
create trigger components_changed after insert or update or delete on components
  for each statement execute function note_any_change('components');

-- The order of ids of the files that a scan has seen is read from the index alone.
drop index files_page;
create index files_page on files (project_id, id) include (scan_id);
