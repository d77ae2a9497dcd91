// Schemas of projects.

import { fileMatchingCriteria } from '../../domain/files/file-matching.ts';
import { LONGEST_VALUE } from '../../domain/inventories/custom-fields.ts';
import { shippableScopes } from '../../domain/inventories/shipped-scopes.ts';
import { projectTypes } from '../../domain/projects/project.ts';

import { SCAN_SERVER_ALIAS } from '../../domain/projects/scan-nodes.ts';
import { contactKinds } from '../../domain/reviews/review-settings.ts';

import { Confidence, ProjectRole, ProjectStatus, Risk } from '../../http/models/enumerations.ts';
import { freshnessMembers } from '../../http/models/freshness-model.ts';
import { Enumeration, Flag, Id, Model, OneOf, type Static, Text, Type, versioned } from '../../http/models/schemas.ts';

const ContactKind = Enumeration('ContactKind', contactKinds);

const Setting = (description: string) => Type.Optional(Type.Boolean({ description }));

const SCOPE = `(?:${shippableScopes.join('|')})`;
const SCOPES = new RegExp(`^${SCOPE}(?: *, *${SCOPE})*$`);

const ReviewSettingsInput = Model(
  'ReviewSettingsInput',
  {
    createReviewTaskWhenUndecided: Setting(
      'Create a Manual Review task for each item that a scan published without a decision',
    ),
    reviewTaskOwner: Type.Optional(ContactKind('Owner of these tasks')),
    createRemediationTaskOnRejection: Setting('Create a Remediation task when an item is rejected'),
    remediationTaskOwner: Type.Optional(ContactKind('Owner of these tasks')),
    createAlmIssueOnRejection: Setting('Also create an issue in the ALM system'),
    rejectOnNewVulnerabilities: Setting('Reject published items with new vulnerabilities'),
    mailAboutRejectedOrUnreviewed: Setting('Mail the project contact about rejected and unreviewed published items'),
    updateNoticesAutomatically: Setting('Fill empty notices texts whenever a scan ends'),
    shippedScopes: Type.Optional(
      Type.String({
        pattern: SCOPES.source,
        maxLength: 255,
        description: `Scopes of items that are shipped with the product, separated by commas: ${shippableScopes.join(', ')}. Items of other scopes are not in the notices`,
      }),
    ),
  },
  { description: 'Review and remediation settings; omitted members stay unchanged' },
);

const CustomFieldInput = Model('CustomFieldInput', {
  id: Id('Custom field'),
  value: Text(LONGEST_VALUE, 'Its value; empty removes the value'),
});

const settings = {
  description: Type.Optional(Text(65_535, 'What the project is')),
  folderName: Type.Optional(Text(255, 'Name of the folder to put it in, without a path')),
  folderId: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Folder to put it in; wins over folderName',
    }),
  ),
  policyProfileName: Type.Optional(Text(255, 'Policy profile')),
  scanProfileName: Type.Optional(Text(255, 'Scan profile')),
  autoPublish: Type.Optional(Type.Boolean({ description: 'Publish the items that a scan creates' })),
  markAssociatedFilesAsReviewed: Type.Optional(
    Type.Boolean({ description: 'Mark the files of published items as reviewed' }),
  ),
  doNotPublishInventoryUnknownLicense: Type.Optional(
    Type.Boolean({ description: 'Leave items without a known license unpublished' }),
  ),
  deleteEmptyInventory: Type.Optional(
    Type.Boolean({ description: 'A rescan deletes items of earlier scans that have no files left' }),
  ),
  owner: Type.Optional(Text(60, 'Login of the project contact; by default the caller')),
  risk: Type.Optional(Risk('Risk label')),
  privateProject: Type.Optional(
    Type.Boolean({ description: 'Visible only to its role holders and contacts, and to System Administrators' }),
  ),
  customFields: Type.Optional(Type.Array(CustomFieldInput, { maxItems: 100, description: 'Custom field values' })),
  minimumConfidence: Type.Optional(Confidence('Lowest confidence of items that a scan publishes')),
  reviewSettings: Type.Optional(ReviewSettingsInput),
};

