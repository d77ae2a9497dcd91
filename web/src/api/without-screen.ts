// The operations that no screen uses, each with its reason. The test beside this list compares it with what the page calls, so that a new operation needs
// a screen or a reason, and one that got a screen leaves the list.

/** Sent from addresses that are put together: the file, and the words in it that show it. */
export const COMPOSED: Readonly<Record<string, readonly [file: string, words: string]>> = {
  downloadReleaseDossier: ['releases/queries.ts', '/dossier'],
  downloadReleaseDocument: ['releases/queries.ts', '/document?'],
  createResumableUpload: ['uploads/sending.ts', "call('POST',"],
  appendResumableUpload: ['uploads/sending.ts', "'PATCH'"],
  terminateResumableUpload: ['uploads/sending.ts', "call('DELETE',"],
  importVex: ['vulnerabilities/queries.ts', 'vulnerabilityAnalyses/import'],
};

const FORMER = 'a former address of an operation that has a screen; programs still use it';
const PROGRAMS = 'for programs: the same is on the page in another shape';
const DECISIONS = 'for programs: the page decides about one item by the operation for many, which can be undone';
const SENDER = 'spoken by "assay scan --to" on build machines, step by step';
const MAILS = 'internal: mails read their templates by it';

export const WITHOUT_SCREEN: Readonly<Record<string, string>> = {
  createProjectLegacy: FORMER,
  getProjectId: FORMER,
  getProjectIdAlias: FORMER,
  importProjectDataLegacy: FORMER,
  listProjectInventory: FORMER,
  getInventoryLite: FORMER,
  generateReportLegacy: FORMER,
  listJobsAlias: FORMER,
  startScanAlias: FORMER,
  getScanStatus: FORMER,

  uploadProjectCodebase: 'for programs: the page sends archives in parts, so that it can go on after a break',
  setInventoryStatus: DECISIONS,
  publishInventory: DECISIONS,
  recallInventory: DECISIONS,
  reviewCodebaseFolder: 'for programs: the page marks folders by the operation for many files, which can be undone',
  listScannedFiles: PROGRAMS,
  listEvidences: PROGRAMS,
  findFileIds: PROGRAMS,
  getInventorySummary: PROGRAMS,
  listInventoriesOfAlias: PROGRAMS,
  searchInventoriesByDate: PROGRAMS,
  searchInventories: PROGRAMS,
  lookupComponents: 'for programs: the library is searched by words on the page',
  lookupLicense: 'for programs: the page of a license shows more',
  getVersion: 'for programs: the page of a component lists its versions with their licenses',
  getTask: 'for programs: tasks are opened in their list, which has all of their members',
  getRule: 'for programs: rules are opened in their list, which has all of their members',
  getScanProfile: 'for programs: profiles are opened in their list, which has all of their members',
  getAnalysisRule: 'for programs: rules are opened in their list, which has all of their members',
  getProjectProfile: 'for programs: the settings of a project name its profile, and administrators see what is in it',
  getSbom: 'for programs: receipts are opened in their list, which has all of their members',
  searchUsers: 'for programs: users are searched in their list on the page',
  listCurations: 'for programs: the page shows the sources with their counts; their facts are files of people',
  getPackageLookup: 'for programs: what a registry answered is shown on components and items',
  listSuppressedVersions:
    'for programs: suppressed vulnerabilities are shown on the page of the vulnerability and in its projects',
  listSuppressions:
    'for programs: suppressed vulnerabilities are shown on the page of the vulnerability and in its projects',
  uploadReport: 'for programs: report scripts and other systems hand in a finished report',
  getProjectContact: 'for programs: the people of a project are shown together',
  setProjectContact: 'for programs: the people of a project are changed together',
  listChildProjects: 'for programs: the settings of a project show its relatives from GET /projects/{projectId}',
  listParentProjects: 'for programs: the settings of a project show its relatives from GET /projects/{projectId}',
  updateLicenseExternalId: 'for programs that keep licenses elsewhere: the id means something there only',
  getInventoryWorkflow: 'an external approval workflow keeps its values by it',
  setInventoryWorkflow: 'an external approval workflow keeps its values by it',
  login: 'for programs: the page signs in by POST /session, whose cookie no script can read',
  agentSupports: 'scan agents ask it for the release of the interface',
  receivePush: 'code hosts call it',
  beginRemoteSend: SENDER,
  sendRemoteFiles: SENDER,
  sendRemoteFacts: SENDER,
  finishRemoteSend: SENDER,
  getEmailTemplate: MAILS,
  getEmailTemplateImage: MAILS,
  emailTemplateExists: MAILS,

  assignTaskIssues:
    "for programs: it takes the tracker's own numbers of issues, which its pages do not show; the page creates issues",
};
