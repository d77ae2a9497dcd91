-- How far the review of an item reaches that a person has widened: to a range of versions of its component, and to other projects
-- (domain/decisions/reach.ts, docs/adr/0057). It goes with its decision.
create table review_reaches (
  decision_id bigint primary key references decisions (id) on delete cascade,
  scope text not null check (scope in ('PROJECT', 'FOLDER', 'SITE')),
  -- With its subfolders; null for the other scopes. A removed folder ends the reach.
  folder_id bigint references folders (id) on delete cascade,
  -- vers:npm/>=1.0.0|<2.0.0; '' for the version that was decided about.
  versions text not null,
  set_by text not null,
  set_at timestamptz not null default now(),
  check ((scope = 'FOLDER') = (folder_id is not null))
);
create index review_reaches_folder on review_reaches (folder_id);
