-- Uploads (tus 1.0.0) whose length is told later, that are parts of another one, or that are put together from parts; and the digests that a sender states
-- of a whole archive.
alter table resumable_uploads alter column size_bytes drop not null;
alter table resumable_uploads add column is_partial boolean not null default false;
alter table resumable_uploads add column parts uuid[] not null default '{}'::uuid[];
alter table resumable_uploads add column digests jsonb not null default '[]'::jsonb;
