-- Which tags make a release of a project after its scan, and what came of the last scan.
create table release_rules (
  project_id bigint primary key references projects (id) on delete cascade,
  tag_pattern text not null,
  is_signed boolean not null,
  offer_contact text not null,
  set_by text not null,
  -- The last scan that was looked at.
  settled_scan_id bigint,
  settled_at timestamptz,
  result text check (result in ('MADE', 'NONE', 'FAILED')),
  detail text not null default '',
  release_id bigint references releases (id) on delete set null
);
create index release_rules_release on release_rules (release_id) where release_id is not null;
