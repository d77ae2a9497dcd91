-- Searches find vulnerabilities by parts of their names and summaries. Without these indexes each search read all rows.
create index vulnerabilities_summary_parts on vulnerabilities using gin (lower(summary) gin_trgm_ops);
create index vulnerability_names_parts on vulnerability_names using gin (name_key gin_trgm_ops);
