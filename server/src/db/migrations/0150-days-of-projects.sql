-- What each project had on each day (UTC), as it was at the last moment of that day when somebody looked. Equal days that follow each other are one row,
-- from `day` to `until`. A day without a row was not looked at: nobody computes it later, because nothing tells any more what was open then.
create table project_days (
  project_id bigint not null references projects (id) on delete cascade,
  day date not null,
  until date not null check (until >= day),
  -- When somebody looked last, and up to when first decisions are counted: not beyond the begin of any transaction that was still running.
  noted_at timestamptz not null,
  counted_at timestamptz not null,
  -- Open vulnerabilities, each counted once, by severity; then those that are exploited, and malicious packages and files.
  critical integer not null,
  high integer not null,
  medium integer not null,
  low integer not null,
  none integer not null,
  unknown integer not null,
  exploited integer not null,
  malware integer not null,
  -- Items that count, by the state of their review. Drafts include those whose review lapsed.
  draft integer not null,
  approved integer not null,
  rejected integer not null,
  lapsed integer not null,
  gone integer not null,
  -- By the priority of their license.
  p1 integer not null,
  p2 integer not null,
  p3 integer not null,
  no_license integer not null,
  -- By whether they were compared with advisories.
  compared integer not null,
  not_compared integer not null,
  -- What happened on `day`, or since the day that was looked at before, with the sum of the seconds that it took.
  fixed integer not null,
  fixed_seconds bigint not null,
  dismissed integer not null,
  decided integer not null,
  decided_seconds bigint not null,
  primary key (project_id, day)
);
create index project_days_until on project_days (until);

-- The open vulnerabilities of each project when it was last noted: from them follows which ended since, and how long they were open.
create table open_findings (
  project_id bigint not null references projects (id) on delete cascade,
  vulnerability_id bigint not null references vulnerabilities (id) on delete cascade,
  -- When the project's first alert of it opened, or when it was first seen here.
  since timestamptz not null,
  -- The versions of the project's items that had it; empty for malicious files.
  version_ids bigint[] not null,
  primary key (project_id, vulnerability_id)
);
create index open_findings_vulnerability on open_findings (vulnerability_id);

-- Projects whose figures may have changed since they were noted. Each transaction has rows of its own, so that none waits for another. Not a reference:
-- the deletion of a project changes its items too.
create table changed_projects (
  project_id bigint not null,
  xid xid8 not null default pg_current_xact_id(),
  primary key (project_id, xid)
);

create function note_changed_projects(ids bigint[]) returns void language sql as $$
  insert into changed_projects (project_id) select distinct id from unnest(ids) as t(id) on conflict do nothing
$$;

create function note_exposed_projects() returns trigger language plpgsql as $$
begin
  perform note_changed_projects(array(select distinct project_id from changed_rows));
  return null;
end $$;
create trigger item_exposures_noted after insert on item_exposures referencing new table as changed_rows
  for each statement execute function note_exposed_projects();
create trigger item_exposures_ended after delete on item_exposures referencing old table as changed_rows
  for each statement execute function note_exposed_projects();

-- Malicious files belong to no item.
create function note_projects_of_files() returns trigger language plpgsql as $$
begin
  perform note_changed_projects(array(select distinct project_id from changed_rows where item_id is null));
  return null;
end $$;
create trigger vulnerability_alerts_noted after insert on vulnerability_alerts referencing new table as changed_rows
  for each statement execute function note_projects_of_files();
create trigger vulnerability_alerts_changed after update on vulnerability_alerts referencing new table as changed_rows
  for each statement execute function note_projects_of_files();

create function note_compared_projects() returns trigger language plpgsql as $$
begin
  perform note_changed_projects(array(
    select distinct i.project_id from changed_rows c join inventory_items i on i.version_id = c.version_id));
  return null;
end $$;
create trigger version_coverage_noted after insert on version_coverage referencing new table as changed_rows
  for each statement execute function note_compared_projects();
create trigger version_coverage_changed after update on version_coverage referencing new table as changed_rows
  for each statement execute function note_compared_projects();

-- Review, licenses and scans: whoever changes items counts them again in the project's row.
create function note_counted_projects() returns trigger language plpgsql as $$
begin
  perform note_changed_projects(array(
    select n.id from new_rows n join old_rows o using (id)
    where (n.inventory_rollup, n.last_scan_id) is distinct from (o.inventory_rollup, o.last_scan_id)));
  return null;
end $$;
create trigger projects_counted after update on projects referencing old table as old_rows new table as new_rows
  for each statement execute function note_counted_projects();

-- Another version may have been compared otherwise, though nothing else of the item changes.
create function note_project_of_version() returns trigger language plpgsql as $$
begin
  perform note_changed_projects(array[new.project_id]);
  return null;
end $$;
create trigger inventory_items_compared_anew after update of version_id, component_id on inventory_items
  for each row when ((old.version_id, old.component_id) is distinct from (new.version_id, new.component_id))
  execute function note_project_of_version();

-- The open tasks of one person, for the first page.
create index tasks_of_owner on tasks (owner_id, id) where not is_closed;
