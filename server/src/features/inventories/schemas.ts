// Schemas of the inventory (wire format, sections 2.1, 2.2 and 7).
import { present } from '@assay/scanner/items';
import { digestAlgorithms, referenceTypes } from '@assay/scanner/package-facts';
import type { TOptional, TSchema, TUnsafe } from 'typebox';
import { LONGEST_VALUE } from '../../domain/inventories/custom-fields.ts';
import { inventoryLinkTypes } from '../../domain/inventories/inventory.ts';
import {
  type ItemField,
  itemFields,
  type SentItemFields,
  type ShownItemFields,
  sentItemFields,
} from '../../domain/inventories/inventory-fields.ts';
import { inventoryChanges } from '../../domain/inventories/inventory-history.ts';
import { rememberScopes } from '../../domain/licenses/license-choice.ts';
import { InventoryType, LapseSubject } from '../../http/models/enumerations.ts';
import { ItemCoverage } from '../../http/models/freshness-model.ts';
import { LicenseFacts } from '../../http/models/license-facts-model.ts';
import { ITEM_FIELD } from '../../http/models/models.ts';
import { Enumeration, Flag, Id, Model, OneOf, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';
import { Vulnerability } from '../../http/models/vulnerability-model.ts';

const RememberLicense = Enumeration('RememberLicense', rememberScopes);
const IdOrNone = Type.Union([Type.Integer(), Type.Literal('N/A')]);
const LicenseExpression = Type.String({
  description:
    'SPDX expression of the license. An expression of several licenses has no selectedLicenseId. N/A if none is known',
});

export const InventoryParams = Type.Object({ inventoryId: Id('Inventory item') });

/** See `onlyPublished` in domain/inventories/inventory.ts. */
export const Published = (fallback: boolean) =>
  Flag(fallback, 'true: published items; false: all items, published or not');

/** The fields of the long form. */
const { name, priority, url, description, ...shownMembers } = Object.fromEntries(
  Object.entries<ItemField>(itemFields).map(([shownName, { column, shown }]) => {
    const told = shown ? { description: shown } : {};
    return [shownName, column.startsWith('is_') ? Type.Boolean(told) : Type.String(told)];
  }),
) as unknown as { [N in keyof ShownItemFields]: TUnsafe<ShownItemFields[N]> };

/** The review that no longer holds: why the item is a draft again. */
const LapsedReview = Model('LapsedReview', {
  status: Type.String({ description: 'The status that was decided' }),
  decidedBy: Type.String({ description: 'Login, or System' }),
  decidedOn: Type.String(),
  lapsedOn: Type.String(),
  changes: Type.Array(
    Model('LapseChange', { what: LapseSubject('What changed'), from: Type.String(), to: Type.String() }),
  ),
  why: Type.String({ description: 'All of it as a sentence' }),
});

const standing = {
  goneSinceScan: Type.Optional(
    Type.Integer({
      description: 'The scan since which the evidence is gone: the item counts nowhere. Absent for items that count',
    }),
  ),
  reviewBeforeGone: Type.Optional(
    Type.String({
      description: 'The status of an item that is gone, as it was decided: it holds again when the evidence is back',
    }),
  ),
  toBeDecidedAgain: Type.Optional(LapsedReview),
};

const ReadCustomField = Model('CustomFieldValue', {
  id: Type.Integer(),
  fieldLabel: Type.String(),
  value: Type.Union([Type.String(), Type.Null()]),
});

export const InventoryLong = Model('InventoryItem', {
  itemNumber: Type.Integer(),
  id: Type.Integer(),
  name,
  type: Type.String({ description: 'Component, Work in Progress or License Only' }),
  priority,
  createdBy: Type.String(),
  createdOn: Type.String(),
  updatedOn: Type.String(),
  publishedOn: Type.String(),
  url,
  componentId: IdOrNone,
  componentName: Type.String(),
  componentVersionId: IdOrNone,
  componentVersionName: Type.String(),
  componentUrl: Type.String(),
  componentDescription: Type.String(),
  description,
  componentForgeName: Type.String(),
  selectedLicenseId: IdOrNone,
  selectedLicenseName: Type.String(),
  selectedLicenseSPDXIdentifier: Type.String(),
  selectedLicensePriority: Type.Integer(),
  selectedLicenseUrl: Type.String(),
  licenseExpression: LicenseExpression,
  possibleLicenses: Type.Array(
    Model('PossibleLicense', {
      licenseId: Type.Integer(),
      licenseName: Type.String(),
      licenseSPDXIdentifier: Type.String(),
    }),
  ),
  licenseFacts: LicenseFacts,
  supplier: Type.String({ description: 'Who makes or maintains the package, with an address; blank if unknown' }),
  digests: Type.Array(
    Model('PackageDigest', {
      algorithm: OneOf(digestAlgorithms, 'By its name in CycloneDX'),
      value: Type.String({ description: 'Hexadecimal' }),
    }),
    { description: 'Of the file of the package, as lockfiles and SBOMs state them' },
  ),
  references: Type.Array(
    Model('PackageReference', {
      type: OneOf(referenceTypes, 'In the words of CycloneDX'),
      url: Type.String(),
    }),
    { description: 'Addresses of the package beside its home page' },
  ),
  isOwn: Type.Boolean({ description: 'Part of the code base itself, not of a third party' }),
  inventoryReviewStatus: Type.String(),
  isPublished: Type.Boolean(),
  ...standing,
  evidence: Type.Optional(
    Model(
      'MissingEvidence',
      {
        missingSinceScan: Type.Integer({ description: 'The first scan that no longer found the evidence' }),
        why: Type.String({ description: 'What that scan saw' }),
        isKept: Type.Boolean({ description: 'A person decided that the item counts without evidence' }),
      },
      { description: 'Present only if the evidence of the item is no longer in the code' },
    ),
  ),
  ...shownMembers,
  fileCount: Type.Integer(),
  filePaths: Type.Array(Type.String()),
  copyrights: Type.Optional(Type.Array(Type.String(), { description: 'With includeCopyrights only' })),
  parentInventoryItem: Type.String(),
  parentInventoryID: IdOrNone,
  provenanceInventoryId: IdOrNone,
  customFields: Type.Array(ReadCustomField),
  vulnerabilities: Type.Array(Vulnerability),
  coverage: ItemCoverage,
  ...versioned,
});

export const InventoryLite = Model('InventoryLite', {
  id: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  priority: Type.String(),
  componentId: IdOrNone,
  componentName: Type.String(),
  componentVersionId: IdOrNone,
  componentVersionName: Type.String(),
  selectedLicenseId: Type.Integer(),
  selectedLicenseName: Type.String(),
  licenseExpression: LicenseExpression,
  inventoryReviewStatus: Type.String(),
  ...standing,
  isPublished: Type.Boolean(),
  createdOn: Type.String(),
  updatedOn: Type.String(),
});

/** What the last scan did to an item. An item that it removed has only its id and name. */
export const InventoryDelta = Model('InventoryDelta', {
  change: OneOf(inventoryChanges, 'What the scan did to the item'),
  ...Type.Partial(InventoryLite).properties,
  id: Type.Integer(),
  name: Type.String(),
});

export const LinkedInventory = Model('LinkedInventory', {
  linkType: OneOf(inventoryLinkTypes, 'Kind of link'),
  ...InventoryLite.properties,
});

export const VulnerabilityAnalysis = Model('VulnerabilityAnalysis', {
  vulnerabilityName: Type.String(),
  componentVersionId: Type.Integer(),
  suppressed: Type.Boolean(),
  analysis: Model('AnalysisDetails', {
    state: Type.String(),
    justification: Type.String(),
    response: Type.String(),
    detail: Type.String(),
  }),
  suppressedEverywhere: Type.Boolean({ description: 'Suppressed in all projects, not only in this one' }),
  analyzedBy: Type.String({ description: 'Login' }),
  analyzedOn: Type.String(),
  expiresOn: Type.String({ description: 'End of the decision; blank for none' }),
});

export const WorkflowPair = Model('WorkflowPair', {
  key: Type.String({ minLength: 1, maxLength: 255, description: 'Key' }),
  value: Text(65_535, 'Value'),
});

/** The change of one field. A revision without changed fields has one change with empty texts. */
export const HistoryEntry = Model('InventoryHistoryEntry', {
  date: Type.String(),
  user: Type.String(),
  userEmail: Type.String(),
  event: Type.String(),
  action: Type.String(),
  field: Type.String(),
  oldValue: Type.String(),
  newValue: Type.String(),
});

export const InventorySummary = Model('InventorySummary', {
  itemNumber: Type.Integer(),
  id: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  priority: Type.String(),
  createdBy: Type.String(),
  url: Type.String(),
  confidence: Type.String(),
  componentId: Type.String(),
  componentName: Type.String(),
  componentVersionId: Type.String(),
  componentVersionName: Type.String(),
  reviewStatus: Type.String(),
  ...standing,
  selectedLicenseId: Type.String(),
  selectedLicenseSPDXIdentifier: Type.String(),
  licenseExpression: LicenseExpression,
  purl: Type.String(),
  vulnerabilitySummary: Type.Optional(
    Type.Array(Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()))),
  ),
  coverage: ItemCoverage,
});

