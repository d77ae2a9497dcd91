-- 0105 took an edited item without files for one that never had evidence. If a scan made it and no person took a file away, its files have gone with
-- the code: the next scan that does not find it says so.
update inventory_items i set had_evidence = true
where not had_evidence and is_edited and identity not like 'user:%'
  and exists (select from inventory_history h where h.item_id = i.id and h.event = 'Inventory Created' and h.action in ('Scan', 'Project Rescan'))
  and not exists (select from inventory_file_exclusions x where x.item_id = i.id);
