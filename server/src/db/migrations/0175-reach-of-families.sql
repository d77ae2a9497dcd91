-- A review may count in the family of its project too: the projects above and below it (docs/adr/0064).
alter table review_reaches drop constraint review_reaches_scope_check;
alter table review_reaches add constraint review_reaches_scope_check check (scope in ('PROJECT', 'FAMILY', 'FOLDER', 'SITE'));
