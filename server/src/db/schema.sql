-- Written by `npm run schema` from the migrations; do not edit.

--

set local check_function_bodies = off;

--

create extension if not exists pg_trgm;

--

create type project_role as enum ('PROJECT_ADMIN', 'ANALYST', 'REVIEWER', 'OBSERVER');

--

create sequence content_epochs as bigint;

--

create sequence custom_component_ids as bigint start with 1000000001;

--

create sequence custom_version_ids as bigint start with 1000000001;

--

CREATE OR REPLACE FUNCTION audit_log_chain()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  last record;
begin
  perform pg_advisory_xact_lock(7220813);
  select id, at, hash into last from audit_log order by id desc limit 1;
  new.id := coalesce(last.id, 0) + 1;
  new.at := greatest(clock_timestamp(), last.at);
  new.previous_hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  new.hash := sha256(new.previous_hash || convert_to(audit_log_text(new), 'UTF8'));
  return new;
end $function$;

--

CREATE OR REPLACE FUNCTION audit_log_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'audit_log is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end $function$;

--

CREATE OR REPLACE FUNCTION audit_seals_are_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'audit_seals is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end $function$;

--

CREATE OR REPLACE FUNCTION common_folder(a text, b text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  x text[] := string_to_array(a, '/');
  y text[] := string_to_array(b, '/');
  n int := 0;
begin
  -- The last part is the name of the file.
  while n < least(cardinality(x), cardinality(y)) - 1 and x[n + 1] = y[n + 1] loop
    n := n + 1;
  end loop;
  return array_to_string(x[1:n], '/');
end $function$;

--

CREATE OR REPLACE FUNCTION count_component_letters()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into component_letters select letter, count(*) from new_rows n cross join lateral letters_of(n.name || ' ' || n.title) letter group by letter;
  elsif tg_op = 'DELETE' then
    insert into component_letters select letter, -count(*) from old_rows o cross join lateral letters_of(o.name || ' ' || o.title) letter group by letter;
  else
    insert into component_letters select letter, sum(difference) from old_rows o join new_rows n using (id) cross join lateral (
        select letter, 1 as difference from letters_of(n.name || ' ' || n.title) letter
        union all select letter, -1 from letters_of(o.name || ' ' || o.title) letter
      ) changed
      where (o.name, o.title) is distinct from (n.name, n.title) group by letter having sum(difference) <> 0;
  end if;
  perform sum_component_letters();
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION expose_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform refresh_exposures(array(select id from new_rows where version_id is not null and type = 'COMPONENT'));
  else
    perform refresh_exposures(array(select id from (
      select id, version_id, type, project_id, gone_since_scan from new_rows
      except select id, version_id, type, project_id, gone_since_scan from old_rows) changed));
  end if;
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION holder_words(facts jsonb)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select to_tsvector('simple'::regconfig, left(coalesce(string_agg(statement ->> 'holder', ' . '), ''), 100000))
  from jsonb_path_query(facts, '$.copyrights[*]') statement
$function$;

--

CREATE OR REPLACE FUNCTION keep_release()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'A release is never changed.';
end $function$;

--

CREATE OR REPLACE FUNCTION letter_pairs(words text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select array(select distinct substr(words, at, 2) from generate_series(1, length(words) - 1) as at)
$function$;

--

CREATE OR REPLACE FUNCTION letters_of(words text)
 RETURNS SETOF text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select distinct letter from string_to_table(lower(words), null) letter
$function$;

--

CREATE OR REPLACE FUNCTION license_names(expressions text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(array_agg(distinct name), '{}')
  from unnest(expressions) expression, regexp_split_to_table(lower(expression), '[\s()]+') name
  where name not in ('', 'and', 'or', 'with')
$function$;

--

CREATE OR REPLACE FUNCTION mentioned_licenses(facts jsonb)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
  select coalesce(array_agg(distinct one ->> 'expression'), '{}')
  from jsonb_path_query(facts, '$.licenses[*] ? (@.kind == "mention")') one
  where not coalesce(facts -> 'spdx', '[]') ? (one ->> 'expression')
$function$;

--

CREATE OR REPLACE FUNCTION move_version_spans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

--

CREATE OR REPLACE FUNCTION note_any_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_list_change(tg_argv[0], '{0}');
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION note_changed_projects(ids bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into changed_projects (project_id) select distinct id from unnest(ids) as t(id) on conflict do nothing
$function$;

--

CREATE OR REPLACE FUNCTION note_compared_projects()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_changed_projects(array(
    select distinct i.project_id from changed_rows c join inventory_items i on i.version_id = c.version_id));
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION note_counted_projects()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_changed_projects(array(
    select n.id from new_rows n join old_rows o using (id)
    where (n.inventory_rollup, n.last_scan_id) is distinct from (o.inventory_rollup, o.last_scan_id)));
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION note_evidence()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.had_evidence := true;
  return new;
end $function$;

--

CREATE OR REPLACE FUNCTION note_exposed_projects()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_changed_projects(array(select distinct project_id from changed_rows));
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION note_file_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

--

CREATE OR REPLACE FUNCTION note_item_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

--

CREATE OR REPLACE FUNCTION note_job_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'UPDATE' then
    perform note_list_change('jobs', '{0}');
  elsif exists (select 1 from new_rows n join old_rows o using (id)
      where (n.status, n.type, n.project_id, n.triggered_by) is distinct from (o.status, o.type, o.project_id, o.triggered_by)) then
    perform note_list_change('jobs', '{0}');
  end if;
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION note_job_issue_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_list_change('job-issues', array(select distinct job_id from changed_rows));
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION note_list_change(changed text, scopes bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  -- The row is there already when this transaction made it, or when another cluster did, before a dump was restored into this one.
  insert into list_changes (list, scope) select distinct changed, s from unnest(scopes) s where s is not null
    on conflict (list, scope, xid) do update set mark = excluded.mark where list_changes.xmin <> pg_current_xact_id()::xid;
  delete from list_changes c using (
      select o.list, o.scope, o.xid from list_changes o
      where o.list = changed and o.scope = any(scopes) and o.xid < pg_snapshot_xmin(pg_current_snapshot())
      for update skip locked
    ) old where c.list = old.list and c.scope = old.scope and c.xid = old.xid;
end $function$;

--

CREATE OR REPLACE FUNCTION note_project_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'UPDATE' then
    perform note_list_change('projects', '{0}');
  elsif exists (select 1 from new_rows n join old_rows o using (id)
      where (n.name, n.folder_id, n.is_private, n.contact_id, n.legal_contact_id, n.security_contact_id, n.developer_contact_id)
        is distinct from (o.name, o.folder_id, o.is_private, o.contact_id, o.legal_contact_id, o.security_contact_id, o.developer_contact_id)) then
    perform note_list_change('projects', '{0}');
  end if;
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION note_project_of_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_changed_projects(array[new.project_id]);
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION note_projects_of_files()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform note_changed_projects(array(select distinct project_id from changed_rows where item_id is null));
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION note_remote_file_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform note_list_change('remote-files', array(select distinct project_id from new_rows));
  else
    perform note_list_change('remote-files', array(select distinct project_id from old_rows));
  end if;
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION note_renamed_versions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into unmatched_versions (version_id)
    select id from (select id, name, purl from new_rows except select id, name, purl from old_rows) changed order by id
    on conflict do nothing;
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION note_task_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

--

CREATE OR REPLACE FUNCTION note_unmatched_versions()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into unmatched_versions (version_id) select id from new_rows order by id on conflict do nothing;
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION note_unsettled_items()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

--

CREATE OR REPLACE FUNCTION note_unsettled_projects()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
end $function$;

--

CREATE OR REPLACE FUNCTION note_unsettled_vulnerabilities()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into unsettled_by_rules (kind, id) select 'vulnerability', id from (
    select id, cwes, severity_v3, epss from new_rows except select id, cwes, severity_v3, epss from old_rows) changed;
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION note_version_spans()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    update item_version_spans set ended_at = now() where ended_at is null and item_id = any(array(select id from old_rows));
  else
    insert into item_version_spans (item_id, project_id, version_id, item_name, purl)
      select id, project_id, version_id, name, purl from new_rows where version_id is not null and gone_since_scan is null;
  end if;
  return null;
end $function$;

--

CREATE OR REPLACE FUNCTION place_key(path text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(path, 'v?\d+(\.\d+)+(\.(dfsg|ds|orig|repack)\d*)?([-+~][0-9A-Za-z]+(\.[0-9A-Za-z]+)*)*'::text, '#'::text, 'g'::text);

--

CREATE OR REPLACE FUNCTION refresh_exposures(item_ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  delete from item_exposures where item_id = any(item_ids);
  insert into item_exposures (item_id, project_id, v2_high, v2_medium, v2_low, v2_unknown,
    v3_critical, v3_high, v3_medium, v3_low, v3_none, v3_unknown, exploited, malware, undetermined)
  select m.item_id, m.project_id,
    count(*) filter (where m.outcome = 'affected' and v.severity_v2 = 'HIGH'),
    count(*) filter (where m.outcome = 'affected' and v.severity_v2 = 'MEDIUM'),
    count(*) filter (where m.outcome = 'affected' and v.severity_v2 = 'LOW'),
    count(*) filter (where m.outcome = 'affected' and v.severity_v2 = 'UNKNOWN'),
    count(*) filter (where m.outcome = 'affected' and v.severity_v3 = 'CRITICAL'),
    count(*) filter (where m.outcome = 'affected' and v.severity_v3 = 'HIGH'),
    count(*) filter (where m.outcome = 'affected' and v.severity_v3 = 'MEDIUM'),
    count(*) filter (where m.outcome = 'affected' and v.severity_v3 = 'LOW'),
    count(*) filter (where m.outcome = 'affected' and v.severity_v3 = 'NONE'),
    count(*) filter (where m.outcome = 'affected' and v.severity_v3 = 'UNKNOWN'),
    count(*) filter (where m.outcome = 'affected' and v.is_exploited),
    count(*) filter (where m.outcome = 'affected' and v.kind = 'malware'),
    count(*) filter (where m.outcome = 'undetermined')
  from item_vulnerabilities m join vulnerabilities v on v.id = m.vulnerability_id
  where m.item_id = any(item_ids)
  group by m.item_id, m.project_id order by m.item_id;
end $function$;

--

CREATE OR REPLACE FUNCTION refresh_signals(ids bigint[])
 RETURNS void
 LANGUAGE sql
AS $function$
  update vulnerabilities v set epss = t.epss, epss_percentile = t.percentile, ssvc_exploitation = t.exploitation,
    ssvc_automatable = t.automatable, ssvc_impact = t.impact
  from (select i.id, p.score as epss, p.percentile, lower(coalesce(d.exploitation, '')) as exploitation, lower(coalesce(d.automatable, '')) as automatable,
      lower(coalesce(d.technical_impact, '')) as impact
    from unnest(ids) as i(id)
    left join lateral (select p.score, p.percentile from vulnerability_names n join exploit_predictions p using (name_key)
      where n.vulnerability_id = i.id order by p.score desc limit 1) p on true
    left join lateral (select d.* from vulnerability_names n join decision_points d using (name_key)
      where n.vulnerability_id = i.id order by n.name_key limit 1) d on true) t
  where v.id = t.id and (v.epss, v.epss_percentile, v.ssvc_exploitation, v.ssvc_automatable, v.ssvc_impact)
    is distinct from (t.epss, t.percentile, t.exploitation, t.automatable, t.impact)
$function$;

--

CREATE OR REPLACE FUNCTION sum_component_letters()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if (select count(*) from (select from component_letters limit 5001) differences) > 5000 then
    with gone as (
      delete from component_letters where ctid = any(array(select ctid from component_letters for update skip locked)) returning letter, count
    )
    insert into component_letters select letter, sum(count) from gone group by letter having sum(count) <> 0;
  end if;
end $function$;

--

create table advisories (
  id bigint generated by default as identity not null,
  source_id bigint not null,
  name text not null,
  digest bytea not null,
  kind text not null,
  withdrawn_at timestamp with time zone,
  published_at timestamp with time zone,
  modified_at timestamp with time zone,
  record jsonb not null,
  vulnerability_id bigint,
  changed_at timestamp with time zone not null default clock_timestamp(),
  constraint advisories_source_id_name_key UNIQUE (source_id, name),
  constraint advisories_pkey PRIMARY KEY (id),
  constraint advisories_kind_check CHECK ((kind = ANY (ARRAY['vulnerability'::text, 'malware'::text, 'notice'::text])))
);
CREATE INDEX advisories_changed ON advisories USING btree (changed_at);
CREATE INDEX advisories_vulnerability ON advisories USING btree (vulnerability_id);

--

create table advisory_digests (
  digest bytea not null,
  advisory_id bigint not null,
  constraint advisory_digests_pkey PRIMARY KEY (digest, advisory_id)
);
CREATE INDEX advisory_digests_advisory ON advisory_digests USING btree (advisory_id);

--

create table advisory_files (
  advisory_id bigint not null,
  digest bytea not null,
  constraint advisory_files_pkey PRIMARY KEY (advisory_id)
);
CREATE INDEX advisory_files_digest ON advisory_files USING btree (digest);

--

create table advisory_holdings (
  id integer generated always as identity not null,
  source_id bigint not null,
  type text not null,
  distribution text not null,
  release text not null,
  records integer not null,
  newest_at timestamp with time zone,
  constraint advisory_holdings_source_id_type_distribution_release_key UNIQUE (source_id, type, distribution, release),
  constraint advisory_holdings_pkey PRIMARY KEY (id),
  constraint advisory_holdings_records_check CHECK ((records > 0))
);

--

create table advisory_names (
  advisory_id bigint not null,
  name_key text not null,
  constraint advisory_names_pkey PRIMARY KEY (advisory_id, name_key)
);
CREATE INDEX advisory_names_key ON advisory_names USING btree (name_key);

--

create table advisory_packages (
  advisory_id bigint not null,
  "position" integer not null,
  type text not null,
  name text not null,
  affected jsonb not null,
  constraint advisory_packages_pkey PRIMARY KEY (advisory_id, "position")
);
CREATE INDEX advisory_packages_name ON advisory_packages USING btree (name, type);

--

create table advisory_sources (
  id bigint generated by default as identity not null,
  name text not null,
  location text not null default ''::text,
  is_enabled boolean not null default true,
  data_as_of timestamp with time zone,
  updated_at timestamp with time zone,
  last_error text not null default ''::text,
  failed_at timestamp with time zone,
  record_count bigint not null default 0,
  etag text not null default ''::text,
  fingerprint text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  signatures text not null default ''::text,
  crawl jsonb,
  is_age_stated boolean not null default false,
  constraint advisory_sources_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX advisory_sources_name ON advisory_sources USING btree (lower(name));

--

create table alm_instances (
  id bigint generated by default as identity not null,
  name text not null,
  url text not null,
  authentication text not null,
  user_name text not null default ''::text,
  secret_sealed bytea not null,
  project_key text not null,
  issue_type text not null,
  priority text not null default ''::text,
  summary_template text not null,
  description_template text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint alm_instances_pkey PRIMARY KEY (id),
  constraint alm_instances_authentication_check CHECK ((authentication = ANY (ARRAY['BASIC'::text, 'BEARER'::text])))
);
CREATE UNIQUE INDEX alm_instances_name ON alm_instances USING btree (lower(name));

--

create table alm_issues (
  id bigint generated by default as identity not null,
  instance_id bigint not null,
  external_id text not null,
  key text not null,
  summary text not null default ''::text,
  status text not null default ''::text,
  is_done boolean not null default false,
  is_gone boolean not null default false,
  synced_at timestamp with time zone not null default now(),
  constraint alm_issues_instance_id_external_id_key UNIQUE (instance_id, external_id),
  constraint alm_issues_pkey PRIMARY KEY (id)
);

--

create table alm_requests (
  task_id bigint not null,
  requested_by bigint,
  requested_at timestamp with time zone not null default now(),
  state text not null default 'WAITING'::text,
  attempts integer not null default 0,
  next_try_at timestamp with time zone not null default '1970-01-01 00:00:00+00'::timestamp with time zone,
  error text not null default ''::text,
  constraint alm_requests_pkey PRIMARY KEY (task_id),
  constraint alm_requests_state_check CHECK ((state = ANY (ARRAY['WAITING'::text, 'DONE'::text, 'FAILED'::text])))
);
CREATE INDEX alm_requests_due ON alm_requests USING btree (next_try_at) WHERE (state = 'WAITING'::text);

--

create table alm_syncs (
  id bigint generated by default as identity not null,
  trigger text not null,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  refreshed integer not null default 0,
  changed integer not null default 0,
  gone integer not null default 0,
  errors jsonb not null default '[]'::jsonb,
  constraint alm_syncs_pkey PRIMARY KEY (id),
  constraint alm_syncs_trigger_check CHECK ((trigger = ANY (ARRAY['PERSON'::text, 'SCHEDULE'::text])))
);

--

create table analysis_rules (
  id bigint generated always as identity not null,
  name text not null,
  kind text not null,
  condition jsonb not null,
  analysis jsonb not null,
  words text not null,
  suppresses boolean not null,
  is_enabled boolean not null default true,
  expires_at timestamp with time zone,
  ended_at timestamp with time zone,
  author text not null,
  created_at timestamp with time zone not null,
  changed_by text not null,
  changed_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  constraint analysis_rules_pkey PRIMARY KEY (id),
  constraint analysis_rules_kind_check CHECK ((kind = ANY (ARRAY['RULE'::text, 'DECISION'::text])))
);
CREATE INDEX analysis_rules_expiry ON analysis_rules USING btree (expires_at) WHERE ((ended_at IS NULL) AND (expires_at IS NOT NULL));
CREATE UNIQUE INDEX analysis_rules_name ON analysis_rules USING btree (lower(name)) WHERE (deleted_at IS NULL);

--

create table archive_contents (
  archive bytea not null,
  part integer not null,
  paths text[] not null,
  digests bytea[] not null,
  constraint archive_contents_pkey PRIMARY KEY (archive, part)
);

--

create table archive_findings (
  sha256 bytea not null,
  analyzer_version text not null,
  file_count bigint not null,
  files jsonb not null,
  licenses jsonb not null,
  issues jsonb not null,
  analyzed_at timestamp with time zone not null default now(),
  has_contents boolean not null default false,
  constraint archive_findings_pkey PRIMARY KEY (sha256)
);

--

create table audit_log (
  id bigint not null,
  at timestamp with time zone not null,
  about bigint,
  user_id bigint,
  login text not null default ''::text,
  token_id bigint,
  via text not null,
  address text not null default ''::text,
  forwarded_for text not null default ''::text,
  user_agent text not null default ''::text,
  operation text not null,
  method text not null default ''::text,
  path text not null default ''::text,
  request_id text not null default ''::text,
  project_id bigint,
  job_id bigint,
  ids jsonb not null default '{}'::jsonb,
  details jsonb not null default '{}'::jsonb,
  status text,
  previous_hash bytea not null,
  hash bytea not null,
  constraint audit_log_previous_hash_key UNIQUE (previous_hash),
  constraint audit_log_pkey PRIMARY KEY (id),
  constraint audit_log_via_check CHECK ((via = ANY (ARRAY['session'::text, 'token'::text, 'login'::text, 'job'::text, 'command line'::text, 'system'::text])))
);
CREATE INDEX audit_log_about ON audit_log USING btree (about) INCLUDE (status) WHERE (about IS NOT NULL);
CREATE INDEX audit_log_at ON audit_log USING btree (at);
CREATE INDEX audit_log_entries ON audit_log USING btree (id) WHERE (about IS NULL);
CREATE INDEX audit_log_login ON audit_log USING btree (lower(login), id);
CREATE INDEX audit_log_operation ON audit_log USING btree (operation, id);
CREATE INDEX audit_log_project ON audit_log USING btree (project_id, id) WHERE (project_id IS NOT NULL);

--

create table audit_seals (
  number bigint not null,
  line bigint not null,
  line_hash bytea not null,
  sealed_at timestamp with time zone not null,
  key_id text not null,
  mac bytea not null,
  constraint audit_seals_line_key UNIQUE (line),
  constraint audit_seals_pkey PRIMARY KEY (number)
);

--

create table blobs (
  sha256 bytea not null,
  md5 bytea not null,
  sha1 bytea not null,
  size_bytes bigint not null,
  segment text not null,
  block_offset bigint not null,
  location jsonb not null,
  created_at timestamp with time zone not null default now(),
  constraint blobs_pkey PRIMARY KEY (sha256)
);
CREATE INDEX blobs_md5 ON blobs USING btree (md5);
CREATE INDEX blobs_order ON blobs USING btree (segment, block_offset);
CREATE INDEX blobs_sha1 ON blobs USING btree (sha1);

--

create table bulk_decisions (
  id bigint generated by default as identity not null,
  undo_token uuid not null,
  project_id bigint,
  user_id bigint,
  user_name text not null,
  action text not null,
  details jsonb not null default '{}'::jsonb,
  reason text not null default ''::text,
  row_ids bigint[] not null,
  done integer not null default 0,
  job_id bigint,
  changed integer not null default 0,
  skipped jsonb not null default '{}'::jsonb,
  decided_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  undo_until timestamp with time zone not null,
  undone_at timestamp with time zone,
  undone_by text not null default ''::text,
  undo_done integer not null default 0,
  undo_job_id bigint,
  restored integer not null default 0,
  kept jsonb not null default '[]'::jsonb,
  constraint bulk_decisions_undo_token_key UNIQUE (undo_token),
  constraint bulk_decisions_pkey PRIMARY KEY (id),
  constraint bulk_decisions_action_check CHECK ((action = ANY (ARRAY['APPROVE'::text, 'REJECT'::text, 'TO_DRAFT'::text, 'PUBLISH'::text, 'RECALL'::text, 'CHANGE'::text, 'ASSIGN'::text, 'MARK_REVIEWED'::text, 'MARK_UNREVIEWED'::text, 'TIE'::text, 'UNTIE'::text, 'SUPPRESS'::text, 'ANALYZE'::text, 'WITHDRAW'::text, 'CLOSE_TASKS'::text, 'REOPEN_TASKS'::text, 'REASSIGN_TASKS'::text, 'PRIORITIZE_TASKS'::text])))
);
CREATE INDEX bulk_decisions_everywhere ON bulk_decisions USING btree (id) WHERE (project_id IS NULL);
CREATE INDEX bulk_decisions_old ON bulk_decisions USING btree (undo_until);
CREATE INDEX bulk_decisions_project ON bulk_decisions USING btree (project_id, id);

--

create table bulk_images (
  bulk_id bigint not null,
  is_undo boolean not null default false,
  step integer not null,
  kind text not null,
  ids bigint[] not null,
  before jsonb,
  after jsonb,
  project_id bigint,
  vulnerability_id bigint,
  constraint bulk_images_is_undo_check CHECK ((NOT is_undo)),
  constraint bulk_images_kind_check CHECK ((kind = ANY (ARRAY['item'::text, 'task'::text, 'decision'::text, 'file'::text, 'tie'::text, 'analysis'::text, 'suppression'::text, 'suppressed'::text, 'alert'::text]))),
  constraint bulk_images_of_check CHECK (((project_id IS NULL) = (vulnerability_id IS NULL)))
);
CREATE INDEX bulk_images_step ON bulk_images USING btree (bulk_id, step);

--

create table bulk_notices (
  bulk_id bigint not null,
  step integer not null,
  notices jsonb not null,
  constraint bulk_notices_pkey PRIMARY KEY (bulk_id, step)
);

--

create table bulk_steps (
  bulk_id bigint not null,
  step integer not null,
  is_undo boolean not null,
  first_revision bigint not null,
  last_revision bigint not null,
  last_decision bigint not null,
  constraint bulk_steps_pkey PRIMARY KEY (bulk_id, is_undo, step)
);

--

create table carried_files (
  file_id bigint not null,
  decision_id bigint not null,
  sha256 bytea not null,
  way text not null,
  constraint carried_files_pkey PRIMARY KEY (file_id, decision_id),
  constraint carried_files_way_check CHECK ((way = ANY (ARRAY['bytes'::text, 'text'::text, 'evidence'::text, 'component'::text])))
);
CREATE INDEX carried_files_decision ON carried_files USING btree (decision_id);

--

create table carried_reviews (
  decision_id bigint not null,
  from_decision_id bigint not null,
  way text not null,
  is_accepted boolean not null,
  constraint carried_reviews_pkey PRIMARY KEY (decision_id),
  constraint carried_reviews_way_check CHECK ((way = ANY (ARRAY['version'::text, 'bump'::text])))
);
CREATE INDEX carried_reviews_from ON carried_reviews USING btree (from_decision_id);

--

create table changed_projects (
  project_id bigint not null,
  xid xid8 not null default pg_current_xact_id(),
  constraint changed_projects_pkey PRIMARY KEY (project_id, xid)
);

--

create table code_requests (
  project_id bigint not null,
  action text not null,
  asked_at timestamp with time zone not null default now(),
  constraint code_requests_pkey PRIMARY KEY (project_id),
  constraint code_requests_action_check CHECK ((action = ANY (ARRAY['SYNC'::text, 'SCAN'::text])))
);

--

create table code_schedules (
  project_id bigint not null,
  action text not null,
  schedule jsonb not null,
  changed_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  result text,
  detail text not null default ''::text,
  job_id bigint,
  constraint code_schedules_pkey PRIMARY KEY (project_id),
  constraint code_schedules_action_check CHECK ((action = ANY (ARRAY['SYNC'::text, 'SCAN'::text]))),
  constraint code_schedules_result_check CHECK ((result = ANY (ARRAY['QUEUED'::text, 'WAITING'::text, 'FAILED'::text])))
);

--

create table codebase_folders (
  id bigint generated by default as identity not null,
  project_id bigint not null,
  parent_id bigint,
  path text not null,
  name text not null,
  constraint codebase_folders_project_id_path_key UNIQUE (project_id, path),
  constraint codebase_folders_pkey PRIMARY KEY (id)
);
CREATE INDEX codebase_folders_parent ON codebase_folders USING btree (parent_id, name);

--

create table codebase_issues (
  id bigint generated by default as identity not null,
  project_id bigint not null,
  code text not null,
  path text not null,
  message text not null,
  constraint codebase_issues_pkey PRIMARY KEY (id)
);
CREATE INDEX codebase_issues_project ON codebase_issues USING btree (project_id, id);

--

create table component_letters (
  letter text not null,
  count bigint not null
);
CREATE INDEX component_letters_letter ON component_letters USING btree (letter);

--

create table component_origins (
  component_id bigint not null,
  kind text not null,
  name text not null,
  as_of timestamp with time zone not null,
  constraint component_origins_pkey PRIMARY KEY (component_id),
  constraint component_origins_kind_check CHECK ((kind = ANY (ARRAY['REGISTRY'::text, 'BUNDLE'::text])))
);

--

create table component_versions (
  id bigint generated by default as identity (start with 1000001) not null,
  component_id bigint not null,
  name text not null,
  purl text,
  license_expression text not null default ''::text,
  is_custom boolean not null default false,
  created_at timestamp with time zone not null default now(),
  created_by text not null default 'System'::text,
  license_facts jsonb not null default '{}'::jsonb,
  released_at timestamp with time zone,
  is_withdrawn boolean not null default false,
  cpe text not null default ''::text,
  distribution_like jsonb,
  names_sources boolean not null default false,
  build text not null default ''::text,
  constraint component_versions_component_id_name_build_key UNIQUE (component_id, name, build),
  constraint component_versions_pkey PRIMARY KEY (id)
);
CREATE INDEX component_versions_like ON component_versions USING btree (id) WHERE (distribution_like IS NOT NULL);

--

create table components (
  id bigint generated by default as identity (start with 1000001) not null,
  name text not null,
  title text not null default ''::text,
  url text not null default ''::text,
  description text not null default ''::text,
  encryption boolean not null default false,
  forge_id integer not null default 1,
  purl text,
  is_custom boolean not null default false,
  created_at timestamp with time zone not null default now(),
  created_by text not null default 'System'::text,
  constraint components_purl_key UNIQUE (purl),
  constraint components_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX components_custom ON components USING btree (lower(name), forge_id) WHERE is_custom;
CREATE INDEX components_letter_pairs ON components USING gin (letter_pairs(lower(((name || ' '::text) || title))));
CREATE INDEX components_name ON components USING btree (lower(name));
CREATE INDEX components_name_prefix ON components USING btree (lower(name) text_pattern_ops);
CREATE INDEX components_purl_parts ON components USING gin (lower(COALESCE(purl, ''::text)) gin_trgm_ops);
CREATE INDEX components_title ON components USING btree (lower(title) text_pattern_ops);
CREATE INDEX components_url_parts ON components USING gin (lower(COALESCE(url, ''::text)) gin_trgm_ops);
CREATE INDEX components_words ON components USING gin (lower(((name || ' '::text) || title)) gin_trgm_ops);

--

create table content_uses (
  id uuid not null,
  epoch bigint not null,
  sha256 bytea,
  seen_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone,
  constraint content_uses_pkey PRIMARY KEY (id)
);

--

create table corpus_files (
  package_id bigint not null,
  sha256 bytea not null,
  path text not null,
  constraint corpus_files_pkey PRIMARY KEY (package_id, sha256)
);
CREATE INDEX corpus_files_sha256 ON corpus_files USING btree (sha256);

--

create table corpus_packages (
  id bigint generated by default as identity not null,
  purl text not null,
  component text not null,
  version text not null,
  file_count integer not null,
  added_at timestamp with time zone not null default now(),
  constraint corpus_packages_purl_key UNIQUE (purl),
  constraint corpus_packages_pkey PRIMARY KEY (id)
);
CREATE INDEX corpus_packages_component ON corpus_packages USING btree (component);

--

create table curation_sources (
  id bigint generated by default as identity not null,
  name text not null,
  is_enabled boolean not null default false,
  "position" integer not null,
  imported_at timestamp with time zone,
  imported_by text not null default ''::text,
  file_count integer not null default 0,
  issue_count integer not null default 0,
  constraint curation_sources_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX curation_sources_name ON curation_sources USING btree (lower(name));

--

create table curations (
  id bigint generated by default as identity not null,
  source_id bigint not null,
  purl text not null,
  versions text not null default ''::text,
  license_expression text not null default ''::text,
  mapping jsonb not null default '{}'::jsonb,
  comment text not null default ''::text,
  location text not null default ''::text,
  file text not null,
  constraint curations_pkey PRIMARY KEY (id)
);
CREATE INDEX curations_purl ON curations USING btree (purl);
CREATE INDEX curations_source ON curations USING btree (source_id, id);

--

create table custom_fields (
  id bigint generated by default as identity not null,
  scope text not null,
  label text not null,
  type text not null,
  help_text text not null default ''::text,
  choices text[] not null default '{}'::text[],
  is_enabled boolean not null default true,
  is_visible boolean not null default true,
  created_at timestamp with time zone not null default now(),
  constraint custom_fields_pkey PRIMARY KEY (id),
  constraint custom_fields_scope_check CHECK ((scope = ANY (ARRAY['PROJECT'::text, 'INVENTORY'::text]))),
  constraint custom_fields_type_check CHECK ((type = ANY (ARRAY['TEXT'::text, 'TEXT_AREA'::text, 'DROP_DOWN'::text])))
);
CREATE UNIQUE INDEX custom_fields_label ON custom_fields USING btree (scope, lower(label));

--

create table damaged_contents (
  id bigint generated by default as identity not null,
  sha256 bytea not null,
  finding text not null,
  uses jsonb not null default '[]'::jsonb,
  more_uses bigint not null default 0,
  found_at timestamp with time zone not null default now(),
  last_seen_at timestamp with time zone not null default now(),
  repaired_at timestamp with time zone,
  constraint damaged_contents_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX damaged_contents_open ON damaged_contents USING btree (sha256) WHERE (repaired_at IS NULL);

--

create table decision_files (
  decision_id bigint not null,
  sha256 bytea not null,
  place_key text not null default ''::text,
  text_digest bytea,
  evidence_digest bytea,
  sketch bytea,
  said jsonb,
  project_id bigint not null,
  constraint decision_files_pkey PRIMARY KEY (decision_id, sha256, place_key)
);
CREATE INDEX decision_files_contents ON decision_files USING btree (sha256, project_id);
CREATE INDEX decision_files_name ON decision_files USING btree (evidence_digest, "substring"(place_key, '[^/]*$'::text), project_id) WHERE (evidence_digest IS NOT NULL);
CREATE INDEX decision_files_place ON decision_files USING btree (place_key, project_id);
CREATE INDEX decision_files_text ON decision_files USING btree (text_digest, project_id) WHERE (text_digest IS NOT NULL);

--

create table decision_points (
  name_key text not null,
  source_id bigint not null,
  exploitation text not null,
  automatable text not null,
  technical_impact text not null,
  constraint decision_points_pkey PRIMARY KEY (name_key)
);

--

create table decisions (
  id bigint generated by default as identity not null,
  kind text not null,
  subject jsonb not null,
  subject_key text not null,
  scope text not null,
  project_id bigint,
  item_id bigint,
  value jsonb not null,
  ground jsonb not null,
  author text not null,
  decided_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  supersedes bigint,
  superseded_at timestamp with time zone,
  lapsed_at timestamp with time zone,
  lapse text not null default ''::text,
  undone_by text not null default ''::text,
  lapsed_path text,
  constraint decisions_pkey PRIMARY KEY (id),
  constraint decisions_check CHECK (((scope = 'site'::text) = (project_id IS NULL))),
  constraint decisions_check1 CHECK (((scope <> 'item'::text) OR (item_id IS NOT NULL))),
  constraint decisions_kind_check CHECK ((kind = ANY (ARRAY['license-choice'::text, 'concluded-license'::text, 'review'::text, 'file-reviewed'::text, 'file-tied'::text, 'item-removed'::text, 'item-kept'::text, 'suppression'::text, 'analysis'::text, 'analysis-rule'::text, 'notice-text'::text, 'copyright-edit'::text, 'usage'::text, 'note'::text]))),
  constraint decisions_scope_check CHECK ((scope = ANY (ARRAY['item'::text, 'project'::text, 'family'::text, 'site'::text])))
);
CREATE INDEX decisions_accepted_absences ON decisions USING btree (project_id) WHERE ((kind = 'analysis'::text) AND (superseded_at IS NULL) AND ((ground ->> 'evidence'::text) = 'code-not-present'::text));
CREATE INDEX decisions_item ON decisions USING btree (item_id, id) WHERE (item_id IS NOT NULL);
CREATE INDEX decisions_of_item ON decisions USING btree (item_id, kind, id) WHERE ((superseded_at IS NULL) AND (item_id IS NOT NULL));
CREATE INDEX decisions_project ON decisions USING btree (project_id, kind, id);
CREATE UNIQUE INDEX decisions_standing ON decisions USING btree (kind, md5(subject_key), scope, COALESCE(project_id, (0)::bigint), COALESCE(item_id, (0)::bigint)) WHERE (superseded_at IS NULL);
CREATE INDEX decisions_subject ON decisions USING btree (md5(subject_key), kind) WHERE (superseded_at IS NULL);
CREATE INDEX decisions_supersedes ON decisions USING btree (supersedes) WHERE (supersedes IS NOT NULL);

--

create table deleted_findings (
  project_id bigint not null,
  identity text not null,
  finding text not null,
  name text not null,
  is_lifted boolean not null default false,
  deleted_by text not null,
  deleted_at timestamp with time zone not null default now(),
  constraint deleted_findings_pkey PRIMARY KEY (project_id, identity)
);
CREATE INDEX deleted_findings_finding ON deleted_findings USING btree (project_id, finding);

--

create table detection_rules (
  id bigint generated by default as identity not null,
  component_id bigint not null,
  version_id bigint not null,
  license_id bigint not null,
  description text not null default ''::text,
  url text not null default ''::text,
  notices_text text not null default ''::text,
  audit_notes text not null default ''::text,
  as_found_license_text text not null default ''::text,
  files jsonb not null default '[]'::jsonb,
  paths jsonb not null default '[]'::jsonb,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint detection_rules_pkey PRIMARY KEY (id)
);

--

create table end_of_life_dates (
  source_id bigint not null,
  product text not null,
  cycle text not null,
  ends_on text not null,
  is_over boolean not null,
  constraint end_of_life_dates_pkey PRIMARY KEY (source_id, product, cycle)
);

--

create table exploit_predictions (
  name_key text not null,
  source_id bigint not null,
  score real not null,
  percentile real not null,
  constraint exploit_predictions_pkey PRIMARY KEY (name_key)
);

--

create table exploitations (
  asserter text not null,
  name_key text not null,
  source_id bigint not null,
  since text not null,
  due text not null,
  is_ransomware boolean not null,
  note text not null,
  constraint exploitations_pkey PRIMARY KEY (asserter, name_key, source_id)
);
CREATE INDEX exploitations_name ON exploitations USING btree (name_key);

--

create table exposure_news (
  item_id bigint not null,
  vulnerability_id bigint not null,
  found_at timestamp with time zone not null default now(),
  applied_at timestamp with time zone,
  constraint exposure_news_pkey PRIMARY KEY (item_id, vulnerability_id)
);

--

create table facts (
  sha256 bytea not null,
  hint text not null,
  analyzer_version text not null,
  facts jsonb not null,
  issues jsonb not null default '[]'::jsonb,
  language text not null default ''::text,
  kind text not null default ''::text,
  line_count bigint not null default 0,
  spdx text[] not null default '{}'::text[],
  has_packages boolean not null default false,
  has_evidence boolean not null default false,
  analyzed_at timestamp with time zone not null default now(),
  has_references boolean not null default false,
  text_digest bytea,
  evidence_digest bytea,
  sketch bytea,
  mentioned text[] generated always as (mentioned_licenses(facts)) stored,
  constraint facts_pkey PRIMARY KEY (sha256, hint)
);
CREATE INDEX facts_archives ON facts USING btree (sha256, hint) WHERE (kind = 'archive'::text);
CREATE INDEX facts_evidence ON facts USING btree (evidence_digest) WHERE has_evidence;
CREATE INDEX facts_holder_words ON facts USING gin (holder_words(facts)) WHERE ((facts -> 'copyrights'::text) <> '[]'::jsonb);
CREATE INDEX facts_license_names ON facts USING gin (license_names(spdx)) WHERE (spdx <> '{}'::text[]);
CREATE INDEX facts_text ON facts USING btree (text_digest);

--

create table files (
  id bigint generated by default as identity not null,
  project_id bigint not null,
  folder_id bigint not null,
  path text not null,
  name text not null,
  sha256 bytea not null,
  size_bytes bigint not null,
  hint text not null default ''::text,
  is_reviewed boolean not null default false,
  inventory_count integer not null default 0,
  has_evidence boolean not null default false,
  scan_id bigint,
  scan_plan text not null default 'analyse'::text,
  is_excluded boolean not null default false,
  search_set_id integer,
  spdx text[] not null default '{}'::text[],
  mentioned text[] not null default '{}'::text[],
  layer bytea,
  constraint files_project_id_path_key UNIQUE (project_id, path),
  constraint files_pkey PRIMARY KEY (id),
  constraint files_scan_plan_check CHECK ((scan_plan = ANY (ARRAY['analyse'::text, 'exclude'::text, 'keep'::text])))
) with (fillfactor=50);
CREATE INDEX files_blob ON files USING btree (sha256, hint);
CREATE INDEX files_folder ON files USING btree (folder_id, name);
CREATE INDEX files_name ON files USING btree (lower(name) text_pattern_ops);
CREATE INDEX files_page ON files USING btree (project_id, id) INCLUDE (scan_id);

--

create table folders (
  id bigint generated by default as identity (start with 2) not null,
  parent_id bigint,
  name text not null,
  created_at timestamp with time zone not null default now(),
  constraint folders_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX folders_name ON folders USING btree (COALESCE(parent_id, (0)::bigint), lower(name));

--

create table followed_licenses (
  file_id bigint not null,
  spdx text[] not null,
  licenses jsonb not null,
  constraint followed_licenses_pkey PRIMARY KEY (file_id)
);
CREATE INDEX followed_licenses_names ON followed_licenses USING gin (license_names(spdx));

--

create table found_texts (
  sha256 bytea not null,
  text text not null,
  seen_at timestamp with time zone not null default now(),
  words_digest bytea,
  constraint found_texts_pkey PRIMARY KEY (sha256)
);

--

create table image_layers (
  key bytea not null,
  entries bytea not null,
  used_at timestamp with time zone not null default now(),
  constraint image_layers_pkey PRIMARY KEY (key)
);
CREATE INDEX image_layers_used ON image_layers USING btree (used_at);

--

create table inventory_field_values (
  item_id bigint not null,
  field_id bigint not null,
  value text not null,
  constraint inventory_field_values_pkey PRIMARY KEY (item_id, field_id)
);

--

create table inventory_file_exclusions (
  item_id bigint not null,
  path text not null,
  constraint inventory_file_exclusions_pkey PRIMARY KEY (item_id, path)
);

--

create table inventory_files (
  item_id bigint not null,
  file_id bigint not null,
  is_found boolean not null default false,
  constraint inventory_files_pkey PRIMARY KEY (item_id, file_id)
);
CREATE INDEX inventory_files_file ON inventory_files USING btree (file_id);

--

create table inventory_history (
  revision bigint generated by default as identity not null,
  project_id bigint not null,
  item_id bigint not null,
  happened_at timestamp with time zone not null default now(),
  user_id bigint,
  user_name text not null default 'System'::text,
  event text not null,
  action text not null,
  changes jsonb not null default '[]'::jsonb,
  constraint inventory_history_pkey PRIMARY KEY (revision)
);
CREATE INDEX inventory_history_item ON inventory_history USING btree (item_id, revision DESC);
CREATE INDEX inventory_history_project ON inventory_history USING btree (project_id, happened_at);

--

create table inventory_items (
  id bigint generated by default as identity not null,
  project_id bigint not null,
  type text not null,
  identity text not null,
  name text not null,
  description text not null default ''::text,
  url text not null default ''::text,
  component_id bigint,
  version_id bigint,
  license_id bigint,
  license_expression text not null default ''::text,
  possible_licenses text[] not null default '{}'::text[],
  purl text not null default ''::text,
  status text not null default 'DRAFT'::text,
  is_status_set_by_person boolean not null default false,
  is_published boolean not null default false,
  published_at timestamp with time zone,
  priority text not null default 'P3'::text,
  confidence text not null default 'HIGH'::text,
  dependency_scope text not null default 'Runtime'::text,
  dependency_level text not null default 'N/A'::text,
  is_disclosed boolean not null default false,
  distribution text not null default 'UNKNOWN'::text,
  part_of_product text not null default 'UNKNOWN'::text,
  linking text not null default 'UNKNOWN'::text,
  modified text not null default 'UNKNOWN'::text,
  encryption text not null default 'UNKNOWN'::text,
  detection_notes text not null default ''::text,
  audit_notes text not null default ''::text,
  usage_guidance text not null default ''::text,
  remediation_notes text not null default ''::text,
  as_found_license_text text not null default ''::text,
  notices_text text not null default ''::text,
  workflow_url text,
  is_edited boolean not null default false,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  file_count integer not null default 0,
  provenance_id bigint,
  expression_priority smallint,
  license_facts jsonb not null default '{}'::jsonb,
  is_own boolean not null default false,
  had_evidence boolean not null default false,
  missing_since_scan bigint,
  missing_why text not null default ''::text,
  is_kept boolean not null default false,
  gone_since_scan bigint generated always as (
CASE
    WHEN is_kept THEN NULL::bigint
    ELSE missing_since_scan
END) stored,
  review_lapse jsonb,
  found_scope text not null default ''::text,
  is_held_by_ties boolean,
  package_facts jsonb not null default '{}'::jsonb,
  constraint inventory_items_project_id_identity_key UNIQUE (project_id, identity),
  constraint inventory_items_pkey PRIMARY KEY (id),
  constraint inventory_items_confidence_check CHECK ((confidence = ANY (ARRAY['HIGH'::text, 'MEDIUM'::text, 'LOW'::text]))),
  constraint inventory_items_priority_check CHECK ((priority = ANY (ARRAY['P1'::text, 'P2'::text, 'P3'::text, 'P4'::text]))),
  constraint inventory_items_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'APPROVED'::text, 'REJECTED'::text]))),
  constraint inventory_items_type_check CHECK ((type = ANY (ARRAY['COMPONENT'::text, 'LICENSE'::text, 'WORK_IN_PROGRESS'::text])))
);
CREATE INDEX inventory_items_choices ON inventory_items USING btree (id) WHERE ((license_facts #>> '{concluded,expression}'::text[]) ~~* '% or %'::text);
CREATE INDEX inventory_items_component ON inventory_items USING btree (component_id) WHERE (component_id IS NOT NULL);
CREATE INDEX inventory_items_gone ON inventory_items USING btree (project_id, id) WHERE (gone_since_scan IS NOT NULL);
CREATE INDEX inventory_items_lapsed ON inventory_items USING btree (project_id, id) WHERE (review_lapse IS NOT NULL);
CREATE INDEX inventory_items_license ON inventory_items USING btree (license_id) WHERE (license_id IS NOT NULL);
CREATE INDEX inventory_items_license_names ON inventory_items USING gin (license_names(ARRAY[license_expression, (license_facts #>> '{concluded,expression}'::text[]), (license_facts #>> '{declared,expression}'::text[])]));
CREATE INDEX inventory_items_page ON inventory_items USING btree (project_id, id);
CREATE INDEX inventory_items_provenance ON inventory_items USING btree (provenance_id) WHERE (provenance_id IS NOT NULL);
CREATE INDEX inventory_items_published ON inventory_items USING btree (project_id, is_published, id);
CREATE INDEX inventory_items_updated ON inventory_items USING btree (updated_at);
CREATE INDEX inventory_items_version ON inventory_items USING btree (version_id) WHERE (version_id IS NOT NULL);

--

create table inventory_links (
  parent_id bigint not null,
  child_id bigint not null,
  type text not null,
  is_remote boolean not null default false,
  constraint inventory_links_pkey PRIMARY KEY (parent_id, child_id, type),
  constraint inventory_links_type_check CHECK ((type = ANY (ARRAY['BUNDLED'::text, 'DEPENDENCY'::text, 'POSSIBLY_RELATED'::text])))
);
CREATE INDEX inventory_links_child ON inventory_links USING btree (child_id);

--

create table inventory_remote_files (
  item_id bigint not null,
  file_id bigint not null,
  constraint inventory_remote_files_pkey PRIMARY KEY (item_id, file_id)
);
CREATE INDEX inventory_remote_files_file ON inventory_remote_files USING btree (file_id);

--

create table inventory_views (
  id bigint generated by default as identity not null,
  name text not null,
  user_id bigint,
  project_id bigint,
  settings jsonb not null,
  updated_at timestamp with time zone not null default now(),
  updated_by text not null,
  list text not null default 'ITEMS'::text,
  constraint inventory_views_pkey PRIMARY KEY (id),
  constraint inventory_views_check CHECK (((user_id IS NULL) <> (project_id IS NULL))),
  constraint inventory_views_list_check CHECK ((list = ANY (ARRAY['ITEMS'::text, 'FILES'::text])))
);
CREATE UNIQUE INDEX inventory_views_own ON inventory_views USING btree (user_id, list, lower(name)) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX inventory_views_shared ON inventory_views USING btree (project_id, list, lower(name)) WHERE (project_id IS NOT NULL);

--

create table inventory_workflows (
  item_id bigint not null,
  "position" integer not null,
  key text not null,
  value text not null,
  constraint inventory_workflows_pkey PRIMARY KEY (item_id, "position")
);

--

create table item_exposures (
  item_id bigint not null,
  project_id bigint not null,
  v2_high integer not null,
  v2_medium integer not null,
  v2_low integer not null,
  v2_unknown integer not null,
  v3_critical integer not null,
  v3_high integer not null,
  v3_medium integer not null,
  v3_low integer not null,
  v3_none integer not null,
  v3_unknown integer not null,
  exploited integer not null,
  malware integer not null,
  undetermined integer not null,
  constraint item_exposures_pkey PRIMARY KEY (item_id)
);
CREATE INDEX item_exposures_project ON item_exposures USING btree (project_id);

--

create table item_license_texts (
  item_id bigint not null,
  place integer not null,
  role text not null,
  path text not null,
  start_line integer,
  end_line integer,
  is_complete boolean not null,
  expressions text[] not null default '{}'::text[],
  sha256 bytea,
  problem text not null default ''::text,
  constraint item_license_texts_pkey PRIMARY KEY (item_id, place),
  constraint item_license_texts_role_check CHECK ((role = ANY (ARRAY['main'::text, 'bundled'::text, 'notice'::text])))
);
CREATE INDEX item_license_texts_sha256 ON item_license_texts USING btree (sha256);

--

create table item_version_spans (
  item_id bigint not null,
  project_id bigint not null,
  version_id bigint not null,
  item_name text not null,
  purl text not null default ''::text,
  began_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone
);
CREATE UNIQUE INDEX item_version_spans_open ON item_version_spans USING btree (item_id) WHERE (ended_at IS NULL);
CREATE INDEX item_version_spans_project ON item_version_spans USING btree (project_id);
CREATE INDEX item_version_spans_version ON item_version_spans USING btree (version_id);

--

create table job_issues (
  id bigint generated by default as identity not null,
  job_id bigint not null,
  code text not null,
  path text not null default ''::text,
  message text not null,
  created_at timestamp with time zone not null default now(),
  constraint job_issues_pkey PRIMARY KEY (id)
);
CREATE INDEX job_issues_job ON job_issues USING btree (job_id, id);

--

create table job_steps (
  job_id bigint not null,
  step integer not null,
  state jsonb not null,
  part text not null default ''::text,
  constraint job_steps_pkey PRIMARY KEY (job_id, part, step)
);

--

create table jobs (
  id bigint generated by default as identity not null,
  type text not null,
  project_id bigint,
  project_name text not null default ''::text,
  status text not null default 'Scheduled'::text,
  triggered_by bigint,
  payload jsonb not null default '{}'::jsonb,
  queued_at timestamp with time zone not null default now(),
  activated_at timestamp with time zone,
  completed_at timestamp with time zone,
  is_cancel_requested boolean not null default false,
  phase text not null default ''::text,
  progress_done bigint not null default 0,
  progress_total bigint not null default 0,
  details text not null default ''::text,
  error text not null default ''::text,
  result jsonb not null default '{}'::jsonb,
  attempt bigint not null default 0,
  pace_at timestamp with time zone,
  pace_done bigint not null default 0,
  report_id bigint generated always as (
CASE
    WHEN ((payload ->> 'reportId'::text) ~ '^[0-9]{1,15}$'::text) THEN ((payload ->> 'reportId'::text))::bigint
    ELSE NULL::bigint
END) stored,
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_status_check CHECK ((status = ANY (ARRAY['New'::text, 'Scheduled'::text, 'Active'::text, 'Waiting on update'::text, 'Completed'::text, 'Failed'::text, 'Canceled'::text, 'Terminated'::text])))
);
CREATE INDEX jobs_completed ON jobs USING btree (completed_at) WHERE (completed_at IS NOT NULL);
CREATE UNIQUE INDEX jobs_one_scan ON jobs USING btree (project_id) WHERE ((type = ANY (ARRAY['Project Scan'::text, 'Project Re-Scan'::text])) AND (status = ANY (ARRAY['New'::text, 'Scheduled'::text, 'Active'::text, 'Waiting on update'::text])));
CREATE INDEX jobs_open ON jobs USING btree (project_id) WHERE (status = ANY (ARRAY['New'::text, 'Scheduled'::text, 'Active'::text, 'Waiting on update'::text]));
CREATE INDEX jobs_project ON jobs USING btree (project_id, id DESC);
CREATE INDEX jobs_report ON jobs USING btree (project_id, report_id, id) WHERE (report_id IS NOT NULL);

--

create table ldap_syncs (
  id bigint generated by default as identity not null,
  trigger text not null,
  user_id bigint,
  status text not null default 'Active'::text,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  summary jsonb not null default '{}'::jsonb,
  error text not null default ''::text,
  constraint ldap_syncs_pkey PRIMARY KEY (id),
  constraint ldap_syncs_status_check CHECK ((status = ANY (ARRAY['Active'::text, 'Completed'::text, 'Failed'::text]))),
  constraint ldap_syncs_trigger_check CHECK ((trigger = ANY (ARRAY['PERSON'::text, 'SCHEDULE'::text])))
);

--

create table library_imports (
  id bigint generated always as identity not null,
  file_name text not null,
  sha256 text not null,
  public_key text not null,
  installation text not null,
  made_at timestamp with time zone not null,
  imported_at timestamp with time zone not null,
  imported_by text not null,
  components integer not null,
  new_components integer not null,
  versions integer not null,
  new_versions integer not null,
  filled_versions integer not null,
  refused integer not null,
  constraint library_imports_pkey PRIMARY KEY (id)
);

--

create table licenses (
  id bigint generated by default as identity (start with 1000000001) not null,
  name text not null,
  short_name text not null,
  spdx_id text,
  priority smallint not null default 3,
  family text not null default ''::text,
  url text not null default ''::text,
  description text not null default ''::text,
  text text not null default ''::text,
  external_id text,
  is_custom boolean not null default false,
  is_exception boolean not null default false,
  is_deprecated boolean not null default false,
  created_by text not null default 'System'::text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  updated_by text not null default 'System'::text,
  constraint licenses_pkey PRIMARY KEY (id),
  constraint licenses_priority_check CHECK (((priority >= 1) AND (priority <= 3)))
);
CREATE UNIQUE INDEX licenses_custom_reference ON licenses USING btree (lower(spdx_id)) WHERE is_custom;
CREATE INDEX licenses_name ON licenses USING btree (lower(name));
CREATE UNIQUE INDEX licenses_short_name ON licenses USING btree (lower(short_name));
CREATE INDEX licenses_spdx ON licenses USING btree (spdx_id);

--

create table list_changes (
  list text not null,
  scope bigint not null,
  xid xid8 not null default pg_current_xact_id(),
  mark uuid not null default gen_random_uuid(),
  constraint list_changes_pkey PRIMARY KEY (list, scope, xid)
);

--

create table mails (
  id bigint generated by default as identity not null,
  template text not null,
  recipient_id bigint not null,
  variables jsonb not null default '{}'::jsonb,
  secrets_sealed bytea,
  once_key text,
  state text not null default 'QUEUED'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null default date_trunc('milliseconds'::text, now()),
  expires_at timestamp with time zone not null default (now() + '3 days'::interval),
  message_key uuid not null default gen_random_uuid(),
  address text not null default ''::text,
  subject text not null default ''::text,
  last_error text not null default ''::text,
  note text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  constraint mails_once_key_key UNIQUE (once_key),
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'SENT'::text, 'FAILED'::text])))
);
CREATE INDEX mails_due ON mails USING btree (next_attempt_at) WHERE (state = 'QUEUED'::text);
CREATE INDEX mails_recipient ON mails USING btree (recipient_id);
CREATE INDEX mails_state ON mails USING btree (state, id);

--

create table migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null default now(),
  constraint migrations_pkey PRIMARY KEY (name)
);

--

create table open_findings (
  project_id bigint not null,
  vulnerability_id bigint not null,
  since timestamp with time zone not null,
  version_ids bigint[] not null,
  constraint open_findings_pkey PRIMARY KEY (project_id, vulnerability_id)
);
CREATE INDEX open_findings_vulnerability ON open_findings USING btree (vulnerability_id);

--

create table password_requests (
  login text not null,
  requested_at timestamp with time zone not null default now()
);
CREATE UNIQUE INDEX password_requests_login ON password_requests USING btree (lower(login));

--

create table password_resets (
  token_hash bytea not null,
  user_id bigint not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  wrong_answers integer not null default 0,
  constraint password_resets_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX password_resets_user ON password_resets USING btree (user_id);

--

create table past_version_vulnerabilities (
  version_id bigint not null,
  vulnerability_id bigint not null,
  matched_at timestamp with time zone not null,
  ended_at timestamp with time zone not null default now()
);
CREATE INDEX past_version_vulnerabilities_version ON past_version_vulnerabilities USING btree (version_id);

--

create table policy_profiles (
  id bigint generated by default as identity not null,
  name text not null,
  rules jsonb not null default '{}'::jsonb,
  description text not null default ''::text,
  is_default boolean not null default false,
  constraint policy_profiles_name_key UNIQUE (name),
  constraint policy_profiles_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX policy_profiles_lower_name ON policy_profiles USING btree (lower(name));

--

create table project_alm_links (
  project_id bigint not null,
  instance_id bigint not null,
  project_key text not null default ''::text,
  issue_type text not null default ''::text,
  priority text not null default ''::text,
  constraint project_alm_links_pkey PRIMARY KEY (project_id)
);
CREATE INDEX project_alm_links_instance ON project_alm_links USING btree (instance_id);

--

create table project_days (
  project_id bigint not null,
  day date not null,
  until date not null,
  noted_at timestamp with time zone not null,
  counted_at timestamp with time zone not null,
  critical integer not null,
  high integer not null,
  medium integer not null,
  low integer not null,
  "none" integer not null,
  unknown integer not null,
  exploited integer not null,
  malware integer not null,
  draft integer not null,
  approved integer not null,
  rejected integer not null,
  lapsed integer not null,
  gone integer not null,
  p1 integer not null,
  p2 integer not null,
  p3 integer not null,
  no_license integer not null,
  compared integer not null,
  not_compared integer not null,
  fixed integer not null,
  fixed_seconds bigint not null,
  dismissed integer not null,
  decided integer not null,
  decided_seconds bigint not null,
  constraint project_days_pkey PRIMARY KEY (project_id, day),
  constraint project_days_check CHECK ((until >= day))
);
CREATE INDEX project_days_until ON project_days USING btree (until);

--

create table project_field_values (
  project_id bigint not null,
  field_id bigint not null,
  value text not null,
  constraint project_field_values_pkey PRIMARY KEY (project_id, field_id)
);

--

create table project_images (
  project_id bigint not null,
  folder text not null,
  image jsonb not null,
  constraint project_images_pkey PRIMARY KEY (project_id, folder)
);

--

create table project_links (
  parent_id bigint not null,
  child_id bigint not null,
  constraint project_links_pkey PRIMARY KEY (parent_id, child_id),
  constraint project_links_check CHECK ((parent_id <> child_id))
);
CREATE INDEX project_links_child ON project_links USING btree (child_id);

--

create table project_members (
  project_id bigint not null,
  role project_role not null,
  user_id bigint not null,
  constraint project_members_pkey PRIMARY KEY (project_id, role, user_id)
);
CREATE INDEX project_members_user ON project_members USING btree (user_id, project_id);

--

create table project_products (
  project_id bigint not null,
  "position" integer not null,
  written text not null,
  type text not null,
  name text not null,
  constraint project_products_pkey PRIMARY KEY (project_id, "position")
);
CREATE INDEX project_products_name ON project_products USING btree (name, type);

--

create table projects (
  id bigint generated by default as identity not null,
  name text not null,
  description text not null default ''::text,
  folder_id bigint not null,
  contact_id bigint not null,
  legal_contact_id bigint,
  security_contact_id bigint,
  developer_contact_id bigint,
  is_private boolean not null default false,
  risk text not null default 'MEDIUM'::text,
  status text not null default 'Not Started'::text,
  scan_profile_id bigint not null,
  policy_profile_id bigint,
  auto_publish boolean not null default true,
  minimum_confidence text not null default 'LOW'::text,
  mark_associated_files_as_reviewed boolean not null default false,
  do_not_publish_unknown_license boolean not null default false,
  delete_empty_inventory boolean not null default false,
  review_settings jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_scan_id bigint,
  file_count bigint not null default 0,
  codebase_bytes bigint not null default 0,
  line_count bigint not null default 0,
  inventory_rollup jsonb not null default '{}'::jsonb,
  type text not null default 'STANDARD'::text,
  search_set_id integer,
  primary_license jsonb,
  evidence_version text,
  tags text[] not null default '{}'::text[],
  origin_ids bigint[] not null default '{}'::bigint[],
  carry_settings jsonb not null default '{}'::jsonb,
  constraint projects_pkey PRIMARY KEY (id),
  constraint projects_minimum_confidence_check CHECK ((minimum_confidence = ANY (ARRAY['HIGH'::text, 'MEDIUM'::text, 'LOW'::text]))),
  constraint projects_risk_check CHECK ((risk = ANY (ARRAY['HIGH'::text, 'MEDIUM'::text, 'LOW'::text]))),
  constraint projects_status_check CHECK ((status = ANY (ARRAY['Not Started'::text, 'Analysis In Progress'::text, 'Analysis Completed'::text, 'Project Completed'::text]))),
  constraint projects_type_check CHECK ((type = ANY (ARRAY['STANDARD'::text, 'INVENTORY_ONLY'::text])))
);
CREATE INDEX projects_folder ON projects USING btree (folder_id);
CREATE UNIQUE INDEX projects_name ON projects USING btree (lower(name));
CREATE INDEX projects_origins ON projects USING gin (origin_ids) WHERE (origin_ids <> '{}'::bigint[]);

--

create table push_deliveries (
  id bigint generated always as identity not null,
  hook_id bigint not null,
  delivery_key text not null,
  body_digest bytea,
  received_at timestamp with time zone not null default now(),
  event text not null,
  result text not null,
  detail text not null,
  job_id bigint,
  constraint push_deliveries_pkey PRIMARY KEY (id),
  constraint push_deliveries_result_check CHECK ((result = ANY (ARRAY['QUEUED'::text, 'WAITING'::text, 'IGNORED'::text, 'REPEATED'::text, 'REFUSED'::text, 'FAILED'::text])))
);
CREATE UNIQUE INDEX push_deliveries_body ON push_deliveries USING btree (hook_id, body_digest) WHERE (result = ANY (ARRAY['QUEUED'::text, 'WAITING'::text]));
CREATE INDEX push_deliveries_hook ON push_deliveries USING btree (hook_id, id);
CREATE UNIQUE INDEX push_deliveries_key ON push_deliveries USING btree (hook_id, delivery_key) WHERE (result = ANY (ARRAY['QUEUED'::text, 'WAITING'::text]));

--

create table push_hooks (
  id bigint generated always as identity not null,
  project_id bigint not null,
  sender text not null,
  address_key text not null,
  secret_sealed bytea not null,
  action text not null,
  is_active boolean not null default true,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  constraint push_hooks_address_key_key UNIQUE (address_key),
  constraint push_hooks_pkey PRIMARY KEY (id),
  constraint push_hooks_action_check CHECK ((action = ANY (ARRAY['SYNC'::text, 'SCAN'::text]))),
  constraint push_hooks_sender_check CHECK ((sender = ANY (ARRAY['GITHUB'::text, 'GITLAB'::text, 'GITEA'::text, 'BITBUCKET'::text, 'BITBUCKET_SERVER'::text])))
);
CREATE INDEX push_hooks_project ON push_hooks USING btree (project_id);

--

create table refused_proposals (
  project_id bigint not null,
  subject_kind text not null,
  subject_id bigint not null,
  decision_id bigint not null,
  refused_by text not null,
  refused_at timestamp with time zone not null default now(),
  words text not null default ''::text,
  constraint refused_proposals_pkey PRIMARY KEY (subject_kind, subject_id, decision_id),
  constraint refused_proposals_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['ITEM'::text, 'FILE'::text])))
);
CREATE INDEX refused_proposals_project ON refused_proposals USING btree (project_id);

--

create table registries (
  name text not null,
  is_asked boolean not null default false,
  base_address text not null default ''::text,
  user_name text not null default ''::text,
  secret_sealed bytea,
  updated_at timestamp with time zone not null default now(),
  constraint registries_pkey PRIMARY KEY (name),
  constraint registries_name_check CHECK ((name = ANY (ARRAY['npm'::text, 'pypi'::text, 'maven'::text, 'cargo'::text, 'nuget'::text, 'gem'::text, 'composer'::text, 'golang'::text, 'pub'::text, 'hex'::text])))
);

--

create table registry_lookups (
  purl text not null,
  registry text not null,
  host text not null,
  asked_at timestamp with time zone not null,
  outcome text not null,
  facts jsonb not null,
  problem text not null default ''::text,
  taken_of timestamp with time zone,
  constraint registry_lookups_pkey PRIMARY KEY (purl),
  constraint registry_lookups_outcome_check CHECK ((outcome = ANY (ARRAY['FOUND'::text, 'NOT_FOUND'::text, 'FAILED'::text])))
);
CREATE INDEX registry_lookups_registry_outcome_idx ON registry_lookups USING btree (registry, outcome);

--

create table registry_searches (
  registry text not null,
  question text not null,
  host text not null,
  asked_at timestamp with time zone not null,
  outcome text not null,
  found integer not null,
  problem text not null,
  constraint registry_searches_pkey PRIMARY KEY (registry, question),
  constraint registry_searches_outcome_check CHECK ((outcome = ANY (ARRAY['FOUND'::text, 'NOT_FOUND'::text, 'FAILED'::text])))
);
CREATE INDEX registry_searches_asked_at ON registry_searches USING btree (asked_at);

--

create table release_files (
  release_id bigint not null,
  path text not null,
  kind text not null,
  size_bytes bigint not null,
  sha256 bytea not null,
  crc32 bigint not null,
  constraint release_files_pkey PRIMARY KEY (release_id, path),
  constraint release_files_kind_check CHECK ((kind = ANY (ARRAY['head'::text, 'document'::text, 'source'::text, 'data'::text])))
);
CREATE INDEX release_files_sha256 ON release_files USING btree (sha256);

--

create table release_rules (
  project_id bigint not null,
  tag_pattern text not null,
  is_signed boolean not null,
  offer_contact text not null,
  set_by text not null,
  settled_scan_id bigint,
  settled_at timestamp with time zone,
  result text,
  detail text not null default ''::text,
  release_id bigint,
  constraint release_rules_pkey PRIMARY KEY (project_id),
  constraint release_rules_result_check CHECK ((result = ANY (ARRAY['MADE'::text, 'NONE'::text, 'FAILED'::text])))
);
CREATE INDEX release_rules_release ON release_rules USING btree (release_id) WHERE (release_id IS NOT NULL);

--

create table releases (
  id bigint generated always as identity not null,
  project_id bigint not null,
  name text not null,
  description text not null,
  is_signed boolean not null,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  job_id bigint,
  frozen_at timestamp with time zone,
  origin jsonb not null default '{}'::jsonb,
  counts jsonb not null default '{}'::jsonb,
  constraint releases_pkey PRIMARY KEY (id)
);
CREATE INDEX releases_job ON releases USING btree (job_id);
CREATE UNIQUE INDEX releases_name ON releases USING btree (project_id, lower(name));

--

create table remembered_license_grounds (
  decision_id bigint not null,
  project_id bigint not null,
  concluded text not null,
  told_at timestamp with time zone,
  lapse text not null default ''::text,
  constraint remembered_license_grounds_pkey PRIMARY KEY (decision_id, project_id)
);
CREATE INDEX remembered_license_grounds_project ON remembered_license_grounds USING btree (project_id);

--

create table remembered_licenses (
  version_id bigint not null,
  license_id bigint not null,
  user_id bigint,
  remembered_at timestamp with time zone not null default now(),
  constraint remembered_licenses_pkey PRIMARY KEY (version_id)
);

--

create table remote_code_bases (
  id bigint generated by default as identity not null,
  project_id bigint not null,
  alias text not null,
  host text not null,
  root text not null default ''::text,
  analyzer_version text not null default ''::text,
  file_count integer not null default 0,
  size_bytes bigint not null default 0,
  line_count bigint not null default 0,
  facts_bytes bigint not null default 0,
  last_scan_id bigint,
  scanned_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint remote_code_bases_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX remote_code_bases_alias ON remote_code_bases USING btree (project_id, lower(alias));

--

create table remote_facts (
  code_base_id bigint not null,
  digest bytea not null,
  facts jsonb not null,
  json_bytes integer not null,
  sha256 bytea not null,
  sha1 bytea not null,
  md5 bytea not null,
  size_bytes bigint not null,
  language text not null,
  line_count bigint not null,
  spdx text[] not null,
  has_packages boolean not null,
  has_evidence boolean not null,
  received_at timestamp with time zone not null default now(),
  constraint remote_facts_pkey PRIMARY KEY (code_base_id, digest)
);

--

create table remote_files (
  id bigint generated by default as identity not null,
  project_id bigint not null,
  code_base_id bigint not null,
  path text not null,
  name text not null,
  facts_digest bytea not null,
  is_reviewed boolean not null default false,
  constraint remote_files_code_base_id_path_key UNIQUE (code_base_id, path),
  constraint remote_files_pkey PRIMARY KEY (id)
);
CREATE INDEX remote_files_facts ON remote_files USING btree (code_base_id, facts_digest);
CREATE INDEX remote_files_project ON remote_files USING btree (project_id, id);
CREATE INDEX remote_files_tree ON remote_files USING btree (code_base_id, path COLLATE "C");

--

create table remote_links (
  code_base_id bigint not null,
  parent_id bigint not null,
  child_id bigint not null,
  constraint remote_links_pkey PRIMARY KEY (code_base_id, parent_id, child_id)
);
CREATE INDEX remote_links_child ON remote_links USING btree (child_id);
CREATE INDEX remote_links_parent ON remote_links USING btree (parent_id);

--

create table remote_sends (
  id bigint generated by default as identity not null,
  code_base_id bigint not null,
  analyzer_version text not null,
  root text not null,
  issues jsonb not null default '[]'::jsonb,
  job_id bigint,
  begun_at timestamp with time zone not null default now(),
  constraint remote_sends_code_base_id_key UNIQUE (code_base_id),
  constraint remote_sends_pkey PRIMARY KEY (id)
);

--

create table remote_sent_files (
  send_id bigint not null,
  path text not null,
  facts_digest bytea not null,
  constraint remote_sent_files_pkey PRIMARY KEY (send_id, path)
);
CREATE INDEX remote_sent_files_facts ON remote_sent_files USING btree (send_id, facts_digest);

--

create table removed_advisories (
  source_id bigint not null,
  name text not null,
  removed_at timestamp with time zone not null default clock_timestamp(),
  constraint removed_advisories_pkey PRIMARY KEY (source_id, name)
);

--

create table report_results (
  project_id bigint not null,
  report_id bigint not null,
  job_id bigint not null,
  file_name text not null,
  sha256 bytea not null,
  created_at timestamp with time zone not null default now(),
  view_sha256 bytea,
  constraint report_results_pkey PRIMARY KEY (project_id, report_id)
);
CREATE INDEX report_results_sha256 ON report_results USING btree (sha256);
CREATE INDEX report_results_view_sha256 ON report_results USING btree (view_sha256) WHERE (view_sha256 IS NOT NULL);

--

create table report_template_versions (
  id bigint generated by default as identity not null,
  path text not null,
  version integer not null,
  content bytea not null,
  sha256 bytea not null,
  note text not null default ''::text,
  restored_from integer,
  user_id bigint,
  user_name text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint report_template_versions_path_version_key UNIQUE (path, version),
  constraint report_template_versions_pkey PRIMARY KEY (id),
  constraint report_template_versions_sha256_check CHECK ((octet_length(sha256) = 32)),
  constraint report_template_versions_version_check CHECK ((version > 0))
);
CREATE INDEX report_template_versions_user ON report_template_versions USING btree (user_id) WHERE (user_id IS NOT NULL);

--

create table reports (
  id bigint generated by default as identity not null,
  name text not null,
  path text not null,
  is_default boolean not null default false,
  is_enabled boolean not null default true,
  has_project_picker boolean not null default false,
  "position" integer not null,
  options jsonb not null default '[]'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint reports_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX reports_name ON reports USING btree (lower(name));

--

create table resumable_uploads (
  id uuid not null default gen_random_uuid(),
  project_id bigint not null,
  user_id bigint not null,
  file_name text not null,
  metadata text not null default ''::text,
  options jsonb not null,
  size_bytes bigint,
  received_bytes bigint not null default 0,
  writer uuid,
  writer_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  job_id bigint,
  is_partial boolean not null default false,
  parts uuid[] not null default '{}'::uuid[],
  digests jsonb not null default '[]'::jsonb,
  constraint resumable_uploads_pkey PRIMARY KEY (id),
  constraint resumable_uploads_bytes CHECK (((received_bytes >= 0) AND (received_bytes <= size_bytes)))
);
CREATE INDEX resumable_uploads_of_user ON resumable_uploads USING btree (user_id, project_id);
CREATE INDEX resumable_uploads_project ON resumable_uploads USING btree (project_id);

--

create table review_grounds (
  decision_id bigint not null,
  project_id bigint not null,
  component text not null,
  facts jsonb not null,
  constraint review_grounds_pkey PRIMARY KEY (decision_id)
);
CREATE INDEX review_grounds_component ON review_grounds USING btree (component);
CREATE INDEX review_grounds_project ON review_grounds USING btree (project_id);

--

create table review_reaches (
  decision_id bigint not null,
  scope text not null,
  folder_id bigint,
  versions text not null,
  set_by text not null,
  set_at timestamp with time zone not null default now(),
  constraint review_reaches_pkey PRIMARY KEY (decision_id),
  constraint review_reaches_check CHECK (((scope = 'FOLDER'::text) = (folder_id IS NOT NULL))),
  constraint review_reaches_scope_check CHECK ((scope = ANY (ARRAY['PROJECT'::text, 'FAMILY'::text, 'FOLDER'::text, 'SITE'::text])))
);
CREATE INDEX review_reaches_folder ON review_reaches USING btree (folder_id);

--

create table rule_decisions (
  item_id bigint not null,
  vulnerability_id bigint not null,
  version_id bigint not null,
  project_id bigint not null,
  rule_id bigint not null,
  other_rule_ids bigint[] not null default '{}'::bigint[],
  analysis jsonb not null,
  is_suppressed boolean not null,
  decided_at timestamp with time zone not null,
  constraint rule_decisions_pkey PRIMARY KEY (item_id, vulnerability_id)
);
CREATE INDEX rule_decisions_match ON rule_decisions USING btree (version_id, vulnerability_id);
CREATE INDEX rule_decisions_rule ON rule_decisions USING btree (rule_id);

--

create table sbom_elements (
  sbom_id bigint not null,
  "position" integer not null,
  place text not null,
  name text not null,
  version text not null,
  purl text not null,
  key text not null,
  fate text not null,
  why text not null default ''::text,
  change text not null,
  item_id bigint,
  stated jsonb not null default '{}'::jsonb,
  constraint sbom_elements_pkey PRIMARY KEY (sbom_id, "position"),
  constraint sbom_elements_change_check CHECK ((change = ANY (ARRAY['ADDED'::text, 'CHANGED'::text, 'UNCHANGED'::text, 'GONE'::text]))),
  constraint sbom_elements_fate_check CHECK ((fate = ANY (ARRAY['MADE'::text, 'JOINED'::text, 'SAME'::text, 'LEFT_OUT'::text, 'GONE'::text])))
);
CREATE INDEX sbom_elements_item ON sbom_elements USING btree (item_id) WHERE (item_id IS NOT NULL);

--

create table sbom_exports (
  project_id bigint not null,
  job_id bigint not null,
  file_name text not null,
  media_type text not null,
  format text not null,
  signature text not null,
  sha256 bytea not null,
  quality jsonb not null,
  sent_to text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  constraint sbom_exports_pkey PRIMARY KEY (project_id)
);
CREATE INDEX sbom_exports_job ON sbom_exports USING btree (job_id);
CREATE INDEX sbom_exports_sha256 ON sbom_exports USING btree (sha256);

--

create table sbom_issues (
  sbom_id bigint not null,
  "position" integer not null,
  code text not null,
  place text not null,
  message text not null,
  constraint sbom_issues_pkey PRIMARY KEY (sbom_id, "position")
);

--

create table sboms (
  id bigint generated always as identity not null,
  project_id bigint not null,
  job_id bigint not null,
  sha256 bytea not null,
  file_name text not null,
  path text not null default ''::text,
  format text not null,
  spec_version text not null,
  encoding text not null,
  serial text not null,
  subject text not null,
  subject_version text not null,
  stated_at text not null,
  tools text[] not null default '{}'::text[],
  series text not null,
  is_current boolean not null default true,
  previous_id bigint,
  is_strict boolean not null,
  imported_by text not null,
  imported_at timestamp with time zone not null default now(),
  counts jsonb not null,
  others jsonb not null default '[]'::jsonb,
  issue_count integer not null default 0,
  constraint sboms_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX sboms_current ON sboms USING btree (project_id, series) WHERE is_current;
CREATE INDEX sboms_project ON sboms USING btree (project_id, id);
CREATE INDEX sboms_sha256 ON sboms USING btree (sha256);

--

create table scan_profiles (
  id bigint generated by default as identity not null,
  name text not null,
  settings jsonb not null default '{}'::jsonb,
  is_standard boolean not null default false,
  description text not null default ''::text,
  constraint scan_profiles_name_key UNIQUE (name),
  constraint scan_profiles_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX scan_profiles_lower_name ON scan_profiles USING btree (lower(name));

--

create table scm_contents (
  repository bytea not null,
  object_id bytea not null,
  sha256 bytea not null,
  size_bytes bigint not null,
  lfs_bytes bigint,
  is_archive boolean not null,
  constraint scm_contents_pkey PRIMARY KEY (repository, object_id)
);
CREATE INDEX scm_contents_sha256 ON scm_contents USING btree (sha256);

--

create table scm_instances (
  id bigint generated by default as identity not null,
  project_id bigint not null,
  type text not null,
  instance_id integer not null,
  url text not null default ''::text,
  user_name text not null default ''::text,
  password_sealed bytea,
  settings jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint scm_instances_project_id_type_instance_id_key UNIQUE (project_id, type, instance_id),
  constraint scm_instances_pkey PRIMARY KEY (id),
  constraint scm_instances_type_check CHECK ((type = ANY (ARRAY['GIT'::text, 'PERFORCE'::text, 'SUBVERSION'::text, 'TFS'::text, 'IMAGE'::text, 'PURL'::text])))
);

--

create table scm_states (
  project_id bigint not null,
  type text not null,
  instance_id integer not null,
  source_digest bytea,
  revisions jsonb not null default '[]'::jsonb,
  synchronised_at timestamp with time zone,
  attempted_at timestamp with time zone not null default now(),
  job_id bigint,
  error text not null default ''::text,
  constraint scm_states_pkey PRIMARY KEY (project_id, type, instance_id),
  constraint scm_states_type_check CHECK ((type = ANY (ARRAY['GIT'::text, 'PERFORCE'::text, 'SUBVERSION'::text, 'TFS'::text, 'IMAGE'::text, 'PURL'::text])))
);

--

create table search_hits (
  set_id integer not null,
  sha256 bytea not null,
  hits jsonb not null,
  constraint search_hits_pkey PRIMARY KEY (set_id, sha256)
);
CREATE INDEX search_hits_blob ON search_hits USING btree (sha256);

--

create table search_term_sets (
  id integer generated by default as identity not null,
  digest bytea not null,
  terms jsonb not null,
  constraint search_term_sets_digest_key UNIQUE (digest),
  constraint search_term_sets_pkey PRIMARY KEY (id)
);

--

create table settings (
  key text not null,
  value jsonb not null,
  constraint settings_pkey PRIMARY KEY (key)
);

--

create table statement_edits (
  id bigint generated by default as identity not null,
  project_id bigint not null,
  identity text not null default ''::text,
  statement text not null,
  action text not null,
  value text not null default ''::text,
  reason text not null default ''::text,
  user_id bigint,
  user_name text not null,
  created_at timestamp with time zone not null default now(),
  constraint statement_edits_pkey PRIMARY KEY (id),
  constraint statement_edits_action_check CHECK ((action = ANY (ARRAY['strike'::text, 'replace'::text, 'add'::text, 'restore'::text])))
);
CREATE INDEX statement_edits_project ON statement_edits USING btree (project_id, id);

--

create table struck_contents (
  segment text not null,
  block_offset bigint not null,
  sha256 bytea not null,
  block_length bigint not null,
  size_bytes bigint not null,
  struck_at timestamp with time zone not null default now(),
  constraint struck_contents_pkey PRIMARY KEY (segment, block_offset, sha256)
);

--

create table suppressed_versions (
  id bigint generated by default as identity not null,
  suppression_id bigint not null,
  version_id bigint not null,
  reason text not null,
  remarks text not null,
  suppressed_by text not null,
  suppressed_at timestamp with time zone not null default now(),
  lifted_by text,
  lifted_remarks text,
  lifted_at timestamp with time zone,
  expires_at timestamp with time zone,
  constraint suppressed_versions_pkey PRIMARY KEY (id),
  constraint suppressed_versions_reason_check CHECK ((reason = ANY (ARRAY['FALSE_POSITIVE'::text, 'REMEDIATED'::text, 'OTHER'::text])))
);
CREATE UNIQUE INDEX suppressed_versions_active ON suppressed_versions USING btree (suppression_id, version_id) WHERE (lifted_at IS NULL);
CREATE INDEX suppressed_versions_expiry ON suppressed_versions USING btree (expires_at) WHERE ((expires_at IS NOT NULL) AND (lifted_at IS NULL));
CREATE INDEX suppressed_versions_version ON suppressed_versions USING btree (version_id);

--

create table suppressions (
  id bigint generated by default as identity not null,
  vulnerability_id bigint not null,
  component_id bigint not null,
  project_id bigint,
  analysis jsonb not null default '{}'::jsonb,
  updated_at timestamp with time zone not null default now(),
  constraint suppressions_pkey PRIMARY KEY (id)
);
CREATE INDEX suppressions_component ON suppressions USING btree (component_id);
CREATE UNIQUE INDEX suppressions_subject ON suppressions USING btree (vulnerability_id, component_id, COALESCE(project_id, (0)::bigint));

--

create table task_alm_issues (
  task_id bigint not null,
  issue_id bigint not null,
  assigned_at timestamp with time zone not null default now(),
  constraint task_alm_issues_pkey PRIMARY KEY (task_id, issue_id)
);
CREATE INDEX task_alm_issues_issue ON task_alm_issues USING btree (issue_id);

--

create table tasks (
  id bigint generated by default as identity not null,
  project_id bigint not null,
  item_id bigint not null,
  type text not null,
  summary text not null default ''::text,
  details text not null default ''::text,
  priority text not null default 'MEDIUM'::text,
  owner_id bigint not null,
  created_by bigint not null,
  updated_by bigint not null,
  is_closed boolean not null default false,
  resolution text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  tells_of_decisions boolean not null default false,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_priority_check CHECK ((priority = ANY (ARRAY['LOW'::text, 'MEDIUM'::text, 'HIGH'::text]))),
  constraint tasks_resolution_check CHECK ((resolution = ANY (ARRAY['CLOSED'::text, 'APPROVED'::text, 'REJECTED'::text]))),
  constraint tasks_type_check CHECK ((type = ANY (ARRAY['MANUAL_INVENTORY_REVIEW'::text, 'REMEDIATE_INVENTORY'::text, 'MISCELLANEOUS'::text])))
);
CREATE INDEX tasks_item ON tasks USING btree (item_id);
CREATE UNIQUE INDEX tasks_of_decisions ON tasks USING btree (project_id) WHERE (tells_of_decisions AND (NOT is_closed));
CREATE INDEX tasks_of_owner ON tasks USING btree (owner_id, id) WHERE (NOT is_closed);
CREATE INDEX tasks_project ON tasks USING btree (project_id, id);

--

create table tokens (
  id bigint generated by default as identity not null,
  user_id bigint not null,
  name text not null,
  token_hash bytea not null,
  is_session boolean not null default false,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone,
  last_used_at timestamp with time zone,
  job_id bigint,
  access text not null default 'ALL'::text,
  project_ids bigint[],
  constraint tokens_token_hash_key UNIQUE (token_hash),
  constraint tokens_pkey PRIMARY KEY (id),
  constraint tokens_access_check CHECK ((access = ANY (ARRAY['ALL'::text, 'READ'::text, 'REPORT'::text])))
);
CREATE INDEX tokens_job ON tokens USING btree (job_id) WHERE (job_id IS NOT NULL);
CREATE INDEX tokens_user ON tokens USING btree (user_id);

--

create table unmatched_versions (
  version_id bigint not null,
  constraint unmatched_versions_pkey PRIMARY KEY (version_id)
);

--

create table unneeded_contents (
  sha256 bytea not null,
  epoch bigint not null,
  constraint unneeded_contents_pkey PRIMARY KEY (sha256)
);

--

create table unsettled_by_rules (
  kind text not null,
  id bigint not null,
  constraint unsettled_by_rules_kind_check CHECK ((kind = ANY (ARRAY['item'::text, 'project'::text, 'vulnerability'::text])))
);

--

create unlogged table upload_files (
  upload_id uuid not null,
  path text not null,
  sha256 bytea not null,
  size_bytes bigint not null,
  hint text not null,
  folder integer not null,
  layer bytea,
  constraint upload_files_pkey PRIMARY KEY (upload_id, path)
);

--

create table users (
  id bigint generated by default as identity not null,
  login text not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  email text not null default ''::text,
  password_hash text,
  security_question text not null default ''::text,
  security_answer_hash text,
  permissions text[] not null default '{}'::text[],
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  source text not null default 'LOCAL'::text,
  directory_id text,
  directory_dn text not null default ''::text,
  is_deactivated_by_sync boolean not null default false,
  last_seen_sync_id bigint,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_directory_has_the_password CHECK (((source = 'LOCAL'::text) OR (password_hash IS NULL))),
  constraint users_source_check CHECK ((source = ANY (ARRAY['LOCAL'::text, 'LDAP'::text])))
);
CREATE UNIQUE INDEX users_directory_id ON users USING btree (directory_id);
CREATE INDEX users_email ON users USING btree (lower(email));
CREATE UNIQUE INDEX users_login ON users USING btree (lower(login));
CREATE INDEX users_of_directory ON users USING btree (id) WHERE (source = 'LDAP'::text);

--

create table version_coverage (
  version_id bigint not null,
  reason text not null default ''::text,
  in_short text not null default ''::text,
  sentence text not null default ''::text,
  note text not null default ''::text,
  holding_ids integer[] not null default '{}'::integer[],
  constraint version_coverage_pkey PRIMARY KEY (version_id),
  constraint version_coverage_reason_check CHECK ((reason = ANY (ARRAY[''::text, 'ecosystem'::text, 'distribution'::text, 'release'::text, 'name'::text, 'version'::text, 'unread'::text])))
);
CREATE INDEX version_coverage_not_compared ON version_coverage USING btree (version_id) WHERE (reason <> ''::text);

--

create table version_subjects (
  version_id bigint not null,
  purl text not null,
  type text not null,
  name text not null,
  repository text not null default ''::text,
  other_names text[] not null default '{}'::text[],
  constraint version_subjects_pkey PRIMARY KEY (version_id)
);
CREATE INDEX version_subjects_name ON version_subjects USING btree (name, type);
CREATE INDEX version_subjects_other_names ON version_subjects USING gin (other_names);
CREATE INDEX version_subjects_repository ON version_subjects USING btree (repository) WHERE (repository <> ''::text);
CREATE INDEX version_subjects_type ON version_subjects USING btree (type, name text_pattern_ops);

--

create table version_vulnerabilities (
  version_id bigint not null,
  vulnerability_id bigint not null,
  outcome text not null,
  advisory_ids bigint[] not null,
  fixed_in text[] not null default '{}'::text[],
  is_by_cpe boolean not null default false,
  matched_at timestamp with time zone not null default now(),
  constraint version_vulnerabilities_pkey PRIMARY KEY (version_id, vulnerability_id),
  constraint version_vulnerabilities_outcome_check CHECK ((outcome = ANY (ARRAY['affected'::text, 'undetermined'::text])))
);
CREATE INDEX version_vulnerabilities_vulnerability ON version_vulnerabilities USING btree (vulnerability_id);

--

create table vex_decisions (
  version_id bigint not null,
  vulnerability_id bigint not null,
  statement_id bigint not null,
  analysis jsonb not null,
  is_suppressed boolean not null,
  decided_at timestamp with time zone not null default now(),
  project_id bigint
);
CREATE INDEX vex_decisions_project ON vex_decisions USING btree (project_id) WHERE (project_id IS NOT NULL);
CREATE INDEX vex_decisions_statement ON vex_decisions USING btree (statement_id);
CREATE UNIQUE INDEX vex_decisions_subject ON vex_decisions USING btree (version_id, vulnerability_id, project_id) NULLS NOT DISTINCT;

--

create table vex_documents (
  id bigint generated always as identity not null,
  source_id bigint not null,
  name text not null,
  format text not null,
  supplier text not null,
  revision text not null,
  dated_at timestamp with time zone,
  sha256 bytea not null,
  statement_count integer not null,
  left_out_count integer not null,
  issues jsonb not null default '[]'::jsonb,
  issue_count integer not null,
  received_by text not null,
  received_at timestamp with time zone not null,
  original_sha256 bytea,
  of_product_count integer not null default 0,
  reading integer not null default 1,
  constraint vex_documents_source_id_name_key UNIQUE (source_id, name),
  constraint vex_documents_pkey PRIMARY KEY (id)
);
CREATE INDEX vex_documents_original ON vex_documents USING btree (original_sha256) WHERE (original_sha256 IS NOT NULL);

--

create table vex_sources (
  id bigint generated always as identity not null,
  name text not null,
  location text not null default ''::text,
  is_enabled boolean not null default true,
  suppresses boolean not null default true,
  etag text not null default ''::text,
  signatures text not null default ''::text,
  updated_at timestamp with time zone,
  last_error text not null default ''::text,
  failed_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint vex_sources_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX vex_sources_name ON vex_sources USING btree (lower(name));

--

create table vex_statement_names (
  statement_id bigint not null,
  name_key text not null,
  constraint vex_statement_names_pkey PRIMARY KEY (name_key, statement_id)
);
CREATE INDEX vex_statement_names_statement ON vex_statement_names USING btree (statement_id);

--

create table vex_statements (
  id bigint generated always as identity not null,
  document_id bigint not null,
  place text not null,
  written text not null,
  analysis jsonb not null,
  stated_at timestamp with time zone,
  constraint vex_statements_pkey PRIMARY KEY (id)
);
CREATE INDEX vex_statements_document ON vex_statements USING btree (document_id);

--

create table vex_targets (
  statement_id bigint not null,
  "position" integer not null,
  type text not null,
  name text not null,
  target jsonb not null,
  part_type text not null default ''::text,
  part_name text not null default ''::text,
  constraint vex_targets_pkey PRIMARY KEY (statement_id, "position")
);
CREATE INDEX vex_targets_name ON vex_targets USING btree (name, type);
CREATE INDEX vex_targets_part ON vex_targets USING btree (part_name, part_type) WHERE (part_name <> ''::text);

--

create table vulnerabilities (
  id bigint generated by default as identity not null,
  name text not null,
  created_at timestamp with time zone not null default now(),
  is_recorded boolean not null default false,
  kind text not null default 'vulnerability'::text,
  withdrawn_at timestamp with time zone,
  summary text not null default ''::text,
  description text not null default ''::text,
  source text not null default ''::text,
  url text not null default ''::text,
  published_at timestamp with time zone,
  modified_at timestamp with time zone,
  cwes text[] not null default '{}'::text[],
  cvss_v2_score real,
  cvss_v2_vector text not null default ''::text,
  cvss_v2_source text not null default ''::text,
  cvss_v3_score real,
  cvss_v3_vector text not null default ''::text,
  cvss_v3_source text not null default ''::text,
  cvss_v4_score real,
  cvss_v4_vector text not null default ''::text,
  cvss_v4_source text not null default ''::text,
  severity_v2 text not null default 'UNKNOWN'::text,
  severity_v3 text not null default 'UNKNOWN'::text,
  severity_source text not null default ''::text,
  is_exploited boolean not null default false,
  epss real,
  epss_percentile real,
  ssvc_exploitation text not null default ''::text,
  ssvc_automatable text not null default ''::text,
  ssvc_impact text not null default ''::text,
  constraint vulnerabilities_pkey PRIMARY KEY (id),
  constraint vulnerabilities_kind_check CHECK ((kind = ANY (ARRAY['vulnerability'::text, 'malware'::text, 'notice'::text]))),
  constraint vulnerabilities_severity_v2_check CHECK ((severity_v2 = ANY (ARRAY['HIGH'::text, 'MEDIUM'::text, 'LOW'::text, 'UNKNOWN'::text]))),
  constraint vulnerabilities_severity_v3_check CHECK ((severity_v3 = ANY (ARRAY['CRITICAL'::text, 'HIGH'::text, 'MEDIUM'::text, 'LOW'::text, 'NONE'::text, 'UNKNOWN'::text])))
);
CREATE INDEX vulnerabilities_epss ON vulnerabilities USING btree (epss) WHERE (epss IS NOT NULL);
CREATE INDEX vulnerabilities_gravest ON vulnerabilities USING btree (array_position(ARRAY['CRITICAL'::text, 'HIGH'::text, 'MEDIUM'::text, 'UNKNOWN'::text, 'LOW'::text, 'NONE'::text], severity_v3), COALESCE(cvss_v3_score, cvss_v4_score) DESC NULLS LAST, name) INCLUDE (id, severity_v3, cvss_v3_score, cvss_v4_score) WHERE is_recorded;
CREATE UNIQUE INDEX vulnerabilities_name ON vulnerabilities USING btree (lower(name));
CREATE INDEX vulnerabilities_summary_parts ON vulnerabilities USING gin (lower(summary) gin_trgm_ops);

--

create table vulnerability_alerts (
  id bigint generated by default as identity not null,
  item_id bigint,
  project_id bigint not null,
  vulnerability_id bigint not null,
  priority text not null,
  is_open boolean not null default true,
  created_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  closed_by text not null default ''::text,
  file_path text not null default ''::text,
  file_count integer not null default 0,
  ended_at timestamp with time zone,
  constraint vulnerability_alerts_pkey PRIMARY KEY (id),
  constraint vulnerability_alerts_priority_check CHECK ((priority = ANY (ARRAY['HIGH'::text, 'MEDIUM'::text, 'LOW'::text]))),
  constraint vulnerability_alerts_subject_check CHECK (((item_id IS NULL) = (file_count > 0)))
);
CREATE INDEX vulnerability_alerts_listed ON vulnerability_alerts USING btree (id) INCLUDE (project_id, vulnerability_id, item_id, is_open, priority);
CREATE UNIQUE INDEX vulnerability_alerts_of_files ON vulnerability_alerts USING btree (project_id, vulnerability_id) WHERE (item_id IS NULL);
CREATE INDEX vulnerability_alerts_project ON vulnerability_alerts USING btree (project_id, is_open);
CREATE UNIQUE INDEX vulnerability_alerts_subject ON vulnerability_alerts USING btree (item_id, vulnerability_id);
CREATE INDEX vulnerability_alerts_vulnerability ON vulnerability_alerts USING btree (vulnerability_id);

--

create table vulnerability_analyses (
  id bigint generated by default as identity not null,
  project_id bigint not null,
  version_id bigint not null,
  vulnerability_id bigint not null,
  analysis jsonb not null,
  author text not null,
  decided_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  constraint vulnerability_analyses_project_id_version_id_vulnerability__key UNIQUE (project_id, version_id, vulnerability_id),
  constraint vulnerability_analyses_pkey PRIMARY KEY (id)
);
CREATE INDEX vulnerability_analyses_expiry ON vulnerability_analyses USING btree (expires_at) WHERE (expires_at IS NOT NULL);
CREATE INDEX vulnerability_analyses_version ON vulnerability_analyses USING btree (version_id);

--

create table vulnerability_names (
  name_key text not null,
  vulnerability_id bigint not null,
  constraint vulnerability_names_pkey PRIMARY KEY (name_key)
);
CREATE INDEX vulnerability_names_parts ON vulnerability_names USING gin (name_key gin_trgm_ops);
CREATE INDEX vulnerability_names_vulnerability ON vulnerability_names USING btree (vulnerability_id);

--

create table webhook_deliveries (
  id bigint generated by default as identity not null,
  webhook_id bigint not null,
  delivery_key uuid not null default gen_random_uuid(),
  event text not null,
  payload jsonb not null,
  state text not null default 'QUEUED'::text,
  attempts integer not null default 0,
  next_attempt_at timestamp with time zone not null default now(),
  last_status integer,
  last_error text not null default ''::text,
  created_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  constraint webhook_deliveries_delivery_key_key UNIQUE (delivery_key),
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['QUEUED'::text, 'DELIVERED'::text, 'DEAD'::text])))
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries USING btree (next_attempt_at, id) WHERE (state = 'QUEUED'::text);
CREATE INDEX webhook_deliveries_ended ON webhook_deliveries USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries USING btree (webhook_id, id);

--

create table webhooks (
  id bigint generated by default as identity not null,
  project_id bigint,
  name text not null,
  url text not null,
  events text[] not null,
  secret_sealed bytea not null,
  is_active boolean not null default true,
  created_by text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  closed_at timestamp with time zone,
  constraint webhooks_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX webhooks_name ON webhooks USING btree (COALESCE(project_id, (0)::bigint), lower(name));

--

CREATE OR REPLACE FUNCTION audit_log_text(line audit_log)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_array(line.id, to_char(line.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), line.about, line.user_id, line.login,
    line.token_id, line.via, line.address, line.forwarded_for, line.user_agent, line.operation, line.method, line.path, line.request_id,
    line.project_id, line.job_id, line.ids, line.details, line.status)::text
$function$;

--

create view standing_suppressions as
 SELECT x.version_id,
    s.project_id,
    COALESCE(n.vulnerability_id, s.vulnerability_id) AS vulnerability_id,
    s.id AS suppression_id,
    x.id AS suppressed_version_id,
    false AS is_vex
   FROM (((suppressed_versions x
     JOIN suppressions s ON ((s.id = x.suppression_id)))
     JOIN vulnerabilities v ON ((v.id = s.vulnerability_id)))
     LEFT JOIN vulnerability_names n ON ((n.name_key = lower(v.name))))
  WHERE (x.lifted_at IS NULL)
UNION ALL
 SELECT d.version_id,
    d.project_id,
    d.vulnerability_id,
    NULL::bigint AS suppression_id,
    NULL::bigint AS suppressed_version_id,
    true AS is_vex
   FROM vex_decisions d
  WHERE d.is_suppressed;

--

create view item_vulnerabilities as
 SELECT i.id AS item_id,
    i.project_id,
    i.version_id,
    m.vulnerability_id,
    m.outcome,
    m.fixed_in,
    m.is_by_cpe,
    m.advisory_ids,
    m.matched_at
   FROM ((inventory_items i
     JOIN version_vulnerabilities m ON ((m.version_id = i.version_id)))
     JOIN vulnerabilities v ON (((v.id = m.vulnerability_id) AND (v.kind <> 'notice'::text) AND (v.withdrawn_at IS NULL))))
  WHERE ((i.type = 'COMPONENT'::text) AND (i.gone_since_scan IS NULL) AND (NOT (EXISTS ( SELECT
           FROM standing_suppressions s
          WHERE ((s.version_id = i.version_id) AND (s.vulnerability_id = m.vulnerability_id) AND ((s.project_id IS NULL) OR (s.project_id = i.project_id)) AND (NOT (s.is_vex AND ((EXISTS ( SELECT
                   FROM vulnerability_analyses a
                  WHERE ((a.project_id = i.project_id) AND (a.version_id = i.version_id) AND (a.vulnerability_id = m.vulnerability_id)))) OR (EXISTS ( SELECT
                   FROM rule_decisions r
                  WHERE ((r.item_id = i.id) AND (r.vulnerability_id = m.vulnerability_id)))) OR ((s.project_id IS NULL) AND (EXISTS ( SELECT
                   FROM vex_decisions d
                  WHERE ((d.project_id = i.project_id) AND (d.version_id = i.version_id) AND (d.vulnerability_id = m.vulnerability_id)))))))))))) AND (NOT (EXISTS ( SELECT
           FROM rule_decisions r
          WHERE ((r.item_id = i.id) AND (r.vulnerability_id = m.vulnerability_id) AND r.is_suppressed AND (NOT (EXISTS ( SELECT
                   FROM vulnerability_analyses a
                  WHERE ((a.project_id = i.project_id) AND (a.version_id = i.version_id) AND (a.vulnerability_id = m.vulnerability_id))))))))));

--

create view item_coverage as
 SELECT i.id AS item_id,
    i.project_id,
    i.version_id,
        CASE
            WHEN (i.version_id IS NULL) THEN
            CASE
                WHEN (i.component_id IS NULL) THEN 'name'::text
                ELSE 'version'::text
            END
            WHEN (c.version_id IS NULL) THEN 'unread'::text
            ELSE c.reason
        END AS reason,
        CASE
            WHEN (i.version_id IS NULL) THEN
            CASE
                WHEN (i.component_id IS NULL) THEN 'no component named'::text
                ELSE 'version unknown'::text
            END
            WHEN (c.version_id IS NULL) THEN 'comparison pending'::text
            ELSE c.in_short
        END AS in_short,
        CASE
            WHEN (i.version_id IS NULL) THEN
            CASE
                WHEN (i.component_id IS NULL) THEN 'The item names no component, so there is nothing that could be compared with advisories.'::text
                ELSE 'The version of the component is not known.'::text
            END
            WHEN (c.version_id IS NULL) THEN 'The version waits to be compared with the advisories; this takes some seconds.'::text
            ELSE c.sentence
        END AS sentence,
    COALESCE(c.note, ''::text) AS note,
    COALESCE(c.holding_ids, '{}'::integer[]) AS holding_ids,
    i.gone_since_scan
   FROM (inventory_items i
     LEFT JOIN version_coverage c ON ((c.version_id = i.version_id)));

--

insert into folders (id, parent_id, name) values
  ('1', null, 'Projects');

--

insert into policy_profiles (id, name, rules, description, is_default) values
  ('1', 'Default License Policy Profile', '{}', '', 'true');

--

insert into registries (name, is_asked, base_address, user_name, secret_sealed) values
  ('cargo', 'false', '', '', null),
  ('composer', 'false', '', '', null),
  ('gem', 'false', '', '', null),
  ('golang', 'false', '', '', null),
  ('hex', 'false', '', '', null),
  ('maven', 'false', '', '', null),
  ('npm', 'false', '', '', null),
  ('nuget', 'false', '', '', null),
  ('pub', 'false', '', '', null),
  ('pypi', 'false', '', '', null);

--

insert into reports (id, name, path, is_default, is_enabled, has_project_picker, "position", options) values
  ('1', 'Audit', 'AUDIT', 'true', 'true', 'false', '1', '[]'),
  ('2', 'Project', 'PROJECT', 'true', 'true', 'false', '2', '[]'),
  ('3', 'Notices', 'NOTICES', 'true', 'true', 'false', '3', '[]');

--

insert into scan_profiles (id, name, settings, is_standard, description) values
  ('1', 'Standard Scan Profile', '{"exactMatches": true, "sourceCodeMatches": false}', 'true', ''),
  ('2', 'Basic Scan Profile (Without CL)', '{"exactMatches": false, "sourceCodeMatches": false}', 'true', ''),
  ('3', 'Comprehensive Scan Profile', '{"exactMatches": true, "sourceCodeMatches": true}', 'true', '');

--

select setval('policy_profiles_id_seq', 1, 't');
select setval('reports_id_seq', 3, 't');
select setval('scan_profiles_id_seq', 3, 't');

--

alter table advisories add constraint advisories_source_id_fkey FOREIGN KEY (source_id) REFERENCES advisory_sources(id) ON DELETE CASCADE;
alter table advisories add constraint advisories_vulnerability_id_fkey FOREIGN KEY (vulnerability_id) REFERENCES vulnerabilities(id);
alter table advisory_digests add constraint advisory_digests_advisory_id_fkey FOREIGN KEY (advisory_id) REFERENCES advisories(id) ON DELETE CASCADE;
alter table advisory_files add constraint advisory_files_advisory_id_fkey FOREIGN KEY (advisory_id) REFERENCES advisories(id) ON DELETE CASCADE;
alter table advisory_holdings add constraint advisory_holdings_source_id_fkey FOREIGN KEY (source_id) REFERENCES advisory_sources(id) ON DELETE CASCADE;
alter table advisory_names add constraint advisory_names_advisory_id_fkey FOREIGN KEY (advisory_id) REFERENCES advisories(id) ON DELETE CASCADE;
alter table advisory_packages add constraint advisory_packages_advisory_id_fkey FOREIGN KEY (advisory_id) REFERENCES advisories(id) ON DELETE CASCADE;
alter table alm_issues add constraint alm_issues_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES alm_instances(id) ON DELETE CASCADE;
alter table alm_requests add constraint alm_requests_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id) ON DELETE SET NULL;
alter table alm_requests add constraint alm_requests_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE;
alter table archive_contents add constraint archive_contents_archive_fkey FOREIGN KEY (archive) REFERENCES archive_findings(sha256) ON DELETE CASCADE;
alter table archive_findings add constraint archive_findings_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256) ON DELETE CASCADE;
alter table bulk_decisions add constraint bulk_decisions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table bulk_decisions add constraint bulk_decisions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table bulk_images add constraint bulk_images_bulk_id_is_undo_step_fkey FOREIGN KEY (bulk_id, is_undo, step) REFERENCES bulk_steps(bulk_id, is_undo, step) ON DELETE CASCADE;
alter table bulk_notices add constraint bulk_notices_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_decisions(id) ON DELETE CASCADE;
alter table bulk_steps add constraint bulk_steps_bulk_id_fkey FOREIGN KEY (bulk_id) REFERENCES bulk_decisions(id) ON DELETE CASCADE;
alter table carried_files add constraint carried_files_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE;
alter table carried_files add constraint carried_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE;
alter table carried_reviews add constraint carried_reviews_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE;
alter table carried_reviews add constraint carried_reviews_from_decision_id_fkey FOREIGN KEY (from_decision_id) REFERENCES decisions(id) ON DELETE CASCADE;
alter table code_requests add constraint code_requests_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table code_schedules add constraint code_schedules_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table codebase_folders add constraint codebase_folders_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES codebase_folders(id) ON DELETE CASCADE;
alter table codebase_folders add constraint codebase_folders_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table codebase_issues add constraint codebase_issues_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table component_origins add constraint component_origins_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE;
alter table component_versions add constraint component_versions_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE;
alter table corpus_files add constraint corpus_files_package_id_fkey FOREIGN KEY (package_id) REFERENCES corpus_packages(id) ON DELETE CASCADE;
alter table curations add constraint curations_source_id_fkey FOREIGN KEY (source_id) REFERENCES curation_sources(id) ON DELETE CASCADE;
alter table decision_files add constraint decision_files_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE;
alter table decision_points add constraint decision_points_source_id_fkey FOREIGN KEY (source_id) REFERENCES advisory_sources(id) ON DELETE CASCADE;
alter table decisions add constraint decisions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table decisions add constraint decisions_supersedes_fkey FOREIGN KEY (supersedes) REFERENCES decisions(id) ON DELETE SET NULL;
alter table deleted_findings add constraint deleted_findings_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table detection_rules add constraint detection_rules_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE;
alter table detection_rules add constraint detection_rules_license_id_fkey FOREIGN KEY (license_id) REFERENCES licenses(id) ON UPDATE CASCADE ON DELETE CASCADE;
alter table detection_rules add constraint detection_rules_version_id_fkey FOREIGN KEY (version_id) REFERENCES component_versions(id) ON DELETE CASCADE;
alter table end_of_life_dates add constraint end_of_life_dates_source_id_fkey FOREIGN KEY (source_id) REFERENCES advisory_sources(id) ON DELETE CASCADE;
alter table exploit_predictions add constraint exploit_predictions_source_id_fkey FOREIGN KEY (source_id) REFERENCES advisory_sources(id) ON DELETE CASCADE;
alter table exploitations add constraint exploitations_source_id_fkey FOREIGN KEY (source_id) REFERENCES advisory_sources(id) ON DELETE CASCADE;
alter table exposure_news add constraint exposure_news_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table exposure_news add constraint exposure_news_vulnerability_id_fkey FOREIGN KEY (vulnerability_id) REFERENCES vulnerabilities(id) ON DELETE CASCADE;
alter table facts add constraint facts_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256) ON DELETE CASCADE;
alter table files add constraint files_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES codebase_folders(id);
alter table files add constraint files_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table files add constraint files_search_set_id_fkey FOREIGN KEY (search_set_id) REFERENCES search_term_sets(id);
alter table files add constraint files_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256);
alter table folders add constraint folders_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES folders(id) ON DELETE CASCADE;
alter table followed_licenses add constraint followed_licenses_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE;
alter table inventory_field_values add constraint inventory_field_values_field_id_fkey FOREIGN KEY (field_id) REFERENCES custom_fields(id);
alter table inventory_field_values add constraint inventory_field_values_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table inventory_file_exclusions add constraint inventory_file_exclusions_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table inventory_files add constraint inventory_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE;
alter table inventory_files add constraint inventory_files_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table inventory_history add constraint inventory_history_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table inventory_history add constraint inventory_history_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table inventory_items add constraint inventory_items_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id);
alter table inventory_items add constraint inventory_items_license_id_fkey FOREIGN KEY (license_id) REFERENCES licenses(id) ON UPDATE CASCADE;
alter table inventory_items add constraint inventory_items_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table inventory_items add constraint inventory_items_provenance_id_fkey FOREIGN KEY (provenance_id) REFERENCES inventory_items(id) ON DELETE SET NULL;
alter table inventory_items add constraint inventory_items_version_id_fkey FOREIGN KEY (version_id) REFERENCES component_versions(id);
alter table inventory_links add constraint inventory_links_child_id_fkey FOREIGN KEY (child_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table inventory_links add constraint inventory_links_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table inventory_remote_files add constraint inventory_remote_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES remote_files(id) ON DELETE CASCADE;
alter table inventory_remote_files add constraint inventory_remote_files_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table inventory_views add constraint inventory_views_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table inventory_views add constraint inventory_views_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table inventory_workflows add constraint inventory_workflows_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table item_exposures add constraint item_exposures_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table item_exposures add constraint item_exposures_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table item_license_texts add constraint item_license_texts_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table item_version_spans add constraint item_version_spans_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table job_issues add constraint job_issues_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE;
alter table job_steps add constraint job_steps_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE;
alter table jobs add constraint jobs_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE SET NULL;
alter table jobs add constraint jobs_triggered_by_fkey FOREIGN KEY (triggered_by) REFERENCES users(id) ON DELETE SET NULL;
alter table ldap_syncs add constraint ldap_syncs_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table mails add constraint mails_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES users(id) ON DELETE CASCADE;
alter table open_findings add constraint open_findings_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table open_findings add constraint open_findings_vulnerability_id_fkey FOREIGN KEY (vulnerability_id) REFERENCES vulnerabilities(id) ON DELETE CASCADE;
alter table password_resets add constraint password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table past_version_vulnerabilities add constraint past_version_vulnerabilities_version_id_fkey FOREIGN KEY (version_id) REFERENCES component_versions(id) ON DELETE CASCADE;
alter table past_version_vulnerabilities add constraint past_version_vulnerabilities_vulnerability_id_fkey FOREIGN KEY (vulnerability_id) REFERENCES vulnerabilities(id);
alter table project_alm_links add constraint project_alm_links_instance_id_fkey FOREIGN KEY (instance_id) REFERENCES alm_instances(id);
alter table project_alm_links add constraint project_alm_links_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table project_days add constraint project_days_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table project_field_values add constraint project_field_values_field_id_fkey FOREIGN KEY (field_id) REFERENCES custom_fields(id);
alter table project_field_values add constraint project_field_values_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table project_images add constraint project_images_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table project_links add constraint project_links_child_id_fkey FOREIGN KEY (child_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table project_links add constraint project_links_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table project_members add constraint project_members_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table project_members add constraint project_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table project_products add constraint project_products_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table projects add constraint projects_contact_id_fkey FOREIGN KEY (contact_id) REFERENCES users(id);
alter table projects add constraint projects_developer_contact_id_fkey FOREIGN KEY (developer_contact_id) REFERENCES users(id);
alter table projects add constraint projects_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES folders(id);
alter table projects add constraint projects_legal_contact_id_fkey FOREIGN KEY (legal_contact_id) REFERENCES users(id);
alter table projects add constraint projects_policy_profile_id_fkey FOREIGN KEY (policy_profile_id) REFERENCES policy_profiles(id);
alter table projects add constraint projects_scan_profile_id_fkey FOREIGN KEY (scan_profile_id) REFERENCES scan_profiles(id);
alter table projects add constraint projects_search_set_id_fkey FOREIGN KEY (search_set_id) REFERENCES search_term_sets(id);
alter table projects add constraint projects_security_contact_id_fkey FOREIGN KEY (security_contact_id) REFERENCES users(id);
alter table push_deliveries add constraint push_deliveries_hook_id_fkey FOREIGN KEY (hook_id) REFERENCES push_hooks(id) ON DELETE CASCADE;
alter table push_hooks add constraint push_hooks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table refused_proposals add constraint refused_proposals_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE;
alter table refused_proposals add constraint refused_proposals_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table registry_lookups add constraint registry_lookups_registry_fkey FOREIGN KEY (registry) REFERENCES registries(name);
alter table release_files add constraint release_files_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id) ON DELETE CASCADE;
alter table release_files add constraint release_files_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256);
alter table release_rules add constraint release_rules_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table release_rules add constraint release_rules_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases(id) ON DELETE SET NULL;
alter table releases add constraint releases_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE SET NULL;
alter table releases add constraint releases_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table remembered_license_grounds add constraint remembered_license_grounds_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE;
alter table remembered_license_grounds add constraint remembered_license_grounds_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table remembered_licenses add constraint remembered_licenses_license_id_fkey FOREIGN KEY (license_id) REFERENCES licenses(id) ON UPDATE CASCADE ON DELETE CASCADE;
alter table remembered_licenses add constraint remembered_licenses_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table remembered_licenses add constraint remembered_licenses_version_id_fkey FOREIGN KEY (version_id) REFERENCES component_versions(id) ON DELETE CASCADE;
alter table remote_code_bases add constraint remote_code_bases_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table remote_facts add constraint remote_facts_code_base_id_fkey FOREIGN KEY (code_base_id) REFERENCES remote_code_bases(id) ON DELETE CASCADE;
alter table remote_files add constraint remote_files_code_base_id_facts_digest_fkey FOREIGN KEY (code_base_id, facts_digest) REFERENCES remote_facts(code_base_id, digest);
alter table remote_files add constraint remote_files_code_base_id_fkey FOREIGN KEY (code_base_id) REFERENCES remote_code_bases(id) ON DELETE CASCADE;
alter table remote_files add constraint remote_files_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table remote_links add constraint remote_links_child_id_fkey FOREIGN KEY (child_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table remote_links add constraint remote_links_code_base_id_fkey FOREIGN KEY (code_base_id) REFERENCES remote_code_bases(id) ON DELETE CASCADE;
alter table remote_links add constraint remote_links_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table remote_sends add constraint remote_sends_code_base_id_fkey FOREIGN KEY (code_base_id) REFERENCES remote_code_bases(id) ON DELETE CASCADE;
alter table remote_sent_files add constraint remote_sent_files_send_id_fkey FOREIGN KEY (send_id) REFERENCES remote_sends(id) ON DELETE CASCADE;
alter table removed_advisories add constraint removed_advisories_source_id_fkey FOREIGN KEY (source_id) REFERENCES advisory_sources(id) ON DELETE CASCADE;
alter table report_results add constraint report_results_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE;
alter table report_results add constraint report_results_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table report_results add constraint report_results_report_id_fkey FOREIGN KEY (report_id) REFERENCES reports(id) ON DELETE CASCADE;
alter table report_results add constraint report_results_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256);
alter table report_results add constraint report_results_view_sha256_fkey FOREIGN KEY (view_sha256) REFERENCES blobs(sha256);
alter table report_template_versions add constraint report_template_versions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table resumable_uploads add constraint resumable_uploads_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table resumable_uploads add constraint resumable_uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table review_grounds add constraint review_grounds_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE;
alter table review_grounds add constraint review_grounds_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table review_reaches add constraint review_reaches_decision_id_fkey FOREIGN KEY (decision_id) REFERENCES decisions(id) ON DELETE CASCADE;
alter table review_reaches add constraint review_reaches_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES folders(id) ON DELETE CASCADE;
alter table rule_decisions add constraint rule_decisions_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table rule_decisions add constraint rule_decisions_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES analysis_rules(id) ON DELETE CASCADE;
alter table rule_decisions add constraint rule_decisions_version_id_vulnerability_id_fkey FOREIGN KEY (version_id, vulnerability_id) REFERENCES version_vulnerabilities(version_id, vulnerability_id) ON DELETE CASCADE;
alter table sbom_elements add constraint sbom_elements_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_items(id) ON DELETE SET NULL;
alter table sbom_elements add constraint sbom_elements_sbom_id_fkey FOREIGN KEY (sbom_id) REFERENCES sboms(id) ON DELETE CASCADE;
alter table sbom_exports add constraint sbom_exports_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE;
alter table sbom_exports add constraint sbom_exports_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table sbom_exports add constraint sbom_exports_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256);
alter table sbom_issues add constraint sbom_issues_sbom_id_fkey FOREIGN KEY (sbom_id) REFERENCES sboms(id) ON DELETE CASCADE;
alter table sboms add constraint sboms_previous_id_fkey FOREIGN KEY (previous_id) REFERENCES sboms(id) ON DELETE SET NULL;
alter table sboms add constraint sboms_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table sboms add constraint sboms_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256);
alter table scm_contents add constraint scm_contents_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256) ON DELETE CASCADE;
alter table scm_instances add constraint scm_instances_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table scm_states add constraint scm_states_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table search_hits add constraint search_hits_set_id_fkey FOREIGN KEY (set_id) REFERENCES search_term_sets(id) ON DELETE CASCADE;
alter table search_hits add constraint search_hits_sha256_fkey FOREIGN KEY (sha256) REFERENCES blobs(sha256) ON DELETE CASCADE;
alter table statement_edits add constraint statement_edits_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table statement_edits add constraint statement_edits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
alter table suppressed_versions add constraint suppressed_versions_suppression_id_fkey FOREIGN KEY (suppression_id) REFERENCES suppressions(id) ON DELETE CASCADE;
alter table suppressed_versions add constraint suppressed_versions_version_id_fkey FOREIGN KEY (version_id) REFERENCES component_versions(id) ON DELETE CASCADE;
alter table suppressions add constraint suppressions_component_id_fkey FOREIGN KEY (component_id) REFERENCES components(id) ON DELETE CASCADE;
alter table suppressions add constraint suppressions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table suppressions add constraint suppressions_vulnerability_id_fkey FOREIGN KEY (vulnerability_id) REFERENCES vulnerabilities(id);
alter table task_alm_issues add constraint task_alm_issues_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES alm_issues(id) ON DELETE CASCADE;
alter table task_alm_issues add constraint task_alm_issues_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE;
alter table tasks add constraint tasks_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table tasks add constraint tasks_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table tasks add constraint tasks_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id);
alter table tasks add constraint tasks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table tasks add constraint tasks_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES users(id);
alter table tokens add constraint tokens_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE;
alter table tokens add constraint tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table unmatched_versions add constraint unmatched_versions_version_id_fkey FOREIGN KEY (version_id) REFERENCES component_versions(id) ON DELETE CASCADE;
alter table version_coverage add constraint version_coverage_version_id_fkey FOREIGN KEY (version_id) REFERENCES component_versions(id) ON DELETE CASCADE;
alter table version_subjects add constraint version_subjects_version_id_fkey FOREIGN KEY (version_id) REFERENCES component_versions(id) ON DELETE CASCADE;
alter table version_vulnerabilities add constraint version_vulnerabilities_version_id_fkey FOREIGN KEY (version_id) REFERENCES component_versions(id) ON DELETE CASCADE;
alter table version_vulnerabilities add constraint version_vulnerabilities_vulnerability_id_fkey FOREIGN KEY (vulnerability_id) REFERENCES vulnerabilities(id);
alter table vex_decisions add constraint vex_decisions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table vex_decisions add constraint vex_decisions_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES vex_statements(id) ON DELETE CASCADE;
alter table vex_decisions add constraint vex_decisions_version_id_vulnerability_id_fkey FOREIGN KEY (version_id, vulnerability_id) REFERENCES version_vulnerabilities(version_id, vulnerability_id) ON DELETE CASCADE;
alter table vex_documents add constraint vex_documents_original_sha256_fkey FOREIGN KEY (original_sha256) REFERENCES blobs(sha256);
alter table vex_documents add constraint vex_documents_source_id_fkey FOREIGN KEY (source_id) REFERENCES vex_sources(id) ON DELETE CASCADE;
alter table vex_statement_names add constraint vex_statement_names_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES vex_statements(id) ON DELETE CASCADE;
alter table vex_statements add constraint vex_statements_document_id_fkey FOREIGN KEY (document_id) REFERENCES vex_documents(id) ON DELETE CASCADE;
alter table vex_targets add constraint vex_targets_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES vex_statements(id) ON DELETE CASCADE;
alter table vulnerability_alerts add constraint vulnerability_alerts_item_id_fkey FOREIGN KEY (item_id) REFERENCES inventory_items(id) ON DELETE CASCADE;
alter table vulnerability_alerts add constraint vulnerability_alerts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table vulnerability_alerts add constraint vulnerability_alerts_vulnerability_id_fkey FOREIGN KEY (vulnerability_id) REFERENCES vulnerabilities(id);
alter table vulnerability_analyses add constraint vulnerability_analyses_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON DELETE CASCADE;
alter table vulnerability_analyses add constraint vulnerability_analyses_version_id_fkey FOREIGN KEY (version_id) REFERENCES component_versions(id) ON DELETE CASCADE;
alter table vulnerability_analyses add constraint vulnerability_analyses_vulnerability_id_fkey FOREIGN KEY (vulnerability_id) REFERENCES vulnerabilities(id);
alter table vulnerability_names add constraint vulnerability_names_vulnerability_id_fkey FOREIGN KEY (vulnerability_id) REFERENCES vulnerabilities(id);
alter table webhook_deliveries add constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE;

--

CREATE TRIGGER audit_log_chain BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION audit_log_chain();
CREATE TRIGGER audit_log_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION audit_log_is_append_only();
alter table audit_log enable always trigger audit_log_is_append_only;
CREATE TRIGGER audit_seals_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_seals FOR EACH STATEMENT EXECUTE FUNCTION audit_seals_are_append_only();
alter table audit_seals enable always trigger audit_seals_are_append_only;
CREATE TRIGGER component_versions_renamed AFTER UPDATE ON component_versions REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_renamed_versions();
CREATE TRIGGER component_versions_unmatched AFTER INSERT ON component_versions REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unmatched_versions();
CREATE TRIGGER components_changed AFTER INSERT OR DELETE OR UPDATE ON components FOR EACH STATEMENT EXECUTE FUNCTION note_any_change('components');
CREATE TRIGGER components_letters_deleted AFTER DELETE ON components REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_component_letters();
CREATE TRIGGER components_letters_inserted AFTER INSERT ON components REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_component_letters();
CREATE TRIGGER components_letters_updated AFTER UPDATE ON components REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_component_letters();
CREATE TRIGGER files_deleted AFTER DELETE ON files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_file_changes();
CREATE TRIGGER files_inserted AFTER INSERT ON files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_file_changes();
CREATE TRIGGER files_updated AFTER UPDATE ON files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_file_changes();
CREATE TRIGGER folders_unsettled AFTER UPDATE ON folders REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unsettled_projects();
CREATE TRIGGER inventory_items_compared_anew AFTER UPDATE OF version_id, component_id ON inventory_items FOR EACH ROW WHEN (((old.version_id IS DISTINCT FROM new.version_id) OR (old.component_id IS DISTINCT FROM new.component_id))) EXECUTE FUNCTION note_project_of_version();
CREATE TRIGGER inventory_items_deleted AFTER DELETE ON inventory_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_item_changes();
CREATE TRIGGER inventory_items_evidence BEFORE INSERT OR UPDATE OF file_count ON inventory_items FOR EACH ROW WHEN (((new.file_count > 0) AND (NOT new.had_evidence))) EXECUTE FUNCTION note_evidence();
CREATE TRIGGER inventory_items_exposed AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION expose_items();
CREATE TRIGGER inventory_items_exposed_anew AFTER UPDATE ON inventory_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION expose_items();
CREATE TRIGGER inventory_items_inserted AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_item_changes();
CREATE TRIGGER inventory_items_spanned AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_version_spans();
CREATE TRIGGER inventory_items_spans_ended AFTER DELETE ON inventory_items REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_version_spans();
CREATE TRIGGER inventory_items_spans_moved AFTER UPDATE ON inventory_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION move_version_spans();
CREATE TRIGGER inventory_items_unsettled AFTER INSERT ON inventory_items REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unsettled_items();
CREATE TRIGGER inventory_items_unsettled_anew AFTER UPDATE ON inventory_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unsettled_items();
CREATE TRIGGER inventory_items_updated AFTER UPDATE ON inventory_items REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_item_changes();
CREATE TRIGGER item_exposures_ended AFTER DELETE ON item_exposures REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_exposed_projects();
CREATE TRIGGER item_exposures_noted AFTER INSERT ON item_exposures REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_exposed_projects();
CREATE TRIGGER job_issues_deleted AFTER DELETE ON job_issues REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_job_issue_changes();
CREATE TRIGGER job_issues_inserted AFTER INSERT ON job_issues REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_job_issue_changes();
CREATE TRIGGER jobs_deleted AFTER DELETE ON jobs FOR EACH STATEMENT EXECUTE FUNCTION note_job_changes();
CREATE TRIGGER jobs_inserted AFTER INSERT ON jobs FOR EACH STATEMENT EXECUTE FUNCTION note_job_changes();
CREATE TRIGGER jobs_updated AFTER UPDATE ON jobs REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_job_changes();
CREATE TRIGGER licenses_changed AFTER INSERT OR DELETE OR UPDATE ON licenses FOR EACH STATEMENT EXECUTE FUNCTION note_any_change('licenses');
CREATE TRIGGER project_members_changed AFTER INSERT OR DELETE OR UPDATE ON project_members FOR EACH STATEMENT EXECUTE FUNCTION note_any_change('projects');
CREATE TRIGGER projects_counted AFTER UPDATE ON projects REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_counted_projects();
CREATE TRIGGER projects_deleted AFTER DELETE ON projects FOR EACH STATEMENT EXECUTE FUNCTION note_project_changes();
CREATE TRIGGER projects_inserted AFTER INSERT ON projects FOR EACH STATEMENT EXECUTE FUNCTION note_project_changes();
CREATE TRIGGER projects_unsettled AFTER UPDATE ON projects REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unsettled_projects();
CREATE TRIGGER projects_updated AFTER UPDATE ON projects REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_project_changes();
CREATE TRIGGER release_files_kept BEFORE UPDATE ON release_files FOR EACH ROW EXECUTE FUNCTION keep_release();
CREATE TRIGGER releases_kept BEFORE UPDATE ON releases FOR EACH ROW WHEN (((old.frozen_at IS NOT NULL) AND ((to_jsonb(new.*) - 'job_id'::text) IS DISTINCT FROM (to_jsonb(old.*) - 'job_id'::text)))) EXECUTE FUNCTION keep_release();
CREATE TRIGGER remote_files_deleted AFTER DELETE ON remote_files REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_remote_file_changes();
CREATE TRIGGER remote_files_inserted AFTER INSERT ON remote_files REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_remote_file_changes();
CREATE TRIGGER tasks_deleted AFTER DELETE ON tasks REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION note_task_changes();
CREATE TRIGGER tasks_inserted AFTER INSERT ON tasks REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_task_changes();
CREATE TRIGGER tasks_updated AFTER UPDATE ON tasks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_task_changes();
CREATE TRIGGER version_coverage_changed AFTER UPDATE ON version_coverage REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_compared_projects();
CREATE TRIGGER version_coverage_noted AFTER INSERT ON version_coverage REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_compared_projects();
CREATE TRIGGER vulnerabilities_unsettled AFTER UPDATE ON vulnerabilities REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION note_unsettled_vulnerabilities();
CREATE TRIGGER vulnerability_alerts_changed AFTER UPDATE ON vulnerability_alerts REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_projects_of_files();
CREATE TRIGGER vulnerability_alerts_noted AFTER INSERT ON vulnerability_alerts REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION note_projects_of_files();

--

insert into migrations (name, sha256) values
  ('0001-house.sql', '8f09f8f54aed5fbe104c68ae653be45eb2f7a00265faf6694dd0f2f444c57d3e'),
  ('0002-settings-and-memory.sql', '1e212c3db96197ed1b3c7c6cc55daeef5c1cc21a3585fc86209f546735e23292'),
  ('0004-library.sql', 'f7a0e7d678447f4be3149ce2a13bb14405b05e42ef670354d5ff1f02c103ef99'),
  ('0004b-license-authors.sql', 'c3297d5ddfb986725cf030185c0c707d8039ffbdf9f8b5d6e4cd71260b0bbab7'),
  ('0005-mail.sql', '14b9df727e1b3ad267526ae80db144c16877ca1ceffecc1b33699c98bf2f7339'),
  ('0006-ldap.sql', 'e57222af9d070c6083929daa20c9d2b783ee049a4d8a26977644d82ad46e5283'),
  ('0007-alm.sql', '9fc62d415648c887949c61c461756087cb6779a85629a5d8e2e07eea9e8581ce'),
  ('0008-audit.sql', '059b9412ceffcae91c47f10abeb2aaf691f2e19dc33399253aac05e78f2f7f44'),
  ('0009-webhooks.sql', '77d64a4c1fda7cce5288700599c9454ce3020815f7e9b56c3cb6bc59672241ad'),
  ('0009b-deleted-findings.sql', 'dfa6b20a7d55004ac11967f3c38b5551ff6a1d846a3f51bcdbd0d68c559e24bf'),
  ('0010-list-indexes.sql', '348924a71c03763fee958b958b7405c3eef17dfdfb1b9f9e84b720fdb6e5b5e9'),
  ('0011-wire.sql', 'a9fe7eb6dfd12112f91bd0e1cd1c23262f0cf48c5998a344029116b87cd71b1c'),
  ('0012-followed-licenses.sql', '53ea88ef7169b6b8b87f58c71b4727ba3cd32231c40c2e3df93b9698677e3c37'),
  ('0013-search-terms.sql', '50782cf822032cdd980886ea1decf8a12ce07c68d76e4c7cd48f587234cc0f07'),
  ('0014-primary-license.sql', '205cc4cdda99f2742d7fbbba95be8c19d58075a825dc2d3bfe8db3e5e8404921'),
  ('0015-scan-plans.sql', 'f8e880d89c42fb68058a6938f8080e9b0bc8a22f21d426197f1fde9ec7c913d7'),
  ('0015b-archive-findings.sql', '75c5a9a5f1b7b830be1b02a53447952f2a0e94ce318a33dcc000e9b2d057281a'),
  ('0016-audit-entries.sql', '5bfcaa7adc4dc15839771121a1465b4ed9045ef7521737b84ee59817492296d1'),
  ('0017-audit-of-the-system.sql', '658e768c0dd86d37a37662e47153c6ece44b8e0508fec5772286c6df74987220'),
  ('0017b-list-changes-stay-linear.sql', '43ee52f426790d8cab09db6a927120468fd68efce8b9654b964530925de0f6d2'),
  ('0018-evidence-version.sql', 'f5c2d9cc209c5028742303884af905d2fad4fb5c4366538d0fc06c02b8a178f1'),
  ('0020-job-attempts.sql', 'cf43bd1642440c288b5b0fcfbf5d5296aa3f8cb37395314b1fd9d40e1b3f8fb3'),
  ('0020b-job-pace.sql', '6fdeb6f8939c8d96c91c51c37ebc17e1c5ceda7965174d148a751728fc1aad3a'),
  ('0020c-audit-seals.sql', 'bb5f670a5c4d5b67c94ac4734895476c2f325d61057b8fbcc316e1dc3f2af562'),
  ('0021-upload-folders.sql', '170b54ac9b06fa399439f8788adb6e2e801fa3b997ce8c82f88f64309728e27b'),
  ('0022-sign-in.sql', '9e930ca36569305310ddc074467e8f289660a763debba7912d1a5aad3fba01b2'),
  ('0023-license-ids.sql', '1c61f2f678f3d139a8473ad407d3d8f45ea26155934dc3c2221a276ef9306b3e'),
  ('0023b-unknown-versions.sql', '19864e4d792cb34b0f113fbf3c5f7091c8e29d3a7f200440dd00870cf74c299b'),
  ('0023c-expressions.sql', 'ccf5c900fadff11f7f88d536f225a9a097b21568b71690095e9805a6387135b1'),
  ('0025-changes-of-many-files.sql', '468cddc8218692c4d61a25b5fc99f713ffad7b16cf3409f543a2cf24cbdd4be0'),
  ('0027-damaged-contents.sql', 'b8379bb165cd0f4e3aa289c33cba02917a4bbc7bd42e7aa0e1380e53b19c405d'),
  ('0030-decisions.sql', 'd584e9f93be95a6f219cff2497861f74ed7927659d972bbe09e6a182e3dac56b'),
  ('0031-advisories.sql', '26b382a28fd3febbac5273ae19171b8c03e71155a531c23c52e70605a60f48ed'),
  ('0035-report-results.sql', '0f9f1bec2f7a33187807d3c9f8f2417e8ccc864a5f25a359f84ec657f465a2d3'),
  ('0036-statement-edits.sql', 'f6aed9666b45e2853e1ea9f9b79a61fecf9639d2a6157fa7f6c5efccf5c9b9a0'),
  ('0037-report-tokens.sql', '829eeb20444ac560a2cbccd627a9de4f9836695679c67cf387bf6c4e5945ebf4'),
  ('0040-corpus.sql', '8c2d0f373915c87469fc127ea8716b049b2d4a39f273a6e24639460817c66ed1'),
  ('0042-registries.sql', 'ce09da7c0c5d7de545dd71c7e37eddab0429f9b081894b949b34068553e3b454'),
  ('0053-jobs-of-reports.sql', '567d571bb097c9ea3b02c62a839b679e2c3afdffd8d9d40c4e9c736c40dcf0ac'),
  ('0056-license-facts.sql', 'deb93aaac9d418606531ca575a29f38e6675276f06b25a21e9491cd06023ebfd'),
  ('0057-curations.sql', '7e32f04b6765bc99352c46c855e9ff702c642f91baabfbbfa3033dfb8f13eefd'),
  ('0058-component-search.sql', '78ee212c14236f0706dabbc628d73d234787015b5fb1897654dad66374a59475'),
  ('0059-decisions-asked.sql', 'a3b7000f3eb834d84f0fb73268c91130045170d056b9f12d3db7751c930e2822'),
  ('0066-template-versions.sql', 'd6f9c595c0b9cd5803b91020dd92fabcd21a44c3076c6fae9e018e187b7867b1'),
  ('0070-vulnerability-analyses.sql', '5a12effa4f111d43a032c9c8ed7a8985130fd429b085cf5b79b6991ef59d9094'),
  ('0071-repositories.sql', '55b88dfe3288c9132673b0f12114f968eeb220a803b4e4d8c7261ffa890b4b3a'),
  ('0072-signals-of-vulnerabilities.sql', '6a39b0e3ef888820876ab0d81a978c175b35d98008db6e362495a4d0289c0ee1'),
  ('0073-versions-that-registries-tell.sql', '3cab734963a2753efe8354b03aa4bb8f85df0572d4a2972dc8700970e219dcda'),
  ('0074-words-of-two-letters.sql', '8a316f8e82ed857dea866df433d882c8f44c1c885083cec0cf2c1bd5a4a6116f'),
  ('0075-what-decisions-stand-on.sql', 'a9b02b8f25c0e3cbe6545fdaa4d131528674a0fae3a21527faa4c714c5267d49'),
  ('0082-own-versions-and-commits.sql', '3d8491dbdbe8b50f6acfa9b72f371347a8c23379cc61fcc185c6d6b98077229e'),
  ('0085-alerts-of-malicious-files.sql', '05d69ce2665c1de61f186454ac94130a797555a5b76afb4ed14be95e1908a5ff'),
  ('0086-contents-of-archives.sql', '20f15319ba214c279402f56a372281d4a0282e8239311fad3f9037179e20c214'),
  ('0087-letters-of-components.sql', 'be490ad35e1e6f523255ec1c5468b1872f401c486fd1f42f21785834ff210b14'),
  ('0090-signatures-and-interrupted-crawls.sql', '4a01c6c2a094ed9b94a5fd1a1a989a965a21d02a6a3aff6e767f76e94d18c819'),
  ('0091-files-of-advisories.sql', '5accc266a730b8dae2a60494e3d432635886cd70e1296cd50d730ff912f42bb6'),
  ('0093-version-spans-stay-linear.sql', 'a86fffaee895c58fd8cdaf0e7604097077577265d802d5ff1aae2ecaf1c1b85e'),
  ('0094-vulnerabilities-by-gravity.sql', 'f1746586a0f8368c0f95bc1a732ab9ae898b5a84954e6a8bf33bcd364f7ca081'),
  ('0095-matched-again-by-products.sql', '8af40af60335b9d49863c8aac5d7769a1edb55a26d2c516415d0ee2da003eaa8'),
  ('0096-news-and-accepted-absences.sql', 'a65ddaaf49c996530caaf22bc8663cb6a82c83fa9f7cf6a9202707e02364a390'),
  ('0097-search-of-vulnerabilities.sql', 'b6fbc51b726fc8bb67d4570ca5faa84426b94cd4c33b5a391026f6b085cf816c'),
  ('0100-coverage.sql', 'f0f7fb4c92d135c0c630a923a51a38f89f6f00c56c1046d4fc2a1b7983c99e4b'),
  ('0101-other-names-of-versions.sql', 'c191f9c499dfa0c23c6289e757155c93b4e9a6b4a135cfb82f4738dfdfd75c59'),
  ('0102-cpes-of-versions.sql', 'fd3768677c1bdc94d0df3322aad00dbd0022ac155166ae672b9d904339281bfa'),
  ('0105-gone-items.sql', 'f335874df5f18d80582b0265362bbc984e4f5be9824212edec66611daaa1af7f'),
  ('0106-lapsed-reviews.sql', 'db2258a9fe6a4d5907b56e3dc6820a97a43d7abacd06e1374ae93ef241e51f22'),
  ('0107-one-task-of-decisions.sql', 'd8ee763fdf9f5aec08cb83e0b5b329a06642035749514b718e86d32885f6306b'),
  ('0110-found-license-texts.sql', '416e773f515341d5d4e93c4023392481e60ea3965e7de089b5607cab28531d90'),
  ('0111-coverage-of-present-items.sql', '90f7dce6668892c2ec8f4a26dbfeb127e6766e6897ae79717333cd1b0a41422f'),
  ('0112-facts-of-distributed-versions.sql', '780c16caec3d6d8396048141e214701cff840469a473f7b06648c57b05669936'),
  ('0113-status-of-gone-items.sql', '50455e441624f3c8afe2905b12e2b9dd17bf41e2bedb9dceff60e61a5a21e4b5'),
  ('0114-builds-of-versions.sql', 'c354c0f7556099c441ba0e7516831fe1abcb51a8c331e4f62fbca3888e1e3c33'),
  ('0115-remembered-licenses-to-decide-again.sql', '6fac679df299092e3c1e9f1d6728f66a94a25909613b324a90232bed0b59b8ec'),
  ('0116-evidence-of-edited-items.sql', 'f641b97e962678c88d0959955db9f1f2a457dc36a32928fae3bda0d3ae15b4bd'),
  ('0119-collection-of-contents.sql', '690dba49e5c44b3cc8f10c34111483760db47082744ab3afa7bc12a442decf7f'),
  ('0120-limited-tokens.sql', '5a28a82be8cf082e74dc2e01958e2702d7c90ccd5e951d471a0ff6819d467ff8'),
  ('0122-scm-states.sql', 'b84df22e4a39f21bae426bd7e943f6b9433f5f3712edd6adec2536f7b062db43'),
  ('0123-scm-contents.sql', '079cf76c1553ab7ed8de7693c59854fb06c7e535974cf640bf69b03fe5195497'),
  ('0125-imported-sboms.sql', 'ae87b987e9c8cc98e836dd6f1f61d86f03b7999a1fb915aeccb149395812a766'),
  ('0127-sbom-exports.sql', '9b403fc232ae6557ab319d8ee9614f400254033e6e4af4e520045e48aef8a6c4'),
  ('0132-vex-sources.sql', 'a854e4c0b6bf5090b96676ebe9bcd72580583427e8dd6beceaa74828eaf57530'),
  ('0133-push-hooks.sql', 'e0a007cab7660a7874b9f0572784c36dae49567096b07afc46bf271fa6c3f700'),
  ('0134-code-schedules.sql', '3eb92d8c013669f25ffc914dc8b446796f21030a37b4223059572caf5fc9f7e4'),
  ('0135-remote-code-bases.sql', 'ab92d3b5b1ea227fa829940d316043778f941dbca7e1762a56ca27e8a6eb8986'),
  ('0138-project-tags.sql', 'c291dc3a0702ca9bda5f20c862772de044f3b23a1fdffc732f4a896080af93c5'),
  ('0139-analysis-rules.sql', 'b4bbaabf744f40f2909f6477e2d20237d61cb6dcdafd3106b4cb0c3005058150'),
  ('0140-origins-of-copies.sql', '8d3d33074b1d3d5da29787cf012e7075201c16b5fb583d6647176feb7f63d4d7'),
  ('0142-bulk-decisions.sql', '26866abcc8a051231ce9bd35ec6ae1534e68aa860ae9f2fd1261e061c91007f3'),
  ('0143-undone-decisions.sql', '080c7166b36c61b0524aeb443f6cc5a8c020baddd00523ff9de5607b659b7241'),
  ('0145-what-files-say.sql', '220d4bce2431635fd5cdc6dcb643ab29d52526a859fda236eb4d5a6d4148efbb'),
  ('0146-carried-reviews.sql', 'da6fd3413c44647c05930c66b2b76900223e2c4a9280d30b911f117d75a7adad'),
  ('0147-releases.sql', 'a821d5c52b72ef9efc7ac1093a33a82c449efffe9f834c24dda24cf80586c66b'),
  ('0149-licenses-of-files.sql', '6e77417bd38cb85ad292b195f195d8409c08eacc50c657539f72be87de19f437'),
  ('0150-days-of-projects.sql', '81132376176b6eb019698bd8ab83c008fc506220f7808266cfe9e40ad2798afe'),
  ('0152-where-it-is-used.sql', '8afb7e304ec0ef92caeae02215c085979bc910a14a719fb0220c1f9be99eb5ff'),
  ('0153-container-images.sql', '7f8415115db2d2c514b740e6f2404dec4cdf08d6d95c363bad9d5a3c32baf8da'),
  ('0161-inventory-views.sql', '68bbf5ed5245fb8daa60394e3028c1b1eeb7f0e7bb6049b724aa3820aa7d1ef8'),
  ('0162-uploads-and-packages.sql', '4a6037aaee55aa27ac8c25aa69135accbdfdd549c48bdebd6251249fdb8d65b0'),
  ('0163-review-reaches.sql', '48aec636b35e3efdb3ca8e82a1a6da3edefa96f719de86535f17a4b99859a85b'),
  ('0164-vex-originals.sql', '6e4d72d1bf37f55c0a494d4411d02bcc9d32a570fab64aa82fbe409dfa6cd416'),
  ('0166-lists-of-alerts.sql', '4e1f93e81a746df606d773e432bfd9daccfa65b8ca85708df4c2c89273125606'),
  ('0172-learned-components.sql', 'c7018afde45d67b4d425ab81bf4365dbbe2c6e7d6f4fcca499ba1c2e6637d42a'),
  ('0175-reach-of-families.sql', 'e0b9c840c0d450babb9511bfaea03e53202264b205cadc8186a0c8c7bed52263'),
  ('0177-products-of-projects.sql', '076d26db975c7a7dd828a71ab7c1429c883fefc7738972a36ae2a8a24a05e3cb'),
  ('0181-bulk-vulnerabilities.sql', '7fd55797cb256a44bbbf859dedf7cfee42c0f4046d202fae53728611e4eb5440'),
  ('0182-similar-files.sql', '4cc6f31f73970a1e256c7608f59875b936b0e637895a163fa24a00f906786639'),
  ('0183-decided-contents-of-projects.sql', '350a4a07e98d87f3db94c8a7ce50c55653d2c7d0bade94d8815e9fb3d2e6aaed'),
  ('0184-releases-by-tag.sql', '281fab541f5abe714dd9151bca86fa5009216d2c25cf2fc1f66a93042b4bf366'),
  ('0185-package-facts.sql', '44760c9d57656843691e50c3d8b4ec0ae314a407d769aeebde4c03b8688296a5'),
  ('0196-bulk-tasks.sql', '551e833529e9bcde821d91446984202fd6960297ad1dc33d617d517ea2f3cfe1'),
  ('0200-new-files-of-components.sql', '901b2087c5070728b278be09005dd3de23ab74d4144fa28883123bbb53fb1edf'),
  ('0201-where-a-decision-lapsed.sql', '1dfb051e6e4b5c548fe97227469739f1fbfefe1672a1575d8c07c0e684b721fe'),
  ('0210-views-of-files.sql', '5731673332d189a5bb90b01bb0db6d5cc38dc54613f1abe59694933cb26ecbe5'),
  ('0214-uploads-in-pieces.sql', '3e3c430274e3b9f3f2525b08fd536e79ebf0ea7b8c913c6f6ae91e9b5fc90cb2'),
  ('0215-tree-of-remote-files.sql', 'fb19e85308279596c52b2ffc9bcccc4d1bc98194c997cc73473dd76c6cf2d5c7'),
  ('0225-job-steps.sql', '099fcfc5f59506b665f30015c80266cf3da6783f00da39c299930b537179a2ff'),
  ('0238-decisions-of-items.sql', '9037e68853b4c59eed030fa48a9a75262600b95c6985b285c85f2d680a6f0b7a'),
  ('0239-parts-of-jobs.sql', '59540c9e5da29a6bc08aca81bef8a79d42439d2e3133c82f05d38d9ce7af2dfa');
