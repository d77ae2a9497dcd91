-- Whether the signatures of a source's documents were checked, in words; and how far a crawl of many documents came, from where the next one
-- goes on if this one is killed. A crawl that ends well leaves none.
alter table advisory_sources add column signatures text not null default '';
alter table advisory_sources add column crawl jsonb;
