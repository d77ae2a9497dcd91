// The search parameters of the audit log.
import { dayIn, idIn, type RawSearch, textIn } from '../../address/parameters.ts';

export interface AuditFilter {
  from?: string;
  to?: string;
  user?: string;
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
    operation: textIn(search.operation),
    project: idIn(search.project),
    status: textIn(search.status),
    entry: idIn(search.entry),
  };
}
