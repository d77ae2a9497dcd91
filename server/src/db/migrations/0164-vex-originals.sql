-- The bytes of a VEX document as they were received. Null for documents that were received before they were kept; the same bytes, sent again, fill it.
alter table vex_documents add column original_sha256 bytea references blobs (sha256);
create index vex_documents_original on vex_documents (original_sha256) where original_sha256 is not null;
