-- What can be looked at without saving: the page of a report, kept beside its archive.
alter table report_results add column view_sha256 bytea references blobs (sha256);
