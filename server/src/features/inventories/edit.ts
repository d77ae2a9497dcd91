// People create, change and delete inventory items. Each change writes a revision and marks the item as edited.

import { randomUUID } from 'node:crypto';
import { licensesOf } from '@assay/scanner/expressions';
import type { Updateable } from 'kysely';
import type { App } from '../../app.ts';
import { findComponent, findVersion } from '../../db/components/components.ts';
import { findVersionOf } from '../../db/components/found.ts';
import { listFieldDefinitions, listItemFields, setItemFields } from '../../db/custom-fields.ts';
import { liftDeletion, rememberDeletion } from '../../db/files/deleted-findings.ts';
import { listFileIds, refreshCountsOf } from '../../db/inventories/files.ts';
import { insertRevisions } from '../../db/inventories/history.ts';
import {
  type DetailedItem,
  deleteItem,
  findItemProject,
  getItem,
  insertItem,
  lockItem,
  updateItem,
} from '../../db/inventories/items.ts';
import { refreshInventoryRollup } from '../../db/inventories/rollup.ts';
import type { InventoryItemsTable } from '../../db/inventories/tables.ts';
import { findLicense } from '../../db/licenses.ts';
import type { Db, Tx } from '../../db/postgres/connection.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import { recordItemDecisions } from '../../decisions/index.ts';
import { checkFieldValues, type FieldValue } from '../../domain/inventories/custom-fields.ts';
import { nameAfter } from '../../domain/inventories/inventory.ts';
import { isSameTriad, type Triad, triadAfter } from '../../domain/inventories/inventory-edit.ts';
import { sentItemFields, storedFields } from '../../domain/inventories/inventory-fields.ts';
import { deletedRevision, type HistoryState, historyOf } from '../../domain/inventories/inventory-history.ts';
import type { RememberScope } from '../../domain/licenses/license-choice.ts';
import { licenseFactsOf, NO_LICENSE_FACTS } from '../../domain/licenses/license-facts.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { actionsForInventoryEdit } from '../../domain/users/permissions.ts';
import { refuseWebAddress } from '../../domain/web-address.ts';
import { badRequest, notFound, unlessRefused } from '../../errors.ts';
import type { Caller, Requester } from '../../http/call.ts';
import {
  decisionsOfEdit,
  historyStateOf,
  licenseOfPerson,
  namePartsOf,
  prioritiesAfter,
  triadOf,
} from '../../reviews/item-edits.ts';
import { reviewAnew } from '../../reviews/review-anew.ts';
import { rememberVersionLicense } from '../../reviews/version-license.ts';
import type { InventoryChange, NewInventory } from './schemas.ts';

type Remember = RememberScope | undefined;

export async function createItem(app: App, caller: Caller, input: NewInventory, remember: Remember): Promise<number> {
  const { projectId, inventoryModel: model } = input;
  if (model.name.trim() === '') throw badRequest('The field "inventoryModel.name" must not be blank.');
  refuseAddresses(model, undefined);
  return app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'CREATE_INVENTORY');
    const triad = await settleTriad(tx, undefined, model);
    const fields = await fieldValues(tx, model);
    const id = await insertItem(tx, {
      project_id: projectId,
      identity: `user:${randomUUID()}`,
      created_by: caller.login,
      priority: await priorityAfter(tx, triad, undefined, projectId),
      ...storedFields(model),
      name: model.name,
      ...triad.columns,
      possible_licenses: licensesOf(triad.columns.license_expression),
      ...(triad.columns.license_expression === ''
        ? {}
        : {
            license_facts: JSON.stringify({
              ...NO_LICENSE_FACTS,
              person: {
                kind: 'conclusion',
                expression: triad.columns.license_expression,
                words: `${caller.login} said so.`,
              },
            }),
          }),
      provenance_id: await requireProvenance(tx, projectId, model.invProvenanceId),
      is_edited: true,
    });
    await setItemFields(tx, id, fields);
    if ((remember ?? input.rememberLicense ?? model.rememberLicense) === 'GLOBAL')
      await rememberGlobally(tx, triad.triad, undefined, caller);
    const revision = historyOf(undefined, await historyState(tx, id), 'User Action');
    if (revision) await insertRevisions(tx, [{ projectId, itemId: id, user: caller, ...revision }]);
    await liftDeletion(tx, id);
    await refreshInventoryRollup(tx, projectId);
    return id;
  });
}

