-- Ids of standard licenses become those that existing clients know (domain/license-ids.json, applied at the start by licenses.ts): what
-- names a license follows its new id.
alter table inventory_items drop constraint inventory_items_license_id_fkey,
  add constraint inventory_items_license_id_fkey foreign key (license_id) references licenses on update cascade;
alter table detection_rules drop constraint detection_rules_license_id_fkey,
  add constraint detection_rules_license_id_fkey foreign key (license_id) references licenses on delete cascade on update cascade;
alter table remembered_licenses drop constraint remembered_licenses_license_id_fkey,
  add constraint remembered_licenses_license_id_fkey foreign key (license_id) references licenses on delete cascade on update cascade;
