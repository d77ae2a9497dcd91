-- What the settings of scan profiles mean for single files.
alter table files
  -- What the scan under way, or the last one, does with the file: analyse it, exclude it, or keep what the scan before found.
  add column scan_plan text not null default 'analyse' check (scan_plan in ('analyse', 'exclude', 'keep')),
  -- Whether the last scan excluded it. Facts of an excluded file are nobody's: reads of facts leave it out.
  add column is_excluded boolean not null default false,
  -- The list of search terms that the file was last searched for: an older one than the project's where scans skip it.
  add column search_set_id integer references search_term_sets;
update files f set search_set_id = p.search_set_id from projects p
  where p.id = f.project_id and f.scan_id is not null and p.search_set_id is not null;
