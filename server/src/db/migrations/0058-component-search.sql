-- Searches of the library find parts of names, addresses and package URLs: by the groups of three letters that they have.
create extension if not exists pg_trgm;
create index components_words on components using gin (lower(name || ' ' || title) gin_trgm_ops);
create index components_url_parts on components using gin (lower(coalesce(url, '')) gin_trgm_ops);
create index components_purl_parts on components using gin (lower(coalesce(purl, '')) gin_trgm_ops);
create index components_title on components (lower(title) text_pattern_ops);
