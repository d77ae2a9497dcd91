// What was asked of a bulk decision.
import type { Viewer } from '../../db/projects/standing.ts';
import type { BulkAction, BulkDetails } from '../../domain/bulk/actions.ts';

export interface BulkOrder {
  /** Null for vulnerabilities of all projects in which the person may decide. */
  projectId: number | null;
  action: BulkAction;
  details: BulkDetails;
  /** The person who decides. */
  actor: Viewer & { login: string };
  reason: string;
  at: Date;
}

/** Only decisions about vulnerabilities are about several projects. */
export function projectOf({ projectId, action }: Pick<BulkOrder, 'projectId' | 'action'>): number {
  if (projectId === null) throw new Error(`${action} names no project.`);
  return projectId;
}
