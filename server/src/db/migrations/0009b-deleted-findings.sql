-- Items of scans that a person deleted: the next scan finds the same again, and must not make it again.
create table deleted_findings (
  project_id bigint not null references projects on delete cascade,
  -- What the scan called its finding.
  identity text not null,
  -- Component and version, or the license of a License Only item, as they were when it was deleted.
  finding text not null,
  name text not null,
  -- A person has made such an item by hand since; deleting that one puts this in force again.
  is_lifted boolean not null default false,
  deleted_by text not null,
  deleted_at timestamptz not null default now(),
  primary key (project_id, identity)
);
create index deleted_findings_finding on deleted_findings (project_id, finding);
