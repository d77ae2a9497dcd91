-- The folder that a staged file lies in, by its number in the tree of the upload: the tree is built in memory, and no path is compared when the
-- files become the code base's. What is staged belongs to uploads that have ended with the server that read them.
truncate upload_files;
alter table upload_files add column folder integer not null;
