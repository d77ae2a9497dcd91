-- Which products a project is: statements of suppliers about such a product and its parts decide in the project (docs/adr/0065).
create table project_products (
  project_id bigint not null references projects on delete cascade,
  position integer not null,
  -- A package URL, a CPE, or a name with its version, as somebody wrote it.
  written text not null,
  -- Under what statements are looked up, as in `vex_targets`.
  type text not null,
  name text not null,
  primary key (project_id, position)
);
create index project_products_name on project_products (name, type);

-- `type` and `name` are those of the product; a product that is no package has the type `cpe` or `name`. The part is '' if the statement is about the
-- whole product.
alter table vex_targets add column part_type text not null default '', add column part_name text not null default '';
create index vex_targets_part on vex_targets (part_name, part_type) where part_name <> '';

alter table vex_documents
  -- Statements that decide only in projects that say that they are the product.
  add column of_product_count integer not null default 0,
  -- What of documents was read when it was stored (READING in vex/sources.ts).
  add column reading integer not null default 1;

-- A row with a project is about the product that the project is, and comes there before the row for all projects.
alter table vex_decisions drop constraint vex_decisions_pkey;
alter table vex_decisions add column project_id bigint references projects on delete cascade;
create unique index vex_decisions_subject on vex_decisions (version_id, vulnerability_id, project_id) nulls not distinct;
create index vex_decisions_project on vex_decisions (project_id) where project_id is not null;

-- As in 0132, with the projects of decisions.
create or replace view standing_suppressions as
  select x.version_id, s.project_id, coalesce(n.vulnerability_id, s.vulnerability_id) as vulnerability_id,
    s.id as suppression_id, x.id as suppressed_version_id, false as is_vex
  from suppressed_versions x
  join suppressions s on s.id = x.suppression_id
  join vulnerabilities v on v.id = s.vulnerability_id
  left join vulnerability_names n on n.name_key = lower(v.name)
  where x.lifted_at is null
  union all
  select d.version_id, d.project_id, d.vulnerability_id, null, null, true from vex_decisions d where d.is_suppressed;

-- As in 0139: what a source says of the product of a project comes before what it says of the package everywhere. `isSuppressedIn` in
-- db/vulnerabilities/standing.ts has the same condition.
create or replace view item_vulnerabilities as
  select i.id as item_id, i.project_id, i.version_id, m.vulnerability_id, m.outcome, m.fixed_in, m.is_by_cpe, m.advisory_ids, m.matched_at
  from inventory_items i
  join version_vulnerabilities m on m.version_id = i.version_id
  join vulnerabilities v on v.id = m.vulnerability_id and v.kind <> 'notice' and v.withdrawn_at is null
  where i.type = 'COMPONENT' and i.gone_since_scan is null and not exists (
    select from standing_suppressions s
    where s.version_id = i.version_id and s.vulnerability_id = m.vulnerability_id and (s.project_id is null or s.project_id = i.project_id)
      and not (s.is_vex and (
        exists (select from vulnerability_analyses a
          where a.project_id = i.project_id and a.version_id = i.version_id and a.vulnerability_id = m.vulnerability_id)
        or exists (select from rule_decisions r where r.item_id = i.id and r.vulnerability_id = m.vulnerability_id)
        or (s.project_id is null and exists (select from vex_decisions d
          where d.project_id = i.project_id and d.version_id = i.version_id and d.vulnerability_id = m.vulnerability_id)))))
  and not exists (
    select from rule_decisions r where r.item_id = i.id and r.vulnerability_id = m.vulnerability_id and r.is_suppressed
      and not exists (select from vulnerability_analyses a
        where a.project_id = i.project_id and a.version_id = i.version_id and a.vulnerability_id = m.vulnerability_id));
