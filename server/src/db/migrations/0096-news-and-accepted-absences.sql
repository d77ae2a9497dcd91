-- News of vulnerabilities is applied in sets, each in its own transaction, and people are told after the last one. The row of a news item stays until
-- then. It now says whether its set was applied, so that a run after a killed one does not undo what people have decided in the meantime.
alter table exposure_news add column applied_at timestamptz;
-- Accepted absences of vulnerable code, which are proven anew when files or advisories have changed.
create index decisions_accepted_absences on decisions (project_id)
  where kind = 'analysis' and superseded_at is null and ground ->> 'evidence' = 'code-not-present';
