-- Package registries that scans may ask, and what they told.
create table registries (
  name text primary key check (name in ('npm', 'pypi', 'maven', 'cargo', 'nuget', 'gem', 'composer', 'golang', 'pub', 'hex')),
  is_asked boolean not null default false,
  -- '' for the public server.
  base_address text not null default '',
  user_name text not null default '',
  secret_sealed bytea,
  updated_at timestamptz not null default now()
);

create table registry_lookups (
  -- Without version.
  purl text primary key,
  registry text not null references registries,
  host text not null,
  asked_at timestamptz not null,
  outcome text not null check (outcome in ('FOUND', 'NOT_FOUND', 'FAILED')),
  facts jsonb not null,
  problem text not null default ''
);
create index on registry_lookups (registry, outcome);

insert into registries (name)
  values ('npm'), ('pypi'), ('maven'), ('cargo'), ('nuget'), ('gem'), ('composer'), ('golang'), ('pub'), ('hex');
