// The interface document against the route table, both ways: every operation of the document is a route, and every other route is
// declared as an extra of ours.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_ROUTES } from './routes.ts';

const DOCUMENT = new URL('../../docs/rest-interface.md', import.meta.url);

/** Operations that check rights and input but answer 501, because they are not built yet. This list only shrinks. */
const ANSWER_501: string[] = [];
/** Operations that are built, and answer 501 while an administrator has not set up what they need. */
const ANSWER_501_UNTIL_SET_UP = ['POST /ldap/sync'];

/**
 * Operations that the interface document does not describe, by group: for the page, for administrators, and those
 * that the document only names.
 */
const EXTRAS = {
  ALM: [
    'GET /almInstances',
    'POST /almInstances',
    'PUT /almInstances/{}',
    'DELETE /almInstances/{}',
    'POST /almInstances/{}/test',
    'GET /almSettings',
    'PUT /almSettings',
    'POST /almSettings/sync',
    'GET /projects/{}/alm',
    'PUT /projects/{}/alm',
    'DELETE /projects/{}/alm',
  ],
  'Curated facts': [
    'GET /curations',
    'POST /curations/import',
    'GET /curations/{}',
    'PUT /curations/{}',
    'DELETE /curations/{}',
  ],
  'Analysis rules': [
    'GET /analysisRules',
    'POST /analysisRules',
    'POST /analysisRules/preview',
    'GET /analysisRules/{}',
    'PUT /analysisRules/{}',
    'DELETE /analysisRules/{}',
    'PUT /analysisRules/{}/isEnabled',
    'GET /analysisRules/{}/decisions',
  ],
  Advisories: [
    'GET /advisories/status',
    'PUT /advisories/sources/{}',
    'DELETE /advisories/sources/{}',
    'POST /advisories/update',
    'POST /advisories/import',
    'POST /advisories/own',
    'GET /advisories/keys',
    'POST /advisories/keys',
    'DELETE /advisories/keys',
    'GET /advisories/explain',
    'GET /advisories/affected',
    'GET /advisories/vex',
    'PUT /advisories/vex/{}',
    'DELETE /advisories/vex/{}',
    'POST /advisories/vex/{}/documents',
    'POST /advisories/vex/{}/update',
    'GET /advisories/vex/{}/documents',
    'GET /advisories/vex/{}/documents/{}/original',
    'GET /advisories/vex/{}/decisions',
    'GET /advisories',
    'GET /advisories/{}',
    'GET /advisories/{}/items',
    'GET /projects/{}/vulnerabilities',
    'GET /projects/{}/vulnerabilityAlerts',
    'GET /vulnerabilityAlerts',
    'POST /vulnerabilityAlerts/changes',
    'PUT /vulnerabilityAlerts/{}',
    'GET /projects/{}/remedies',
    'GET /projects/{}/endsOfLife',
    'GET /projects/{}/maliciousFiles',
    'GET /inventories/{}/remedies',
    'POST /inventories/{}/remedies',
  ],
  Vulnerability: ['GET /projects/{}/products', 'PUT /projects/{}/products'],
  Agents: ['GET /v1/agent/supports'],
  'Audit log': ['GET /auditLog', 'GET /auditLog/actions', 'GET /auditLog/export', 'GET /auditLog/verify'],
  Licenses: ['GET /library/licenses', 'GET /library/licenses/{}', 'GET /library/licenses/{}/texts'],
  Uses: ['GET /uses/projects', 'GET /uses/inventories', 'GET /uses/files'],
  Search: ['GET /search'],
  Components: [
    'GET /components',
    'PUT /components/{}',
    'GET /library/bundle',
    'GET /library/imports',
    'POST /library/imports',
    'GET /components/{}/inventories',
    'GET /components/{}/rememberedLicenses',
    'PUT /components/{}/versions/{}/license',
    'DELETE /components/{}/versions/{}/license',
  ],
  'Custom fields': ['GET /customFields', 'POST /customFields', 'PUT /customFields/{}'],
  'Bulk decisions': [
    'POST /projects/{}/bulkDecisions/items',
    'POST /projects/{}/bulkDecisions/files',
    'POST /projects/{}/bulkDecisions/vulnerabilities',
    'POST /projects/{}/bulkDecisions/tasks',
    'POST /bulkDecisions/vulnerabilities',
    'GET /bulkDecisions',
    'POST /bulkDecisions/{}/undo',
    'GET /projects/{}/bulkDecisions',
    'POST /projects/{}/bulkDecisions/{}/undo',
  ],
  'Inventory views': [
    'GET /projects/{}/inventoryViews',
    'POST /projects/{}/inventoryViews',
    'PUT /projects/{}/inventoryViews/{}',
    'DELETE /projects/{}/inventoryViews/{}',
  ],
  Decisions: [
    'GET /decisions',
    'GET /projects/{}/goneInventories',
    'PUT /inventories/{}/kept',
    'DELETE /inventories/{}/kept',
    'GET /projects/{}/toBeDecidedAgain',
    'GET /projects/{}/toBeDecidedAgain/{}/words',
    'POST /projects/{}/stillHolds',
    'GET /toBeDecidedAgain',
    'GET /projects/{}/needsPerson',
    'GET /needsPerson',
    'GET /carrySettings',
    'PUT /carrySettings',
    'GET /projects/{}/carrySettings',
    'PUT /projects/{}/carrySettings',
    'GET /projects/{}/carriedProposals',
    'GET /projects/{}/carriedProposals/{}',
    'POST /projects/{}/carriedProposals/{}',
    'GET /projects/{}/carriedFiles',
    'GET /inventories/{}/whyDecided',
    'GET /reviewReaches',
    'GET /inventories/{}/reviewReach',
    'PUT /inventories/{}/reviewReach',

    'GET /inventories/{}/decisions',
    'GET /projects/{}/decisions',
    'GET /components/versions/{}/licenseDecisions',
  ],
  'Email settings': [
    'GET /emailSettings',
    'PUT /emailSettings',
    'GET /emailSettings/outbox',
    'POST /emailSettings/outbox/{}/retry',
    'POST /emailSettings/test',
  ],
  Events: ['GET /events'],
  'Files and code base folders': [
    'GET /projects/{}/codebaseFiles',
    'GET /projects/{}/codebaseFileGroups',
    'GET /projects/{}/fileViews',
    'POST /projects/{}/fileViews',
    'PUT /projects/{}/fileViews/{}',
    'DELETE /projects/{}/fileViews/{}',
    'GET /files/{}/finds',
    'GET /projects/{}/codebaseLicenses',
    'GET /projects/{}/codebaseMap',
    'GET /files/{}/bytes',
    'GET /files/{}/content',
    'GET /files/{}/fingerprint',
  ],
  'Forgotten passwords': [
    'GET /loginOptions',
    'POST /users/forgotPassword',
    'POST /users/resetPassword',
    'POST /users/resetQuestion',
  ],
  'Dependency-Track': [
    'PUT /api/v1/bom',
    'POST /api/v1/bom',
    'GET /api/v1/bom/token/{}',
    'GET /api/v1/event/token/{}',
    'GET /api/v1/project',
    'POST /api/v1/project',
    'GET /api/v1/component/project/{}',
    'GET /api/v1/component/{}',
    'GET /api/v1/dependencyGraph/component/{}/directDependencies',
    'GET /api/v1/dependencyGraph/project/{}/directDependencies',
    'GET /api/v1/bom/cyclonedx/project/{}',
    'GET /api/v1/vex/cyclonedx/project/{}',
    'GET /api/v1/project/lookup',
    'GET /api/v1/project/{}',
    'GET /api/v1/finding/project/{}',
    'GET /api/v1/metrics/project/{}/current',
    'GET /api/v1/metrics/project/{}/refresh',
    'GET /api/v1/team/self',
    'PUT /api/v1/project',
    'PATCH /api/v1/project/{}',
    'DELETE /api/v1/project/{}',
    'GET /api/v1/violation/project/{}',
    'PUT /api/v1/vex',
    'POST /api/v1/vex',
    'GET /api/version',
  ],
  Health: ['GET /healthz', 'GET /readyz'],
  Inventory: [
    'GET /inventories/{}/associatedFiles',
    'DELETE /inventories/{}/files',
    'GET /projects/{}/inventoryItems',
    'GET /projects/{}/inventoryItemIds',
    'GET /projects/{}/inventoryItemGroups',
    'GET /inventories/{}/paths',
  ],
  Jobs: ['POST /jobs/{}/cancel', 'GET /jobs/{}/log', 'GET /jobs/{}/progress', 'GET /signingKey'],
  LDAP: [
    'POST /ldap/sync',
    'GET /ldapSettings',
    'PUT /ldapSettings',
    'POST /ldapSettings/test',
    'PUT /users/{}/source',
  ],
  'License rules': [
    'GET /licenseRules',
    'GET /licenseRules/rule',
    'POST /licenseRules/import',
    'DELETE /licenseRules/import',
  ],
  Policies: [
    'POST /jobs/applyPolicy/{}',
    'GET /policies',
    'POST /policies',
    'POST /policies/preview',
    'GET /policies/{}',
    'PUT /policies/{}',
    'DELETE /policies/{}',
    'GET /projects/{}/policyPreview',
  ],
  Notices: [
    'GET /projects/{}/notices/statements',
    'POST /projects/{}/notices/statements',
    'GET /projects/{}/notices/texts',
    'POST /projects/{}/notices/texts',
    'GET /projects/{}/notices/check',
    'GET /inventories/{}/licenseTexts',
  ],
  Project: [
    'GET /projects/{}/trend',
    'GET /trend',
    'GET /projectFigures',
    'POST /projects/{}/copy',
    'POST /projects/{}/difference',
    'POST /projects/{}/branch',
    'POST /projects/{}/importForeign',
    // Agents on build machines, whose protocol the interface does not describe.
    'GET /projects/{}/scanNodes/{}',
    'GET /projects/{}/scanNodes/{}/codebase',
    'DELETE /projects/{}/scanNodes/{}',
    'POST /projects/{}/scanNodes/{}/sends',
    'PUT /projects/{}/scanNodes/{}/sends/{}/files',
    'PUT /projects/{}/scanNodes/{}/sends/{}/facts',
    'POST /projects/{}/scanNodes/{}/sends/{}/finish',
    // Archives that arrive in parts (tus 1.0.0).
    'POST /projects/{}/uploads',
    'GET /projects/{}/uploads',
    'GET /projects/{}/uploads/{}',
    'PATCH /projects/{}/uploads/{}',
    'DELETE /projects/{}/uploads/{}',
    'GET /projects/{}/sboms',
    'GET /projects/{}/sboms/{}',
    'GET /projects/{}/sboms/{}/elements',
    'GET /projects/{}/sboms/{}/filled',
    'GET /projects/{}/sboms/{}/filling',
    'GET /projects/{}/sboms/{}/issues',
    'GET /projects/{}/sboms/{}/original',
    'GET /projects/{}/codebase',
    'GET /projects/{}/difference',
    'GET /projects/{}/difference/table',
    'GET /projects/{}/permissions',
    'GET /projects/{}/reports/{}/view',
    'GET /projects/{}/sbomExport',
    'GET /projects/{}/sbomExport/download',
    'PUT /projects/{}/unlock',
  ],
  'Project defaults': ['GET /projectDefaults', 'PUT /projectDefaults'],
  Registries: [
    'DELETE /registries/{}/lookups',
    'GET /packageLookup',
    'GET /registries',
    'GET /registries/{}',
    'POST /registries/{}/test',
    'PUT /registries/{}',
  ],
  Releases: [
    'DELETE /projects/{}/releases/{}',
    'GET /projects/{}/releaseProposal',
    'GET /projects/{}/releaseRule',
    'PUT /projects/{}/releaseRule',
    'GET /projects/{}/releases',
    'GET /projects/{}/releases/{}',
    'GET /projects/{}/releases/{}/document',
    'GET /projects/{}/releases/{}/dossier',
    'POST /projects/{}/releases',
  ],
  Reports: [
    'GET /reportScripts',
    'GET /reportScripts/separation',
    'POST /reportScripts',
    'DELETE /reportScripts/{}',
    'GET /reportTemplates/{}',
    'PUT /reportTemplates/{}',
    'GET /reportTemplates/{}/versions',
    'GET /reportTemplates/{}/versions/{}',
    'POST /reportTemplates/{}/versions/{}/restore',
    'POST /reportTemplates/{}/preview',
  ],
  Rules: ['GET /rules', 'POST /rules', 'PUT /rules', 'GET /rules/{}', 'DELETE /rules/{}'],
  Scan: ['POST /scanResource/projectScan/{}'],
  'Scan profiles': [
    'GET /profiles/{}',
    'GET /scanProfiles',
    'POST /scanProfiles',
    'GET /scanProfiles/{}',
    'PUT /scanProfiles/{}',
    'DELETE /scanProfiles/{}',
  ],
  // The interface document has no images.
  'Container images': [
    'GET /projects/{}/imageSources',
    'POST /projects/{}/imageSources',
    'PUT /projects/{}/imageSources/{}',
    'DELETE /projects/{}/imageSources/{}',
    'POST /projects/{}/imageSources/{}/attached/{}/import',
    'POST /projects/{}/imageSources/{}/test',
  ],
  // ... and no packages.
  'Package sources': [
    'GET /projects/{}/packageSources',
    'POST /projects/{}/packageSources',
    'PUT /projects/{}/packageSources/{}',
    'DELETE /projects/{}/packageSources/{}',
    'POST /projects/{}/packageSources/{}/test',
  ],
  'Source control instances': [
    'POST /scmInstances/sync',
    // Code hosts tell their pushes, and a project is synchronised or scanned by a schedule.
    'GET /scmInstances/pushHooks',
    'POST /scmInstances/pushHooks',
    'PUT /scmInstances/pushHooks/{}',
    'DELETE /scmInstances/pushHooks/{}',
    'GET /scmInstances/pushHooks/{}/deliveries',
    'POST /pushes/{}',
    'GET /scmInstances/schedule',
    'PUT /scmInstances/schedule',
  ],
  'Sessions and tokens': [
    'POST /login',
    'POST /session',
    'GET /session',
    'DELETE /session',
    'GET /tokens',
    'POST /tokens',
    'PUT /tokens/{}',
    'DELETE /tokens/{}',
    'GET /account',
    'PUT /account',
    'PUT /account/password',
    'PUT /account/question',
  ],
  Installation: ['GET /installation', 'GET /installation/storage', 'GET /installation/tokens'],
  'Site settings': [
    'GET /siteSettings',
    'PUT /siteSettings',
    'GET /store',
    'POST /store/collect',
    'POST /store/verify',
  ],
  Tasks: ['POST /tasks/{}/almIssue', 'GET /tasks/{}/issues', 'PUT /tasks/{}/reopen'],
  Users: [
    'GET /users',
    'PUT /users/{}',
    'PUT /users/{}/password',
    'GET /users/lookup',
    'GET /users/{}/tokens',
    'DELETE /users/{}/tokens',
    'DELETE /users/{}/tokens/{}',
  ],
  Vulnerabilities: [
    'POST /vulnerability/suppress',
    'GET /vulnerability/suppress',
    'GET /vulnerability/suppress/details',
    'POST /vulnerability/unSuppress',
    'POST /projects/{}/vulnerabilityAnalyses',
    'POST /projects/{}/vulnerabilityAnalyses/lift',
    'POST /projects/{}/vulnerabilityAnalyses/import',
    'POST /vulnerabilityAnalyses',
    'POST /vulnerabilityAnalyses/lift',
    'GET /inventories/{}/vulnerabilities/{}/code',
    'POST /inventories/{}/vulnerabilities/{}/code',
  ],
  Webhooks: [
    'GET /webhooks',
    'POST /webhooks',
    'PUT /webhooks/{}',
    'DELETE /webhooks/{}',
    'GET /webhooks/{}/deliveries',
    'POST /webhooks/{}/deliveries/{}/redeliver',
    'POST /webhooks/{}/test',
  ],
  inventoryWorkflow: ['GET /inventories/{}/workflows', 'POST /inventories/{}/workflows'],
};

