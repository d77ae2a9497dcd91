-- Bulk decisions about tasks (docs/adr/0043).
alter table bulk_decisions drop constraint bulk_decisions_action_check;
alter table bulk_decisions add constraint bulk_decisions_action_check check (action in ('APPROVE', 'REJECT', 'TO_DRAFT', 'PUBLISH', 'RECALL',
  'CHANGE', 'ASSIGN', 'MARK_REVIEWED', 'MARK_UNREVIEWED', 'TIE', 'UNTIE', 'SUPPRESS', 'ANALYZE', 'WITHDRAW',
  'CLOSE_TASKS', 'REOPEN_TASKS', 'REASSIGN_TASKS', 'PRIORITIZE_TASKS'));
