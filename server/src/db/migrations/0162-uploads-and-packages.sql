-- Archives that arrive in parts by the tus protocol (docs/adr/0056). Their bytes are files beside the store, named by the id.
create table resumable_uploads (
  id uuid primary key default gen_random_uuid(),
  project_id bigint not null references projects (id) on delete cascade,
  -- The only user who may go on with it.
  user_id bigint not null references users (id) on delete cascade,
  file_name text not null,
  -- The header Upload-Metadata as it was sent.
  metadata text not null default '',
  -- How the archive is unpacked, as in the query of the single request.
  options jsonb not null,
  size_bytes bigint not null,
  -- These bytes are on the disk.
  received_bytes bigint not null default 0,
  -- The request that writes now, and how long it may be silent before another one takes its place.
  writer uuid,
  writer_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  -- The job that unpacks it, once all bytes are here.
  job_id bigint,
  constraint resumable_uploads_bytes check (received_bytes >= 0 and received_bytes <= size_bytes)
);
create index resumable_uploads_of_user on resumable_uploads (user_id, project_id);
create index resumable_uploads_project on resumable_uploads (project_id);

-- Packages of registries as sources of projects (docs/adr/0056): instances of a further type beside source control and images.
alter table scm_instances drop constraint scm_instances_type_check;
alter table scm_instances add constraint scm_instances_type_check check (type in ('GIT', 'PERFORCE', 'SUBVERSION', 'TFS', 'IMAGE', 'PURL'));
alter table scm_states drop constraint scm_states_type_check;
alter table scm_states add constraint scm_states_type_check check (type in ('GIT', 'PERFORCE', 'SUBVERSION', 'TFS', 'IMAGE', 'PURL'));
