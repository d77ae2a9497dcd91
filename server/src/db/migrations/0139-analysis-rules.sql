-- Rules that decide about vulnerabilities of items (docs/adr/0042).
create table analysis_rules (
  id bigint generated always as identity primary key,
  name text not null,
  kind text not null check (kind in ('RULE', 'DECISION')),
  condition jsonb not null,
  analysis jsonb not null,
  -- The ground, in words.
  words text not null,
  suppresses boolean not null,
  is_enabled boolean not null default true,
  -- Null: never.
  expires_at timestamptz,
  ended_at timestamptz,
  author text not null,
  created_at timestamptz not null,
  changed_by text not null,
  changed_at timestamptz not null,
  -- It goes when nothing is left that it decided.
  deleted_at timestamptz
);
create unique index analysis_rules_name on analysis_rules (lower(name)) where deleted_at is null;
create index analysis_rules_expiry on analysis_rules (expires_at) where ended_at is null and expires_at is not null;

-- The rule that decides about a vulnerability of an item. It ends with the match, the item and the rule.
create table rule_decisions (
  item_id bigint not null references inventory_items on delete cascade,
  vulnerability_id bigint not null,
  version_id bigint not null,
  project_id bigint not null,
  rule_id bigint not null references analysis_rules on delete cascade,
  -- Further rules that hold, and give way to it.
  other_rule_ids bigint[] not null default '{}',
  analysis jsonb not null,
  is_suppressed boolean not null,
  decided_at timestamptz not null,
  primary key (item_id, vulnerability_id),
  foreign key (version_id, vulnerability_id) references version_vulnerabilities on delete cascade
);
create index rule_decisions_rule on rule_decisions (rule_id);
create index rule_decisions_match on rule_decisions (version_id, vulnerability_id);

-- What rules have to be compared with again. No key, so that nobody waits for others; the same may be there twice.
create table unsettled_by_rules (
  kind text not null check (kind in ('item', 'project', 'vulnerability')),
  id bigint not null
);

create function note_unsettled_items() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into unsettled_by_rules (kind, id) select 'item', id from new_rows where version_id is not null and type = 'COMPONENT';
  else
    insert into unsettled_by_rules (kind, id) select 'item', id from (
      select id, version_id, type, project_id, gone_since_scan, purl, dependency_level, dependency_scope, found_scope, file_count from new_rows
      except select id, version_id, type, project_id, gone_since_scan, purl, dependency_level, dependency_scope, found_scope, file_count
        from old_rows) changed where version_id is not null;
  end if;
  return null;
end $$;
create trigger inventory_items_unsettled after insert on inventory_items referencing new table as new_rows
  for each statement execute function note_unsettled_items();
create trigger inventory_items_unsettled_anew after update on inventory_items referencing old table as old_rows new table as new_rows
  for each statement execute function note_unsettled_items();

create function note_unsettled_projects() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'projects' then
    insert into unsettled_by_rules (kind, id) select 'project', id from (
      select id, name, folder_id from new_rows except select id, name, folder_id from old_rows) changed;
  else
    insert into unsettled_by_rules (kind, id)
      with recursive moved as (
        select id from (select id, parent_id from new_rows except select id, parent_id from old_rows) changed
        union select f.id from folders f join moved on f.parent_id = moved.id)
      select 'project', p.id from projects p join moved on moved.id = p.folder_id;
  end if;
  return null;
end $$;
create trigger projects_unsettled after update on projects referencing old table as old_rows new table as new_rows
  for each statement execute function note_unsettled_projects();
create trigger folders_unsettled after update on folders referencing old table as old_rows new table as new_rows
  for each statement execute function note_unsettled_projects();

create function note_unsettled_vulnerabilities() returns trigger language plpgsql as $$
begin
  insert into unsettled_by_rules (kind, id) select 'vulnerability', id from (
    select id, cwes, severity_v3, epss from new_rows except select id, cwes, severity_v3, epss from old_rows) changed;
  return null;
end $$;
create trigger vulnerabilities_unsettled after update on vulnerabilities referencing old table as old_rows new table as new_rows
  for each statement execute function note_unsettled_vulnerabilities();

-- As in 0132, with what rules suppress. People decide before rules, and rules before sources of VEX. `isSuppressedIn` in
-- db/vulnerabilities/standing.ts has the same condition.
create or replace view item_vulnerabilities as
  select i.id as item_id, i.project_id, i.version_id, m.vulnerability_id, m.outcome, m.fixed_in, m.is_by_cpe, m.advisory_ids, m.matched_at
  from inventory_items i
  join version_vulnerabilities m on m.version_id = i.version_id
  join vulnerabilities v on v.id = m.vulnerability_id and v.kind <> 'notice' and v.withdrawn_at is null
  where i.type = 'COMPONENT' and i.gone_since_scan is null and not exists (
    select from standing_suppressions s
    where s.version_id = i.version_id and s.vulnerability_id = m.vulnerability_id and (s.project_id is null or s.project_id = i.project_id)
      and not (s.is_vex and (
        exists (select from vulnerability_analyses a
          where a.project_id = i.project_id and a.version_id = i.version_id and a.vulnerability_id = m.vulnerability_id)
        or exists (select from rule_decisions r where r.item_id = i.id and r.vulnerability_id = m.vulnerability_id))))
  and not exists (
    select from rule_decisions r where r.item_id = i.id and r.vulnerability_id = m.vulnerability_id and r.is_suppressed
      and not exists (select from vulnerability_analyses a
        where a.project_id = i.project_id and a.version_id = i.version_id and a.vulnerability_id = m.vulnerability_id));

alter table decisions drop constraint decisions_kind_check;
alter table decisions add constraint decisions_kind_check check (kind in ('license-choice', 'concluded-license', 'review', 'file-reviewed', 'file-tied',
  'item-removed', 'item-kept', 'suppression', 'analysis', 'analysis-rule', 'notice-text', 'copyright-edit', 'usage', 'note'));
