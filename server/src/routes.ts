// Every operation of the server, in the order of the interface document's headings.

import { alertRoutes } from './features/advisories/alert-routes.ts';
import { advisoryRoutes } from './features/advisories/routes.ts';
import { vexRoutes } from './features/advisories/vex-routes.ts';
import { agentRoutes } from './features/agent/routes.ts';
import { almRoutes } from './features/alm/routes.ts';
import { taskIssueRoutes } from './features/alm/task-routes.ts';
import { analysisRuleRoutes } from './features/analysis-rules/routes.ts';
import { auditLogRoutes } from './features/audit-log/routes.ts';
import { bulkRoutes } from './features/bulk/routes.ts';
import { carriedRoutes } from './features/carried/routes.ts';
import { componentBundleRoutes } from './features/components/bundle-routes.ts';
import { componentRoutes } from './features/components/routes.ts';
import { curationRoutes } from './features/curations/routes.ts';
import { customFieldRoutes } from './features/custom-fields/routes.ts';
import { decisionRoutes } from './features/decisions/routes.ts';
import { differenceRoutes } from './features/differences/routes.ts';
import { emailSettingsRoutes } from './features/email-settings/routes.ts';
import { emailTemplateRoutes } from './features/email-templates/routes.ts';
import { eventRoutes } from './features/events/routes.ts';
import { fileRoutes } from './features/files/routes.ts';
import { folderRoutes } from './features/folders/routes.ts';
import { healthRoutes } from './features/health/routes.ts';
import { installationRoutes } from './features/installation/routes.ts';
import { inventoryItemRoutes } from './features/inventories/item-routes.ts';
import { inventoryJobRoutes } from './features/inventories/job-routes.ts';
import { inventoryRoutes } from './features/inventories/routes.ts';
import { inventorySearchRoutes } from './features/inventories/search-routes.ts';
import { jobRoutes } from './features/jobs/routes.ts';
import { ldapRoutes } from './features/ldap/routes.ts';
import { licenseRuleRoutes } from './features/license-rules/routes.ts';
import { licenseLibraryRoutes } from './features/licenses/library-routes.ts';
import { licenseRoutes } from './features/licenses/routes.ts';
import { noticesRoutes } from './features/notices/routes.ts';
import { overviewRoutes } from './features/overview/routes.ts';
import { passwordRoutes } from './features/passwords/routes.ts';
import { policyRoutes } from './features/policies/routes.ts';
import { profileRoutes } from './features/profiles/routes.ts';
import { attachedRoutes } from './features/projects/attached-routes.ts';
import { codebaseRoutes } from './features/projects/codebase-routes.ts';
import { copyRoutes } from './features/projects/copy-routes.ts';
import { projectDefaultsRoutes } from './features/projects/defaults-routes.ts';
import { dependencyTrackDocumentRoutes } from './features/projects/dependency-track/document-routes.ts';
import { dependencyTrackProjectRoutes } from './features/projects/dependency-track/project-routes.ts';
import { dependencyTrackRoutes } from './features/projects/dependency-track/routes.ts';
import { dependencyTrackVexRoutes } from './features/projects/dependency-track/vex-routes.ts';
import { exchangeRoutes } from './features/projects/exchange-routes.ts';
import { familyRoutes } from './features/projects/family-routes.ts';
import { legacyProjectRoutes } from './features/projects/legacy-routes.ts';
import { membershipRoutes } from './features/projects/membership-routes.ts';
import { remoteCodeRoutes } from './features/projects/remote-code/routes.ts';
import { resumableRoutes } from './features/projects/resumable-routes.ts';
import { projectRoutes } from './features/projects/routes.ts';
import { registryRoutes } from './features/registries/routes.ts';
import { releaseRoutes } from './features/releases/routes.ts';
import { releaseRuleRoutes } from './features/releases/rule.ts';
import { remedyRoutes } from './features/remedies/routes.ts';
import { reportRoutes } from './features/reports/routes.ts';
import { reportScriptRoutes } from './features/reports/script-routes.ts';
import { reportTemplateRoutes } from './features/reports/template-routes.ts';
import { ruleRoutes } from './features/rules/routes.ts';
import { sbomExportRoutes } from './features/sboms/export-routes.ts';
import { sbomRoutes } from './features/sboms/routes.ts';
import { scanRoutes } from './features/scans/routes.ts';
import { imageRoutes } from './features/scm/image-routes.ts';
import { packageRoutes } from './features/scm/package-routes.ts';
import { pushRoutes } from './features/scm/push-routes.ts';
import { scmRoutes } from './features/scm/routes.ts';
import { codeScheduleRoutes } from './features/scm/schedule-routes.ts';
import { searchRoutes } from './features/search/routes.ts';
import { sessionRoutes } from './features/sessions/routes.ts';
import { siteSettingsRoutes } from './features/site-settings/routes.ts';
import { standingRoutes } from './features/standing/routes.ts';
import { taskRoutes } from './features/tasks/routes.ts';
import { accountRoutes } from './features/users/account-routes.ts';
import { userRoutes } from './features/users/routes.ts';
import { useRoutes } from './features/uses/routes.ts';
import { productRoutes } from './features/vulnerabilities/product-routes.ts';
import { vulnerabilityRoutes } from './features/vulnerabilities/routes.ts';
import { importVexBytes, LARGEST_BYTES } from './features/vulnerabilities/vex-import.ts';
import { webhookRoutes } from './features/webhooks/routes.ts';
import type { Route } from './http/route.ts';

