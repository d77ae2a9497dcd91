// One installation from its first project to its last deletion, call by call. The calls become the examples in the API's description, so
// their names and texts are realistic. Operations that this file does not call are called by their schemas (recorder.ts).
// It is one long file, because each call needs the results of the earlier calls.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { licenseLibrary } from '@assay/scanner/licenses';
import { onlyRow } from '../../src/db/postgres/rows.ts';
import { insertPasswordReset } from '../../src/db/users/passwords.ts';
import { findUserByLogin } from '../../src/db/users/users.ts';
import { hashToken } from '../../src/security/tokens.ts';
import { tarGz, zip } from '../archives.ts';
import type { Harness, Person } from '../harness.ts';
import { mailTo, startMailServer } from '../mail-server.ts';
import type { Recorder } from './recorder.ts';

const MIT = licenseLibrary()
  .find((license) => license.id === 'MIT')!
  .text.replace('<year> <copyright holders>', '2024 Ada Lovelace');

const CODE_BASE = tarGz([
  {
    name: 'shop/package-lock.json',
    content: JSON.stringify({
      name: 'shop',
      version: '2.1.0',
      lockfileVersion: 3,
      packages: {
        '': { name: 'shop', version: '2.1.0', license: 'Apache-2.0', dependencies: { lodash: '^4.17.0' } },
        'node_modules/lodash': { version: '4.17.21', license: 'MIT' },
        'node_modules/left-pad': { version: '1.3.0', license: 'WTFPL' },
      },
    }),
  },
  {
    name: 'shop/src/index.js',
    content: '// SPDX-License-Identifier: Apache-2.0\n// Copyright (c) 2023 Example Corporation\n',
  },
  { name: 'vendor/LICENSE', content: MIT },
  { name: 'vendor/main.c', content: '/* SPDX-License-Identifier: MIT */\nint main(void) { return 0; }\n' },
]);

type Id = number;

/** Returns the names and ids that operations ask for. */
export async function tellStory(h: Harness, { say, refuse }: Recorder): Promise<Record<string, number | string>> {
  const people = await tellPeople(h, say, refuse);
  const projectId = await tellProject(say, refuse);
  const library = await tellLibrary(say, refuse);
  const folderId = await tellFolders(say);
  await tellSettings(h, say);
  const scanJobId = await tellScan(h, say, projectId);
  const inventoryId = await tellInventory(say, projectId, library);
  const taskId = await tellTasks(say, inventoryId);
  await tellReports(h, say, refuse, projectId);
  await tellExchange(h, { say, refuse }, projectId);
  await tellSources(h, say, projectId);
  await tellCurations(h, say, refuse);
  const webhookId = await tellWebhooks(say, refuse);
  const alertId = await tellAdvisories(h, say, refuse, inventoryId);
  await tellDecisions(h, say, refuse, projectId);
  await tellTracker(say, projectId, taskId);
  await tellMail(h, say);
  const { rows } = await h.database.pool.query(
    'select id, path, folder_id from files where project_id = $1 order by id limit 1',
    [projectId],
  );
  return {
    ...people,
    ...library,
    projectId,
    folderId,
    inventoryId,
    taskId,
    jobId: scanJobId,
    fileId: rows[0].id,
    filePath: rows[0].path,
    codebaseFolderId: rows[0].folder_id,
    reportId: 1,
    webhookId,
    alertId,
    vulnerabilityName: 'ACME-2026-1',
    source: 'osv-npm',
  };
}

type Say = Recorder['say'];
type Refuse = Recorder['refuse'];

async function tellPeople(h: Harness, say: Say, refuse: Refuse) {
  await h.person('ada', ['create_project']);
  const user = {
    login: 'grace',
    firstName: 'Grace',
    lastName: 'Hopper',
    email: 'grace@example.org',
    password: 'Compiler-1952',
    question: 'What was the first bug?',
    answer: 'A moth',
  };
  const userId = (await say('createUser', { body: user })).id as Id;
  await say('setUserPermissions', {
    params: { loginId: 'grace' },
    body: { permissions: ['create_project', 'edit_policy'] },
  });
  const { token } = await say('login', { body: { username: 'grace', password: 'Compiler-1952' }, as: null });
  await tellAccount(say, { id: userId, login: 'grace', token: token as string });
  await say('updateUser', { params: { loginId: 'grace' }, body: { email: 'grace@example.org' } });
  await say('setUserPassword', { params: { loginId: 'grace' }, body: { password: 'Compiler-1952' } });
  await say('createSession', { body: { username: 'grace', password: 'Compiler-1952' }, as: null });
  await say('searchUsers', { query: { login: 'grace' } });
  await say('deactivateUser', { params: { loginId: 'grace' } });
  await say('activateUser', { params: { loginId: 'grace' } });
  const again = await say('login', { body: { username: 'grace', password: 'Compiler-1952' }, as: null });
  const as = { id: userId, login: 'grace', token: again.token as string };
  const lost = (await say('createToken', { as, body: { name: 'Lost laptop', expiresOn: '2999-12-31' } })).id as Id;
  await say('listTokensOfUser', { params: { loginId: 'grace' } });
  await say('revokeTokenOfUser', { params: { loginId: 'grace', tokenId: lost } });
  await refuse('createToken', { body: { name: 'Of no project', projectIds: [999_999] } }, 404);
  const tokenId = (await say('createToken', { body: { name: 'Jenkins', expiresOn: '2999-12-31' } })).id as Id;
  await say('renameToken', { params: { tokenId }, body: { name: 'Build server' } });
  await say('listTokens', {});
  return { userId, loginId: 'grace', tokenId };
}

