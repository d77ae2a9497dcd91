-- Releases of SUSE, versions in words, and CPEs of plugins and platforms are read in another way: each source is read whole at its next update, and
-- all versions are matched anew.
update advisory_sources set fingerprint = '', etag = '';
insert into unmatched_versions (version_id) select id from component_versions on conflict do nothing;
