-- A component whose version nobody knows has a version named Unknown: clients take a version of every component and end where there is none.
insert into component_versions (component_id, name)
  select c.id, 'Unknown' from components c
  where not exists (select from component_versions v where v.component_id = c.id)
    or exists (select from inventory_items i where i.component_id = c.id and i.version_id is null)
  on conflict (component_id, name) do nothing;
update inventory_items i set version_id = v.id from component_versions v
  where v.component_id = i.component_id and v.name = 'Unknown' and i.version_id is null;
