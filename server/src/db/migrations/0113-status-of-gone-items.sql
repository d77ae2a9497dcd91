-- Whether the last scan did not find the item, and files that a person tied prove it, while one of them has the contents of then. Null until a scan here has
-- looked.
alter table inventory_items add column is_held_by_ties boolean;

-- A review says nothing of what is no longer in the code: it lapses, and holds again when the evidence is back. As in domain/review-lapse.ts.
with gone as (
  select i.id, i.status, i.is_status_set_by_person, i.gone_since_scan, d.id as decision_id, d.author, d.decided_at,
    format('%s%s by %s on %s; it is gone since scan %s.', case i.status when 'APPROVED' then 'Approved' else 'Rejected' end,
      case when d.ground ? 'licenseExpression' then ' under ' || coalesce(nullif(d.ground ->> 'licenseExpression', ''), 'unknown') else '' end,
      case when d.ground ->> 'by' is distinct from 'policy' then d.author when d.author = 'System' then 'the policy' else 'the policy (' || d.author || ')' end,
      to_char(d.decided_at at time zone 'UTC', 'YYYY-MM-DD'), i.gone_since_scan) as why,
    d.ground ->> 'by' is distinct from 'policy' as is_by_person
  from inventory_items i
  cross join lateral (select * from decisions d where d.item_id = i.id and d.kind = 'review' and d.superseded_at is null order by d.id desc limit 1) d
  where i.gone_since_scan is not null and i.status <> 'DRAFT' and d.value ->> 'status' = i.status),
marked as (
  update decisions d set lapsed_at = now(), lapse = g.why from gone g where d.id = g.decision_id)
update inventory_items i set status = 'DRAFT', is_status_set_by_person = false, review_lapse = jsonb_build_object(
    'status', g.status, 'isByPerson', g.is_by_person, 'by', g.author,
    'decidedAt', to_char(g.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'lapsedAt', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'changes', jsonb_build_array(jsonb_build_object('what', 'presence', 'from', 'in the code', 'to', 'gone since scan ' || g.gone_since_scan)),
    'why', g.why)
from gone g where i.id = g.id;
