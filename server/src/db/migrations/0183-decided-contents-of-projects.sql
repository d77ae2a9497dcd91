-- A scan looks for contents among those that were decided in its project. An index on the contents alone reads those of all projects, in which the same
-- packages lie at the same places.
alter table decision_files add column project_id bigint;
update decision_files x set project_id = d.project_id from decisions d where d.id = x.decision_id;
alter table decision_files alter column project_id set not null;

drop index decision_files_contents;
drop index decision_files_place;
drop index decision_files_text;
create index decision_files_contents on decision_files (sha256, project_id);
create index decision_files_place on decision_files (place_key, project_id);
create index decision_files_text on decision_files (text_digest, project_id) where text_digest is not null;
-- For files that were moved and edited: their names and what they state are as before.
create index decision_files_name on decision_files (evidence_digest, (substring(place_key from '[^/]*$')), project_id) where evidence_digest is not null;
