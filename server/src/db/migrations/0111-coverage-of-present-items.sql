-- Items whose evidence is gone are in the view, because lists show them, and can be left out of counts.
create or replace view item_coverage as
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
    coalesce(c.holding_ids, '{}') as holding_ids,
    i.gone_since_scan
  from inventory_items i left join version_coverage c on c.version_id = i.version_id;
