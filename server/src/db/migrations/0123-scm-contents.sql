-- Contents by the names that a repository gives them, so that known ones are not read again. By repository, because the names of old repositories
-- are SHA-1, of which two contents may be made that share one.
create table scm_contents (
  repository bytea not null,
  object_id bytea not null,
  sha256 bytea not null references blobs (sha256) on delete cascade,
  size_bytes bigint not null,
  -- Of a pointer of Git LFS: the size of the file that it stands for.
  lfs_bytes bigint,
  -- Whether its first bytes are those of an archive: such contents are read again where archives are expanded.
  is_archive boolean not null,
  constraint scm_contents_pkey primary key (repository, object_id)
);
create index scm_contents_sha256 on scm_contents (sha256);
