-- What is known of a version of a distribution's package beside its package URL. Scans and SBOMs state it; matching reads it.
alter table component_versions
  -- Distributions from which its own says that it is made (ID_LIKE of its os-release), the nearest first: [{ "id": "debian", "words": ["bookworm"] }].
  add column distribution_like jsonb,
  -- Who named the version names source packages wherever they differ from the binary ones.
  add column names_sources boolean not null default false;

-- The first record of a distribution turns what is known of versions that are like it. There are few.
create index component_versions_like on component_versions (id) where distribution_like is not null;
