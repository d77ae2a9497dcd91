-- A review whose ground has changed (component, version or license) no longer holds: the item is a draft again, and this says what was decided, by
-- whom, when, and what changed. Null if the status needs no explanation. The decision keeps its row, with `lapsed_at` and `lapse`.
alter table inventory_items add column review_lapse jsonb;
create index inventory_items_lapsed on inventory_items (project_id, id) where review_lapse is not null;

-- Statuses that a policy set before decisions were rows: from now on they rest on what the items have today.
insert into decisions (kind, subject, subject_key, scope, project_id, item_id, value, ground, author, decided_at)
select 'review', subject, subject::text, 'item', i.project_id, i.id, jsonb_build_object('status', i.status),
  jsonb_build_object('by', 'policy', 'licenseExpression', i.license_expression, 'componentId', i.component_id, 'versionId', i.version_id,
    'possibleLicenses', to_jsonb(i.possible_licenses)), 'System', i.updated_at
from inventory_items i
left join components c on c.id = i.component_id
left join component_versions v on v.id = i.version_id
cross join lateral (select jsonb_build_object('finding', case i.type when 'LICENSE' then 'license' || chr(10) || lower(i.license_expression)
  else 'component' || chr(10) || coalesce(c.purl, lower(c.name), '') || chr(10) || coalesce(nullif(v.name, 'Unknown'), '') end) as subject) s
where i.status <> 'DRAFT' and not exists (
  select from decisions d where d.item_id = i.id and d.kind = 'review' and d.superseded_at is null);
