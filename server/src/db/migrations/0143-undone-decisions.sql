-- Who took a decision back; '' for all others. The decision that it had replaced holds again.
alter table decisions add column undone_by text not null default '';
