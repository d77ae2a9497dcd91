-- The license texts that scans found in the files of items. A text is stored once by its digest, because thousands of packages share a few of them.
create table found_texts (
  sha256 bytea primary key,
  text text not null,
  -- A text that no item has is removed a while after a scan has last seen it.
  seen_at timestamptz not null default now()
);

create table item_license_texts (
  item_id bigint not null references inventory_items on delete cascade,
  place integer not null,
  role text not null check (role in ('main', 'bundled', 'notice')),
  -- Inside an archive: path of the archive, "!/", path in the archive.
  path text not null,
  -- Null for a whole file.
  start_line integer,
  end_line integer,
  -- False for a text that only names its license or refers to it.
  is_complete boolean not null,
  -- The licenses recognised in the text.
  expressions text[] not null default '{}',
  -- Null if the text cannot be stored; then "problem" says why.
  sha256 bytea,
  problem text not null default '',
  primary key (item_id, place)
);
create index item_license_texts_sha256 on item_license_texts (sha256);

-- The scope that manifests gave a component: runtime, optional, peer, build, test or development. Blank if it is not known.
alter table inventory_items add column found_scope text not null default '';
