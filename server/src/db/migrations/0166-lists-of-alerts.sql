-- Lists of alerts over all projects are counted and skipped in this index: it has all columns of their conditions, and new alerts go to its end.
create index vulnerability_alerts_listed on vulnerability_alerts (id) include (project_id, vulnerability_id, item_id, is_open, priority);
