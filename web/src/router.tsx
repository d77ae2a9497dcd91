// The addresses of the page, and the screen of each. The `search.ts` beside a screen lists its search parameters. The
// file is long, because the tree of addresses is read as a whole.
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useLocation,
} from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { idIn } from './address/parameters.ts';
import { readAuditSearch } from './administration/audit-log/search.ts';
import { readOutboxSearch } from './administration/email/search.ts';
import { readUsersSearch } from './administration/users/search.ts';
import { whenUnauthorized } from './api/client.ts';
import { readCompareSearch } from './compare/search.ts';
import { Failed, Loading } from './elements/page-state.tsx';
import { readFilesSearch } from './files/search.ts';
import { readHomeSearch } from './home/search.ts';
import { readInventorySearch } from './items/search.ts';
import { readJobsSearch, readProjectJobsSearch } from './jobs-page/search.ts';
import { readLibrarySearch } from './library/search.ts';
import { readMapSearch } from './map/search.ts';
import { readNoticesSearch } from './notices/search.ts';
import { readProjectsSearch } from './projects-page/search.ts';
import { readReleasesSearch } from './releases/search.ts';
import { endSession, sessionQuery } from './session/session.ts';
import { NotFound } from './shell/not-found.tsx';
import { readSignInSearch } from './sign-in/search.ts';
import { readStandingSearch } from './standing/search.ts';
import { readTasksSearch } from './tasks/search.ts';
import { readUsesSearch } from './uses/search.ts';
import { readRulesSearch } from './vulnerabilities/rules/search.ts';
import { readAlertsSearch, readAllAlertsSearch, readVulnerabilitySearch } from './vulnerabilities/search.ts';
import { readWebhooksSearch } from './webhooks/search.ts';

interface Context {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound });

/** Those who are signed in never see them. */
const LoginPage = lazy(async () => ({ default: (await import('./sign-in/login-page.tsx')).LoginPage }));
const ResetPasswordPage = lazy(async () => ({
  default: (await import('./sign-in/reset-password-page.tsx')).ResetPasswordPage,
}));

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readSignInSearch,
  component: function Login() {
    const { next } = login.useSearch();
    const router = login.useRouteContext();
    return (
      <Suspense fallback={<Loading />}>
        <LoginPage onSignedIn={() => router.goTo(next ?? '/')} />
      </Suspense>
    );
  },
  beforeLoad: () => ({ goTo: (address: string) => appRouter?.history.push(address) }),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: function ResetPassword() {
    const { hash } = useLocation();
    return (
      <Suspense fallback={<Loading />}>
        <ResetPasswordPage token={hash} />
      </Suspense>
    );
  },
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  async beforeLoad({ context, location }) {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (!session) throw redirect({ to: '/login', search: { next: location.href }, replace: true });
  },
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: readHomeSearch,
  component: lazyRouteComponent(() => import('./home/home-page.tsx'), 'HomePage'),
});

const projects = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects',
  validateSearch: readProjectsSearch,
  component: lazyRouteComponent(() => import('./projects-page/projects-page.tsx'), 'ProjectsPage'),
});

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId',
  params: {
    parse: ({ projectId }) => ({ projectId: idIn(projectId) ?? 0 }),
    stringify: ({ projectId }) => ({ projectId: String(projectId) }),
  },
  component: lazyRouteComponent(() => import('./project-page/project-page.tsx'), 'ProjectPage'),
});

const summary = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyRouteComponent(() => import('./summary/summary-tab.tsx'), 'SummaryTab'),
});

const files = createRoute({
  getParentRoute: () => project,
  path: '/files',
  validateSearch: readFilesSearch,
  component: lazyRouteComponent(() => import('./files/files-tab.tsx'), 'FilesTab'),
});

const map = createRoute({
  getParentRoute: () => project,
  path: '/map',
  validateSearch: readMapSearch,
  component: lazyRouteComponent(() => import('./map/map-tab.tsx'), 'MapTab'),
});

const inventory = createRoute({
  getParentRoute: () => project,
  path: '/inventory',
  validateSearch: readInventorySearch,
  component: lazyRouteComponent(() => import('./items/inventory-tab.tsx'), 'InventoryTab'),
});

const changes = createRoute({
  getParentRoute: () => project,
  path: '/changes',
  component: lazyRouteComponent(() => import('./changes/changes-tab.tsx'), 'ChangesTab'),
});

