-- Digests of the files inside archives, so that scans can compare them with the corpus. In parts, because an archive may hold hundreds of thousands.
create table archive_contents (
  archive bytea not null references archive_findings on delete cascade,
  part integer not null,
  paths text[] not null,
  digests bytea[] not null,
  primary key (archive, part)
);

-- Archives that were read before are read once more.
alter table archive_findings add column has_contents boolean not null default false;
