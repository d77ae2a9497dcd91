-- Who changed a license last; and no two custom licenses under one LicenseRef-, because facts name them by it.
alter table licenses add column updated_by text not null default 'System';
create unique index licenses_custom_reference on licenses (lower(spdx_id)) where is_custom;
