-- Components that the library has from elsewhere than scans and people: from a registry that a search asked, or from a bundle of another installation
-- (docs/adr/0063). A component without a row was found by a scan, or created by a person.
create table component_origins (
  component_id bigint primary key references components (id) on delete cascade,
  kind text not null check (kind in ('REGISTRY', 'BUNDLE')),
  -- Host of the registry, or id of the installation that made the bundle.
  name text not null,
  -- When the registry was asked, or the bundle was made.
  as_of timestamp with time zone not null
);

-- What searches asked registries, so that the same is not asked again at once. The components of an answer are in the library.
create table registry_searches (
  registry text not null,
  -- The words in lower case, or a name behind "=".
  question text not null,
  host text not null,
  asked_at timestamp with time zone not null,
  outcome text not null check (outcome in ('FOUND', 'NOT_FOUND', 'FAILED')),
  -- The packages in the answer.
  found integer not null,
  problem text not null,
  primary key (registry, question)
);
create index registry_searches_asked_at on registry_searches (asked_at);

-- Receipts of imported bundles of components.
create table library_imports (
  id bigint generated always as identity primary key,
  file_name text not null,
  -- Of the body, as the signed header states it.
  sha256 text not null,
  public_key text not null,
  installation text not null,
  made_at timestamp with time zone not null,
  imported_at timestamp with time zone not null,
  imported_by text not null,
  components integer not null,
  new_components integer not null,
  versions integer not null,
  new_versions integer not null,
  filled_versions integer not null,
  refused integer not null
);
