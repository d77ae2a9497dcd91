-- Expressions of several licenses (MIT OR GPL-3.0-or-later) are not entries of the library: clients that audit licenses by number knew none of
-- those numbers. Items have the expression and its priority themselves, and no license is chosen.
alter table inventory_items add column expression_priority smallint;
create temporary table expressions on commit drop as
  select id, priority from licenses where not is_custom and spdx_id is null and short_name ~ '\s(AND|OR)\s';
update inventory_items i set license_id = null, expression_priority = e.priority from expressions e where e.id = i.license_id;
update inventory_history h set changes = (
    select jsonb_agg(case when c ->> 'field' = 'License' then c || jsonb_build_object(
      'oldValue', case when c ->> 'oldValue' in (select id::text from expressions) then '-1' else c ->> 'oldValue' end,
      'newValue', case when c ->> 'newValue' in (select id::text from expressions) then '-1' else c ->> 'newValue' end) else c end order by place)
    from jsonb_array_elements(h.changes) with ordinality as t(c, place))
  where changes @> '[{"field": "License"}]' and exists (
    select from jsonb_array_elements(h.changes) c join expressions e on e.id::text in (c ->> 'oldValue', c ->> 'newValue') where c ->> 'field' = 'License');
-- What a person decided stays: an expression that a detection rule names, or that was remembered for all projects, stays an entry.
delete from licenses l using expressions e where l.id = e.id
  and not exists (select from detection_rules r where r.license_id = e.id)
  and not exists (select from remembered_licenses r where r.license_id = e.id);
