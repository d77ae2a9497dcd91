-- SBOMs that were imported into projects, with their receipts (docs/adr/0036): what became of each element.
create table sboms (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects on delete cascade,
  job_id bigint not null,
  -- The document as it was sent, perhaps packed.
  sha256 bytea not null references blobs (sha256),
  file_name text not null,
  -- In an archive.
  path text not null default '',
  format text not null,
  spec_version text not null,
  encoding text not null,
  serial text not null,
  subject text not null,
  subject_version text not null,
  stated_at text not null,
  tools text[] not null default '{}',
  -- Documents of one series replace each other: they are about one subject.
  series text not null,
  is_current boolean not null default true,
  previous_id bigint references sboms on delete set null,
  is_strict boolean not null,
  imported_by text not null,
  imported_at timestamptz not null default now(),
  counts jsonb not null,
  others jsonb not null default '[]',
  issue_count integer not null default 0
);
create index sboms_project on sboms (project_id, id);
create index sboms_sha256 on sboms (sha256);
create unique index sboms_current on sboms (project_id, series) where is_current;

create table sbom_elements (
  sbom_id bigint not null references sboms on delete cascade,
  position integer not null,
  place text not null,
  name text not null,
  version text not null,
  purl text not null,
  -- Of the component without its version, by which documents are compared.
  key text not null,
  fate text not null check (fate in ('MADE', 'JOINED', 'SAME', 'LEFT_OUT', 'GONE')),
  why text not null default '',
  change text not null check (change in ('ADDED', 'CHANGED', 'UNCHANGED', 'GONE')),
  item_id bigint references inventory_items on delete set null,
  stated jsonb not null default '{}',
  primary key (sbom_id, position)
);
create index sbom_elements_item on sbom_elements (item_id) where item_id is not null;

create table sbom_issues (
  sbom_id bigint not null references sboms on delete cascade,
  position integer not null,
  code text not null,
  place text not null,
  message text not null,
  primary key (sbom_id, position)
);
