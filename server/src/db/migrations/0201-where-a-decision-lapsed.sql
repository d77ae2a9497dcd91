-- Where the file lies whose decision lapsed: the folder of the next release may have another name. Null: where it was decided.
alter table decisions add column lapsed_path text;