export const InventoryRow = Model('InventoryRow', {
  id: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  priority: Type.String(),
  componentName: Type.String(),
  componentVersionName: Type.String(),
  licenseName: Type.String(),
  licenseExpression: Type.String(),
  reviewStatus: Type.String(),
  ...standing,
  isPublished: Type.Boolean(),
  confidence: Type.String(),
  fileCount: Type.Integer(),
  purl: Type.String(),
  dependencyScope: Type.String(),
  dependencyLevel: Type.String(),
  isOwn: Type.Boolean(),
  createdOn: Type.String(),
  updatedOn: Type.String(),
  coverage: ItemCoverage,
  customFields: Type.Optional(Type.Array(ReadCustomField, { description: 'Present if the request asked for them' })),
});

const LicenseId = (description: string) => Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER, description });

export const rememberLicense = Type.Optional(
  RememberLicense(
    'GLOBAL remembers the license for the component version: later scans of all projects use it. INVENTORY (default) changes only this item',
  ),
);

function memberOf({ name, label, least, most, values, list, ...field }: (typeof sentItemFields)[number]): TSchema {
  const { title, kind, shownName: shownAs, right = 'EDIT_INVENTORY' } = field;
  const about = { [ITEM_FIELD]: { title, kind, shownAs, right } };
  if (values && list) return { ...Enumeration(list, values)(label), ...about };
  const length = present(most, `length of the field ${name}`);
  return Text(length, label, { ...(least === undefined ? {} : { minLength: least }), ...about });
}