async function tellAccount(say: Say, as: Person) {
  await say('getAccount', { as });
  await say('updateAccount', { as, body: { firstName: 'Grace Brewster', lastName: 'Hopper' } });
  const currentPassword = 'Compiler-1952';
  const question = { currentPassword, question: 'What was the first bug?', answer: 'A moth' };
  await say('changeSecurityQuestion', { as, body: question });
  await say('changePassword', { as, body: { currentPassword, password: 'Nanosecond-30' } });
}

async function tellProject(say: Say, refuse: Refuse): Promise<Id> {
  const body = { name: 'Shop', description: 'The web shop', risk: 'HIGH', autoPublish: true, folderName: 'Projects' };
  const projectId = (await say('createProject', { body })).id as Id;
  await refuse('createProject', { body }, 400);
  await say('createProjectLegacy', { body: { projectName: 'Warehouse', description: 'Stock and shipping' } });
  const childId = (await say('createProject', { body: { name: 'Shop search' } })).id as Id;
  await say('addChildProjects', { params: { projectId }, query: { childProjectIds: String(childId) } });
  await refuse(
    'addChildProjects',
    { params: { projectId: childId }, query: { childProjectIds: String(projectId) } },
    400,
  );
  await say('listChildProjects', { params: { projectId }, query: { recursive: true } });
  await say('listParentProjects', { params: { projectId: childId } });
  await say('removeChildProjects', { params: { projectId }, query: { childProjectIds: String(childId) } });
  await say('setProjectContact', { params: { projectId: childId }, body: { contact: 'grace' } });
  await say('getProjectId', { query: { projectName: 'Shop' } });
  await say('updateProject', {
    params: { projectId },
    body: { description: 'The web shop and its search', minimumConfidence: 'MEDIUM' },
  });
  await say('assignProjectUsers', {
    params: { projectId },
    body: { userRoles: { roleId: 'REVIEWER', users: ['grace'] } },
  });
  await say('listProjectUsers', { params: { projectId }, query: { roleId: 'REVIEWER' } });
  await say('unassignProjectUsers', { params: { projectId }, body: { roleId: 'REVIEWER', users: ['grace'] } });
  await say('setProjectStatus', { params: { projectId }, query: { status: 'Analysis In Progress' } });
  await say('setProjectStatus', { params: { projectId }, query: { status: 'Project Completed' } });
  await refuse('updateProject', { params: { projectId }, body: { description: 'Too late' } }, 400);
  await say('unlockProject', { params: { projectId } });
  await say('getProject', { params: { projectId } });
  await say('listProjects', { query: { name: 'shop', limit: 25 } });
  return projectId;
}

