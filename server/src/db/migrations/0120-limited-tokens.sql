-- API tokens may be limited (docs/adr/0033): to reading, or to the upload of a report's result, and to some projects.
alter table tokens
  add column access text not null default 'ALL',
  add column project_ids bigint[],
  add constraint tokens_access_check check (access in ('ALL', 'READ', 'REPORT'));
