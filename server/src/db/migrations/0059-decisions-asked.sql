-- What a scan has told of decisions that no longer hold, so that it is told once.
alter table decisions add column lapsed_at timestamptz, add column lapse text not null default '';
-- Contents that a decision on files speaks of: it follows them when they get other names.
create table decision_files (
  decision_id bigint not null references decisions (id) on delete cascade,
  sha256 bytea not null,
  primary key (decision_id, sha256)
);
create index decision_files_contents on decision_files (sha256);
insert into decision_files (decision_id, sha256)
select id, decode(subject ->> 'sha256', 'hex') from decisions
where kind = 'file-reviewed' and superseded_at is null and subject ->> 'sha256' ~ '^[0-9a-f]{64}$';
insert into decision_files (decision_id, sha256)
select distinct d.id, f.sha256 from decisions d
join files f on f.project_id = d.project_id and f.is_reviewed and starts_with(f.path, left(d.subject ->> 'pathPattern', -2))
where d.kind = 'file-reviewed' and d.superseded_at is null and d.subject ? 'pathPattern' and d.value @> '{"isReviewed": true}';