const compare = createRoute({
  getParentRoute: () => project,
  path: '/compare',
  validateSearch: readCompareSearch,
  component: lazyRouteComponent(() => import('./compare/compare-tab.tsx'), 'CompareTab'),
});

const projectVulnerabilities = createRoute({
  getParentRoute: () => project,
  path: '/vulnerabilities',
  validateSearch: readVulnerabilitySearch,
  component: lazyRouteComponent(
    () => import('./vulnerabilities/project-vulnerabilities-tab.tsx'),
    'ProjectVulnerabilitiesTab',
  ),
});

const projectAlerts = createRoute({
  getParentRoute: () => project,
  path: '/alerts',
  validateSearch: readAlertsSearch,
  component: lazyRouteComponent(() => import('./vulnerabilities/alerts-tab.tsx'), 'AlertsTab'),
});

const decide = createRoute({
  getParentRoute: () => project,
  path: '/decide',
  validateSearch: readStandingSearch,
  component: lazyRouteComponent(() => import('./standing/decide-tab.tsx'), 'DecideTab'),
});

const tasks = createRoute({
  getParentRoute: () => project,
  path: '/tasks',
  validateSearch: readTasksSearch,
  component: lazyRouteComponent(() => import('./tasks/tasks-tab.tsx'), 'TasksTab'),
});

const reports = createRoute({
  getParentRoute: () => project,
  path: '/reports',
  component: lazyRouteComponent(() => import('./reports/reports-tab.tsx'), 'ReportsTab'),
});

const notices = createRoute({
  getParentRoute: () => project,
  path: '/notices',
  validateSearch: readNoticesSearch,
  component: lazyRouteComponent(() => import('./notices/notices-tab.tsx'), 'NoticesTab'),
});

const projectJobs = createRoute({
  getParentRoute: () => project,
  path: '/jobs',
  validateSearch: readProjectJobsSearch,
  component: lazyRouteComponent(() => import('./jobs-page/project-jobs-tab.tsx'), 'ProjectJobsTab'),
});

const projectPeople = createRoute({
  getParentRoute: () => project,
  path: '/people',
  component: lazyRouteComponent(() => import('./project-people/project-people-tab.tsx'), 'ProjectPeopleTab'),
});

const projectSettings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: lazyRouteComponent(() => import('./project-settings/project-settings-tab.tsx'), 'ProjectSettingsTab'),
});

const releases = createRoute({
  getParentRoute: () => project,
  path: '/releases',
  validateSearch: readReleasesSearch,
  component: lazyRouteComponent(() => import('./releases/releases-tab.tsx'), 'ReleasesTab'),
});

const projectWebhooks = createRoute({
  getParentRoute: () => project,
  path: '/webhooks',
  validateSearch: readWebhooksSearch,
  component: lazyRouteComponent(() => import('./webhooks/project-webhooks-tab.tsx'), 'ProjectWebhooksTab'),
});

const jobs = createRoute({
  getParentRoute: () => signedIn,
  path: '/jobs',
  validateSearch: readJobsSearch,
  component: lazyRouteComponent(() => import('./jobs-page/jobs-page.tsx'), 'JobsPage'),
});

const vulnerabilities = createRoute({
  getParentRoute: () => signedIn,
  path: '/vulnerabilities',
  validateSearch: readVulnerabilitySearch,
  component: lazyRouteComponent(() => import('./vulnerabilities/vulnerabilities-page.tsx'), 'VulnerabilitiesPage'),
});

const allAlerts = createRoute({
  getParentRoute: () => signedIn,
  path: '/vulnerabilities/alerts',
  validateSearch: readAllAlertsSearch,
  component: lazyRouteComponent(() => import('./vulnerabilities/all-alerts-page.tsx'), 'AllAlertsPage'),
});

const analysisRules = createRoute({
  getParentRoute: () => signedIn,
  path: '/vulnerabilities/rules',
  validateSearch: readRulesSearch,
  component: lazyRouteComponent(() => import('./vulnerabilities/rules/rules-page.tsx'), 'RulesPage'),
});

const toDecide = createRoute({
  getParentRoute: () => signedIn,
  path: '/to-decide',
  validateSearch: readStandingSearch,
  component: lazyRouteComponent(() => import('./standing/to-decide-page.tsx'), 'ToDecidePage'),
});

const vulnerability = createRoute({
  getParentRoute: () => signedIn,
  path: '/vulnerabilities/$name',
  component: lazyRouteComponent(() => import('./vulnerabilities/vulnerability-page.tsx'), 'VulnerabilityPage'),
});