/** The members of an item that can be written. Their names differ from those that are read: `noticeText`, `auditorReviewNotes`. */
const members = {
  ...(Object.fromEntries(sentItemFields.map((field) => [field.name, Type.Optional(memberOf(field))])) as unknown as {
    [N in keyof SentItemFields]: TOptional<TUnsafe<SentItemFields[N]>>;
  }),
  inventoryType: Type.Optional(InventoryType('Kind of item')),
  component: Type.Optional(
    Model(
      'InventoryComponent',
      {
        id: Id('Component'),
        versionId: Id('Version of the component'),
        licenseId: LicenseId('License; -1 for "I don\'t know"'),
      },
      { description: 'The component of an item of the type COMPONENT' },
    ),
  ),
  licenseId: Type.Optional(LicenseId('Selected license; -1 for "I don\'t know"')),
  invProvenanceId: Type.Optional(Id('The item of the same project from which this one comes')),
  customFields: Type.Optional(
    Type.Array(
      Model('CustomFieldInput', {
        id: Id('Custom field'),
        value: Text(LONGEST_VALUE, 'Its value; empty removes the value'),
      }),
      {
        maxItems: 100,
        description: 'Custom field values',
      },
    ),
  ),
  rememberLicense,
};

export const InventoryChange = Model('InventoryChange', { ...members, ...versioned });
export type InventoryChange = Static<typeof InventoryChange>;

export const NewInventory = Model('NewInventory', {
  projectId: Id('Project'),
  inventoryModel: Model(
    'InventoryModel',
    {
      ...members,
      name: Type.String({ minLength: 1, maxLength: 255, description: 'Name' }),
      inventoryType: InventoryType('Kind of item'),
    },
    { description: 'The item' },
  ),
  rememberLicense,
});
export type NewInventory = Static<typeof NewInventory>;

const Paths = (description: string) =>
  Type.Optional(Type.Array(Text(4096, 'Path in the code base'), { maxItems: 100_000, description }));

export const InventoryPaths = Model('InventoryPaths', {
  filePaths: Paths('Files'),
  folderPaths: Paths('Folders: all files below them, at any depth'),
});

export const InventoryFiles = Model('InventoryFiles', {
  ...InventoryPaths.properties,
  markAssociatedFilesAsReviewed: Type.Optional(Type.Boolean({ description: 'Mark these files as reviewed' })),
});
export type InventoryFiles = Static<typeof InventoryFiles>;
