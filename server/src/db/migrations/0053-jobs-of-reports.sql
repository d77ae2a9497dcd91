-- Which report a job makes: the page shows the last job of each custom report, whose jobs all have the same type. A payload that names no
-- report, or something else than a number, leaves it null.
alter table jobs add column report_id bigint generated always as (
  case when payload ->> 'reportId' ~ '^[0-9]{1,15}$' then (payload ->> 'reportId')::bigint end
) stored;
create index jobs_report on jobs (project_id, report_id, id) where report_id is not null;
