-- The licenses that a file mentions without being licensed under them, so that lists of licenses tell them apart without reading all facts.
create function mentioned_licenses(facts jsonb) returns text[] immutable strict parallel safe language sql as $$
  select coalesce(array_agg(distinct one ->> 'expression'), '{}')
  from jsonb_path_query(facts, '$.licenses[*] ? (@.kind == "mention")') one
  where not coalesce(facts -> 'spdx', '[]') ? (one ->> 'expression')
$$;
alter table facts add column mentioned text[] generated always as (mentioned_licenses(facts)) stored;
