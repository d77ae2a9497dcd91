-- The digest of the file that a record was read from. When a full source is imported again, only files with another
-- digest are read. Files with several records or with issues have no digest here and are read each time.
create table advisory_files (
  advisory_id bigint primary key references advisories (id) on delete cascade,
  digest bytea not null
);
create index advisory_files_digest on advisory_files (digest);
