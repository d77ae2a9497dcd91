-- The projects from which a project was copied or branched, in any number of steps. They may have been deleted since. Empty for copies that were made
-- before this migration: nothing says what they came from.
alter table projects add column origin_ids bigint[] not null default '{}';
create index projects_origins on projects using gin (origin_ids) where origin_ids <> '{}';
