-- Container images as sources of projects (docs/adr/0051): instances of a further type beside those of source control.
alter table scm_instances drop constraint scm_instances_type_check;
alter table scm_instances add constraint scm_instances_type_check check (type in ('GIT', 'PERFORCE', 'SUBVERSION', 'TFS', 'IMAGE'));
alter table scm_states drop constraint scm_states_type_check;
alter table scm_states add constraint scm_states_type_check check (type in ('GIT', 'PERFORCE', 'SUBVERSION', 'TFS', 'IMAGE'));

-- What a layer holds, so that it need not be fetched again. Only for the registry that has given it: a digest opens nothing by itself.
create table image_layers (
  -- SHA-256 of the registry's host and the layer's digest.
  key bytea not null,
  -- Paths, sizes and digests of its entries, compressed.
  entries bytea not null,
  used_at timestamp with time zone not null default now(),
  constraint image_layers_pkey primary key (key)
);
create index image_layers_used on image_layers (used_at);

-- Images whose files are in a code base, from a registry or out of an archive.
create table project_images (
  project_id bigint not null references projects (id) on delete cascade,
  -- The folder of its files in the code base; '' for the root.
  folder text not null,
  -- Name, digest, platform, layers and base.
  image jsonb not null,
  constraint project_images_pkey primary key (project_id, folder)
);

-- SHA-256 of the layer that has the file; null for files of no image.
alter table files add column layer bytea;
alter table upload_files add column layer bytea;
