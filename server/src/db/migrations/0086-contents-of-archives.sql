-- Digests of the files inside archives, so that scans can compare them with the corpus. They are stored in parts,
-- because an archive may contain hundreds of thousands of files.
create table archive_contents (
  archive bytea not null references archive_findings on delete cascade,
  part integer not null,
  paths text[] not null,
  digests bytea[] not null,
  primary key (archive, part)
);

-- Archives without contents are read again by the next scan.
alter table archive_findings add column has_contents boolean not null default false;
