-- When a project's code is synchronised or scanned by itself (domain/schedule.ts), and what came of the last time.
create table code_schedules (
  project_id bigint primary key references projects (id) on delete cascade,
  action text not null check (action in ('SYNC', 'SCAN')),
  schedule jsonb not null,
  changed_at timestamptz not null default now(),
  started_at timestamptz,
  -- Null before the first time.
  result text check (result in ('QUEUED', 'WAITING', 'FAILED')),
  detail text not null default '',
  job_id bigint
);