async function tellLibrary(say: Say, refuse: Refuse) {
  const license = {
    name: 'Example Corporation Source License',
    shortName: 'Example-SL-1.0',
    licenseText: 'You may use this software inside of Example Corporation and nowhere else.',
    priority: 'P2',
    url: 'https://example.org/license',
  };
  const licenseId = (await say('createLicense', { body: license })).id as Id;
  await refuse('createLicense', { body: license }, 400);
  await say('updateLicense', {
    params: { licenseId },
    body: { ...license, description: 'Asked for by the legal department' },
  });
  await say('updateLicenseExternalId', { params: { licenseId }, body: { externalId: 'LEGAL-17' } });
  await say('getLicense', { params: { shortName: 'Example-SL-1.0' } });
  await say('lookupLicense', { query: { licenseName: 'Example-SL-1.0' } });
  await say('listLicenses', { query: { onlyCustom: true } });
  const component = {
    name: 'shop-widgets',
    title: 'Shop widgets',
    url: 'https://example.org/widgets',
    encryption: 'NO',
    forgeId: 1,
  };
  const componentId = (await say('createComponent', { body: component })).id as Id;
  const versionId = (await say('createVersion', { params: { componentId }, body: { name: '3.2.1', licenseId } }))
    .id as Id;
  await say('searchComponents', {
    query: { searchBy: 'NAME', filter: 'BEGINS_WITH', searchTerm: 'shop', includeVersions: true },
  });
  await say('lookupComponents', { query: { keyword: 'widgets' } });
  await say('updateComponent', {
    params: { componentId },
    body: { description: 'Buttons and boxes of all our shops' },
  });
  await say('listComponents', { query: { find: 'widgets', custom: true } });
  await say('getComponent', { params: { componentId } });
  await say('getVersion', { params: { id: versionId } });
  const ofVersion = { componentId, id: versionId };
  const reason = 'The makers confirmed it by mail';
  await say('setVersionLicense', { params: ofVersion, body: { licenseId, reason } });
  await say('listRememberedLicenses', { params: { componentId }, query: { versionId } });
  await say('forgetVersionLicense', { params: ofVersion, query: { reason: 'It was another release' } });
  await refuse('forgetVersionLicense', { params: ofVersion }, 404);
  await say('listVersionLicenseDecisions', { params: { versionId } });
  const suppression = {
    componentId,
    versionIds: [versionId],
    vulnerabilityName: 'CVE-2021-44228',
    remarks: 'The class is not shipped',
  };
  await say('suppressVulnerability', {
    body: { ...suppression, reason: 'FALSE_POSITIVE', versionScope: 'SPECIFIC_VERSIONS' },
  });
  await say('listSuppressions', { query: { componentId } });
  await say('listSuppressedVersions', { query: { componentVersionId: versionId } });
  await say('unsuppressVulnerability', { body: { ...suppression, remarks: 'It is shipped since 3.2' } });
  await refuse('unsuppressVulnerability', { body: { ...suppression, vulnerabilityName: 'CVE-2014-0160' } }, 404);
  const rule = {
    componentId,
    versionId,
    licenseId,
    ruleInfo: [{ detectionType: 'filePath', detectionCriteria: ['shop/widgets/**'] }],
  };
  const ruleId = (await say('createRule', { body: rule })).id as Id;
  await say('updateRule', { body: { id: ruleId, ...rule, description: 'Widgets of the shop' } });
  const spareId = (await say('createRule', { body: { ...rule, description: 'Made by mistake' } })).id as Id;
  await say('deleteRule', { params: { ruleId: spareId } });
  const oldVersionId = (await say('createVersion', { params: { componentId }, body: { name: '0.1' } })).id as Id;
  await say('deleteVersion', { params: { componentId, id: oldVersionId } });
  return { licenseId, componentId, versionId, ruleId };
}

async function tellFolders(say: Say): Promise<Id> {
  const folderId = (await say('createFolder', { body: { name: 'Web', parentFolderId: 1 } })).id as Id;
  await say('updateFolder', { params: { folderId }, body: { name: 'Web applications' } });
  await say('searchFolders', { query: { folderName: 'web' } });
  await say('getFolder', { params: { folderId: 1 } });
  return folderId;
}

