// Suppresses vulnerabilities and lifts suppressions. How suppressions affect matching is in db/advisories.
import { present } from '@assay/scanner/items';
import type { App } from '../../app.ts';
import { refreshExposuresOfVersions } from '../../db/advisories/matches.ts';
import { closeAlertsOfSuppressed } from '../../db/advisories/news.ts';
import { findComponent, listVersions } from '../../db/components/components.ts';
import { lockComponent } from '../../db/components/found.ts';
import { lockSharedUntilEnd, VULNERABILITY_DECISIONS_LOCK } from '../../db/postgres/advisory-locks.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { findProject } from '../../db/projects/projects.ts';
import { deleteAnalyses } from '../../db/vulnerabilities/analyses.ts';
import {
  ensureVulnerability,
  findVulnerability,
  liftStanding,
  listSuppressedVersions,
  listSuppressions,
  lockSuppression,
  setAnalysis,
  spelledName,
  suppressVersions,
} from '../../db/vulnerabilities/suppressions.ts';
import { type NewDecision, recordDecisions } from '../../decisions/index.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { expiryOf, versionsOf, versionsToSuppress } from '../../domain/vulnerabilities/suppression.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { badRequest, notFound, unlessRefused } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import type { SuppressInput, UnsuppressInput } from './schemas.ts';

export async function suppress(app: App, caller: Caller, input: SuppressInput): Promise<void> {
  const name = await spelledName(app.db, nameOf(input));
  const expiresAt = expiryOf(input.expiresOn, app.now());
  if (isRefusal(expiresAt)) throw badRequest(expiresAt.refusal.message);
  await app.db.transaction().execute(async (tx) => {
    // Before the row of the component, which steps of bulk decisions refer to.
    await lockSharedUntilEnd(tx, VULNERABILITY_DECISIONS_LOCK);
    const projectId = await projectOf(tx, input);
    const current = await currentVersions(tx, input.componentId);
    const versionIds = unlessRefused(versionsToSuppress(input.versionScope, input.versionIds ?? [], current));
    const vulnerabilityId = await ensureVulnerability(tx, name);
    const id = await lockSuppression(tx, { vulnerabilityId, componentId: input.componentId, projectId });
    const by = { reason: input.reason, remarks: input.remarks, login: caller.login, expiresAt };
    const count = await suppressVersions(tx, id, versionIds, by);
    if (count === 0) throw badRequest(`The vulnerability ${name} is already suppressed for these versions.`);
    if (projectId !== null) {
      await setAnalysis(tx, id, analysisOf(input));
      const known = (await findVulnerability(tx, name)) ?? vulnerabilityId;
      await deleteAnalyses(tx, projectId, pairsOf(versionIds, known));
    }
    await refreshExposuresOfVersions(tx, versionIds);
    await closeAlertsOfSuppressed(tx, versionIds, caller.login);
    await recordSuppression(tx, caller, input, { name, projectId, versionIds, isSuppressed: true, expiresAt });
  });
}

/** Without `versionIds`, lifts the suppression of all versions. Deletes the analysis of a project with its last suppressed version. */
export async function unsuppress(app: App, caller: Caller, input: UnsuppressInput): Promise<void> {
  const name = nameOf(input);
  await app.db.transaction().execute(async (tx) => {
    // Before the row of the component, which steps of bulk decisions refer to.
    await lockSharedUntilEnd(tx, VULNERABILITY_DECISIONS_LOCK);
    const projectId = await projectOf(tx, input);
    const current = await currentVersions(tx, input.componentId);
    const named = input.versionIds ?? [];
    const versionIds = named.length === 0 ? undefined : unlessRefused(versionsOf(named, current));
    const vulnerabilityId = await findVulnerability(tx, name);
    if (vulnerabilityId === undefined) throw notFound('Suppression of the vulnerability', name);
    const pairs = pairsOf(versionIds ?? current, vulnerabilityId);
    const lifted = await liftStanding(tx, projectId, pairs, { remarks: input.remarks, login: caller.login });
    if (lifted.length === 0) throw notFound('Suppression of the vulnerability', name);
    await refreshExposuresOfVersions(tx, versionIds ?? current);
    if (projectId !== null) await deleteAnalyses(tx, projectId, pairs);
    for (const [suppressedAs, own] of Map.groupBy(lifted, (one) => one.name))
      await recordSuppression(tx, caller, input, {
        name: suppressedAs,
        projectId,
        versionIds: own.map(({ versionId }) => versionId),
        isSuppressed: false,
      });
  });
}