const policies = createRoute({
  getParentRoute: () => signedIn,
  path: '/policies',
  component: lazyRouteComponent(() => import('./policies/policies-page.tsx'), 'PoliciesPage'),
});

const library = createRoute({
  getParentRoute: () => signedIn,
  path: '/library',
  component: lazyRouteComponent(() => import('./library/library-page.tsx'), 'LibraryPage'),
});

const libraryHome = createRoute({
  getParentRoute: () => library,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/library/components', replace: true });
  },
});

const libraryComponents = createRoute({
  getParentRoute: () => library,
  path: '/components',
  validateSearch: readLibrarySearch,
  component: lazyRouteComponent(() => import('./library/components/components-panel.tsx'), 'ComponentsPanel'),
});

const libraryComponent = createRoute({
  getParentRoute: () => library,
  path: '/components/$componentId',
  params: {
    parse: ({ componentId }) => ({ componentId: idIn(componentId) ?? 0 }),
    stringify: ({ componentId }) => ({ componentId: String(componentId) }),
  },
  component: lazyRouteComponent(() => import('./library/components/component-page.tsx'), 'ComponentPage'),
});

const libraryLicenses = createRoute({
  getParentRoute: () => library,
  path: '/licenses',
  validateSearch: readLibrarySearch,
  component: lazyRouteComponent(() => import('./library/licenses/licenses-panel.tsx'), 'LicensesPanel'),
});

/** Named by id, or by short name for addresses that people write. */
const license = createRoute({
  getParentRoute: () => signedIn,
  path: '/licenses/$license',
  component: lazyRouteComponent(() => import('./library/licenses/license-page.tsx'), 'LicensePage'),
});

const uses = createRoute({
  getParentRoute: () => signedIn,
  path: '/uses',
  validateSearch: readUsesSearch,
  component: lazyRouteComponent(() => import('./uses/uses-page.tsx'), 'UsesPage'),
});

const detectionRules = createRoute({
  getParentRoute: () => library,
  path: '/detection-rules',
  component: lazyRouteComponent(
    () => import('./library/detection-rules/detection-rules-panel.tsx'),
    'DetectionRulesPanel',
  ),
});

const licenseRules = createRoute({
  getParentRoute: () => library,
  path: '/license-rules',
  component: lazyRouteComponent(() => import('./library/license-rules/license-rules-panel.tsx'), 'LicenseRulesPanel'),
});

const preferences = createRoute({
  getParentRoute: () => signedIn,
  path: '/preferences',
  component: lazyRouteComponent(() => import('./preferences/preferences-page.tsx'), 'PreferencesPage'),
});

const administration = createRoute({
  getParentRoute: () => signedIn,
  path: '/administration',
  component: lazyRouteComponent(() => import('./administration/administration-page.tsx'), 'AdministrationPage'),
});

const administrationHome = createRoute({
  getParentRoute: () => administration,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/administration/operations', replace: true });
  },
});

const users = createRoute({
  getParentRoute: () => administration,
  path: '/users',
  validateSearch: readUsersSearch,
  component: lazyRouteComponent(() => import('./administration/users/users-panel.tsx'), 'UsersPanel'),
});

const ldap = createRoute({
  getParentRoute: () => administration,
  path: '/ldap',
  component: lazyRouteComponent(() => import('./administration/ldap/ldap-panel.tsx'), 'LdapPanel'),
});

const email = createRoute({
  getParentRoute: () => administration,
  path: '/email',
  validateSearch: readOutboxSearch,
  component: lazyRouteComponent(() => import('./administration/email/email-panel.tsx'), 'EmailPanel'),
});

const projectDefaults = createRoute({
  getParentRoute: () => administration,
  path: '/project-defaults',
  component: lazyRouteComponent(
    () => import('./administration/project-defaults/project-defaults-panel.tsx'),
    'ProjectDefaultsPanel',
  ),
});

const carriedDecisions = createRoute({
  getParentRoute: () => administration,
  path: '/carried-decisions',
  component: lazyRouteComponent(() => import('./carry-settings/site-panel.tsx'), 'SiteCarryPanel'),
});

const customFields = createRoute({
  getParentRoute: () => administration,
  path: '/custom-fields',
  component: lazyRouteComponent(() => import('./custom-fields/custom-fields-panel.tsx'), 'CustomFieldsPanel'),
});

