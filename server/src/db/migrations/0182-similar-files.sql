-- Files that say the same as a file: found by the digests of their contents.
create index facts_evidence on facts (evidence_digest) where has_evidence;
create index facts_text on facts (text_digest);
