// What a call of each operation needs, from the things of a person (world.ts): the value of each member, by the operation and the member's name.
import type { Sampler } from './inputs.ts';

/** Ids and names of things, by the name under which operations ask for them. */
export type Things = Record<string, number | string>;

/** A report template in the folder of report scripts. */
export const TEMPLATE = 'letters';

let freshCount = 0;
/** A name that is not in use; the examples give their own, because test files share the count. */
const fresh = ({ freshName }: Things): number | string => freshName ?? `fresh-${++freshCount}`;

/** Members whose name does not identify the kind of thing, by operation and path. */
const MEANINGS: Record<string, (things: Things) => unknown> = {
  ...Object.fromEntries(
    ['getReportTemplate', 'saveReportTemplate', 'previewReportTemplate', 'listReportTemplateVersions'].map((id) => [
      `${id} folder`,
      () => TEMPLATE,
    ]),
  ),
  'getReportTemplateVersion folder': () => TEMPLATE,
  'getReportTemplateVersion version': () => 1,
  'restoreReportTemplateVersion folder': () => TEMPLATE,
  'restoreReportTemplateVersion version': () => 1,
  'deleteComponent id': (things) => things.componentId,
  'deleteVersion id': (things) => things.versionId,
  'setVersionLicense id': (things) => things.versionId,
  'forgetVersionLicense id': (things) => things.versionId,
  'getVersion id': (things) => things.versionId,
  'updateRule id': (things) => things.ruleId,
  'searchUsers id': (things) => things.userId,
  'searchUsers login': () => 'mallory',
  'reviewCodebaseFolder folderId': (things) => things.codebaseFolderId,
  'revokeTokenOfUser tokenId': (things) => things.userTokenId,
  'dependencyTrackLookup name': (things) => things.projectName,
  'getDifference of': () => 'inventory',
  'getDifference with': () => 'inventory',
  'getDifferenceTable of': () => 'inventory',
  'getDifferenceTable with': () => 'inventory',
  'createRelease name': fresh,
  'downloadReleaseDocument path': () => 'release.json',
  'getScanStatus taskId': (things) => things.jobId,
  'cancelJob jobId': (things) => things.scanJobId,
  'downloadReport taskId': (things) => things.jobId,
  'createProjectLegacy projectName': fresh,
  'getLicense shortName': () => 'MIT',
  'getLicensePage license': () => 'MIT',
  'tryPolicyRules projectIds': (things) => [things.projectId],
  ...Object.fromEntries(
    ['listUsingProjects', 'listUsingInventories', 'listUsingFiles'].map((id) => [
      `${id} licenseId`,
      (things: Things) => things.mitLicenseId,
    ]),
  ),
  'importAttachedSbom digest': () => `sha256:${'0'.repeat(64)}`,
  'listInventoriesOfAlias alias': () => 'scanner',
  'assignTaskIssues ids 0': () => 1,
  'addChildProjects childProjectIds': (things) => String(things.otherProjectId),
  'removeChildProjects childProjectIds': (things) => String(things.otherProjectId),
  'setProjectStatus status': () => 'Analysis In Progress',
  'closeTask resolution': () => 'CLOSED',
  'createTask type': () => 'MISCELLANEOUS',
  // It would wait for the report, which nothing here creates.
  'generateReportLegacy reportType': () => 'no such report',
  'unassignProjectUsers roleId': () => 'REVIEWER',
  'searchInventories fileIds': (things) => String(things.fileId),
  'emailTemplateExists templateName': () => 'new_account',
  'listSuppressedVersions componentVersionId': (things) => things.versionId,
  'suppressVulnerability versionIds': (things) => [things.versionId],
  'analyzeVulnerabilities inventoryIds': (things) => [things.inventoryId],
  'liftVulnerabilityAnalyses inventoryIds': (things) => [things.inventoryId],
  'analyzeVulnerabilitiesOfProjects inventoryIds': (things) => [things.inventoryId],
  'liftVulnerabilityAnalysesOfProjects inventoryIds': (things) => [things.inventoryId],
  'beginRemoteSend alias': () => 'ci',
  'beginRemoteSend host': () => 'builder',
  'sendRemoteFiles facts': () => 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'createImageSource image': () => 'registry.example/owner/name:1',
  'createGitInstance url': () => 'https://example.org/owner/name.git',
  'updateGitInstance url': () => 'https://example.org/owner/name.git',
  'createSubversionInstance url': () => 'https://example.org/svn/name',
  'updateSubversionInstance url': () => 'https://example.org/svn/name',
  'createTFSInstance url': () => 'https:example.org:443/collection/project',
  'updateTFSInstance url': () => 'https:example.org:443/collection/project',
  'lookupLicense licenseName': () => 'MIT',
  'updateAlmInstance instanceId': (things) => things.almInstanceId,
  'deleteAlmInstance instanceId': (things) => things.almInstanceId,
  'testAlmInstance instanceId': (things) => things.almInstanceId,
  'setProjectAlm instanceId': (things) => things.almInstanceId,
  'createAlmInstance url': () => 'http://127.0.0.1:1',
  'updateAlmInstance url': () => 'http://127.0.0.1:1',
  'createAlmInstance projectKey': () => 'KEY',
  'updateAlmInstance projectKey': () => 'KEY',
  'setProjectAlm projectKey': () => 'KEY',
  'createAlmInstance userName': () => 'robot',
  'updateAlmInstance userName': () => 'robot',
  'createAlmInstance secret': () => 'word',
  'updateAlmInstance secret': () => 'word',
  // No server runs at this address, and it needs no name server.
  'setLdapSettings urls': () => ['ldap://127.0.0.1:1'],
  'setSiteSettings licensePreferences 0': () => 'MIT',
  'setAdvisorySource location': () => 'https://example.org/all.zip',
  'setVexSource location': () => 'https://example.org/vex.json',
  'trustAdvisoryKey key': () => Buffer.alloc(32, 1).toString('base64'),
  'distrustAdvisoryKey key': () => Buffer.alloc(32, 1).toString('base64'),
  'setLdapSettings base': () => 'dc=example,dc=org',
  'setUserSource source': () => 'LOCAL',
  'decideItems inventoryIds': (things) => [things.inventoryId],
  'decideFiles fileIds': (things) => [things.fileId],
  'decideTasks taskIds': (things) => [things.taskId],
  'decideTasks action': () => 'CLOSE_TASKS',
  'decideVulnerabilities action': () => 'WITHDRAW',
  'decideVulnerabilitiesOfProjects action': () => 'WITHDRAW',
  'undoBulkDecisionOfProjects undoToken': () => '00000000-0000-4000-8000-000000000000',
  'undoBulkDecision undoToken': () => '00000000-0000-4000-8000-000000000000',
  'changeNoticeTexts inventoryIds': (things) => [things.inventoryId],
  'changeVulnerabilityAlerts alertIds': (things) => [things.alertId],
  'findFileIds filePath': (things) => things.filePath,
  'getEmailTemplate templateName': () => 'new_account',
  'createTokens expiresOn': () => '2999-01-01',
  'createInventory inventoryModel inventoryType': () => 'WORK_IN_PROGRESS',
  'updateInventory inventoryType': () => 'WORK_IN_PROGRESS',
  'createCustomField label': fresh,
  'createInventoryView name': fresh,
  'updateInventoryView name': fresh,
  'createFileView name': fresh,
  'updateFileView name': fresh,
  'updateFileView viewId': (things) => things.fileViewId,
  'deleteFileView viewId': (things) => things.fileViewId,
  'getLicenseRule name': () => 'names/MIT/the-mit-license',
  'searchInventoriesByDate startTime': () => '2020-01-01',
  'getInventoryLite startTime': () => '2020-01-01',
};

