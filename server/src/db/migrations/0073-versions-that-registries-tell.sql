-- What registries tell of versions is kept with them. An answer goes into the library once: the next scan takes what has been asked since.
alter table component_versions
  -- null where nobody tells.
  add column released_at timestamptz,
  -- Deprecated, yanked, retracted or not listed.
  add column is_withdrawn boolean not null default false;
alter table registry_lookups
  -- Moment of the answer that the library has taken.
  add column taken_of timestamptz;

-- Answers of Maven repositories did not tell what versions ask for, and would count for days.
delete from registry_lookups where registry = 'maven';
