-- Releases of SUSE, versions in words, and CPEs of plugins and platforms are read in another way: each source is read whole at its next update, and
-- all versions are matched anew.
update advisory_sources set fingerprint = '', etag = '';
insert into unmatched_versions (version_id) select id from component_versions on conflict do nothing;

-- Vulnerabilities whose records had all moved to another one, for example when a CVE became known, stayed in lists.
update vulnerabilities v set is_recorded = false where is_recorded and not exists (select from advisories a where a.vulnerability_id = v.id);