/** The caller needs the right for each member of the body: an analyst edits the item, a reviewer its priority. */
export async function changeItem(
  app: App,
  { caller, authorize }: Requester,
  inventoryId: number,
  input: InventoryChange,
  remember: Remember,
): Promise<void> {
  const members = Object.keys({ ...input, ...(remember ? { rememberLicense: remember } : {}) });
  if (members.length === 0) throw badRequest('The request body must name at least one field to change.');
  const missing = notFound('Inventory', inventoryId);
  const project = await findItemProject(app.db, inventoryId);
  if (project === undefined) throw missing;
  for (const action of actionsForInventoryEdit(members)) await authorize(action, { projectId: project, missing });
  await app.db.transaction().execute(async (tx) => {
    await lockItem(tx, inventoryId);
    const before = await getItem(tx, inventoryId);
    refuseAddresses(input, before);
    const stateBefore = await historyState(tx, inventoryId);
    const { triad, columns } = await settleTriad(tx, before, input);
    const isOther = !isSameTriad(triad, triadOf(before));
    await updateItem(tx, inventoryId, {
      ...(isOther
        ? {
            ...columns,
            priority: await priorityAfter(tx, { triad, columns }, before, before.project_id),
            ...licenseOfPerson(before, columns.license_expression, caller),
            // They are those of the former version.
            ...(triad.versionId !== before.version_id && { package_facts: '{}' }),
          }
        : {}),
      ...storedFields(input),
      ...(input.invProvenanceId === undefined
        ? {}
        : { provenance_id: await requireProvenance(tx, project, input.invProvenanceId, inventoryId) }),
      is_edited: true,
    });
    if (isOther && input.name === undefined) await followName(tx, before);
    await setItemFields(tx, inventoryId, await fieldValues(tx, input));
    const revision = historyOf(stateBefore, await historyState(tx, inventoryId), 'User Action');
    if (revision) await insertRevisions(tx, [{ projectId: project, itemId: inventoryId, user: caller, ...revision }]);
    await recordItemDecisions(tx, decisionsOfEdit(before, await getItem(tx, inventoryId)), caller);
    if ((remember ?? input.rememberLicense) === 'GLOBAL') await rememberGlobally(tx, triad, before, caller);
    if (isOther) await reviewChanged(tx, project, inventoryId, caller);
    if (isOther) await refreshInventoryRollup(tx, project);
  });
}

/** If the system composed the item's name of component, version and license, the name is composed again. A name that a person chose stays. */
async function followName(tx: Tx, before: DetailedItem): Promise<void> {
  const after = await getItem(tx, before.id);
  const name = nameAfter(before.name, namePartsOf(before), namePartsOf(after));
  if (name !== before.name) await updateItem(tx, before.id, { name });
}

/** A stored address may be sent back unchanged, even if it came from a manifest and would be refused as a new value. */
function refuseAddresses(input: InventoryChange, before: DetailedItem | undefined): void {
  const members: Partial<Record<string, unknown>> = input;
  for (const { name, column, isAddress } of sentItemFields) {
    const address = members[name];
    if (!isAddress || typeof address !== 'string' || address === before?.[column]) continue;
    const refusal = refuseWebAddress(name, address);
    if (refusal) throw badRequest(refusal.refusal.message);
  }
}

/**
 * The component, version or license is another one: a review of the former one lapses, and the policy decides again. A status that a person set and
 * that still holds stays.
 */
async function reviewChanged(tx: Tx, projectId: number, inventoryId: number, caller: Caller): Promise<void> {
  await reviewAnew(tx, [inventoryId], { projectId, startedBy: caller.id, action: 'User Action' });
}

/** Deletes an item. If a scan had found it, later scans do not create it again until a person creates it by hand. */
export async function removeItem(app: App, caller: Caller, inventoryId: number): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const item = await lockItem(tx, inventoryId);
    const fileIds = await listFileIds(tx, inventoryId);
    await rememberDeletion(tx, inventoryId, caller.login);
    const removal = { itemId: inventoryId, kind: 'item-removed', value: { isRemoved: true } } as const;
    await recordItemDecisions(tx, [{ ...removal, ground: { by: 'person' } }], caller);
    await deleteItem(tx, inventoryId);
    await refreshCountsOf(tx, inventoryId, fileIds);
    const revision = deletedRevision(item.name, 'User Action');
    await insertRevisions(tx, [{ projectId: item.project_id, itemId: inventoryId, user: caller, ...revision }]);
    await refreshInventoryRollup(tx, item.project_id);
  });
}

