-- A decision may count for a new file that states what decided files of its component state.
alter table carried_files drop constraint carried_files_way_check;
alter table carried_files add constraint carried_files_way_check check (way in ('bytes', 'text', 'evidence', 'component'));
