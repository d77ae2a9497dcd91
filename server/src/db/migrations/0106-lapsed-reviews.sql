-- A review whose ground has changed (component, version or license) no longer holds: the item is a draft again, and this says what was decided, by
-- whom, when, and what changed. Null if the status needs no explanation. The decision keeps its row, with `lapsed_at` and `lapse`.
alter table inventory_items add column review_lapse jsonb;
create index inventory_items_lapsed on inventory_items (project_id, id) where review_lapse is not null;