async function tellSettings(h: Harness, say: Say): Promise<void> {
  const images = join(h.app.folder.emailTemplates, 'images');
  await mkdir(images, { recursive: true });
  await writeFile(join(h.app.folder.emailTemplates, 'new_account.html'), '<p>Welcome to Example Corporation.</p>');
  await writeFile(join(images, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await say('getEmailTemplate', { params: { templateName: 'new_account' } });
  await say('getEmailTemplateImage', { params: { imageName: 'logo.svg' } });
  const rules = {
    licenses: [{ license: 'MIT', decision: 'APPROVED' }],
    components: [{ component: 'pkg:npm/left-pad', versions: '*', decision: 'REJECTED' }],
    vulnerabilities: { rejectScoreAbove: 8 },
  };
  const policyId = (await say('createPolicy', { body: { name: 'Web products', rules } })).id as Id;
  await say('updatePolicy', {
    params: { policyId },
    body: { name: 'Web products', description: 'For what customers download', rules },
  });
  await say('deletePolicy', { params: { policyId } });
  const profileId = (
    await say('createScanProfile', { body: { name: 'Without tests', settings: { exclusions: ['**/test/**'] } } })
  ).id as Id;
  await say('updateScanProfile', {
    params: { profileId },
    body: { name: 'Without tests', settings: { exclusions: ['**/test/**', '**/tests/**'] } },
  });
  await say('getScanProfile', { params: { profileId } });
  await say('deleteScanProfile', { params: { profileId } });
  const fieldId = (await say('createCustomField', { body: { scope: 'PROJECT', label: 'Cost centre', type: 'TEXT' } }))
    .id as Id;
  await say('updateCustomField', { params: { fieldId }, body: { helpText: 'Four digits' } });
}

async function tellScan(h: Harness, say: Say, projectId: Id): Promise<Id> {
  await say('uploadProjectCodebase', { query: { projectId }, raw: CODE_BASE });
  const answer = await say('startScan', { params: { projectId } });
  const taskId = answer['Content: '] as Id;
  const job = await h.jobOver(taskId);
  if (job.status !== 'Completed') throw new Error(`The scan ended ${job.status}: ${job.error}`);
  await say('getScanStatus', { params: { taskId } });
  await say('listScannedFiles', { params: { projectId }, query: { includeMD5Hash: true, limit: 2 } });
  await say('findFileIds', { params: { projectId }, query: { filePath: 'shop/src/index.js' } });
  await say('listJobs', { query: { projectId } });
  await say('listCodebase', { params: { projectId }, query: { folderPath: 'shop' } });
  return taskId;
}

async function tellInventory(
  say: Say,
  projectId: Id,
  library: { componentId: Id; versionId: Id; licenseId: Id },
): Promise<Id> {
  const component = { id: library.componentId, versionId: library.versionId, licenseId: library.licenseId };
  const inventoryModel = {
    name: 'Shop widgets 3.2.1',
    inventoryType: 'COMPONENT',
    component,
    disclosed: 'YES',
    confidenceLevel: 'HIGH',
  };
  const inventoryId = (await say('createInventory', { body: { projectId, inventoryModel } })).id as Id;
  await say('addInventoryFiles', {
    params: { inventoryId },
    body: { filePaths: ['shop/src/index.js'], markAssociatedFilesAsReviewed: true },
  });
  await say('removeInventoryFiles', { params: { inventoryId }, body: { filePaths: ['shop/src/index.js'] } });
  await say('updateInventory', {
    params: { inventoryId },
    body: { usageGuidance: 'Only inside of the shop', linking: 'STATIC' },
  });
  await say('publishInventory', { params: { inventoryId } });
  await say('setInventoryStatus', { params: { inventoryId }, query: { status: 'APPROVED' } });
  await say('setInventoryWorkflow', { params: { inventoryId }, body: [{ key: 'ticket', value: 'OSS-42' }] });
  await say('updateInventoryNotices', { params: { inventoryId }, query: { overwrite: true } });
  await say('getInventory', { params: { inventoryId } });
  await say('listComponentInventories', { params: { componentId: library.componentId } });
  await say('getInventoryHistory', { params: { inventoryId } });
  await say('listProjectInventory', { params: { projectId }, query: { size: 2 } });
  await say('getInventorySummary', {
    params: { projectId },
    query: { published: 'ALL', limit: 2, vulnerabilitySummary: true },
  });
  await say('listInventoryItems', { params: { projectId }, query: { search: 'lodash', sort: '-files' } });
  await say('searchInventoriesByDate', { query: { startTime: '2020-01-01 00:00:00', limit: 2 } });
  await say('getInventoryLite', { params: { projectId }, query: { size: 2 } });
  await say('getInventoryDelta', { params: { projectId }, query: { size: 2 } });
  await say('listInventoriesOfAlias', { params: { projectId, alias: 'assay' }, query: { limit: 1 } });
  return inventoryId;
}

async function tellTasks(say: Say, inventoryId: Id): Promise<Id> {
  const body = { summary: 'Ask the vendor about the license', type: 'MISCELLANEOUS', priority: 'HIGH', owner: 'grace' };
  const taskId = (await say('createTask', { query: { inventoryId }, body })).id as Id;
  await say('updateTask', { params: { taskId }, body: { details: 'By the end of the month' } });
  await say('reassignTask', { params: { taskId }, query: { ownerId: 'admin' } });
  await say('closeTask', { params: { taskId }, query: { resolution: 'CLOSED' } });
  await say('reopenTask', { params: { taskId } });
  await say('getTask', { params: { taskId } });
  await say('searchTasks', { query: { limit: 2 } });
  return taskId;
}

async function tellReports(h: Harness, say: Say, refuse: Refuse, projectId: Id): Promise<void> {
  const answer = await say('generateReport', { params: { projectId, reportId: 1 }, body: {} });
  const { taskId } = answer.data as { taskId: Id };
  const job = await h.jobOver(taskId);
  if (job.status !== 'Completed') throw new Error(`The report ended ${job.status}: ${job.error}`);
  await say('downloadReport', { params: { projectId, reportId: 1 }, query: { taskId } });
  await say('viewReport', { params: { projectId, reportId: 1 } });
  const exported = await say('queueSbomExport', { params: { projectId }, query: { format: 'cyclonedx-1.6' } });
  const sbom = await h.jobOver(exported.id as number);
  if (sbom.status !== 'Completed') throw new Error(`The export ended ${sbom.status}: ${sbom.error}`);
  await say('getSbomExport', { params: { projectId } });
  await say('downloadSbomExport', { params: { projectId } });
  await say('getSigningKey', {});
  await say('listNoticeStatements', { params: { projectId }, query: {} });
  await say('editNoticeStatements', {
    params: { projectId },
    body: {
      edits: [
        {
          statement: 'Copyright (c) 2023 Example Corporation',
          action: 'strike',
          reason: 'Our own code',
        },
      ],
    },
  });
  await say('listNoticeTexts', { params: { projectId }, query: {} });
  await say('generateReportLegacy', { query: { projectId, reportType: 'PROJECT' } });
  const report = { name: 'Licenses by team', path: 'licenses_by_team/create_report.sh', order: 7 };
  const id = (await say('createReport', { body: report })).id as Id;
  await say('uploadReport', {
    form: {
      projectId,
      reportId: id,
      file: await zip({
        'licenses.html': '<p>Licenses by team</p>',
        'all-formats.zip': await zip({ 'licenses.json': '{}' }),
      }),
    },
  });
  await say('updateReport', { body: { id, ...report, enabled: false } });
  const script = { 'licenses_by_team/create_report.sh': '#!/bin/sh\nexec python3 create_report.py "$@"\n' };
  await say('installReportScripts', { form: { file: await zip(script) } });
  await say('listReportScripts', {});
  await say('removeReportScript', { params: { folder: 'licenses_by_team' } });
  await refuse('removeReportScript', { params: { folder: 'licenses_by_team' } }, 404);
  await tellTemplates(say, refuse, projectId);
  await refuse('deleteReport', { params: { reportId: 1 } }, 400);
  await say('deleteReport', { params: { reportId: id } });
}

async function tellTemplates(say: Say, refuse: Refuse, projectId: Id): Promise<void> {
  const params = { folder: 'team_page' };
  const first = '<h1>{{ project.name }}</h1>';
  const text = '<h1>{{ project.name }}</h1>\n<p>{{ inventory | size }} items</p>';
  await say('saveReportTemplate', { params, body: { text: first, format: 'html', note: 'First words' } });
  await say('previewReportTemplate', { params, body: { projectId, text } });
  await say('saveReportTemplate', { params, body: { text, note: 'Counts the items' } });
  const unknown = { folder: 'nowhere' };
  await refuse('saveReportTemplate', { params: unknown, body: { text, format: 'html', entityVersion: 'a' } }, 404);
  await say('getReportTemplate', { params });
  await say('listReportTemplateVersions', { params, query: {} });
  await say('getReportTemplateVersion', { params: { ...params, version: 1 } });
  await say('restoreReportTemplateVersion', { params: { ...params, version: 1 } });
  const nowhere = { folder: 'nowhere' };
  await refuse('getReportTemplate', { params: nowhere }, 404);
  await refuse('listReportTemplateVersions', { params: nowhere, query: {} }, 404);
  await refuse('previewReportTemplate', { params: nowhere, body: { projectId } }, 404);
  await refuse('getReportTemplateVersion', { params: { ...params, version: 99 } }, 404);
  await refuse('restoreReportTemplateVersion', { params: { ...params, version: 99 } }, 404);
}

async function tellSboms(h: Harness, { say, refuse }: Pick<Recorder, 'say' | 'refuse'>, projectId: Id): Promise<void> {
  const { rows } = await h.database.pool.query<{ id: number }>('select id from sboms where project_id = $1', [
    projectId,
  ]);
  const params = { projectId, sbomId: onlyRow(rows).id };
  await say('listSboms', { params: { projectId }, query: {} });
  await refuse('listSboms', { params: { projectId: 999_999 }, query: {} }, 404);
  await say('getSbom', { params });
  await say('listSbomElements', { params, query: {} });
  await say('listSbomIssues', { params, query: {} });
  await say('downloadSbom', { params });
  const unknown = { projectId, sbomId: 999_999 };
  await refuse('getSbom', { params: unknown }, 404);
  await refuse('listSbomElements', { params: unknown, query: {} }, 404);
  await refuse('listSbomIssues', { params: unknown, query: {} }, 404);
  await refuse('downloadSbom', { params: unknown }, 404);
}

async function tellExchange(
  h: Harness,
  { say, refuse }: Pick<Recorder, 'say' | 'refuse'>,
  projectId: Id,
): Promise<void> {
  const exported = await h.call('GET', `/project/exportProjectData?projectId=${projectId}`);
  const importFile = exported.response.rawPayload;
  await say('exportProjectData', { query: { projectId } });
  const joining = { addFilesToInventory: true, markFilesAsReviewed: false, inventoryFileMatchingCriteria: 'MD5' };
  const over = async ({ data }: Awaited<ReturnType<Say>>) => h.jobOver((data as { taskId: number }).taskId);
  await over(await say('importProjectData', { params: { projectId }, form: { importFile, ...joining } }));
  await say('importProjectDataLegacy', { query: { projectId }, raw: importFile });
  await h.allJobsOver();
  const findings = {
    meta: { application: 'Dependency-Track' },
    project: { name: 'Shop' },
    findings: [],
  };
  const file = Buffer.from(JSON.stringify(findings));
  await over(await say('importForeignData', { params: { projectId }, form: { file } }));
  const copy = await say('copyProject', { params: { projectId }, body: { name: 'Shop, as it was shipped' } });
  await h.jobOver(copy.id as number);
  const branch = await say('branchProject', { params: { projectId }, form: { name: 'Shop 2' } });
  await h.jobOver(branch.id as number);
  const components = [
    { type: 'library', name: 'left-pad', version: '1.3.0', purl: 'pkg:npm/left-pad@1.3.0' },
    { type: 'file', name: 'README.md' },
  ];
  const metadata = { component: { type: 'application', name: 'shop', version: '1.0' } };
  const sbomFile = Buffer.from(
    JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata, components }),
  );
  await over(await say('importSbom', { params: { projectId }, form: { sbomFile } }));
  await refuse('importSbom', { params: { projectId }, form: { sbomFile: Buffer.from('{}') } }, 400);
  await tellSboms(h, { say, refuse }, projectId);
  const { rows } = await h.database.pool.query<{ id: number }>(
    `insert into jobs (type, project_id, project_name, status) values ('Notices Report', $1, 'Shop', 'New') returning id`,
    [projectId],
  );
  await say('cancelJob', { params: { jobId: onlyRow(rows).id } });
  await say('importLicenseRules', { raw: tarGz([{ name: 'rules/empty.txt', content: '' }]) });
}

