// The search parameters of the audit log.
import { dayIn, idIn, type RawSearch, textIn } from '../../address/parameters.ts';
import type { AuditAction } from '../../api/models.ts';

export type AuditKind = AuditAction['kind'];

/** The kinds of things that actions are about. */
export const KINDS: readonly AuditKind[] = [
  ...(['project', 'item', 'file', 'vulnerability', 'task', 'report', 'policy', 'component'] as const),
  ...(['license', 'advisory', 'user', 'session', 'integration', 'installation'] as const),
];

export interface AuditFilter {
  from?: string;
  to?: string;
  user?: string;
  kind?: AuditKind;
  operation?: string;
  project?: number;
  status?: string;
}

export interface AuditSearch extends AuditFilter {
  /** The entry whose details are open. */
  entry?: number;
}

export function readAuditSearch(search: RawSearch): AuditSearch {
  return {
    from: dayIn(search.from),
    to: dayIn(search.to),
    user: textIn(search.user),
    kind: KINDS.find((one) => one === search.kind),
    operation: textIn(search.operation),
    project: idIn(search.project),
    status: textIn(search.status),
    entry: idIn(search.entry),
  };
}
