// What follows when a person changes fields of items: the license that the person chose, the name, the priority, history and decisions. Used for one item
// (features/inventories/edit.ts) and for many alike ones (reviews/bulk/).
import { isCompound } from '@assay/scanner/expressions';
import { valueFor } from '@assay/scanner/items';
import type { Updateable } from 'kysely';
import { insertRevisions, type NewRevision, withReason } from '../db/inventories/history.ts';
import { type DetailedItem, findItems, updateItemsApart } from '../db/inventories/items.ts';
import { refreshInventoryRollup } from '../db/inventories/rollup.ts';
import type { InventoryItemsTable } from '../db/inventories/tables.ts';
import { findLicense, listCustomLicenses } from '../db/licenses.ts';
import type { Db, Tx } from '../db/postgres/connection.ts';
import { siteSettings } from '../db/site-settings.ts';
import { listVersionSeverities } from '../db/vulnerabilities/vulnerabilities.ts';
import { type ItemDecision, recordItemDecisions } from '../decisions/index.ts';
import type { BulkChange } from '../domain/bulk/actions.ts';
import { type NameParts, nameAfter } from '../domain/inventories/inventory.ts';
import { isSameTriad, type Triad, triadAfter } from '../domain/inventories/inventory-edit.ts';
import { decidedChanges, historyValues, storedFields } from '../domain/inventories/inventory-fields.ts';
import { type HistoryState, historyOf } from '../domain/inventories/inventory-history.ts';
import { customLicensePriorities } from '../domain/licenses/custom-license.ts';
import { NO_LICENSE_ID, offersChoice } from '../domain/licenses/license-choice.ts';
import { licenseFactsOf } from '../domain/licenses/license-facts.ts';
import type { Notice } from '../domain/messages/mail-notices.ts';
import { isRefusal } from '../domain/refusal.ts';
import { priorityOf, raisePriority } from '../domain/reviews/priority.ts';
import { policyVulnerabilities } from '../domain/vulnerabilities/vulnerability.ts';
import { badRequest } from '../errors.ts';
import type { Actor } from './review.ts';
import { reviewAnew } from './review-anew.ts';

type ItemChange = Updateable<InventoryItemsTable>;

export function triadOf(item: DetailedItem): Triad {
  const { type, component_id: componentId, version_id: versionId, license_id: licenseId } = item;
  return {
    type,
    componentId,
    versionId,
    licenseId,
    hasExpression: licenseId === null && item.license_expression !== '',
  };
}

/** The license that the person chose overrules all evidence from now on. */
export function licenseOfPerson(before: DetailedItem, licenseExpression: string, { login }: { login: string }) {
  if (licenseExpression === before.license_expression) return {};
  const kind = isOffered(before, licenseExpression) ? ('choice' as const) : ('conclusion' as const);
  const person = { kind, expression: licenseExpression, words: `${login} said so.` };
  return { license_facts: JSON.stringify({ ...licenseFactsOf(before.license_facts), person }) };
}

/** Whether the evidence offers this license as a choice. */
function isOffered(item: DetailedItem, licenseExpression: string): boolean {
  const { concluded } = licenseFactsOf(item.license_facts);
  if (isCompound(concluded.expression)) return offersChoice(concluded.expression, licenseExpression);
  return (
    concluded.expression === '' &&
    item.possible_licenses.length > 1 &&
    item.possible_licenses.includes(licenseExpression)
  );
}

/** The decisions of a person that later scans and releases need: license, notices, usage, notes. `words` say why. */
export function decisionsOfEdit(before: DetailedItem, after: DetailedItem, words = ''): ItemDecision[] {
  const { concluded } = licenseFactsOf(before.license_facts);
  const ground = {
    by: 'person' as const,
    licenseExpression: before.license_expression,
    ...(words === '' ? {} : { words }),
  };
  const decisions: ItemDecision[] = [];
  const { id: itemId, license_expression: licenseExpression } = after;
  if (licenseExpression !== before.license_expression && licenseExpression !== '') {
    const kind = isOffered(before, licenseExpression) ? ('license-choice' as const) : ('concluded-license' as const);
    const evidence = concluded.source === 'none' ? {} : { concluded: concluded.expression };
    decisions.push({ itemId, kind, value: { licenseExpression }, ground: { ...ground, ...evidence } });
  }
  for (const changes of decidedChanges(before, after)) decisions.push({ itemId, ...changes, ground });
  return decisions;
}

export function namePartsOf(item: DetailedItem): NameParts {
  return {
    type: item.type,
    component: item.component_name ?? '',
    version: item.version_name ?? '',
    license: item.license_expression,
  };
}

/** The state of an item that its history compares, without custom fields. */
export function historyStateOf(item: DetailedItem): HistoryState {
  return {
    ...historyValues(item),
    type: item.type,
    componentName: item.component_name ?? '',
    versionName: item.version_name ?? '',
    licenseId: String(item.license_id ?? NO_LICENSE_ID),
    provenance: item.provenance_id === null ? '' : String(item.provenance_id),
  };
}

