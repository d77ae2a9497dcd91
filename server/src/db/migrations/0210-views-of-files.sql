-- Saved views are of the inventory, or of the list of files. Each owner has a name once in each list.
alter table inventory_views add column list text not null default 'ITEMS';
alter table inventory_views add constraint inventory_views_list_check check (list = any (array['ITEMS'::text, 'FILES'::text]));
drop index inventory_views_own;
drop index inventory_views_shared;
create unique index inventory_views_own on inventory_views (user_id, list, lower(name)) where user_id is not null;
create unique index inventory_views_shared on inventory_views (project_id, list, lower(name)) where project_id is not null;
