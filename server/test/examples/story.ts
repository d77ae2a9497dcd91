// One installation from its first project to its last deletion, call by call. The calls become the examples in the API's description, so
// their names and texts are realistic. Operations that this file does not call are called by their schemas (recorder.ts).
// Each call needs the results of the earlier calls. Vulnerabilities, documents and other systems have files of their own.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { licenseLibrary } from '@assay/scanner/licenses';
import { tarGz } from '../archives.ts';
import type { Harness, Person } from '../harness.ts';
import type { Id, Recorder, Refuse, Say } from './recorder.ts';
import { tellExchange, tellReports } from './story-of-documents.ts';
import { tellMail, tellSources, tellTracker, tellWebhooks } from './story-of-other-systems.ts';
import { tellAdvisories, tellCurations, tellDecisions } from './story-of-vulnerabilities.ts';

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

/** Returns the names and ids that operations ask for. */
export async function tellStory(h: Harness, { say, refuse }: Recorder): Promise<Record<string, number | string>> {
  const people = await tellPeople(h, say, refuse);
  const projectId = await tellProject(say, refuse);
  const library = await tellLibrary(say, refuse);
  const folderId = await tellFolders(say);
  await tellSettings(h, say);
  const scanJobId = await tellScan(h, say, projectId);
  const inventoryId = await tellInventory(say, refuse, projectId, library);
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
  await say('findLicenses', { query: { find: 'GPL-2.0', limit: 2 } });
  await say('getLicensePage', { params: { license: 'Example-SL-1.0' } });
  await refuse('getLicensePage', { params: { license: 'No-Such-License' } }, 404);
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
  refuse: Refuse,
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
  await say('listUsingProjects', { query: { componentId: library.componentId } });
  await say('listUsingInventories', { query: { componentId: library.componentId } });
  await say('listUsingFiles', { query: { componentId: library.componentId, limit: 2 } });
  await say('listLicenseTexts', { params: { licenseId: library.licenseId }, query: { limit: 1 } });
  await say('searchEverything', { query: { find: 'shop', kind: 'COMPONENTS' } });
  await say('tryPolicyRules', {
    body: { rules: { licenses: [{ license: 'MIT', decision: 'APPROVED' }] }, projectIds: [projectId] },
  });
  await refuse('tryPolicyRules', { body: { rules: {}, projectIds: [999_999] } }, 404);
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