export interface ItemForPriority {
  type: DetailedItem['type'];
  versionId: number | null;
  licenseExpression: string;
  /** Undefined for an item that is being created. */
  before: Pick<DetailedItem, 'priority' | 'possible_licenses'> | undefined;
}

/** The system raises priorities and never lowers them. */
export async function prioritiesAfter(
  db: Db,
  projectId: number,
  subjects: readonly ItemForPriority[],
): Promise<(subject: ItemForPriority) => DetailedItem['priority']> {
  const { cvssVersion } = await siteSettings(db);
  const versionIds = [...new Set(subjects.map(({ versionId }) => versionId ?? -1))];
  const known = await listVersionSeverities(db, versionIds, projectId);
  const ofLicense = customLicensePriorities(await listCustomLicenses(db));
  return ({ type, versionId, licenseExpression, before }) => {
    const severities = policyVulnerabilities(known.get(versionId ?? -1) ?? [], cvssVersion).map(
      ({ severity }) => severity,
    );
    const foundLicenses = before?.possible_licenses ?? [];
    const computed = priorityOf({ type, licenseExpression, foundLicenses, severities }, cvssVersion, ofLicense);
    return before ? raisePriority(before.priority, computed) : computed;
  };
}

interface AlikeEdit {
  projectId: number;
  change: BulkChange;
  actor: Actor;
  /** Why, as the person wrote it; may be blank. */
  reason: string;
  notices: Notice[];
}

/** Changes many items alike, as a person would change each of them. The caller has locked them and left out those that cannot be changed so. */
export async function editItems(tx: Tx, ids: readonly number[], edit: AlikeEdit): Promise<void> {
  const before = await findItems(tx, [...ids]);
  const { changes, relicensed } = await changesOf(tx, [...before.values()], edit);
  await updateItemsApart(tx, changes);
  const after = await findItems(tx, [...ids]);
  const decisions: ItemDecision[] = [];
  const revisions: NewRevision[] = [];
  for (const [id, was] of before) {
    const now = valueFor(after, id);
    const revision = historyOf(historyStateOf(was), historyStateOf(now), 'User Action');
    if (revision) revisions.push({ projectId: edit.projectId, itemId: id, user: edit.actor, ...revision });
    decisions.push(...decisionsOfEdit(was, now, edit.reason));
  }
  await insertRevisions(tx, revisions.map(withReason(edit.reason)));
  await recordItemDecisions(tx, decisions, edit.actor);
  const { projectId, actor, notices } = edit;
  await reviewAnew(tx, relicensed, { projectId, startedBy: actor.id, action: 'User Action', notices });
  await refreshInventoryRollup(tx, projectId);
}

async function changesOf(tx: Tx, items: readonly DetailedItem[], { projectId, change, actor }: AlikeEdit) {
  const fields = storedFields(change) as ItemChange;
  const license = await chosenLicense(tx, change.licenseId);
  const relicensed = items.filter((item) => license !== undefined && takesLicense(item, change.licenseId));
  const licenseExpression = license?.short_name ?? '';
  const subjectOf = (item: DetailedItem): ItemForPriority => ({
    type: item.type,
    versionId: item.version_id,
    licenseExpression,
    before: item,
  });
  const priorityAfter = await prioritiesAfter(tx, projectId, relicensed.map(subjectOf));
  const isRelicensed = new Set(relicensed.map(({ id }) => id));
  const changes = items.map((item): { id: number; set: ItemChange } => ({
    id: item.id,
    set: {
      ...(isRelicensed.has(item.id) && {
        license_id: license?.id ?? null,
        license_expression: licenseExpression,
        expression_priority: null,
        priority: priorityAfter(subjectOf(item)),
        name: nameAfter(item.name, namePartsOf(item), { ...namePartsOf(item), license: licenseExpression }),
        ...licenseOfPerson(item, licenseExpression, actor),
      }),
      ...fields,
      is_edited: true,
    },
  }));
  return { changes, relicensed: [...isRelicensed] };
}

/** Null for "I don't know"; undefined if the license stays. */
async function chosenLicense(tx: Tx, licenseId: number | undefined) {
  if (licenseId === undefined) return undefined;
  if (licenseId === NO_LICENSE_ID) return null;
  const license = await findLicense(tx, licenseId);
  if (!license) throw badRequest(`The field "change.licenseId" names license ${licenseId}, which does not exist.`);
  return license;
}

function takesLicense(item: DetailedItem, licenseId: number | undefined): boolean {
  const triad = triadAfter(triadOf(item), licenseId === undefined ? {} : { licenseId });
  return !isRefusal(triad) && !isSameTriad(triad, triadOf(item));
}