async function tellAdvisories(h: Harness, say: Say, refuse: Refuse, inventoryId: Id): Promise<Id> {
  const advisory = {
    id: 'ACME-2026-1',
    aliases: ['CVE-2026-1001'],
    summary: 'Widgets open the door',
    severity: 'high',
    packages: [{ purl: 'pkg:npm/widgets', versions: ['>=1.0.0 <1.4.2'] }],
  };
  const { id } = await say('addOwnAdvisories', { body: { advisories: [advisory] } });
  await h.jobOver(id as number);
  const vulnerabilityName = advisory.id;
  await say('getVulnerability', { params: { vulnerabilityName } });
  await refuse('getVulnerability', { params: { vulnerabilityName: 'CVE-1999-0001' } }, 404);
  await say('explainMatch', { query: { purl: 'pkg:npm/widgets@1.4.1', vulnerabilityName } });
  await refuse('explainMatch', { query: { purl: 'pkg:npm/widgets@1.4.1', vulnerabilityName: 'CVE-1999-0001' } }, 404);
  await say('findAffectedItems', { query: { by: 'widgets 1.4.1', from: '2026-01-01' } });
  await say('listVulnerabilities', { query: { search: 'widgets' } });
  await say('listItemsOfVulnerability', { params: { vulnerabilityName } });
  const location = 'https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip';
  await say('setAdvisorySource', { params: { source: 'osv-npm' }, body: { location, isEnabled: false } });
  await refuse('deleteAdvisorySource', { params: { source: 'no-such-source' } }, 404);
  await say('trustAdvisoryKey', { body: { key: 'n7tA33O9h7Pb4Lol9HkXmSPQqlv5Rz20wTU02YJDwGo=' } });
  const raw = Buffer.from(JSON.stringify({ advisories: [advisory] }));
  const queued = await say('importAdvisories', { query: { source: 'own' }, raw });
  await h.jobOver(queued.id as number);
  const { rows } = await h.database.pool.query<{ id: number }>(
    `insert into vulnerability_alerts (item_id, project_id, vulnerability_id, priority)
     select i.id, i.project_id, v.id, 'HIGH' from inventory_items i, vulnerabilities v where i.id = $1 and v.is_recorded limit 1 returning id`,
    [inventoryId],
  );
  const alertId = onlyRow(rows).id;
  await say('listAllVulnerabilityAlerts', { query: { state: 'OPEN', priority: 'HIGH' } });
  const closing = { alertIds: [alertId], isOpen: false, previewOnly: true };
  await say('changeVulnerabilityAlerts', { body: closing });
  await refuse('changeVulnerabilityAlerts', { body: { alertIds: [alertId] } }, 400);
  return alertId;
}