export const ALL_ROUTES: Route[] = [
  ...legacyProjectRoutes,
  ...projectRoutes,
  ...familyRoutes,
  ...membershipRoutes,
  ...codebaseRoutes,
  ...remoteCodeRoutes,
  ...resumableRoutes,
  ...exchangeRoutes,
  ...attachedRoutes,
  ...dependencyTrackRoutes,
  ...dependencyTrackProjectRoutes,
  ...dependencyTrackDocumentRoutes,
  ...dependencyTrackVexRoutes({ largestBytes: LARGEST_BYTES, take: importVexBytes }),
  ...copyRoutes,
  ...projectDefaultsRoutes,
  ...customFieldRoutes,
  ...inventoryRoutes,
  ...inventoryItemRoutes,
  ...inventorySearchRoutes,
  ...decisionRoutes,
  ...bulkRoutes,
  ...standingRoutes,
  ...carriedRoutes,
  ...overviewRoutes,
  ...sbomRoutes,
  ...differenceRoutes,
  ...folderRoutes,
  ...eventRoutes,
  ...fileRoutes,
  ...scmRoutes,
  ...imageRoutes,
  ...packageRoutes,
  ...pushRoutes,
  ...codeScheduleRoutes,
  ...componentRoutes,
  ...componentBundleRoutes,
  ...licenseRoutes,
  ...licenseLibraryRoutes,
  ...useRoutes,
  ...searchRoutes,
  ...reportRoutes,
  ...reportScriptRoutes,
  ...reportTemplateRoutes,
  ...noticesRoutes,
  ...taskRoutes,
  ...taskIssueRoutes,
  ...jobRoutes,
  ...inventoryJobRoutes,
  ...sbomExportRoutes,
  ...releaseRoutes,
  ...releaseRuleRoutes,
  ...userRoutes,
  ...ldapRoutes,
  ...passwordRoutes,
  ...almRoutes,
  ...emailTemplateRoutes,
  ...emailSettingsRoutes,
  ...siteSettingsRoutes,
  ...installationRoutes,
  ...registryRoutes,
  ...curationRoutes,
  ...ruleRoutes,
  ...profileRoutes,
  ...vulnerabilityRoutes,
  ...productRoutes,
  ...advisoryRoutes,
  ...alertRoutes,
  ...vexRoutes,
  ...analysisRuleRoutes,
  ...remedyRoutes,
  ...policyRoutes,
  ...scanRoutes,
  ...licenseRuleRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...webhookRoutes,
  ...auditLogRoutes,
  ...agentRoutes,
  ...healthRoutes,
];
