// All kinds of jobs that run here. The jobs table also has types of the interface that do not exist yet.

import type { SystemPermission } from '../domain/permissions.ts';
import { applyPolicyJob } from './apply-policy.job.ts';
import { branchJob } from './branch.job.ts';
import { bulkDecisionJob } from './bulk-decision.job.ts';
import { contentCollectionJob } from './content-collection.job.ts';
import { copyJob } from './copy.job.ts';
import { deletionJob } from './deletion.job.ts';
import { evidenceRefreshJob } from './evidence-refresh.job.ts';
import { importJob } from './import.job.ts';
import type { JobDefinition } from './job-definition.ts';
import { libraryRefreshJob } from './library-refresh.job.ts';
import { licenseRulesJob } from './license-rules.job.ts';
import { noticesJob } from './notices.job.ts';
import { remoteScanJob } from './remote-scan.job.ts';
import { reportJob } from './report.job.ts';
import { sbomExportJob } from './sbom-export.job.ts';
import { scanJob } from './scan.job.ts';
import { scmSyncJob } from './scm-sync.job.ts';
import { storeVerificationJob } from './store-verification.job.ts';

const JOB_DEFINITIONS: readonly JobDefinition[] = [
  scanJob,
  reportJob,
  noticesJob,
  importJob,
  copyJob,
  branchJob,
  applyPolicyJob,
  deletionJob,
  evidenceRefreshJob,
  storeVerificationJob,
  contentCollectionJob,
  licenseRulesJob,
  libraryRefreshJob,
  sbomExportJob,
  scmSyncJob,
  remoteScanJob,
  bulkDecisionJob,
];

export const jobDefinitions: ReadonlyMap<string, JobDefinition> = new Map(
  JOB_DEFINITIONS.flatMap((definition) => definition.types.map((type) => [type, definition] as const)),
);

/** The permission for seeing and stopping jobs of a type that belong to no project. */
export function keeperOf(type: string): SystemPermission | null {
  return jobDefinitions.get(type)?.mayStop ?? null;
}

/** The types of jobs without a project that a user may see and stop besides the user's own. System administrators may do so with all. */
export function jobTypesKeptBy(permissions: readonly string[]): string[] {
  return [...jobDefinitions].flatMap(([type, { mayStop }]) =>
    mayStop !== null && permissions.includes(mayStop) ? [type] : [],
  );
}
