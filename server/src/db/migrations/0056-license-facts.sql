-- What is known of the license of an item and of a component version: declared, concluded and bundled, each with its source
-- (domain/license-facts.ts). Scans fill them; what stands has none until the next one.
alter table inventory_items add column license_facts jsonb not null default '{}';
-- Part of the code base itself: not a third party's.
alter table inventory_items add column is_own boolean not null default false;
alter table component_versions add column license_facts jsonb not null default '{}';
-- Whose license was settled, or is open, when the order of preference changes.
create index inventory_items_choices on inventory_items (id) where license_facts #>> '{concluded,expression}' ilike '% or %';
