-- What a text says, as digests that outlive its bytes (scanner/src/evidence-digests). Null for what is no text. The next analysis fills them.
alter table facts add column text_digest bytea, add column evidence_digest bytea, add column sketch bytea;

-- A place in the code base, whatever version its folders and file name carry.
create function place_key(path text) returns text immutable strict parallel safe language sql
  return regexp_replace(path, 'v?\d+(\.\d+)+([-+~][0-9A-Za-z]+(\.[0-9A-Za-z]+)*)*', '#', 'g');

-- The contents on which a decision was made, in each place, with what they said: a later upload may replace the contents and their facts.
alter table decision_files
  add column place_key text not null default '',
  add column text_digest bytea,
  add column evidence_digest bytea,
  add column sketch bytea,
  -- Licenses and holders, as people read them. Null until the facts were seen.
  add column said jsonb;
alter table decision_files drop constraint decision_files_pkey;
alter table decision_files add primary key (decision_id, sha256, place_key);

insert into decision_files (decision_id, sha256, place_key)
select x.decision_id, x.sha256, place_key(f.path) from decision_files x join decisions d on d.id = x.decision_id and d.superseded_at is null
join files f on f.project_id = d.project_id and f.sha256 = x.sha256
  and (f.path = d.subject ->> 'path' or starts_with(f.path, left(d.subject ->> 'pathPattern', -2)))
on conflict do nothing;
delete from decision_files x where x.place_key = '' and exists (
  select from decision_files y where y.decision_id = x.decision_id and y.sha256 = x.sha256 and y.place_key <> '');

create index decision_files_text on decision_files (text_digest) where text_digest is not null;
create index decision_files_place on decision_files (place_key);

-- Files on which a decision counts that was made on other contents, or in another place. A row counts while the file has these contents.
create table carried_files (
  file_id bigint not null references files (id) on delete cascade,
  decision_id bigint not null references decisions (id) on delete cascade,
  sha256 bytea not null,
  way text not null check (way in ('bytes', 'text', 'evidence')),
  primary key (file_id, decision_id)
);
create index carried_files_decision on carried_files (decision_id);
