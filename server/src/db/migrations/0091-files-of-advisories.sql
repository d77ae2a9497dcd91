-- The bytes that a record was read from, by their digest: a full source that comes again is compared by these, and only files that have changed
-- are read. Files that held more than one record, or gave an issue, have none and are read each time.
create table advisory_files (
  advisory_id bigint primary key references advisories (id) on delete cascade,
  digest bytea not null
);
create index advisory_files_digest on advisory_files (digest);
