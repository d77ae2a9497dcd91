-- Numbers the runs of a job. Every transaction of a run compares its number with this one, so that a run whose job was taken over can
-- write nothing any more.
alter table jobs add column attempt bigint not null default 0;