/** By the member's own name, for all operations. */
const NAMES: Record<string, (things: Things) => unknown> = {
  name: fresh,
  shortName: fresh,
  login: (things) => things.freshLogin,
  email: () => 'someone@example.org',
  password: () => 'Passw0rd-long',
  question: () => 'Which one?',
  answer: () => 'this one',
  url: () => 'https://example.org/',
  host: () => '127.0.0.1',
  fromAddress: () => 'assay@example.org',
  baseUrl: () => 'https://assay.example.org',
  owner: () => 'mallory',
  ownerLogin: () => 'mallory',
  ownerId: () => 'mallory',
  contact: () => 'mallory',
  securityContactId: () => 'mallory',
  developerContactId: () => 'mallory',
  legalContactId: () => 'mallory',
  legalContact: () => 'mallory',
  securityContact: () => 'mallory',
  developerContact: () => 'mallory',
  users: () => ['mallory'],
  observers: () => ['mallory'],
  username: () => 'nobody',
  folderName: () => 'Projects',
  projectFolderName: () => 'Projects',
  scanProfileName: () => 'Standard Scan Profile',
  md5: () => 'd41d8cd98f00b204e9800998ecf8427e',
  detectionType: () => 'filePath',
  detectionCriteria: () => ['**/*.c'],
  parentFolderId: () => 1,
  filePaths: (things) => [things.filePath],
  purl: () => 'pkg:npm/a',
  customFields: (things) => [{ id: things.fieldId, value: 'text' }],
  expiresOn: () => '2999-01-01',
  keyword: () => 'shared',
  priority: () => undefined,
  versions: () => '*',
  component: (things) => ({ id: things.componentId, versionId: things.versionId, licenseId: things.mitLicenseId }),
  licenseName: () => 'MIT',
  sort: () => undefined,
};

