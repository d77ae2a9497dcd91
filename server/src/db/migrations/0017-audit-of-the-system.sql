-- What the server does by itself, on a schedule or at its first start, has its lines in the audit log too.
alter table audit_log drop constraint audit_log_via_check;
alter table audit_log add constraint audit_log_via_check check (via in ('session', 'token', 'login', 'job', 'command line', 'system'));
