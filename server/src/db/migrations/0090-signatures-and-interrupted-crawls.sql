-- signatures: a sentence that says whether the signatures of a source's documents were checked. crawl: the position of a
-- crawl of many documents. If the crawl is killed, the next one continues there. A successful crawl removes it.
alter table advisory_sources add column signatures text not null default '';
alter table advisory_sources add column crawl jsonb;