export const NewProject = Model('NewProject', {
  name: Type.String({ minLength: 1, maxLength: 255, description: 'Name, unique in the installation' }),
  ...settings,
  scanServerAlias: Type.Optional(Text(255, `Alias of the scan server. There is one: ${SCAN_SERVER_ALIAS}`)),
});
export type NewProject = Static<typeof NewProject>;

export const ProjectChange = Model('ProjectChange', {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'New name' })),
  ...settings,
  ...versioned,
});
export type ProjectChange = Static<typeof ProjectChange>;

export const LegacyNewProject = Model('LegacyNewProject', {
  projectName: Type.String({ minLength: 1, maxLength: 255, description: 'Name, unique in the installation' }),
  projectType: OneOf(projectTypes, 'Kind of project; shown as `type`', 'STANDARD'),
  description: settings.description,
  projectFolderName: Type.Optional(Text(255, 'Name of the folder to put it in')),
  policyProfileName: settings.policyProfileName,
  scanProfileName: settings.scanProfileName,
  ownerLogin: Type.Optional(Text(60, 'Login of the project contact')),
  risk: settings.risk,
  privateProject: settings.privateProject,
  autoPublish: settings.autoPublish,
  markAssociatedFilesAsReviewed: settings.markAssociatedFilesAsReviewed,
});
export type LegacyNewProject = Static<typeof LegacyNewProject>;

export const ProjectParams = Type.Object({ projectId: Id('Project') });

export const ProjectRow = Model('ProjectSummary', {
  id: Type.Integer(),
  name: Type.String(),
  owner: Type.String(),
  status: ProjectStatus('Status'),
  folderId: Type.Integer(),
  isPrivate: Type.Boolean(),
});

export const LinkedProject = Model('LinkedProject', {
  id: Type.Integer(),
  name: Type.String(),
  childProject: Type.Optional(Type.Array(Type.Unknown(), { description: 'Projects of the same shape' })),
  parentProject: Type.Optional(Type.Array(Type.Unknown(), { description: 'Projects of the same shape' })),
});

const ReadCustomField = Model('CustomFieldValue', {
  id: Type.Integer(),
  fieldLabel: Type.String(),
  value: Type.Union([Type.String(), Type.Null()]),
});

const Login = (description: string) => Type.Optional(Text(60, `${description}: login or id`, { minLength: 1 }));

export const RoleUsers = Model(
  'RoleUsers',
  {
    roleId: ProjectRole('The role'),
    users: Type.Array(Text(60, 'Login or id', { minLength: 1 }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'Logins (or ids) of users',
    }),
  },
  { description: 'Users and the role that they get or lose' },
);
export type RoleUsers = Static<typeof RoleUsers>;

export const Assignment = Model('ProjectAssignment', {
  ownerId: Login('Project contact'),
  securityContactId: Login('Security contact'),
  developerContactId: Login('Developer contact'),
  legalContactId: Login('Legal contact'),
  legalContact: Login('An alternative to legalContactId'),
  userRoles: Type.Optional(RoleUsers),
});
export type Assignment = Static<typeof Assignment>;

const Counts = Type.Record(Type.String(), Type.Integer());

