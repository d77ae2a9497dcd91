-- An item whose evidence is no longer in the code is gone. It stays in the database and in the lists of items, and counts nowhere (`present` in
-- db/inventories/present.ts). Items that never had evidence are never gone.
alter table inventory_items
  -- Whether the item has, or once had, a finding or files. Taken back when a person removes its last file: then the person has decided.
  add column had_evidence boolean not null default false,
  -- The first scan that no longer found the evidence, and what it saw, as a sentence.
  add column missing_since_scan bigint,
  add column missing_why text not null default '',
  -- A person decided that the item counts although its evidence is gone (a decision of the kind item-kept).
  add column is_kept boolean not null default false,
  add column gone_since_scan bigint generated always as (case when is_kept then null else missing_since_scan end) stored;
create index inventory_items_gone on inventory_items (project_id, id) where gone_since_scan is not null;
update inventory_items set had_evidence = true where file_count > 0 or (not is_edited and identity not like 'user:%');

-- Files that a scan tied to the item. Only those that a person tied keep an item present that no scan finds any more.
alter table inventory_files add column is_found boolean not null default false;
update inventory_files x set is_found = true from inventory_items i
  where i.id = x.item_id and i.identity not like 'user:%' and (not i.is_edited or not exists (
    select from decisions d join files f on f.id = x.file_id where d.item_id = i.id and d.kind = 'file-tied' and d.superseded_at is null
      and d.value @> '{"isTied": true}' and (f.path = d.subject ->> 'path' or starts_with(f.path, left(d.subject ->> 'pathPattern', -2)))));

-- However an item gets files, it has evidence from then on.
create function note_evidence() returns trigger language plpgsql as $$
begin
  new.had_evidence := true;
  return new;
end $$;
create trigger inventory_items_evidence before insert or update of file_count on inventory_items
  for each row when (new.file_count > 0 and not new.had_evidence) execute function note_evidence();

alter table decisions drop constraint decisions_kind_check, add constraint decisions_kind_check check (kind in (
  'license-choice', 'concluded-license', 'review', 'file-reviewed', 'file-tied', 'item-removed', 'item-kept', 'suppression', 'analysis',
  'notice-text', 'copyright-edit', 'usage', 'note'));

-- As in 0031, without items that are gone.
create or replace view item_vulnerabilities as
  select i.id as item_id, i.project_id, i.version_id, m.vulnerability_id, m.outcome, m.fixed_in, m.is_by_cpe, m.advisory_ids, m.matched_at
  from inventory_items i
  join version_vulnerabilities m on m.version_id = i.version_id
  join vulnerabilities v on v.id = m.vulnerability_id and v.kind <> 'notice' and v.withdrawn_at is null
  where i.type = 'COMPONENT' and i.gone_since_scan is null and not exists (
    select from standing_suppressions s
    where s.version_id = i.version_id and s.vulnerability_id = m.vulnerability_id and (s.project_id is null or s.project_id = i.project_id));

create or replace function expose_items() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform refresh_exposures(array(select id from new_rows where version_id is not null and type = 'COMPONENT'));
  else
    perform refresh_exposures(array(select id from (
      select id, version_id, type, project_id, gone_since_scan from new_rows
      except select id, version_id, type, project_id, gone_since_scan from old_rows) changed));
  end if;
  return null;
end $$;

-- A project had a version until its item was gone.
create or replace function note_version_spans() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update item_version_spans set ended_at = now() where ended_at is null and item_id = any(array(select id from old_rows));
  else
    insert into item_version_spans (item_id, project_id, version_id, item_name, purl)
      select id, project_id, version_id, name, purl from new_rows where version_id is not null and gone_since_scan is null;
  end if;
  return null;
end $$;
create or replace function move_version_spans() returns trigger language plpgsql as $$
declare
  moved bigint[] := array(select id from (
    select id, version_id, gone_since_scan is null from new_rows except select id, version_id, gone_since_scan is null from old_rows) changed);
begin
  if moved <> '{}' then
    update item_version_spans set ended_at = now() where ended_at is null and item_id = any(moved);
    insert into item_version_spans (item_id, project_id, version_id, item_name, purl)
      select id, project_id, version_id, name, purl from new_rows where id = any(moved) and version_id is not null and gone_since_scan is null;
  end if;
  return null;
end $$;

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
      select id, project_id, name, status, type, priority, confidence, license_id, license_expression, file_count, gone_since_scan from new_rows
      except select id, project_id, name, status, type, priority, confidence, license_id, license_expression, file_count, gone_since_scan
      from old_rows) changed));
  end if;
  return null;
end $$;
