// The addresses of the page and what stands at each. Table state lives in the search parameters; here they are read and checked.
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
import type { AuditFilter } from './administration/audit-log-queries.ts';
import { whenUnauthorized } from './api/client.ts';
import { Failed, Loading } from './elements/page-state.tsx';
import { type ItemTab, itemTabs } from './inventory/item-tabs.ts';
import { choiceIn, dayIn, idIn, textIn } from './search-parameters.ts';
import { LoginPage } from './session/login-page.tsx';
import { ResetPasswordPage } from './session/reset-password-page.tsx';
import { sessionQuery } from './session/session.ts';
import { NotFound } from './shell/not-found.tsx';

interface Context {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFound });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search): { next?: string } => ({ next: addressIn(search.next) }),
  component: function Login() {
    const { next } = login.useSearch();
    const router = login.useRouteContext();
    return <LoginPage onSignedIn={() => router.goTo(next ?? '/projects')} />;
  },
  beforeLoad: () => ({ goTo: (address: string) => appRouter?.history.push(address) }),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./session/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: function ResetPassword() {
    const { hash } = useLocation();
    return <ResetPasswordPage token={hash} />;
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
  beforeLoad: () => {
    throw redirect({ to: '/projects', replace: true });
  },
});

const projects = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects',
  validateSearch: (search): { folder?: number; find?: string } => ({
    folder: idIn(search.folder),
    find: textIn(search.find),
  }),
  component: lazyRouteComponent(() => import('./projects/projects-page.tsx'), 'ProjectsPage'),
});

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$projectId',
  params: {
    parse: ({ projectId }) => ({ projectId: idIn(projectId) ?? 0 }),
    stringify: ({ projectId }) => ({ projectId: String(projectId) }),
  },
  component: lazyRouteComponent(() => import('./project/project-page.tsx'), 'ProjectPage'),
});

const summary = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyRouteComponent(() => import('./summary/summary-tab.tsx'), 'SummaryTab'),
});

const files = createRoute({
  getParentRoute: () => project,
  path: '/files',
  validateSearch: (search): { file?: number; line?: number } => ({ file: idIn(search.file), line: idIn(search.line) }),
  component: lazyRouteComponent(() => import('./codebase/codebase-tab.tsx'), 'CodebaseTab'),
});

export interface InventorySearch {
  find?: string;
  review?: 'Draft' | 'Approved' | 'Rejected';
  published?: 'PUBLISHED' | 'UNPUBLISHED';
  type?: 'COMPONENT' | 'LICENSE' | 'WORK_IN_PROGRESS';
  license?: 'P1' | 'P2' | 'P3' | 'UNKNOWN';
  sort?: string;
  /** The item that is open, which of its tabs, and where in the list its row was when it was chosen, counted from 1. */
  item?: number;
  tab?: ItemTab;
  row?: number;
}

const inventory = createRoute({
  getParentRoute: () => project,
  path: '/inventory',
  validateSearch: (search): InventorySearch => ({
    find: textIn(search.find),
    review: choiceIn(search.review, ['Draft', 'Approved', 'Rejected']),
    published: choiceIn(search.published, ['PUBLISHED', 'UNPUBLISHED']),
    type: choiceIn(search.type, ['COMPONENT', 'LICENSE', 'WORK_IN_PROGRESS']),
    license: choiceIn(search.license, ['P1', 'P2', 'P3', 'UNKNOWN']),
    sort: textIn(search.sort),
    item: idIn(search.item),
    tab: choiceIn(search.tab, itemTabs),
    row: idIn(search.row),
  }),
  component: lazyRouteComponent(() => import('./inventory/inventory-tab.tsx'), 'InventoryTab'),
});

const changes = createRoute({
  getParentRoute: () => project,
  path: '/changes',
  component: lazyRouteComponent(() => import('./changes/changes-tab.tsx'), 'ChangesTab'),
});

const tasks = createRoute({
  getParentRoute: () => project,
  path: '/tasks',
  validateSearch: (search): { status?: 'OPEN' | 'CLOSED' } => ({ status: choiceIn(search.status, ['OPEN', 'CLOSED']) }),
  component: lazyRouteComponent(() => import('./tasks/tasks-tab.tsx'), 'TasksTab'),
});

const reports = createRoute({
  getParentRoute: () => project,
  path: '/reports',
  component: lazyRouteComponent(() => import('./reports/reports-tab.tsx'), 'ReportsTab'),
});

const projectJobs = createRoute({
  getParentRoute: () => project,
  path: '/jobs',
  validateSearch: (search): { job?: number } => ({ job: idIn(search.job) }),
  component: lazyRouteComponent(() => import('./project/project-jobs-tab.tsx'), 'ProjectJobsTab'),
});

const projectPeople = createRoute({
  getParentRoute: () => project,
  path: '/people',
  component: lazyRouteComponent(() => import('./people/project-people-tab.tsx'), 'ProjectPeopleTab'),
});

const projectSettings = createRoute({
  getParentRoute: () => project,
  path: '/settings',
  component: lazyRouteComponent(() => import('./project/project-settings-tab.tsx'), 'ProjectSettingsTab'),
});

const projectWebhooks = createRoute({
  getParentRoute: () => project,
  path: '/webhooks',
  validateSearch: (search): { webhook?: number } => ({ webhook: idIn(search.webhook) }),
  component: lazyRouteComponent(() => import('./project/project-webhooks-tab.tsx'), 'ProjectWebhooksTab'),
});

