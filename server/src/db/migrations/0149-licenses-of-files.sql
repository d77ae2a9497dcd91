-- The licenses that a file mentions without being licensed under them, so that lists of licenses tell them apart without reading all facts.
create function mentioned_licenses(facts jsonb) returns text[] immutable strict parallel safe language sql as $$
  select coalesce(array_agg(distinct one ->> 'expression'), '{}')
  from jsonb_path_query(facts, '$.licenses[*] ? (@.kind == "mention")') one
  where not coalesce(facts -> 'spdx', '[]') ? (one ->> 'expression')
$$;
alter table facts add column mentioned text[] generated always as (mentioned_licenses(facts)) stored;

-- What the last scan found in a file, so that the licenses of a folder of 100,000 files are counted without reading their facts. Set where `has_evidence` is.
alter table files add column spdx text[] not null default '{}', add column mentioned text[] not null default '{}';
update files f set spdx = t.spdx, mentioned = t.mentioned
from (
  select s.id, coalesce(l.spdx, x.spdx) as spdx, x.mentioned from files s join facts x on x.sha256 = s.sha256 and x.hint = s.hint
  left join followed_licenses l on l.file_id = s.id where s.scan_id is not null and not s.is_excluded
) t where t.id = f.id and (t.spdx <> '{}' or t.mentioned <> '{}');
