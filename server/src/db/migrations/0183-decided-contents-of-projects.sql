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

-- What Debian adds to a version is a part of it: `zlib-1.2.13.dfsg` and `zlib-1.3.dfsg+really1.3.1` are one place.
create or replace function place_key(path text) returns text language sql immutable strict parallel safe
return regexp_replace(path, 'v?\d+(\.\d+)+(\.(dfsg|ds|orig|repack)\d*)?([-+~][0-9A-Za-z]+(\.[0-9A-Za-z]+)*)*', '#', 'g');
update decision_files set place_key = regexp_replace(place_key, '#\.(dfsg|ds|orig|repack)\d*([-+~][0-9A-Za-z#]+(\.[0-9A-Za-z#]+)*)*', '#', 'g')
where place_key ~ '#\.(dfsg|ds|orig|repack)' and not exists (
  select from decision_files o where o.decision_id = decision_files.decision_id and o.sha256 = decision_files.sha256 and o.place_key <> decision_files.place_key);
