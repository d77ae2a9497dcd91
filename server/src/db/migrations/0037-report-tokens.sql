-- Tokens that the server gives to the script of a report: they work while the job is open, and are gone with it.
alter table tokens add column job_id bigint references jobs (id) on delete cascade;
create index tokens_job on tokens (job_id) where job_id is not null;
