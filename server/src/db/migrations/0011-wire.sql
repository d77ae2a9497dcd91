-- The kind of project that the older creation operation names: INVENTORY_ONLY ones were made for inventory without a scanned code base.
alter table projects add column type text not null default 'STANDARD' check (type in ('STANDARD', 'INVENTORY_ONLY'));
