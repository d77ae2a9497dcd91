// Inventory: shapes (wire format, sections 2.1, 2.2 and 7).

import { LONGEST_VALUE } from '../../domain/custom-fields.ts';
import { inventoryLinkTypes, inventoryPriorities, inventoryTypes } from '../../domain/inventory.ts';
import { Id, OneOf, type Static, Text, Type } from '../../http/schemas.ts';

const IdOrNone = Type.Union([Type.Integer(), Type.Literal('N/A')]);
const LicenseExpression = Type.String({
  description:
    'SPDX expression of the license, also where it is an expression of several, which no selectedLicenseId stands for; N/A when none is known',
});
const NOTES = 65_535;

export const InventoryParams = Type.Object({ inventoryId: Id('Inventory item') });

export const InventoryLong = Type.Object({
  itemNumber: Type.Integer(),
  id: Type.Integer(),
  name: Type.String(),
  type: Type.String({ description: 'Component, Work in Progress or License Only' }),
  priority: Type.String({ description: 'High, Medium, Low or Other' }),
  createdBy: Type.String(),
  createdOn: Type.String(),
  updatedOn: Type.String(),
  publishedOn: Type.String(),
  url: Type.String(),
  componentId: IdOrNone,
  componentName: Type.String(),
  componentVersionId: IdOrNone,
  componentVersionName: Type.String(),
  componentUrl: Type.String(),
  componentDescription: Type.String(),
  description: Type.String(),
  componentForgeName: Type.String(),
  selectedLicenseId: IdOrNone,
  selectedLicenseName: Type.String(),
  selectedLicenseSPDXIdentifier: Type.String(),
  selectedLicensePriority: Type.Integer(),
  selectedLicenseUrl: Type.String(),
  licenseExpression: LicenseExpression,
  possibleLicenses: Type.Array(
    Type.Object({ licenseId: Type.Integer(), licenseName: Type.String(), licenseSPDXIdentifier: Type.String() }),
  ),
  inventoryReviewStatus: Type.String(),
  isPublished: Type.Boolean(),
  confidence: Type.String(),
  noticesText: Type.String(),
  auditNotes: Type.String(),
  asFoundLicenseText: Type.String(),
  usageGuidance: Type.String(),
  detectionNotes: Type.String(),
  remediationNotes: Type.String(),
  dependencyScope: Type.String(),
  dependencyLevel: Type.String(),
  purl: Type.String(),
  disclosed: Type.Boolean(),
  distribution: Type.String(),
  partOfProduct: Type.String(),
  linking: Type.String(),
  modified: Type.String(),
  encryption: Type.String(),
  workflowURL: Type.String(),
  fileCount: Type.Integer(),
  filePaths: Type.Array(Type.String()),
  copyrights: Type.Optional(Type.Array(Type.String(), { description: 'With includeCopyrights only' })),
  parentInventoryItem: Type.String(),
  parentInventoryID: IdOrNone,
  provenanceInventoryId: IdOrNone,
  customFields: Type.Array(
    Type.Object({
      id: Type.Integer(),
      fieldLabel: Type.String(),
      value: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
  vulnerabilities: Type.Array(Type.Unknown()),
});

export const InventoryLite = Type.Object({
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
  inventoryReviewStatus: Type.String(),
  isPublished: Type.Boolean(),
  createdOn: Type.String(),
  updatedOn: Type.String(),
});

/** What the last scan did; an item that it removed has its id and name alone. */
export const InventoryDelta = Type.Object({
  change: OneOf(['ADDED', 'UPDATED', 'REMOVED'], 'What the scan did to the item'),
  ...Type.Partial(InventoryLite).properties,
  id: Type.Integer(),
  name: Type.String(),
});

export const LinkedInventory = Type.Object({
  linkType: OneOf(inventoryLinkTypes, 'Kind of link'),
  ...InventoryLite.properties,
});

export const Vulnerability = Type.Object({
  vulnerabilityId: Type.Integer(),
  vulnerabilityName: Type.String(),
  vulnerabilityDescription: Type.String(),
  vulnerabilitySource: Type.String(),
  vulnerabilityUrl: Type.String(),
  vulnerabilityCvssV2Score: Type.Union([Type.Number(), Type.Literal('N/A')]),
  vulnerabilityCvssV2Severity: Type.String(),
  vulnerabilityCvssV2Vector: Type.String(),
  vulnerabilityCvssV3Score: Type.Union([Type.Number(), Type.Literal('N/A')]),
  vulnerabilityCvssV3Severity: Type.String(),
  vulnerabilityCvssV3Vector: Type.String(),
  vulnerabilityCWE: Type.Array(Type.Object({ name: Type.String(), title: Type.String() })),
  publishedDate: Type.String(),
  modifiedDate: Type.String(),
});

export const VulnerabilityAnalysis = Type.Object({
  vulnerabilityName: Type.String(),
  componentVersionId: Type.Integer(),
  suppressed: Type.Boolean(),
  analysis: Type.Object({
    state: Type.String(),
    justification: Type.String(),
    response: Type.String(),
    detail: Type.String(),
  }),
});

export const WorkflowPair = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 255, description: 'Key' }),
  value: Text(65_535, 'Value'),
});

