-- Entries of the audit log without their outcomes: pages are counted and reached in the index alone.
create index audit_log_entries on audit_log (id) where about is null;
