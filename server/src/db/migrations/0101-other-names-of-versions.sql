-- A package may have several other names: its source package, the package of the distribution that it is made of, and its CPE product. Only one of them
-- was stored, so records of the others reached it only at its next matching.
alter table version_subjects add column other_names text[] not null default '{}';
update version_subjects set other_names = array[other_name] where other_name <> '';
alter table version_subjects drop column other_name;
create index version_subjects_other_names on version_subjects using gin (other_names);