const scanProfiles = createRoute({
  getParentRoute: () => administration,
  path: '/scan-profiles',
  component: lazyRouteComponent(() => import('./scan-profiles/scan-profiles-panel.tsx'), 'ScanProfilesPanel'),
});

const webhooks = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks',
  validateSearch: readWebhooksSearch,
  component: lazyRouteComponent(() => import('./webhooks/webhooks-panel.tsx'), 'WebhooksPanel'),
});

const trackers = createRoute({
  getParentRoute: () => administration,
  path: '/issue-trackers',
  component: lazyRouteComponent(
    () => import('./administration/issue-trackers/issue-trackers-panel.tsx'),
    'IssueTrackersPanel',
  ),
});

const customReports = createRoute({
  getParentRoute: () => administration,
  path: '/custom-reports',
  component: lazyRouteComponent(
    () => import('./administration/custom-reports/custom-reports-panel.tsx'),
    'CustomReportsPanel',
  ),
});

const reportTemplate = createRoute({
  getParentRoute: () => administration,
  path: '/custom-reports/$reportId',
  params: {
    parse: ({ reportId }) => ({ reportId: idIn(reportId) ?? 0 }),
    stringify: ({ reportId }) => ({ reportId: String(reportId) }),
  },
  component: lazyRouteComponent(() => import('./administration/custom-reports/template-page.tsx'), 'TemplatePage'),
});

const advisories = createRoute({
  getParentRoute: () => administration,
  path: '/advisories',
  component: lazyRouteComponent(() => import('./administration/advisories/advisories-panel.tsx'), 'AdvisoriesPanel'),
});

const curations = createRoute({
  getParentRoute: () => administration,
  path: '/curations',
  component: lazyRouteComponent(() => import('./administration/curations/curations-panel.tsx'), 'CurationsPanel'),
});
const registries = createRoute({
  getParentRoute: () => administration,
  path: '/registries',
  component: lazyRouteComponent(() => import('./administration/registries/registries-panel.tsx'), 'RegistriesPanel'),
});

const site = createRoute({
  getParentRoute: () => administration,
  path: '/installation',
  component: lazyRouteComponent(() => import('./administration/installation/site-panel.tsx'), 'SitePanel'),
});

const auditLog = createRoute({
  getParentRoute: () => administration,
  path: '/audit-log',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./administration/audit-log/audit-log-panel.tsx'), 'AuditLogPanel'),
});

const allDecisions = createRoute({
  getParentRoute: () => administration,
  path: '/decisions',
  component: lazyRouteComponent(() => import('./administration/decisions/decisions-page.tsx'), 'DecisionsPage'),
});

const operations = createRoute({
  getParentRoute: () => administration,
  path: '/operations',
  component: lazyRouteComponent(() => import('./administration/operations/operations-panel.tsx'), 'OperationsPanel'),
});

const routeTree = root.addChildren([
  login,
  forgotPassword,
  resetPassword,
  signedIn.addChildren([
    home,
    projects,
    project.addChildren([
      summary,
      files,
      map,
      inventory,
      changes,
      compare,
      projectVulnerabilities,
      projectAlerts,
      decide,
      tasks,
      reports,
      releases,
      notices,
      projectJobs,
      projectPeople,
      projectSettings,
      projectWebhooks,
    ]),
    jobs,
    vulnerabilities,
    allAlerts,
    analysisRules,
    toDecide,
    vulnerability,
    policies,
    license,
    uses,
    library.addChildren([
      libraryHome,
      libraryComponents,
      libraryComponent,
      libraryLicenses,
      detectionRules,
      licenseRules,
    ]),
    preferences,
    administration.addChildren([
      administrationHome,
      users,
      ldap,
      email,
      projectDefaults,
      carriedDecisions,
      customFields,
      scanProfiles,
      webhooks,
      trackers,
      customReports,
      reportTemplate,
      advisories,
      registries,
      curations,
      auditLog,
      operations,
      allDecisions,
      site,
    ]),
  ]),
]);

let appRouter: ReturnType<typeof createAppRouter> | undefined;

export function createAppRouter(queryClient: QueryClient) {
  const router = createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: false,
    scrollRestoration: false,
    defaultPendingComponent: () => <Loading />,
    defaultErrorComponent: ({ error, reset }) => <Failed error={error} onRetry={reset} />,
  });
  appRouter = router;
  whenUnauthorized(() => {
    endSession(queryClient);
    const { pathname, href } = router.state.location;
    if (pathname !== '/login') void router.navigate({ to: '/login', search: { next: href } });
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
