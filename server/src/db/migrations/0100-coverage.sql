-- Whether a version was compared with advisories at all. Without this answer, "no vulnerability" and "nothing to compare with" are the same zero.

-- What each source holds for an ecosystem, or for a release of a distribution. Kept by imports: half a million records are too many to count for each
-- request. Only records of vulnerabilities that are not withdrawn count.
create table advisory_holdings (
  id integer generated always as identity primary key,
  source_id bigint not null references advisory_sources on delete cascade,
  type text not null,
  distribution text not null,
  release text not null,
  records integer not null check (records > 0),
  -- The newest modification of a record; null where no record has a date.
  newest_at timestamptz,
  unique (source_id, type, distribution, release)
);

-- A source that was downloaded is as old as its download. Of a file that was imported, only its records tell how old it is: then each ecosystem has
-- an age of its own.
alter table advisory_sources add column is_age_stated boolean not null default false;
update advisory_sources set is_age_stated = location ~* '^https?://';

create table version_coverage (
  version_id bigint primary key references component_versions on delete cascade,
  -- '' for a version that was compared.
  reason text not null default '' check (reason in ('', 'ecosystem', 'distribution', 'release', 'name', 'version', 'unread')),
  -- What figures are grouped by.
  in_short text not null default '',
  sentence text not null default '',
  -- A sentence that limits the comparison.
  note text not null default '',
  -- The rows of advisory_holdings that it was compared with.
  holding_ids integer[] not null default '{}'
);
create index version_coverage_not_compared on version_coverage (version_id) where reason <> '';

-- Versions of an ecosystem, for the first record of it.
create index version_subjects_type on version_subjects (type, name text_pattern_ops);

-- An item without a version names nothing that could be compared. A version without a row waits for its comparison.
create view item_coverage as
  select i.id as item_id, i.project_id, i.version_id,
    case when i.version_id is null then case when i.component_id is null then 'name' else 'version' end
      when c.version_id is null then 'unread' else c.reason end as reason,
    case when i.version_id is null then case when i.component_id is null then 'no component named' else 'version unknown' end
      when c.version_id is null then 'comparison pending' else c.in_short end as in_short,
    case when i.version_id is null then case when i.component_id is null
        then 'The item names no component, so there is nothing that could be compared with advisories.'
        else 'The version of the component is not known.' end
      when c.version_id is null then 'The version waits to be compared with the advisories; this takes some seconds.'
      else c.sentence end as sentence,
    coalesce(c.note, '') as note,
    coalesce(c.holding_ids, '{}') as holding_ids
  from inventory_items i left join version_coverage c on c.version_id = i.version_id;

insert into advisory_holdings (source_id, type, distribution, release, records, newest_at)
  select a.source_id, p.type, case when p.type in ('deb', 'rpm', 'apk') then split_part(p.name, '/', 1) else '' end,
    coalesce(p.affected ->> 'release', ''), count(distinct a.id), max(coalesce(a.modified_at, a.published_at)) filter (where coalesce(a.modified_at, a.published_at) <= now())
  from advisories a join advisory_packages p on p.advisory_id = a.id
  where a.kind = 'vulnerability' and a.withdrawn_at is null group by 1, 2, 3, 4;

insert into unmatched_versions (version_id) select id from component_versions on conflict do nothing;
