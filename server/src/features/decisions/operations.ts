// Lists decisions of people and policies, and whether they still hold. Read only: the operation that changes something records the decision.
import type { App } from '../../app.ts';
import { findComponent, findVersion } from '../../db/components/components.ts';
import {
  type DecisionFilter,
  listAllDecisions,
  listItemDecisions,
  listLicenseDecisions,
  listProjectDecisions,
} from '../../db/decisions/decisions.ts';
import { findItems, getItem } from '../../db/inventories/items.ts';
import { subjectsOf, versionSubject } from '../../decisions/index.ts';
import {
  type CurrentFacts,
  type StandingDecision,
  type StoredDecision,
  standingOf,
  subjectKey,
} from '../../domain/decisions/decision.ts';
import { licenseFactsOf } from '../../domain/licenses/license-facts.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { notFound } from '../../errors.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';

export async function itemDecisions(app: App, inventoryId: number, page: PageRequest) {
  const item = await getItem(app.db, inventoryId);
  const about = {
    id: item.id,
    projectId: item.project_id,
    subjectKeys: subjectsOf(item).map(subjectKey),
    component: item.component_purl ?? item.component_name?.toLowerCase() ?? '',
    version: item.version_name ?? '',
  };
  const { rows, total } = await listItemDecisions(app.db, about, rangeOf(page));
  const facts = { licenseExpression: item.license_expression, lapse: item.review_lapse?.why ?? '' };
  return {
    // Some count for the project or everywhere, and are about no single item.
    rows: standingOf(rows, () => facts, app.now()).map((one) =>
      decisionModel(one, one.decision.itemId === null ? '' : item.name),
    ),
    paging: pagingOf(page, total),
  };
}

export async function projectDecisions(app: App, projectId: number, filter: DecisionFilter, page: PageRequest) {
  const { rows, total } = await listProjectDecisions(app.db, projectId, filter, rangeOf(page));
  return { rows: await modelsOf(app, rows), paging: pagingOf(page, total) };
}

/** Decisions of the whole installation. */
export async function allDecisions(app: App, filter: DecisionFilter, page: PageRequest) {
  const { rows, total } = await listAllDecisions(app.db, filter, rangeOf(page));
  return { rows: await modelsOf(app, rows), paging: pagingOf(page, total) };
}

/** Decisions for all projects on the license of a version: the history of its remembered license. */
export async function versionDecisions(app: App, versionId: number, page: PageRequest) {
  const version = await findVersion(app.db, versionId);
  const component = version && (await findComponent(app.db, version.component_id));
  if (!version || !component) throw notFound('Version', versionId);
  const subject = subjectKey(versionSubject({ version, component }));
  const { rows, total } = await listLicenseDecisions(app.db, subject, rangeOf(page));
  const { concluded } = licenseFactsOf(version.license_facts);
  const facts = concluded.source === 'none' ? {} : { concluded: concluded.expression };
  const factsOf = ({ value }: StoredDecision) => (value.licenseExpression === '' ? {} : facts);
  return {
    rows: standingOf(rows, factsOf, app.now()).map((one) => decisionModel(one, '')),
    paging: pagingOf(page, total),
  };
}

async function modelsOf(app: App, decisions: readonly StoredDecision[]) {
  const items = await findItems(app.db, [...new Set(decisions.flatMap(({ itemId }) => itemId ?? []))]);
  const factsOf = ({ itemId }: StoredDecision): CurrentFacts => {
    if (itemId === null) return {};
    const item = items.get(itemId);
    if (item === undefined) return { isPresent: false };
    return { licenseExpression: item.license_expression, lapse: item.review_lapse?.why ?? '' };
  };
  return standingOf(decisions, factsOf, app.now()).map((one) =>
    decisionModel(one, items.get(one.decision.itemId ?? 0)?.name ?? ''),
  );
}

function decisionModel({ decision, standing, why }: StandingDecision, inventoryName: string) {
  return {
    id: decision.id,
    kind: decision.kind,
    subject: { ...decision.subject },
    scope: decision.scope,
    projectId: decision.projectId ?? 0,
    inventoryId: decision.itemId ?? 0,
    inventoryName,
    value: { ...decision.value },
    ground: { ...decision.ground },
    author: decision.author,
    decidedOn: wireTime(decision.decidedAt),
    expiresOn: decision.expiresAt === null ? '' : wireTime(decision.expiresAt),
    standing,
    why,
  };
}
