-- The triggers that watch lists compare rows before and after an update. PostgreSQL keeps the plan of a trigger's query for the session, made for the
-- first statement that it saw: after one that changed no row it walked all rows before for each row after, which took minutes for 60,000 of
-- them. A set difference is hashed or sorted whatever was planned for.
create or replace function note_item_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform note_list_change('items', array(select distinct project_id from new_rows));
  elsif tg_op = 'DELETE' then
    perform note_list_change('items', array(select distinct project_id from old_rows));
  else
    perform note_list_change('items', array(select distinct project_id from (
      select id, project_id, is_published from new_rows except select id, project_id, is_published from old_rows) changed));
    perform note_list_change('item-details', array(select distinct project_id from (
      select id, project_id, name, status, type, priority, confidence, license_id, license_expression, file_count from new_rows
      except select id, project_id, name, status, type, priority, confidence, license_id, license_expression, file_count from old_rows) changed));
  end if;
  return null;
end $$;

create or replace function note_file_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform note_list_change('files', array(select distinct project_id from new_rows where scan_id is not null));
  elsif tg_op = 'DELETE' then
    perform note_list_change('files', array(select distinct project_id from old_rows where scan_id is not null));
  else
    perform note_list_change('files', array(select distinct project_id from (
      select id, project_id, scan_id is null from new_rows except select id, project_id, scan_id is null from old_rows) changed));
  end if;
  return null;
end $$;

create or replace function note_task_changes() returns trigger language plpgsql as $$
declare
  projects bigint[];
begin
  if tg_op = 'INSERT' then
    projects := array(select distinct project_id from new_rows);
  elsif tg_op = 'DELETE' then
    projects := array(select distinct project_id from old_rows);
  else
    projects := array(select distinct project_id from (
      select id, project_id, is_closed, type, priority, item_id from new_rows
      except select id, project_id, is_closed, type, priority, item_id from old_rows) changed);
  end if;
  if projects <> '{}' then
    perform note_list_change('tasks', projects || 0::bigint);
  end if;
  return null;
end $$;
