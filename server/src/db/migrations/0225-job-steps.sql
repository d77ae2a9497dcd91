-- What a job that works in several transactions has to know of those that are over, if it is killed and continues (docs/adr/0078).
create table job_steps (
  job_id bigint not null references jobs (id) on delete cascade,
  step integer not null,
  state jsonb not null,
  primary key (job_id, step)
);
