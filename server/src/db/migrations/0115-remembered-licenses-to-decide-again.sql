-- Why a remembered license no longer holds in a project, as a sentence for the list of what is to be decided again.
alter table remembered_license_grounds add column lapse text not null default '';
update remembered_license_grounds set lapse = 'The evidence was ' || coalesce(nullif(concluded, ''), 'no license') || ' and is another one now.'
  where told_at is not null;