/**
 * The code base contains a part of a dependency. Asks which version removes its vulnerability, and accepts that the
 * vulnerable code is absent.
 */
async function tellDecisions(h: Harness, say: Say, refuse: Refuse, projectId: Id): Promise<void> {
  const record = {
    id: 'GHSA-2026-aaaa-bbbb',
    modified: '2026-01-02T00:00:00Z',
    summary: 'Padding takes long',
    affected: [
      {
        package: { ecosystem: 'npm', name: 'left-pad' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.3.1' }] }],
        ecosystem_specific: { affects: { functions: ['left_pad::pad'] } },
      },
    ],
  };
  const { body } = await h.call('POST', '/advisories/import?source=github', {
    raw: Buffer.from(JSON.stringify(record)),
    headers: { 'x-file-name': 'record.json', 'content-type': 'application/octet-stream' },
  });
  await h.jobOver(body.id);
  const { rows } = await h.database.pool.query<{ id: number }>(
    `with item as (select id from inventory_items where project_id = $1 and purl = 'pkg:npm/left-pad@1.3.0'),
      tied as (insert into inventory_files (item_id, file_id)
        select item.id, f.id from item, files f where f.project_id = $1 and f.name = 'main.c' on conflict do nothing)
     select id from item`,
    [projectId],
  );
  const inventoryId = Number(onlyRow(rows).id);
  const params = { inventoryId, vulnerabilityName: record.id };
  await say('listProjectRemedies', { params: { projectId } });
  await say('listInventoryRemedies', { params: { inventoryId } });
  await say('askInventoryRemedies', { params: { inventoryId } });
  await say('getVulnerableCode', { params });
  const chosen = { inventoryIds: [inventoryId], vulnerabilityNames: [record.id] };
  await say('analyzeVulnerabilities', {
    params: { projectId },
    body: { ...chosen, state: 'IN_TRIAGE', detail: 'Grace looks at it', expiresOn: '2099-12-31' },
  });
  await say('liftVulnerabilityAnalyses', { params: { projectId }, body: { ...chosen, remarks: 'It was another one' } });
  const statement = {
    vulnerability: { name: record.id },
    products: [{ '@id': 'pkg:npm/left-pad@1.3.0' }],
    status: 'not_affected',
    justification: 'vulnerable_code_not_in_execute_path',
  };
  const vex = {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': 'https://example.org/vex/1',
    author: 'Example House',
  };
  const raw = Buffer.from(JSON.stringify({ ...vex, timestamp: '2026-01-02T03:04:05Z', statements: [statement] }));
  await say('importVex', { params: { projectId }, query: { previewOnly: true }, raw });
  await refuse('importVex', { params: { projectId }, raw: Buffer.from('{}') }, 400);
  await tellVexSources(h, say, refuse, raw);
  const everywhere = { vulnerabilityNames: [record.id] };
  await say('analyzeVulnerabilitiesOfProjects', {
    body: { ...everywhere, state: 'IN_TRIAGE', detail: 'Grace looks at it everywhere', previewOnly: true },
  });
  await refuse('analyzeVulnerabilitiesOfProjects', { body: { state: 'IN_TRIAGE' } }, 400);
  await say('liftVulnerabilityAnalysesOfProjects', { body: { ...everywhere, remarks: 'Looked at the wrong one' } });
  await refuse('liftVulnerabilityAnalysesOfProjects', { body: { remarks: 'Of nothing' } }, 400);
  await say('acceptVulnerableCodeAbsent', { params, body: { detail: 'We took one file of it' } });
}

/** The same document as a source, for all projects; it is switched off and removed again. */
async function tellVexSources(h: Harness, say: Say, refuse: Refuse, raw: Buffer): Promise<void> {
  const params = { source: 'example-house' };
  await say('importVexDocument', { params, raw });
  await refuse('importVexDocument', { params, raw: Buffer.from('{}') }, 400);
  await say('listVexSources', {});
  await say('listVexDocuments', { params });
  await say('listDecidedByVex', { params });
  await refuse('updateVexSource', { params }, 400);
  const location = 'http://127.0.0.1:1/vex.json';
  await say('setVexSource', { params, body: { location, isEnabled: false } });
  const queued = await say('updateVexSource', { params });
  await h.jobOver(queued.id as number);
  await say('deleteVexSource', { params });
  for (const id of ['deleteVexSource', 'updateVexSource', 'listVexDocuments', 'listDecidedByVex'])
    await refuse(id, { params }, 404);
}

/** Curated facts are imported, switched on and removed. */
async function tellCurations(h: Harness, say: Say, refuse: Refuse): Promise<void> {
  const raw = Buffer.from(
    '- id: "NPM::left-pad:1.3.0"\n  curations: {concluded_license: WTFPL, comment: Its LICENSE says so.}\n',
  );
  const queued = await say('importCurations', { query: { source: 'ours' }, raw });
  await h.jobOver(queued.id as number);
  const params = { source: 'ours' };
  await say('listCurationSources', {});
  await say('listCurations', { params, query: { find: 'left-pad' } });
  await say('setCurationSource', { params, body: { isEnabled: true, position: 1 } });
  const unknown = { params: { source: 'theirs' } };
  await refuse('listCurations', unknown, 404);
  await refuse('setCurationSource', { ...unknown, body: { isEnabled: true } }, 404);
  await refuse('deleteCurationSource', unknown, 404);
  await say('deleteCurationSource', { params });
}

async function tellSources(h: Harness, say: Say, projectId: Id): Promise<void> {
  const query = { projectId, instanceId: 0 };
  const svn = { url: 'https://example.org/svn/shop', userName: 'build', password: 'Trunk-and-branches-1' };
  const tfs = { url: 'https:example.org:443/collection/shop', username: 'build', password: 'Collections-1' };
  await say('createGitInstance', {
    query: { projectId },
    body: { url: 'https://example.org/shop.git', branch: 'main' },
  });
  await say('updateGitInstance', {
    query,
    body: { url: 'https://example.org/shop.git', tag: 'v2.1.0', expansionLevel: 2 },
  });
  await say('createSubversionInstance', { query: { projectId }, body: svn });
  await say('updateSubversionInstance', { query, body: { ...svn, revisionNumber: '1971' } });
  await say('createPerforceInstance', {
    query: { projectId },
    body: { url: 'ssl:example.org:1666/depot', branchSpec: 'depot/shop' },
  });
  await say('updatePerforceInstance', { query, body: { url: 'ssl:example.org:1666/depot', changeListNum: '4711' } });
  await say('createTFSInstance', { query: { projectId }, body: tfs });
  await say('updateTFSInstance', { query, body: { ...tfs, changeSet: '12' } });
  await say('listScmInstances', { query: { projectId } });
  await say('deleteScmInstance', { query: { ...query, scmType: 'TFS' } });
  // A scan would fetch from them.
  for (const type of ['GIT', 'SUBVERSION', 'PERFORCE'])
    await h.call('DELETE', `/scmInstances?projectId=${projectId}&scmType=${type}&instanceId=0`);
}

async function tellWebhooks(say: Say, refuse: Refuse): Promise<Id> {
  const body = { name: 'Chat room', url: 'https://chat.example.org/hooks/shop', events: ['project.scanned'] };
  const webhookId = (await say('createWebhook', { body: { ...body, secret: 'Shared-with-the-chat-room' } })).id as Id;
  await refuse('createWebhook', { body: { ...body, projectId: 999_999 } }, 404);
  await say('listWebhooks', {});
  await refuse('listWebhooks', { query: { projectId: 999_999 } }, 404);
  await say('listWebhookDeliveries', { params: { webhookId } });
  return webhookId;
}

/** The server of the tracker is not called here: creating an issue is only requested. */
async function tellTracker(say: Say, projectId: Id, taskId: Id): Promise<void> {
  const body = { name: 'Legal tracker', url: 'https://example.atlassian.net', projectKey: 'LEGAL' };
  const login = { userName: 'robot@example.org', secret: 'token-of-the-robot' };
  const instanceId = (await say('createAlmInstance', { body: { ...body, ...login } })).id as Id;
  await say('listAlmInstances', {});
  await say('setProjectAlm', { params: { projectId }, body: { instanceId, issueType: 'Bug' } });
  await say('getProjectAlm', { params: { projectId } });
  await say('createTaskIssue', { params: { taskId } });
  await say('listTaskIssues', { params: { taskId } });
  await say('deleteProjectAlm', { params: { projectId } });
  await say('updateAlmInstance', { params: { instanceId }, body: { ...body, ...login, issueType: 'Story' } });
  await say('setAlmSettings', { body: { schedule: { frequency: 'HOURLY', everyHours: 4 } } });
  await say('deleteAlmInstance', { params: { instanceId } });
}

/** The last part of the story, so that the earlier parts cause no mails. */
async function tellMail(h: Harness, say: Say): Promise<void> {
  const mails = await startMailServer();
  await say('setEmailSettings', {
    body: {
      host: 'mail.example.org',
      user: 'assay',
      password: 'Postage-paid-1',
      fromAddress: 'assay@example.org',
      baseUrl: 'https://assay.example.org',
    },
  });
  await say('getEmailSettings', {});
  await mailTo(h, mails);
  await say('sendTestMail', { body: { to: 'ada@example.org' } });
  await mails.close();
  const grace = (await findUserByLogin(h.app.db, 'grace'))!;
  const { rows } = await h.database.pool.query<{ id: Id }>(
    `insert into mails (template, recipient_id, state, attempts, address, subject, last_error)
     values ('scan_task', $1, 'FAILED', 1, 'grace@example.org', 'Scan of Shop: Completed', $2) returning id`,
    [grace.id, 'The mail server mail.example.org:587 answered to RCPT TO: 550 No such user'],
  );
  await say('listOutbox', {});
  await say('retryMail', { params: { mailId: onlyRow(rows).id } });
  await say('forgotPassword', { body: { login: 'grace' }, as: null });
  const token = 'the-end-of-the-link-that-was-mailed';
  await insertPasswordReset(h.app.db, {
    tokenHash: hashToken(token),
    userId: grace.id,
    createdAt: h.app.now(),
    expiresAt: new Date(h.app.now().getTime() + 3_600_000),
  });
  await say('getResetQuestion', { body: { token }, as: null });
  await say('resetPassword', { body: { token, answer: 'A moth', password: 'Compiler-1953' }, as: null });
}
