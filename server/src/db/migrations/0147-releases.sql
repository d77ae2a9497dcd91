-- Releases of projects: what a project was at a moment, with its documents. Nothing changes them but their deletion (docs/releases.md).
create table releases (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  name text not null,
  description text not null,
  is_signed boolean not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  -- The job that makes it.
  job_id bigint references jobs (id) on delete set null,
  -- Null until all its files are stored.
  frozen_at timestamptz,
  -- What it was made of (ReleaseOrigin of domain/releases/release.ts), and how many of what it has.
  origin jsonb not null default '{}',
  counts jsonb not null default '{}'
);
create unique index releases_name on releases (project_id, lower(name));
create index releases_job on releases (job_id);

-- The documents of a release with their manifest, the data that they were made of, and the source that it ships.
create table release_files (
  release_id bigint not null references releases (id) on delete cascade,
  path text not null,
  kind text not null check (kind in ('head', 'document', 'source', 'data')),
  size_bytes bigint not null,
  sha256 bytea not null references blobs (sha256),
  -- Checksum in archives.
  crc32 bigint not null,
  primary key (release_id, path)
);
create index release_files_sha256 on release_files (sha256);

-- Only the id of its job may go from a release, with the job.
create function keep_release() returns trigger language plpgsql as $$
begin
  raise exception 'A release is never changed.';
end $$;
create trigger releases_kept before update on releases for each row
  when (old.frozen_at is not null and (to_jsonb(new) - 'job_id') is distinct from (to_jsonb(old) - 'job_id'))
  execute function keep_release();
create trigger release_files_kept before update on release_files for each row execute function keep_release();
