-- What scan agents sent of code that is not here (docs/adr/0041). Nothing in these tables is believed outside of its project.
create table remote_code_bases (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  alias text not null,
  -- The only host that may send for this alias.
  host text not null,
  -- The folder or archive that was scanned, as the agent names it.
  root text not null default '',
  analyzer_version text not null default '',
  file_count integer not null default 0,
  size_bytes bigint not null default 0,
  line_count bigint not null default 0,
  -- JSON of all facts, also of those that a send brought that was not finished.
  facts_bytes bigint not null default 0,
  last_scan_id bigint,
  scanned_at timestamp with time zone,
  created_at timestamp with time zone not null default now()
);
create unique index remote_code_bases_alias on remote_code_bases (project_id, lower(alias));

create table remote_facts (
  code_base_id bigint not null references remote_code_bases (id) on delete cascade,
  -- SHA-256 of the JSON.
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
  primary key (code_base_id, digest)
);

create table remote_files (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  code_base_id bigint not null references remote_code_bases (id) on delete cascade,
  path text not null,
  name text not null,
  facts_digest bytea not null,
  is_reviewed boolean not null default false,
  unique (code_base_id, path),
  foreign key (code_base_id, facts_digest) references remote_facts (code_base_id, digest)
);
create index remote_files_project on remote_files (project_id, id);
create index remote_files_facts on remote_files (code_base_id, facts_digest);

create table inventory_remote_files (
  item_id bigint not null references inventory_items (id) on delete cascade,
  file_id bigint not null references remote_files (id) on delete cascade,
  primary key (item_id, file_id)
);
create index inventory_remote_files_file on inventory_remote_files (file_id);

-- The send of a remote code base that is not finished, or whose job has not ended.
create table remote_sends (
  id bigint generated always as identity primary key,
  code_base_id bigint not null unique references remote_code_bases (id) on delete cascade,
  analyzer_version text not null,
  root text not null,
  -- What the agent could not read or understand; set when the send is finished.
  issues jsonb not null default '[]',
  job_id bigint,
  begun_at timestamp with time zone not null default now()
);

create table remote_sent_files (
  send_id bigint not null references remote_sends (id) on delete cascade,
  path text not null,
  facts_digest bytea not null,
  primary key (send_id, path)
);
create index remote_sent_files_facts on remote_sent_files (send_id, facts_digest);

-- The dependencies that the scans of a remote code base found.
create table remote_links (
  code_base_id bigint not null references remote_code_bases (id) on delete cascade,
  parent_id bigint not null references inventory_items (id) on delete cascade,
  child_id bigint not null references inventory_items (id) on delete cascade,
  primary key (code_base_id, parent_id, child_id)
);
create index remote_links_parent on remote_links (parent_id);
create index remote_links_child on remote_links (child_id);
-- Only remote scans found the dependency.
alter table inventory_links add column is_remote boolean not null default false;

-- 'remote-files': which remote files a project has.
create function note_remote_file_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform note_list_change('remote-files', array(select distinct project_id from new_rows));
  else
    perform note_list_change('remote-files', array(select distinct project_id from old_rows));
  end if;
  return null;
end $$;
create trigger remote_files_inserted after insert on remote_files
  referencing new table as new_rows for each statement execute function note_remote_file_changes();
create trigger remote_files_deleted after delete on remote_files
  referencing old table as old_rows for each statement execute function note_remote_file_changes();
