-- What was brought of each source control instance (docs/adr/0035). A row outlives its instance until the next synchronisation has removed the code.
create table scm_states (
  project_id bigint not null references projects (id) on delete cascade,
  type text not null check (type in ('GIT', 'PERFORCE', 'SUBVERSION', 'TFS')),
  instance_id integer not null,
  -- What the code in the project was made of: the revisions, and how they were asked for. Null if the code there may be another one.
  source_digest bytea,
  -- The revisions of the last good synchronisation.
  revisions jsonb not null default '[]',
  synchronised_at timestamp with time zone,
  -- The last attempt, good or bad.
  attempted_at timestamp with time zone not null default now(),
  job_id bigint,
  error text not null default '',
  constraint scm_states_pkey primary key (project_id, type, instance_id)
);
