-- Where the sources of a version lie, for what no ecosystem names: records of repositories are found by it. The other name of such a
-- version is that of its CPE now, so that all of them are matched anew.
alter table version_subjects add column repository text not null default '';
create index version_subjects_repository on version_subjects (repository) where repository <> '';
insert into unmatched_versions (version_id)
  select version_id from version_subjects where type in ('generic', 'github', 'bitbucket', 'gitlab', 'git') on conflict do nothing;
