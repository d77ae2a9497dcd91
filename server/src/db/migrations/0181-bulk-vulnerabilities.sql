-- Bulk decisions about vulnerabilities, of one project or of all that a person may decide about (docs/adr/0067).
alter table bulk_decisions alter column project_id drop not null;
alter table bulk_decisions drop constraint bulk_decisions_action_check;
alter table bulk_decisions add constraint bulk_decisions_action_check check (action in ('APPROVE', 'REJECT', 'TO_DRAFT', 'PUBLISH', 'RECALL',
  'CHANGE', 'ASSIGN', 'MARK_REVIEWED', 'MARK_UNREVIEWED', 'TIE', 'UNTIE', 'SUPPRESS', 'ANALYZE', 'WITHDRAW'));
create index bulk_decisions_everywhere on bulk_decisions (id) where project_id is null;

-- `after` is null for rows that the decision deleted. Rows about a vulnerability of a project name both, because they are restored together or not at all.
alter table bulk_images alter column after drop not null;
alter table bulk_images add column project_id bigint, add column vulnerability_id bigint;
alter table bulk_images add constraint bulk_images_of_check check ((project_id is null) = (vulnerability_id is null));
alter table bulk_images drop constraint bulk_images_kind_check;
alter table bulk_images add constraint bulk_images_kind_check check (kind in ('item', 'task', 'decision', 'file', 'tie', 'analysis', 'suppression',
  'suppressed', 'alert'));
