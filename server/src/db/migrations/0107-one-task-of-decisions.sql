-- The task that tells of decisions that no longer hold: a project has at most one open, which each scan brings up to date.
alter table tasks add column tells_of_decisions boolean not null default false;
create unique index tasks_of_decisions on tasks (project_id) where tells_of_decisions and not is_closed;
