-- What the project says otherwise than the site about decisions that count by themselves (domain/decisions/carry-settings.ts).
alter table projects add column carry_settings jsonb not null default '{}';

-- The words of a text without years and signs, as a digest: two texts with the same one say the same. Null until a scan finds the text again.
alter table found_texts add column words_digest bytea;

-- What the review of an item rested on, for other versions of its component and other projects: the item may be gone by then.
create table review_grounds (
  decision_id bigint primary key references decisions (id) on delete cascade,
  project_id bigint not null references projects (id) on delete cascade,
  -- Package URL without the version, or the name in lower case.
  component text not null,
  -- ItemFactsThen of domain/decisions/item-carrying.ts.
  facts jsonb not null
);
create index review_grounds_component on review_grounds (component);
create index review_grounds_project on review_grounds (project_id);

-- Reviews that follow from the review of another version or project. Beside the decisions, which people read who may not see that project.
create table carried_reviews (
  decision_id bigint primary key references decisions (id) on delete cascade,
  from_decision_id bigint not null references decisions (id) on delete cascade,
  way text not null check (way in ('version', 'bump')),
  -- False if settings let it count by itself: then it is withdrawn with the decision that it follows from.
  is_accepted boolean not null
);
create index carried_reviews_from on carried_reviews (from_decision_id);

-- Proposals that a person refused: they are not made again. `subject_id` is an item or a file.
create table refused_proposals (
  project_id bigint not null references projects (id) on delete cascade,
  subject_kind text not null check (subject_kind in ('ITEM', 'FILE')),
  subject_id bigint not null,
  decision_id bigint not null references decisions (id) on delete cascade,
  refused_by text not null,
  refused_at timestamptz not null default now(),
  words text not null default '',
  primary key (subject_kind, subject_id, decision_id)
);
create index refused_proposals_project on refused_proposals (project_id);
