// Who may decide how far: a rule for certain projects needs the right in each of them, any wider one the permission of the whole installation.
import { forbidden, requireRight, rightOf } from '../authorize/index.ts';
import type { Db } from '../db/postgres/connection.ts';
import type { Viewer } from '../db/projects/standing.ts';
import type { RuleCondition } from '../domain/analysis-rules/rule.ts';
import { isSystemAdmin } from '../domain/users/permissions.ts';
import { notFound } from '../errors.ts';

const RIGHT = 'ANALYZE_VULNERABILITIES';

export async function requireRightsFor(
  db: Db,
  caller: Viewer,
  { projectIds }: Pick<RuleCondition, 'projectIds'>,
): Promise<void> {
  for (const projectId of projectIds)
    await requireRight(db, caller, RIGHT, { projectId, missing: notFound('Project', projectId) });
  if (projectIds.length === 0 && !isSystemAdmin(caller))
    throw forbidden(
      'a decision for a folder or for all projects takes the permission system_admin. Name projects in "condition.projectIds".',
    );
}

export async function mayChangeRule(
  db: Db,
  caller: Viewer,
  { projectIds }: Pick<RuleCondition, 'projectIds'>,
): Promise<boolean> {
  if (projectIds.length === 0 || isSystemAdmin(caller)) return isSystemAdmin(caller);
  for (const projectId of projectIds) if ((await rightOf(db, caller, RIGHT, projectId)) !== 'allowed') return false;
  return true;
}
