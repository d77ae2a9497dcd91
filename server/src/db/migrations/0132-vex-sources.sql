-- What suppliers say about vulnerabilities of their products (VEX), kept as sources (docs/adr/0040): it decides in every project that has the
-- products, now and later, and gives way to what the people of a project have decided.
create table vex_sources (
  id bigint generated always as identity primary key,
  name text not null,
  -- Updates read it; '' if documents only come as files.
  location text not null default '',
  is_enabled boolean not null default true,
  -- Whether what the supplier calls not affected or fixed no longer counts. Otherwise it is only shown.
  suppresses boolean not null default true,
  etag text not null default '',
  -- Whether signatures of its documents were checked, as a sentence; '' if they have none.
  signatures text not null default '',
  updated_at timestamptz,
  last_error text not null default '',
  failed_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index vex_sources_name on vex_sources (lower(name));

-- The latest revision of each document of a source.
create table vex_documents (
  id bigint generated always as identity primary key,
  source_id bigint not null references vex_sources on delete cascade,
  -- The id that the supplier gives; the file's name or address if it gives none.
  name text not null,
  format text not null,
  supplier text not null,
  revision text not null,
  dated_at timestamptz,
  sha256 bytea not null,
  statement_count integer not null,
  -- Statements that no item can match, because they are about parts of a product or name no package.
  left_out_count integer not null,
  issues jsonb not null default '[]',
  issue_count integer not null,
  received_by text not null,
  received_at timestamptz not null,
  unique (source_id, name)
);

create table vex_statements (
  id bigint generated always as identity primary key,
  document_id bigint not null references vex_documents on delete cascade,
  place text not null,
  -- State and justification as the document writes them.
  written text not null,
  analysis jsonb not null,
  stated_at timestamptz
);
create index vex_statements_document on vex_statements (document_id);

create table vex_statement_names (
  statement_id bigint not null references vex_statements on delete cascade,
  name_key text not null,
  primary key (name_key, statement_id)
);
create index vex_statement_names_statement on vex_statement_names (statement_id);

-- The products of a statement, by the name under which versions are compared with advisories.
create table vex_targets (
  statement_id bigint not null references vex_statements on delete cascade,
  position integer not null,
  type text not null,
  name text not null,
  target jsonb not null,
  primary key (statement_id, position)
);
create index vex_targets_name on vex_targets (name, type);

-- The statement that decides about a vulnerability of a version. It ends with the match.
create table vex_decisions (
  version_id bigint not null,
  vulnerability_id bigint not null,
  statement_id bigint not null references vex_statements on delete cascade,
  analysis jsonb not null,
  is_suppressed boolean not null,
  decided_at timestamptz not null default now(),
  primary key (version_id, vulnerability_id),
  foreign key (version_id, vulnerability_id) references version_vulnerabilities on delete cascade
);
create index vex_decisions_statement on vex_decisions (statement_id);

-- As in 0031, with what sources of VEX suppress. Such a row gives way to an analysis of a project (`holdsIn` in db/vulnerabilities/standing.ts).
create or replace view standing_suppressions as
  select x.version_id, s.project_id, coalesce(n.vulnerability_id, s.vulnerability_id) as vulnerability_id,
    s.id as suppression_id, x.id as suppressed_version_id, false as is_vex
  from suppressed_versions x
  join suppressions s on s.id = x.suppression_id
  join vulnerabilities v on v.id = s.vulnerability_id
  left join vulnerability_names n on n.name_key = lower(v.name)
  where x.lifted_at is null
  union all
  select d.version_id, null, d.vulnerability_id, null, null, true from vex_decisions d where d.is_suppressed;

-- As in 0105.
create or replace view item_vulnerabilities as
  select i.id as item_id, i.project_id, i.version_id, m.vulnerability_id, m.outcome, m.fixed_in, m.is_by_cpe, m.advisory_ids, m.matched_at
  from inventory_items i
  join version_vulnerabilities m on m.version_id = i.version_id
  join vulnerabilities v on v.id = m.vulnerability_id and v.kind <> 'notice' and v.withdrawn_at is null
  where i.type = 'COMPONENT' and i.gone_since_scan is null and not exists (
    select from standing_suppressions s
    where s.version_id = i.version_id and s.vulnerability_id = m.vulnerability_id and (s.project_id is null or s.project_id = i.project_id)
      and not (s.is_vex and exists (select from vulnerability_analyses a
        where a.project_id = i.project_id and a.version_id = i.version_id and a.vulnerability_id = m.vulnerability_id)));
