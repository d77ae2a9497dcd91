-- Who supplies the package of an item, its digests, and its addresses, as scans and imported SBOMs say.
alter table inventory_items add column package_facts jsonb not null default '{}';
