-- A file whose digest a record of malware names opens an alert of its project, which has no item. It says where such a file lay when advisories
-- were last updated, and how many there were. `ended_at` is when the last of them was gone: one that comes again opens the alert anew.
alter table vulnerability_alerts alter column item_id drop not null;
alter table vulnerability_alerts add column file_path text not null default '';
alter table vulnerability_alerts add column file_count integer not null default 0;
alter table vulnerability_alerts add column ended_at timestamptz;
alter table vulnerability_alerts add constraint vulnerability_alerts_subject_check check ((item_id is null) = (file_count > 0));
create unique index vulnerability_alerts_of_files on vulnerability_alerts (project_id, vulnerability_id) where item_id is null;
