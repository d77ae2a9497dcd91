// Every kind of job that runs here, a row for each: its types, the schema of its payload, and its work, which is loaded with the first such job, so that
// a process that only answers requests loads no scanner. What else holds for a type is in `domain/jobs/`. The jobs table also has types of the interface
// that do not exist yet.
import { type Static, type TSchema, Type } from 'typebox';
import { type JobType, reportJobTypes } from '../domain/jobs/job.ts';
import type { JobContext, JobHandlers, JobOutcome } from '../queue/job-context.ts';
import { payloadOf } from '../queue/payload.ts';
import { ApplyPolicyPayload } from './apply-policy/payload.ts';
import { BranchPayload } from './branch/payload.ts';
import { BulkDecisionPayload } from './bulk-decision/payload.ts';
import { CodeUploadPayload } from './code-upload/payload.ts';
import { ContentCollectionPayload } from './content-collection/payload.ts';
import { CopyPayload } from './copy/payload.ts';
import { EvidenceRefreshPayload } from './evidence-refresh/payload.ts';
import { ImportPayload } from './import/payload.ts';
import { LibraryRefreshPayload } from './library-refresh/payload.ts';
import { LicenseRulesPayload } from './license-rules/payload.ts';
import { NoticesPayload } from './notices/payload.ts';
import { ReleasePayload } from './release/payload.ts';
import { RemoteScanPayload } from './remote-scan/payload.ts';
import { ReportPayload } from './report/payload.ts';
import { SbomExportPayload } from './sbom-export/payload.ts';
import { ScanPayload } from './scan/payload.ts';

interface Kind {
  types: readonly JobType[];
  payload: TSchema;
  /** Loads the work. */
  load: JobHandlers[string];
}

/** A job with an invalid payload fails before it begins to work. */
function kind<Payload extends TSchema>(
  types: readonly JobType[],
  payload: Payload,
  loadWork: () => Promise<(context: JobContext, payload: Static<Payload>) => Promise<JobOutcome>>,
): Kind {
  const load = async () => {
    const work = await loadWork();
    return async (context: JobContext) => work(context, payloadOf(payload, context.job));
  };
  return { types, payload, load };
}

const NO_PAYLOAD = Type.Object({});

const KINDS: readonly Kind[] = [
  // A scan of a project's code base.
  kind(['Project Scan', 'Project Re-Scan'], ScanPayload, async () => (await import('./scan/handler.ts')).scanProject),
  // Makes what a scan agent sent the files and inventory of its remote code base, or removes the code base.
  kind(['Remote Scan'], RemoteScanPayload, async () => (await import('./remote-scan/handler.ts')).scanRemotely),
  // Brings the code of a project's source control instances up to date, without a scan.
  kind(['SCM Sync'], NO_PAYLOAD, async () => (await import('./scm-sync/handler.ts')).synchroniseSources),
  // Unpacks an archive that arrived in parts, into the code base of a project.
  kind(['Code Upload'], CodeUploadPayload, async () => (await import('./code-upload/handler.ts')).unpackUpload),
  // Makes a report of a project as a zip: a standard report, or a custom one, which a script makes.
  kind(reportJobTypes, ReportPayload, async () => (await import('./report/handler.ts')).makeReport),
  // Exports the bill of materials of a project, keeps it, and sends it to the service that the site names. A repeated run makes the same document.
  kind(
    ['Export to SBOM Insights'],
    SbomExportPayload,
    async () => (await import('./sbom-export/handler.ts')).exportSbom,
  ),
  // Makes a release of a project: its data and documents as they are now.
  kind(['Project Release'], ReleasePayload, async () => (await import('./release/handler.ts')).makeRelease),
  // Fills the notices texts of a project's inventory.
  kind(['Update Notices'], NoticesPayload, async () => (await import('./notices/handler.ts')).updateNotices),
  // Applies a project's policy to its published inventory.
  kind(
    ['Apply Policy - Project'],
    ApplyPolicyPayload,
    async () => (await import('./apply-policy/handler.ts')).applyPolicy,
  ),
  // A decision about more items or files than one request decides about, or its undo.
  kind(['Bulk Decision'], BulkDecisionPayload, async () => (await import('./bulk-decision/handler.ts')).decideInBulk),
  // Imports project data into a project and writes the result to its log. A repeated run finds the items of the first one.
  kind(['Project Import'], ImportPayload, async () => (await import('./import/handler.ts')).importData),
  // Copies a project without scanning.
  kind(['Project Copy'], CopyPayload, async () => (await import('./copy/handler.ts')).copyProject),
  // Makes a project with the same settings and other code, or none, and imports the data of the first project into it.
  kind(['Project Branching'], BranchPayload, async () => (await import('./branch/handler.ts')).branchProject),
  // Deletes a project.
  kind(['Project Deletion'], NO_PAYLOAD, async () => (await import('./deletion/handler.ts')).deleteProjectJob),
  // Updates stored evidence to the current analyser and rules.
  kind(
    ['Evidence Refresh'],
    EvidenceRefreshPayload,
    async () => (await import('./evidence-refresh/handler.ts')).refreshEvidence,
  ),
  // Updates advisories and VEX: from an uploaded file, or from all sources.
  kind(
    ['Library Refresh'],
    LibraryRefreshPayload,
    async () => (await import('./library-refresh/handler.ts')).refreshLibrary,
  ),
  // Puts uploaded license rules into force.
  kind(
    ['License Rules Import'],
    LicenseRulesPayload,
    async () => (await import('./license-rules/handler.ts')).importRules,
  ),
  // Reads everything in the store.
  kind(
    ['Store Verification'],
    NO_PAYLOAD,
    async () => (await import('./store-verification/handler.ts')).verifyStoreJob,
  ),
  // Deletes contents that nothing needs, and frees their bytes.
  kind(
    ['Data Garbage Collection'],
    ContentCollectionPayload,
    async () => (await import('./content-collection/handler.ts')).collectContentsJob,
  ),
];

const byType = KINDS.flatMap(({ types, payload, load }) => types.map((type) => ({ type, payload, load })));

/** The schema of the payload of each type. */
export const JOB_PAYLOADS: ReadonlyMap<string, TSchema> = new Map(byType.map(({ type, payload }) => [type, payload]));

/** The work of each type. */
export const JOB_HANDLERS: JobHandlers = Object.fromEntries(byType.map(({ type, load }) => [type, load]));
