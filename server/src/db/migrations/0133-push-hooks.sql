-- Addresses at which code hosts tell their pushes (docs/adr/0035), and what came of the deliveries.
create table push_hooks (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects (id) on delete cascade,
  sender text not null check (sender in ('GITHUB', 'GITLAB', 'GITEA', 'BITBUCKET', 'BITBUCKET_SERVER')),
  -- The part of the address that nobody can guess. It opens nothing without the secret.
  address_key text not null unique,
  secret_sealed bytea not null,
  action text not null check (action in ('SYNC', 'SCAN')),
  is_active boolean not null default true,
  created_by text not null,
  created_at timestamptz not null default now()
);
create index push_hooks_project on push_hooks (project_id);

create table push_deliveries (
  id bigint generated always as identity primary key,
  hook_id bigint not null references push_hooks (id) on delete cascade,
  -- As the sender names it.
  delivery_key text not null,
  -- Of bodies that are unique because they have a time: a replay under another id is known by it.
  body_digest bytea,
  received_at timestamptz not null default now(),
  event text not null,
  result text not null check (result in ('QUEUED', 'WAITING', 'IGNORED', 'REPEATED', 'REFUSED', 'FAILED')),
  detail text not null,
  job_id bigint
);
create index push_deliveries_hook on push_deliveries (hook_id, id);
-- What started something is not taken again; what was refused, ignored or failed may be.
create unique index push_deliveries_key on push_deliveries (hook_id, delivery_key) where result in ('QUEUED', 'WAITING');
create unique index push_deliveries_body on push_deliveries (hook_id, body_digest) where result in ('QUEUED', 'WAITING');

-- Synchronisations and scans that were asked for by pushes or schedules and could not be queued yet: one for each project, however often it was asked.
create table code_requests (
  project_id bigint primary key references projects (id) on delete cascade,
  action text not null check (action in ('SYNC', 'SCAN')),
  asked_at timestamptz not null default now()
);