export const InventorySummary = Type.Object({
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
  selectedLicenseId: Type.String(),
  selectedLicenseSPDXIdentifier: Type.String(),
  licenseExpression: LicenseExpression,
  purl: Type.String(),
  vulnerabilitySummary: Type.Optional(
    Type.Array(Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()))),
  ),
});

export const InventoryRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  type: Type.String(),
  priority: Type.String(),
  componentName: Type.String(),
  componentVersionName: Type.String(),
  licenseName: Type.String(),
  licenseExpression: Type.String(),
  reviewStatus: Type.String(),
  isPublished: Type.Boolean(),
  confidence: Type.String(),
  fileCount: Type.Integer(),
  purl: Type.String(),
  dependencyScope: Type.String(),
});

const yesNoUnknown = ['UNKNOWN', 'YES', 'NO'] as const;

const LicenseId = (description: string) => Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER, description });

export const rememberLicense = Type.Optional(
  OneOf(
    ['GLOBAL', 'INVENTORY'],
    'GLOBAL remembers the license for the component version, for what scans of any project make from then on; INVENTORY (default) changes this item alone',
  ),
);

/** What of an item can be written. The names differ from those read: `noticeText`, `auditorReviewNotes`. */
export const InventoryChange = Type.Object({
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Name' })),
  description: Type.Optional(Text(NOTES, 'Description')),
  url: Type.Optional(Text(2400, 'URL')),
  disclosed: Type.Optional(OneOf(['YES', 'NO'], 'Whether the use is disclosed')),
  distribution: Type.Optional(
    OneOf(
      ['UNKNOWN', 'INTERNAL', 'EXTERNAL', 'HOSTED', 'HOSTED_ANY', 'HOSTED_INTERNAL', 'HOSTED_EXTERNAL'],
      'How it is distributed',
    ),
  ),
  partOfProduct: Type.Optional(OneOf(yesNoUnknown, 'Part of the product')),
  linking: Type.Optional(OneOf(['UNKNOWN', 'NOT_LINKED', 'STATIC', 'DYNAMIC'], 'How it is linked')),
  modified: Type.Optional(OneOf(yesNoUnknown, 'Modified')),
  encryption: Type.Optional(OneOf(yesNoUnknown, 'Holds encryption')),
  auditorReviewNotes: Type.Optional(Text(NOTES, 'Audit notes')),
  noticeText: Type.Optional(Text(16_777_215, 'Notices text')),
  usageGuidance: Type.Optional(Text(NOTES, 'Usage guidance')),
  remediationNotes: Type.Optional(Text(NOTES, 'Remediation notes')),
  confidenceLevel: Type.Optional(OneOf(['HIGH', 'MEDIUM', 'LOW'], 'Confidence')),
  inventoryType: Type.Optional(OneOf(inventoryTypes, 'Kind of item')),
  component: Type.Optional(
    Type.Object(
      {
        id: Id('Component'),
        versionId: Id('Version of the component'),
        licenseId: LicenseId('License; -1 for "I don\'t know"'),
      },
      { description: 'The component of an item of the type COMPONENT' },
    ),
  ),
  licenseId: Type.Optional(LicenseId('Selected license; -1 for "I don\'t know"')),
  invProvenanceId: Type.Optional(Id('The item of the same project that this one comes from')),
  customFields: Type.Optional(
    Type.Array(Type.Object({ id: Id('Custom field'), value: Text(LONGEST_VALUE, 'Its value; empty clears it') }), {
      maxItems: 100,
      description: 'Custom field values',
    }),
  ),
  priority: Type.Optional(OneOf(inventoryPriorities, 'Priority')),
  workflowURL: Type.Optional(Text(2400, 'Link to an external workflow')),
  rememberLicense,
});
export type InventoryChange = Static<typeof InventoryChange>;

export const NewInventory = Type.Object({
  projectId: Id('Project'),
  inventoryModel: Type.Object(
    {
      ...InventoryChange.properties,
      name: Type.String({ minLength: 1, maxLength: 255, description: 'Name' }),
      inventoryType: OneOf(inventoryTypes, 'Kind of item'),
    },
    { description: 'The item' },
  ),
  rememberLicense,
});
export type NewInventory = Static<typeof NewInventory>;

const Paths = (description: string) =>
  Type.Optional(Type.Array(Text(4096, 'Path in the code base'), { maxItems: 100_000, description }));

export const InventoryPaths = Type.Object({
  filePaths: Paths('Files'),
  folderPaths: Paths('Folders: all files below them, at any depth'),
});

export const InventoryFiles = Type.Object({
  ...InventoryPaths.properties,
  markAssociatedFilesAsReviewed: Type.Optional(Type.Boolean({ description: 'Mark these files as reviewed' })),
});
export type InventoryFiles = Static<typeof InventoryFiles>;
