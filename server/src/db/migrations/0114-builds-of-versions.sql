-- Packages of distributions with the same name and version differ by release, epoch and module stream: each is a version of its own, with its own
-- vulnerabilities and coverage. As `buildOf` of the scanner writes it; versions of before get theirs at the next start (library/builds.ts).
alter table component_versions add column build text not null default '';
alter table component_versions drop constraint component_versions_component_id_name_key;
alter table component_versions add constraint component_versions_component_id_name_build_key unique (component_id, name, build);
