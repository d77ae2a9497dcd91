-- The audit log: who did what from where. Rows are only ever added, and each holds the hash of the one before, so that a change made
-- past the server shows. Nothing refers to other tables: what is deleted there must stay here.

create table audit_log (
  id bigint primary key,
  at timestamptz not null,
  -- The line whose outcome this one tells; null for a line of its own.
  about bigint,
  -- Who.
  user_id bigint,
  login text not null default '',
  token_id bigint,
  via text not null check (via in ('session', 'token', 'login', 'job', 'command line')),
  -- From where. `forwarded_for` is what a proxy, or anybody, claimed.
  address text not null default '',
  forwarded_for text not null default '',
  user_agent text not null default '',
  -- What.
  operation text not null,
  method text not null default '',
  path text not null default '',
  request_id text not null default '',
  project_id bigint,
  job_id bigint,
  ids jsonb not null default '{}',
  details jsonb not null default '{}',
  -- An HTTP status, or how a job ended; null while it is not known.
  status text,
  previous_hash bytea not null unique,
  hash bytea not null
);
create index audit_log_about on audit_log (about) include (status) where about is not null;
create index audit_log_project on audit_log (project_id, id) where project_id is not null;
create index audit_log_login on audit_log (lower(login), id);
create index audit_log_operation on audit_log (operation, id);
create index audit_log_at on audit_log (at);

-- The text that is hashed: every column but the two hashes, in a form that no setting of a session changes.
create function audit_log_text(line audit_log) returns text language sql stable as $$
  select jsonb_build_array(line.id, to_char(line.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), line.about, line.user_id, line.login,
    line.token_id, line.via, line.address, line.forwarded_for, line.user_agent, line.operation, line.method, line.path, line.request_id,
    line.project_id, line.job_id, line.ids, line.details, line.status)::text
$$;

-- One writer at a time: the number, the time and the hash of a line follow from the line before. A chain that forked would break the
-- unique key on previous_hash.
create function audit_log_chain() returns trigger language plpgsql as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(7220813);
  select id, at, hash into last from audit_log order by id desc limit 1;
  new.id := coalesce(last.id, 0) + 1;
  new.at := greatest(clock_timestamp(), last.at);
  new.previous_hash := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  new.hash := sha256(new.previous_hash || convert_to(audit_log_text(new), 'UTF8'));
  return new;
end $$;
create trigger audit_log_chain before insert on audit_log for each row execute function audit_log_chain();

create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger audit_log_is_append_only before update or delete or truncate on audit_log
  for each statement execute function audit_log_is_append_only();
-- Also where triggers are switched off for a session, and for the owner of the table.
alter table audit_log enable always trigger audit_log_is_append_only;
