// Decides about many vulnerabilities at once, of one project or of all where the caller may decide.
import type { App } from '../../app.ts';
import { idsOfVulnerabilities } from '../../db/advisories/search.ts';
import { type BulkDetails, MOST_ROWS } from '../../domain/bulk/actions.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { expiryOf } from '../../domain/vulnerabilities/suppression.ts';
import { badRequest } from '../../errors.ts';
import { vulnerabilityFilterOf } from '../../http/models/vulnerability-filter-model.ts';
import { type BulkCall, decideInBulk, orderOf, refuseBoth, without } from './operations.ts';
import type { BulkVulnerabilities } from './schemas.ts';

/** @param projectId null for all projects */
export async function decideVulnerabilities(
  app: App,
  by: BulkCall,
  projectId: number | null,
  input: BulkVulnerabilities,
) {
  const at = app.now();
  const order = orderOf(by.caller, input, { projectId, details: detailsOf(input, at), at });
  return decideInBulk(app, by, order, input, async () => {
    refuseBoth('vulnerabilityIds', input.vulnerabilityIds, input.filter);
    if (input.vulnerabilityIds) return input.vulnerabilityIds;
    const of = projectId === null ? { isAffecting: true } : { projectId };
    const filter = { ...vulnerabilityFilterOf(input.filter ?? {}), ...of };
    const { ids } = await idsOfVulnerabilities(app.db, filter, by.caller, { limit: MOST_ROWS + 1, offset: 0 });
    return without(ids, input.exceptIds);
  });
}

function detailsOf({ action, analysis, expiresOn }: BulkVulnerabilities, now: Date): BulkDetails {
  if (action === 'WITHDRAW') {
    if (analysis) throw badRequest('The field "analysis" is only for the actions SUPPRESS and ANALYZE.');
    if (expiresOn) throw badRequest('The field "expiresOn" is only for the actions SUPPRESS and ANALYZE.');
    return {};
  }
  if (analysis === undefined) throw badRequest(`The field "analysis" is required for the action ${action}.`);
  const expiresAt = expiryOf(expiresOn, now);
  if (isRefusal(expiresAt)) throw badRequest(expiresAt.refusal.message);
  return { analysis, ...(expiresAt !== null && { expiresAt: expiresAt.toISOString() }) };
}