/** Members that an operation requires although its schema makes them optional: one of several, or at least one. */
export const ALSO: Record<string, string[]> = {
  setProjectStatus: ['status'],
  listWebhooks: ['projectId'],
  createWebhook: ['projectId'],
  createRelease: ['name'],
  assignProjectUsers: ['ownerId'],
  findFileIds: ['filePath'],
  updateInventory: ['description'],
  addInventoryFiles: ['filePaths'],
  removeInventoryFiles: ['filePaths'],
  searchInventoriesByDate: ['startTime'],
  searchInventories: ['fileIds'],
  searchComponents: ['searchTerm'],
  lookupLicense: ['licenseName'],
  searchUsers: ['login'],
  createRule: ['ruleInfo'],
  updateRule: ['ruleInfo'],
  suppressVulnerability: ['versionIds'],
  decideItems: ['inventoryIds'],
  decideFiles: ['fileIds'],
  decideTasks: ['taskIds'],
  decideVulnerabilities: ['vulnerabilityIds'],
  decideVulnerabilitiesOfProjects: ['vulnerabilityIds'],
  analyzeVulnerabilities: ['inventoryIds'],
  liftVulnerabilityAnalyses: ['inventoryIds'],
  analyzeVulnerabilitiesOfProjects: ['inventoryIds'],
  liftVulnerabilityAnalysesOfProjects: ['inventoryIds'],
  changeVulnerabilityAlerts: ['isOpen'],
  listSuppressions: ['componentId'],
  listSuppressedVersions: ['componentVersionId'],
  setUserSource: ['password'],
  listUsingProjects: ['licenseId'],
  listUsingInventories: ['licenseId'],
  listUsingFiles: ['licenseId'],
  createAlmInstance: ['userName'],
  updateAlmInstance: ['userName'],
};

/** The same things, and each name under which one is asked for comes into `named`. */
export function watched(things: Things, named: Set<string>): Things {
  return new Proxy(things, {
    get(target, name: string) {
      named.add(name);
      return target[name];
    },
  });
}

export function samplerFor(routeId: string, things: Things): Sampler {
  return (path) => {
    const name = path.at(-1) ?? '';
    const meaning = MEANINGS[`${routeId} ${path.join(' ')}`] ?? MEANINGS[`${routeId} ${name}`];
    if (meaning) return meaning(things);
    if (name === 'component' && routeId.includes('Policy')) return 'shared';
    const named = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
    if (named) return named(things);
    return Object.hasOwn(things, name) ? things[name] : undefined;
  };
}