export const ProjectDetails = Model('Project', {
  id: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  owner: Type.String(),
  dateCreated: Type.String(),
  scanPaths: Type.Array(Model('ScanPath', { alias: Type.String(), path: Type.String() }), {
    description: 'Roots of the code base, one for each alias with files',
  }),
  scanProfileName: Type.String(),
  policyProfileName: Type.String(),
  type: Type.String(),
  risk: Type.String(),
  projectVisibiity: Type.String({ description: 'Public or Private; spelled as existing clients expect' }),
  legalContactName: Type.String(),
  securityContactName: Type.String(),
  devContactName: Type.String(),
  projectStatus: Type.String(),
  scanServerAlias: Type.String(),
  totalFiles: Type.Integer(),
  codebaseSize: Type.String(),
  numberOfLines: Type.Integer(),
  projectPath: Type.String(),
  folderId: Type.Integer(),
  childProjects: Type.Array(LinkedProject),
  parentProjects: Type.Array(LinkedProject),
  licenses: Counts,
  vulnerabilities: Model('VulnerabilityCounts', {
    CvssV2: Counts,
    CvssV3: {
      ...Counts,
      description:
        'None counts vulnerabilities with score 0 and without score; Unknown says how many of them have no score',
    },
  }),
  exposure: Model('ProjectExposure', {
    exploited: Type.Integer({ description: 'The vulnerabilities that CISA or ENISA lists as exploited' }),
    malware: Type.Integer(),
    undetermined: Type.Integer({
      description:
        'Pairs of item and vulnerability that Assay could not decide, for instance because the version is unknown. Not counted above; do not treat them as safe',
    }),
    ...freshnessMembers,
  }),
  inventoryReview: Counts,
  inventoryCount: Type.Integer(),
  publishedInventoryCount: Type.Integer(),
  codebaseBytes: Type.Integer(),
  primaryLicense: Type.Union(
    [Model('PrimaryLicense', { expression: Type.String(), reasons: Type.Array(Type.String()) }), Type.Null()],
    {
      description:
        "License of the project as a whole, with the reasons. The expression is '' if unknown; null before the first scan",
    },
  ),
  evidenceVersion: Type.Union([Type.String(), Type.Null()], {
    description:
      'Version of the analyser that made the evidence; outdated if it differs from analyzerVersion of GET /licenseRules. Null before the first scan',
  }),
  autoPublish: Type.Boolean(),
  markAssociatedFilesAsReviewed: Type.Boolean(),
  doNotPublishInventoryUnknownLicense: Type.Boolean(),
  lastScanTaskId: Type.Union([Type.Integer(), Type.Null()]),
  minimumConfidence: Type.String(),
  reviewSettings: Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.String()])),
  customFields: Type.Array(ReadCustomField),
  deleteEmptyInventory: Type.Boolean(),
  ...versioned,
});

export const UploadQuery = Type.Object({
  projectId: Id('Project'),
  deleteExistingFileOnServer: Flag(false, 'Delete the existing files first'),
  expansionLevel: Type.Integer({
    minimum: 1,
    maximum: 3,
    default: 1,
    description: '1 keeps archives inside the upload as files, 2 expands them, 3 also expands archives inside them',
  }),
  deleteArchiveAfterExpand: Flag(false, 'Do not keep an expanded archive as a file; applies to levels 2 and 3'),
  archiveDirSuffix: Type.String({
    maxLength: 20,
    default: '',
    pattern: '^[^\\\\/:*?"<>|\\u0000]*$',
    patternText: 'must not contain any of \\ / : * ? " < > | or NUL',
    description: 'Suffix of the folder into which an archive is expanded; applies to levels 2 and 3',
  }),
});
export type UploadQuery = Static<typeof UploadQuery>;

const Logins = (description: string) =>
  Type.Optional(Type.Array(Text(60, 'Login or id', { minLength: 1 }), { maxItems: 1000, description }));

