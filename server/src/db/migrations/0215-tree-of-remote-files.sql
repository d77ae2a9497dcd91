-- The tree of the files of a build machine is read by the beginnings of their paths, byte by byte.
create index remote_files_tree on remote_files (code_base_id, path collate "C");
