-- Trigrams find no word of two letters: the library was walked for "js". Its pairs of letters are found by an index of their own.
create function letter_pairs(words text) returns text[] language sql immutable strict parallel safe as $$
  select array(select distinct substr(words, at, 2) from generate_series(1, length(words) - 1) as at)
$$;
create index components_letter_pairs on components using gin (letter_pairs(lower(name || ' ' || title)));
