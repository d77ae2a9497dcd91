-- The newest bill of materials that was exported of each project, with what standards ask of one.
create table sbom_exports (
  project_id bigint not null primary key references projects (id) on delete cascade,
  job_id bigint not null references jobs (id) on delete cascade,
  file_name text not null,
  media_type text not null,
  format text not null,
  -- none, dsse or jsf
  signature text not null,
  sha256 bytea not null references blobs (sha256),
  -- Scores and rules of the standards, as the command line prints them.
  quality jsonb not null,
  -- The address that it was sent to; '' if it was not.
  sent_to text not null default '',
  created_at timestamptz not null default now()
);
create index sbom_exports_sha256 on sbom_exports (sha256);
create index sbom_exports_job on sbom_exports (job_id);