/** The rows of the document's tables that begin with a method and a path. */
function operationsOfDocument(): string[] {
  const rows = readFileSync(DOCUMENT, 'utf8').matchAll(/^\| (GET|POST|PUT|PATCH|DELETE) \| (\/\S+) \|/gm);
  return [...rows].map(([, method, path]) => operation(method!, path!));
}

/** Two operations do not differ only in names of path parameters. */
function operation(method: string, path: string): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
}

const inDocument = operationsOfDocument();
const inRoutes = ALL_ROUTES.map((route) => operation(route.method, route.path));

test('the document has 111 operations', () => {
  expect(new Set(inDocument).size).toBe(111);
});

test('every operation of the document is a route', () => {
  expect(inDocument.filter((one) => !inRoutes.includes(one))).toEqual([]);
});

test('the operations that answer 501 are those listed', () => {
  const found = ALL_ROUTES.filter((route) => route.responses[501]).map((route) => operation(route.method, route.path));
  expect(found.sort()).toEqual([...ANSWER_501, ...ANSWER_501_UNTIL_SET_UP].sort());
});

test('every route is in the document or is declared an extra of ours', () => {
  const undeclared = ALL_ROUTES.filter(
    (route) => !route.isExtra && !inDocument.includes(operation(route.method, route.path)),
  );
  expect(undeclared.map((route) => route.id)).toEqual([]);
  const needless = ALL_ROUTES.filter(
    (route) => route.isExtra && inDocument.includes(operation(route.method, route.path)),
  );
  expect(needless.map((route) => route.id)).toEqual([]);
});

test('the extras are exactly those listed', () => {
  const found = Object.groupBy(
    ALL_ROUTES.filter((route) => route.isExtra),
    (route) => route.group,
  );
  const named = Object.fromEntries(
    Object.entries(found).map(([group, routes]) => [
      group,
      routes!.map(({ method, path }) => operation(method, path)).sort(),
    ]),
  );
  expect(named).toEqual(Object.fromEntries(Object.entries(EXTRAS).map(([group, names]) => [group, names.toSorted()])));
});
