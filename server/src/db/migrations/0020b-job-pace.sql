-- How far a job was some seconds before its last progress: its pace follows from the two, and not from the time since it was begun, much of
-- which may have gone into loading rules, or into waiting for a database or the next start.
alter table jobs add column pace_at timestamptz, add column pace_done bigint not null default 0;