const jobs = createRoute({
  getParentRoute: () => signedIn,
  path: '/jobs',
  validateSearch: (search): { status?: string; job?: number } => ({
    status: textIn(search.status),
    job: idIn(search.job),
  }),
  component: lazyRouteComponent(() => import('./jobs/jobs-page.tsx'), 'JobsPage'),
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
  validateSearch: (search): { find?: string; custom?: boolean } => ({
    find: textIn(search.find),
    custom: search.custom === true || undefined,
  }),
  component: lazyRouteComponent(() => import('./library/components-panel.tsx'), 'ComponentsPanel'),
});

const libraryComponent = createRoute({
  getParentRoute: () => library,
  path: '/components/$componentId',
  params: {
    parse: ({ componentId }) => ({ componentId: idIn(componentId) ?? 0 }),
    stringify: ({ componentId }) => ({ componentId: String(componentId) }),
  },
  component: lazyRouteComponent(() => import('./library/component-page.tsx'), 'ComponentPage'),
});

const libraryLicenses = createRoute({
  getParentRoute: () => library,
  path: '/licenses',
  validateSearch: (search): { find?: string; custom?: boolean } => ({
    find: textIn(search.find),
    custom: search.custom === true || undefined,
  }),
  component: lazyRouteComponent(() => import('./library/licenses-panel.tsx'), 'LicensesPanel'),
});

const detectionRules = createRoute({
  getParentRoute: () => library,
  path: '/detection-rules',
  component: lazyRouteComponent(() => import('./library/detection-rules-panel.tsx'), 'DetectionRulesPanel'),
});

const licenseRules = createRoute({
  getParentRoute: () => library,
  path: '/license-rules',
  component: lazyRouteComponent(() => import('./library/license-rules-panel.tsx'), 'LicenseRulesPanel'),
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
    throw redirect({ to: '/administration/users', replace: true });
  },
});

const users = createRoute({
  getParentRoute: () => administration,
  path: '/users',
  validateSearch: (search): { find?: string } => ({ find: textIn(search.find) }),
  component: lazyRouteComponent(() => import('./administration/users-panel.tsx'), 'UsersPanel'),
});

const ldap = createRoute({
  getParentRoute: () => administration,
  path: '/ldap',
  component: lazyRouteComponent(() => import('./administration/ldap-panel.tsx'), 'LdapPanel'),
});

const email = createRoute({
  getParentRoute: () => administration,
  path: '/email',
  validateSearch: (search): { state?: 'QUEUED' | 'SENT' | 'FAILED'; page?: number } => ({
    state: choiceIn(search.state, ['QUEUED', 'SENT', 'FAILED']),
    page: idIn(search.page),
  }),
  component: lazyRouteComponent(() => import('./administration/email-panel.tsx'), 'EmailPanel'),
});

const projectDefaults = createRoute({
  getParentRoute: () => administration,
  path: '/project-defaults',
  component: lazyRouteComponent(() => import('./administration/project-defaults-panel.tsx'), 'ProjectDefaultsPanel'),
});

const customFields = createRoute({
  getParentRoute: () => administration,
  path: '/custom-fields',
  component: lazyRouteComponent(() => import('./administration/custom-fields-panel.tsx'), 'CustomFieldsPanel'),
});

const scanProfiles = createRoute({
  getParentRoute: () => administration,
  path: '/scan-profiles',
  component: lazyRouteComponent(() => import('./administration/scan-profiles-panel.tsx'), 'ScanProfilesPanel'),
});

const webhooks = createRoute({
  getParentRoute: () => administration,
  path: '/webhooks',
  validateSearch: (search): { webhook?: number } => ({ webhook: idIn(search.webhook) }),
  component: lazyRouteComponent(() => import('./administration/webhooks-panel.tsx'), 'WebhooksPanel'),
});

const trackers = createRoute({
  getParentRoute: () => administration,
  path: '/issue-trackers',
  component: lazyRouteComponent(() => import('./administration/alm-panel.tsx'), 'AlmPanel'),
});

const site = createRoute({
  getParentRoute: () => administration,
  path: '/installation',
  component: lazyRouteComponent(() => import('./administration/site-panel.tsx'), 'SitePanel'),
});

const auditLog = createRoute({
  getParentRoute: () => administration,
  path: '/audit-log',
  validateSearch: (search): AuditFilter & { entry?: number } => ({
    from: dayIn(search.from),
    to: dayIn(search.to),
    user: textIn(search.user),
    operation: textIn(search.operation),
    project: idIn(search.project),
    status: textIn(search.status),
    entry: idIn(search.entry),
  }),
  component: lazyRouteComponent(() => import('./administration/audit-log-panel.tsx'), 'AuditLogPanel'),
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
      inventory,
      changes,
      tasks,
      reports,
      projectJobs,
      projectPeople,
      projectSettings,
      projectWebhooks,
    ]),
    jobs,
    policies,
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
      customFields,
      scanProfiles,
      webhooks,
      trackers,
      auditLog,
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
    queryClient.setQueryData(sessionQuery.queryKey, null);
    const { pathname, href } = router.state.location;
    if (pathname !== '/login') void router.navigate({ to: '/login', search: { next: href } });
  });
  return router;
}

/** Only addresses of this page: a link to the login must not lead elsewhere afterwards. */
function addressIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value) && !value.startsWith('/login') ? value : undefined;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
