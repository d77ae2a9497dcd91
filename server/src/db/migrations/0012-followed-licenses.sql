-- Where a file refers to another one for its license ("see COPYING"), what that one says. It depends on the files beside it, so it cannot
-- lie in the facts, which are of contents.
alter table facts add column has_references boolean not null default false;

create table followed_licenses (
  file_id bigint primary key references files on delete cascade,
  -- Everything the file says of licenses, what it says itself included: these stand in place of its facts' members of the same names.
  spdx text[] not null,
  licenses jsonb not null
);
