-- Tags that programs give to a project with its uploads.
alter table projects add column tags text[] not null default '{}';
