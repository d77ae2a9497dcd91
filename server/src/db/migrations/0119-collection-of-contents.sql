-- Deleted is deleted (docs/adr/0034): contents that no row names are found, struck from the list of contents, and their bytes removed.

-- The order of marks and of the beginnings of uses. A sequence never goes back, as a clock may.
create sequence content_epochs;

-- Contents that no row named when the collection looked.
create table unneeded_contents (
  sha256 bytea not null,
  epoch bigint not null,
  constraint unneeded_contents_pkey primary key (sha256)
);

-- Uploads and other receivers of contents at work. While one is, nothing is struck that was marked after it began. With a digest, it keeps only
-- that content, until the row that names it is written.
create table content_uses (
  id uuid not null,
  epoch bigint not null,
  sha256 bytea,
  seen_at timestamp with time zone not null default now(),
  ends_at timestamp with time zone,
  constraint content_uses_pkey primary key (id)
);

-- Where the bytes of struck contents lie, until they are removed.
create table struck_contents (
  segment text not null,
  block_offset bigint not null,
  sha256 bytea not null,
  block_length bigint not null,
  size_bytes bigint not null,
  struck_at timestamp with time zone not null default now(),
  constraint struck_contents_pkey primary key (segment, block_offset, sha256)
);

-- Contents of reports are looked up when contents are collected.
create index report_results_sha256 on report_results (sha256);
create index report_results_view_sha256 on report_results (view_sha256) where view_sha256 is not null;
