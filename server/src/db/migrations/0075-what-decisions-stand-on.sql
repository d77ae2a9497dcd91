-- A license that is remembered for all projects stands on the evidence of each project apart: what a project saw first, and whether it was told
-- that this is no longer so. Decisions of before do not say on what evidence they were made, so that the first scan notes it.
create table remembered_license_grounds (
  decision_id bigint not null references decisions on delete cascade,
  project_id bigint not null references projects on delete cascade,
  concluded text not null,
  told_at timestamptz,
  primary key (decision_id, project_id)
);
create index remembered_license_grounds_project on remembered_license_grounds (project_id);

-- Ties of files follow their contents as marks do; those of before stand on the contents that lie there now.
insert into decision_files (decision_id, sha256)
select distinct d.id, f.sha256 from decisions d
join files f on f.project_id = d.project_id
  and (f.path = d.subject ->> 'path' or starts_with(f.path, left(d.subject ->> 'pathPattern', -2)))
where d.kind = 'file-tied' and d.superseded_at is null
on conflict do nothing;