/** Records the decision, with the analysis if there is one, so that everybody can see later why a vulnerability is not shown. */
async function recordSuppression(
  tx: Tx,
  caller: Caller,
  input: SuppressInput | UnsuppressInput,
  {
    name,
    projectId,
    versionIds,
    isSuppressed,
    expiresAt = null,
  }: { name: string; projectId: number | null; versionIds: number[]; isSuppressed: boolean; expiresAt?: Date | null },
): Promise<void> {
  const component = present(await findComponent(tx, input.componentId), `component ${input.componentId}`);
  const versions = (await listVersions(tx, [input.componentId])).filter(({ id }) => versionIds.includes(id));
  const decision = {
    subject: { advisory: name, component: component.purl ?? component.name.toLowerCase() },
    scope: projectId === null ? ('site' as const) : ('project' as const),
    projectId,
    itemId: null,
    ground: { by: 'person' as const, words: input.remarks },
    author: caller.login,
    expiresAt,
  };
  const reason = 'reason' in input ? { reason: input.reason } : {};
  const named = { versions: versions.map((version) => version.name) };
  const value = { isSuppressed, ...reason, ...named };
  const decisions: NewDecision[] = [{ ...decision, kind: 'suppression', value }];
  // The analysis of a project begins and ends with its suppression.
  if (projectId !== null) {
    const analysis = isSuppressed ? analysisOf(input) : { isLifted: true };
    decisions.push({ ...decision, kind: 'analysis', value: { ...analysis, ...named } });
  }
  await recordDecisions(tx, decisions);
}

/** The analysis in the input. */
function analysisOf(input: SuppressInput | UnsuppressInput) {
  const { projectId: _, ...analysis } = ('suppressionDetails' in input && input.suppressionDetails) || {};
  return analysis;
}
const pairsOf = (versionIds: readonly number[], vulnerabilityId: number) =>
  versionIds.map((versionId) => ({ versionId, vulnerabilityId }));

function nameOf(input: { vulnerabilityName: string }): string {
  const name = input.vulnerabilityName.trim();
  if (name === '') throw badRequest('The field "vulnerabilityName" must not be blank.');
  return name;
}

async function projectOf(
  tx: Tx,
  input: { suppressionScope: string; suppressionDetails?: { projectId: number } },
): Promise<number | null> {
  if (input.suppressionScope === 'GLOBAL') return null;
  const projectId = input.suppressionDetails?.projectId;
  if (projectId === undefined)
    throw badRequest('The field "suppressionDetails" is required when "suppressionScope" is PROJECT.');
  if (!(await findProject(tx, projectId)))
    throw badRequest(`The field "suppressionDetails.projectId" names project ${projectId}, which does not exist.`);
  return projectId;
}

async function currentVersions(tx: Tx, componentId: number): Promise<number[]> {
  if (!(await lockComponent(tx, componentId)))
    throw badRequest(`The field "componentId" names component ${componentId}, which does not exist.`);
  return (await listVersions(tx, [componentId])).map((version) => version.id);
}

export async function pageOfSuppressions(
  app: App,
  query: { componentId?: number; vulnerabilityName?: string },
  page: PageRequest,
) {
  const vulnerabilityName = query.vulnerabilityName?.trim() || undefined;
  if (query.componentId === undefined && vulnerabilityName === undefined)
    throw badRequest('The query parameter "componentId" or "vulnerabilityName" is required');
  const filter = { componentId: query.componentId, vulnerabilityName };
  const { rows, total } = await listSuppressions(app.db, filter, { limit: page.pageSize, offset: rowsBefore(page) });
  const suppressions = rows.map((row, index) => ({
    itemNumber: rowsBefore(page) + index + 1,
    suppressId: row.id,
    vulnerabilityId: row.vulnerability_id,
    vulnerabilityName: row.name,
    componentId: row.component_id,
    componentName: row.component_name,
    suppressedBy: row.suppressed_by,
    suppressedDate: wireTime(row.suppressed_at),
    componentVersionIds: row.version_ids,
    ...scopeOf(row),
  }));
  return { suppressions, paging: pagingOf(page, total) };
}

export async function pageOfSuppressedVersions(
  app: App,
  query: { suppressId?: number; componentVersionId?: number },
  page: PageRequest,
) {
  if (query.suppressId === undefined && query.componentVersionId === undefined)
    throw badRequest('The query parameter "suppressId" or "componentVersionId" is required');
  const filter = { suppressId: query.suppressId, versionId: query.componentVersionId };
  const { rows, total } = await listSuppressedVersions(app.db, filter, {
    limit: page.pageSize,
    offset: rowsBefore(page),
  });
  const versions = rows.map((row) => ({
    suppressId: row.id,
    vulnerabilityName: row.name,
    componentName: row.component_name,
    versionId: row.version_id,
    versionName: row.version_name,
    suppressedReason: row.reason,
    suppressedRemarks: row.remarks,
    suppressedBy: row.suppressed_by,
    suppressedDate: wireTime(row.suppressed_at),
    ...scopeOf(row),
  }));
  return { versions, paging: pagingOf(page, total) };
}

function scopeOf(row: { project_id: number | null; analysis: Record<string, string> }) {
  return row.project_id === null
    ? { suppressionScope: 'GLOBAL' as const, suppressionDetails: [] }
    : {
        suppressionScope: 'PROJECT' as const,
        suppressionDetails: [{ projectId: row.project_id, ...row.analysis }],
      };
}