interface SettledTriad {
  triad: Triad;
  columns: Required<
    Pick<
      Updateable<InventoryItemsTable>,
      'type' | 'component_id' | 'version_id' | 'license_id' | 'license_expression' | 'expression_priority' | 'purl'
    >
  > & { license_expression: string };
}

/** The future type, component and license of the item, with the columns that follow from them. */
async function settleTriad(db: Db, before: DetailedItem | undefined, input: InventoryChange): Promise<SettledTriad> {
  const triad = triadAfter(before && triadOf(before), input);
  if (isRefusal(triad)) throw badRequest(triad.refusal.message);
  const { componentId, versionId, licenseId } = triad;
  const isSameVersion = componentId === (before?.component_id ?? null) && versionId === (before?.version_id ?? null);
  const isSameLicense = licenseId === (before?.license_id ?? null);
  const version =
    isSameVersion || componentId === null || versionId === null
      ? undefined
      : await findVersionOf(db, componentId, versionId);
  if (!isSameVersion && versionId !== null && !version)
    throw badRequest(`The field "component" names version ${versionId}, which component ${componentId} does not have.`);
  const license = isSameLicense || licenseId === null ? undefined : await findLicense(db, licenseId);
  if (!isSameLicense && licenseId !== null && !license)
    throw badRequest(`The field "licenseId" names license ${licenseId}, which does not exist.`);
  const keepsLicense = isSameLicense && triad.type !== 'WORK_IN_PROGRESS';
  return {
    triad,
    columns: {
      type: triad.type,
      component_id: componentId,
      version_id: versionId,
      license_id: licenseId,
      license_expression: keepsLicense ? (before?.license_expression ?? '') : (license?.short_name ?? ''),
      expression_priority: keepsLicense ? (before?.expression_priority ?? null) : null,
      purl: isSameVersion ? (before?.purl ?? '') : (version?.purl ?? version?.componentPurl ?? ''),
    },
  };
}

async function priorityAfter(db: Db, { columns }: SettledTriad, before: DetailedItem | undefined, projectId: number) {
  const subject = {
    type: columns.type as DetailedItem['type'],
    versionId: columns.version_id as number | null,
    licenseExpression: columns.license_expression,
    before,
  };
  return (await prioritiesAfter(db, projectId, [subject]))(subject);
}

/** Records the license for all projects, with the evidence of the item, so that a later change of the evidence can be noticed. */
async function rememberGlobally(
  tx: Tx,
  { type, versionId, licenseId }: Triad,
  before: DetailedItem | undefined,
  caller: Caller,
): Promise<void> {
  if (type !== 'COMPONENT' || versionId === null || licenseId === null)
    throw badRequest('rememberLicense GLOBAL needs an item with a component version and a license to remember for it.');
  const version = await findVersion(tx, versionId);
  const component = version && (await findComponent(tx, version.component_id));
  const license = await findLicense(tx, licenseId);
  if (!version || !component || !license)
    throw new Error(`The version ${versionId} or the license ${licenseId} is not in the library.`);
  const evidence = before?.version_id === versionId ? licenseFactsOf(before.license_facts).concluded : undefined;
  await rememberVersionLicense(tx, { version, component }, { license, evidence: evidence?.expression }, caller);
}

async function requireProvenance(db: Db, projectId: number, id: number | undefined, self?: number) {
  if (id === undefined) return null;
  if (id === self) throw badRequest('The field "invProvenanceId" must name another item.');
  if ((await findItemProject(db, id)) !== projectId)
    throw badRequest(`The field "invProvenanceId" names inventory item ${id}, which the project does not have.`);
  return id;
}

/** The state of the item that its history compares. */
async function historyState(db: Db, inventoryId: number): Promise<HistoryState> {
  const item = await getItem(db, inventoryId);
  const fields = await listItemFields(db, [inventoryId]);
  return {
    ...historyStateOf(item),
    customFields: Object.fromEntries(fields(inventoryId).map(({ fieldLabel, value }) => [fieldLabel, value ?? ''])),
  };
}

async function fieldValues(
  tx: Tx,
  { customFields = [] }: { customFields?: { id: number; value: string }[] },
): Promise<FieldValue[]> {
  return unlessRefused(checkFieldValues(await listFieldDefinitions(tx, 'INVENTORY'), 'INVENTORY', customFields));
}
