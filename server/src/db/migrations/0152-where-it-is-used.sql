-- Where licenses, copyright holders and digests are used, over all projects, and files by name (db/uses/).

-- The single licenses and exceptions that expressions name, in lower case.
create function license_names(expressions text[]) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct name), '{}')
  from unnest(expressions) expression, regexp_split_to_table(lower(expression), '[\s()]+') name
  where name not in ('', 'and', 'or', 'with')
$$;

-- The words of the copyright holders in the facts of a file. Of a file with thousands of holders, only the first are looked for: a tsvector has a
-- largest size, and a file must not fail because of it.
create function holder_words(facts jsonb) returns tsvector language sql immutable strict parallel safe as $$
  select to_tsvector('simple'::regconfig, left(coalesce(string_agg(statement ->> 'holder', ' . '), ''), 100000))
  from jsonb_path_query(facts, '$.copyrights[*]') statement
$$;

create index facts_license_names on facts using gin (license_names(spdx)) where spdx <> '{}';
create index facts_holder_words on facts using gin (holder_words(facts)) where facts -> 'copyrights' <> '[]'::jsonb;
create index followed_licenses_names on followed_licenses using gin (license_names(spdx));
create index inventory_items_license_names on inventory_items using gin (license_names(array[
  license_expression, license_facts #>> '{concluded,expression}', license_facts #>> '{declared,expression}']));
create index blobs_sha1 on blobs (sha1);
create index files_name on files (lower(name) text_pattern_ops);
