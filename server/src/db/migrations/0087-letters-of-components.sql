-- Counts the components with each letter in name or title. A search for one letter finds most of the library. No index
-- can count these components, and reading the whole table took too long. Each row is a difference, and the count of a
-- letter is the sum of its rows. So a transaction inserts its own row, and never waits for a row of another one.
create table component_letters (
  letter text not null,
  count bigint not null
);
create index component_letters_letter on component_letters (letter);

create function letters_of(words text) returns setof text language sql immutable strict parallel safe as $$
  select distinct letter from string_to_table(lower(words), null) letter
$$;

-- Adds up the rows if there are many. Rows that another transaction is adding up at the same moment are skipped.
create function sum_component_letters() returns void language plpgsql as $$
begin
  if (select count(*) from (select from component_letters limit 5001) differences) > 5000 then
    with gone as (
      delete from component_letters where ctid = any(array(select ctid from component_letters for update skip locked)) returning letter, count
    )
    insert into component_letters select letter, sum(count) from gone group by letter having sum(count) <> 0;
  end if;
end $$;

-- An update counts only components whose name or title changes; most updates change other columns.
create function count_component_letters() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into component_letters select letter, count(*) from new_rows n cross join lateral letters_of(n.name || ' ' || n.title) letter group by letter;
  elsif tg_op = 'DELETE' then
    insert into component_letters select letter, -count(*) from old_rows o cross join lateral letters_of(o.name || ' ' || o.title) letter group by letter;
  else
    insert into component_letters select letter, sum(difference) from old_rows o join new_rows n using (id) cross join lateral (
        select letter, 1 as difference from letters_of(n.name || ' ' || n.title) letter
        union all select letter, -1 from letters_of(o.name || ' ' || o.title) letter
      ) changed
      where (o.name, o.title) is distinct from (n.name, n.title) group by letter having sum(difference) <> 0;
  end if;
  perform sum_component_letters();
  return null;
end $$;

create trigger components_letters_inserted after insert on components
  referencing new table as new_rows for each statement execute function count_component_letters();
create trigger components_letters_deleted after delete on components
  referencing old table as old_rows for each statement execute function count_component_letters();
create trigger components_letters_updated after update on components
  referencing old table as old_rows new table as new_rows for each statement execute function count_component_letters();

insert into component_letters select letter, count(*) from components c cross join lateral letters_of(c.name || ' ' || c.title) letter group by letter;