/** The values of a new project that its creator does not give. */
export const ProjectDefaultsInput = Model('ProjectDefaultsChange', {
  privateProject: settings.privateProject,
  risk: settings.risk,
  scanProfileName: settings.scanProfileName,
  policyProfileName: settings.policyProfileName,
  autoPublish: settings.autoPublish,
  minimumConfidence: settings.minimumConfidence,
  markAssociatedFilesAsReviewed: settings.markAssociatedFilesAsReviewed,
  doNotPublishInventoryUnknownLicense: settings.doNotPublishInventoryUnknownLicense,
  deleteEmptyInventory: settings.deleteEmptyInventory,
  reviewSettings: settings.reviewSettings,
  projectAdministrators: Logins('Project administrators besides the creator'),
  analysts: Logins('Analysts; the creator when empty'),
  reviewers: Logins('Reviewers; the creator when empty'),
  observers: Logins('Observers'),
  legalContact: Type.Optional(Text(60, 'Legal contact; empty for the project contact')),
  securityContact: Type.Optional(Text(60, 'Security contact; empty for the project contact')),
  developerContact: Type.Optional(Text(60, 'Developer contact; empty for the project contact')),
  ...versioned,
});
export type ProjectDefaultsInput = Static<typeof ProjectDefaultsInput>;

export const ProjectDefaults = Model('ProjectDefaults', {
  privateProject: Type.Boolean(),
  risk: Type.String(),
  scanProfileName: Type.String(),
  policyProfileName: Type.String(),
  autoPublish: Type.Boolean(),
  minimumConfidence: Type.String(),
  markAssociatedFilesAsReviewed: Type.Boolean(),
  doNotPublishInventoryUnknownLicense: Type.Boolean(),
  deleteEmptyInventory: Type.Boolean(),
  reviewSettings: Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.String()])),
  projectAdministrators: Type.Array(Type.String()),
  analysts: Type.Array(Type.String()),
  reviewers: Type.Array(Type.String()),
  observers: Type.Array(Type.String()),
  legalContact: Type.String(),
  securityContact: Type.String(),
  developerContact: Type.String(),
  ...versioned,
});

export const ReportUpload = Model('ReportUpload', { projectId: Id('Project'), reportId: Id('Report') });
export type ReportUpload = Static<typeof ReportUpload>;

const FileMatchingCriteria = Enumeration('FileMatchingCriteria', fileMatchingCriteria);
const Depth = (description: string) => Type.Optional(Type.Integer({ minimum: 1, maximum: 20, description }));

export const ProjectImportModel = Model('ProjectImportModel', {
  addFilesToInventory: Type.Boolean({ description: 'Add files to inventory' }),
  markFilesAsReviewed: Type.Boolean({ description: 'Mark files as reviewed' }),
  inventoryFileMatchingCriteria: Type.Optional(FileMatchingCriteria('How files are compared that join inventory')),
  inventoryDirectoryDepth: Depth('Folders above the file name that must be equal, for PARTIAL_FILEPATH'),
  reviewFileMatchingCriteria: Type.Optional(FileMatchingCriteria('How files are compared that are marked as reviewed')),
  reviewDirectoryDepth: Depth('Folders above the file name that must be equal, for PARTIAL_FILEPATH'),
  createEmptyInventory: Type.Optional(Type.Boolean({ description: 'Create items even if none of their files exist' })),
  overwriteInventoryNotes: Type.Optional(Type.Boolean({ description: 'Overwrite notes of identical items' })),
  resetInventoryUsage: Type.Optional(Type.Boolean({ description: 'Reset usage fields; true by default' })),
});
export type ProjectImportModel = Static<typeof ProjectImportModel>;

const newProject = {
  name: Text(255, 'Name of the new project, unique in the installation', { minLength: 1 }),
  description: Type.Optional(Text(65_535, 'By default that of the first project')),
  folderId: Type.Optional(Id('Folder of the new project; by default that of the first project')),
};

export const CopyRequest = Model('CopyRequest', newProject);
export type CopyRequest = Static<typeof CopyRequest>;

export const BranchRequest = Model('BranchRequest', {
  ...newProject,
  scanProfileName: Type.Optional(Text(255, 'Scan profile; by default that of the first project')),
  policyProfileName: Type.Optional(Text(255, 'Policy profile; by default that of the first project')),
  expansionLevel: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description: 'Expansion of archives in the code: 1 none, 2 the first level, 3 all',
    }),
  ),
});
