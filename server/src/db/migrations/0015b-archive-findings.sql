-- What lies inside of archives that are files of a code base. By content, as facts are, and shared by all projects whose profiles look into archives.
create table archive_findings (
  sha256 bytea primary key references blobs on delete cascade,
  analyzer_version text not null,
  -- How many files lie in it, at any depth.
  file_count bigint not null,
  -- [{path, spdx, isSource, packages}] of those that speak of licenses or packages; paths are those inside the archive.
  files jsonb not null,
  -- One match for each license, with `via`, the path inside the archive.
  licenses jsonb not null,
  -- [{code, message}]
  issues jsonb not null,
  analyzed_at timestamptz not null default now()
);
create index facts_archives on facts (sha256, hint) where kind = 'archive';
