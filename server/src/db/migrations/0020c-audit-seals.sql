-- Seals on the audit log: a keyed digest over the hash of a line, and with it over all lines before. The key lies in the data folder, so that who
-- may write into the database alone can compute every hash anew, but no seal.
create table audit_seals (
  number bigint primary key,
  -- The newest line when the seal was made.
  line bigint not null unique,
  line_hash bytea not null,
  sealed_at timestamptz not null,
  -- Which key: the beginning of its digest.
  key_id text not null,
  -- Over all of this and the seal before.
  mac bytea not null
);

create function audit_seals_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_seals is append-only: % is refused', tg_op using errcode = 'insufficient_privilege';
end $$;
create trigger audit_seals_are_append_only before update or delete or truncate on audit_seals
  for each statement execute function audit_seals_are_append_only();
alter table audit_seals enable always trigger audit_seals_are_append_only;
