// What an import of an SBOM would do. It is the first pass of the import itself, in a transaction that is always rolled back, so that it does not answer
// otherwise than the import does. Nothing is stored but the line of the call in the audit log. Nobody waits for it: it locks neither the project nor the
// items that the project has. What an import writes into those (notes, supplier, digests) is no part of the answer.
import { randomBytes } from 'node:crypto';
import { present, valueFor } from '@assay/scanner/items';
import type { App } from '../../app.ts';
import { freshness } from '../../db/advisories/freshness.ts';
import { insertBlobs } from '../../db/files/blobs.ts';
import { type DetailedItem, findItems } from '../../db/inventories/items.ts';
import { STATEMENT_TIMEOUTS_MS, type Tx } from '../../db/postgres/connection.ts';
import { joinedDb } from '../../db/postgres/joined.ts';
import { longTransaction } from '../../db/postgres/long-transactions.ts';
import { onTrial } from '../../db/postgres/trial.ts';
import { getProject } from '../../db/projects/projects.ts';
import { pageOfElements, pageOfIssues, type SbomRow, sbomsOfJob } from '../../db/sboms/imports.ts';
import { findUser } from '../../db/users/users.ts';
import { listFindings } from '../../db/vulnerabilities/findings.ts';
import { AppError, badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import type { FormFile } from '../../http/forms.ts';
import { importRights } from '../../jobs/import/rights.ts';
import { DataRefused, IssueList } from '../../project-data/document.ts';
import { readSent } from '../../project-data/reading/index.ts';
import { trySboms } from '../../project-data/sbom/import.ts';
import type { SentSbomData } from '../../project-data/sbom/read.ts';
import { SBOM_RULES } from '../../project-data/sbom/rules.ts';
import { submitOnTrial } from '../../queue/submit.ts';
import { explain, itemVulnerabilities, loadPolicy } from '../../reviews/policy.ts';
import { requireSbomSize } from './imports.ts';

/** The caller waits for the answer, which is one document. */
export const MOST_DRY_ELEMENTS = 10_000;
const MOST_ISSUES = 1000;

interface DryRunCall {
  app: App;
  caller: Caller;
  signal: AbortSignal;
}

interface DryRunFile extends Pick<FormFile, 'path' | 'name' | 'sizeBytes'> {
  isStrict: boolean;
  /** The field, in sentences: `The form field "sbomFile"`. */
  what: string;
}

export type SbomDryRun = Awaited<ReturnType<typeof tried>>;

/** `target` finds the project, or makes it in the transaction of the app that it is given. One after the other: each takes a processor. */
export function dryRunSbom(
  call: DryRunCall,
  file: DryRunFile,
  target: (app: App) => Promise<number>,
): Promise<SbomDryRun> {
  const run = last.then(() => dryRun(call, file, target));
  last = run.catch(() => undefined);
  return run;
}

let last: Promise<unknown> = Promise.resolve();

async function dryRun(
  { app, caller, signal }: DryRunCall,
  file: DryRunFile,
  target: (app: App) => Promise<number>,
): Promise<SbomDryRun> {
  signal.throwIfAborted();
  const sent = await readDocument(app, file, signal);
  const limits = { signal, statementTimeoutMs: STATEMENT_TIMEOUTS_MS.requests };
  return onTrial(
    // Its caller waits: the sessions for background work would give way to everything else.
    (run) => longTransaction(app.db, limits, run),
    async (tx) => {
      const db = joinedDb(tx);
      const within = { ...app, db, backgroundDb: db };
      return tried(within, tx, caller, { sent, file, projectId: await target(within) });
    },
  );
}

async function readDocument(app: App, { path, name, sizeBytes, isStrict, what }: DryRunFile, signal: AbortSignal) {
  requireSbomSize(sizeBytes, what);
  const task = { kind: 'sbom', file: path, name: name || 'sbom', isStrict } as const;
  const temporaryFolder = app.folder.temporary;
  const sent = await readSent({ ...task, temporaryFolder }, new IssueList(), { signal }).catch((error: unknown) => {
    throw error instanceof DataRefused ? badRequest(`${what} must be an SBOM. ${error.message}`) : error;
  });
  if (sent.parts.length > MOST_DRY_ELEMENTS)
    throw new AppError('tooLarge', {
      message: `${what} has ${sent.parts.length} components; a dry run takes ${MOST_DRY_ELEMENTS}.`,
    });
  return sent;
}

interface Trial {
  sent: SentSbomData;
  file: DryRunFile;
  projectId: number;
}

async function tried(app: App, tx: Tx, caller: Caller, { sent, file, projectId }: Trial) {
  const payload = { sha256: '', fileName: file.name || 'sbom', sbom: { isStrict: file.isStrict }, rules: SBOM_RULES };
  const jobId = await submitOnTrial(app, tx, {
    ...{ type: 'Project Import', projectId, triggeredBy: caller.id, payload },
  });
  const project = await getProject(tx, projectId);
  const user = present(await findUser(tx, caller.id), 'user of the call');
  const { leftOut } = sent;
  const input = {
    ...{ project, actor: user, ...(await importRights(tx, user, projectId)), keepsHistory: false, now: app.now() },
    ...{ action: 'Project Import' as const, progress: async () => undefined },
  };
  const source = { jobId, sha256: await rowWithoutBytes(tx), fileName: payload.fileName, isStrict: file.isStrict };
  const trial = await trySboms(tx, input, sent, source);
  const result = await resultOf(tx, projectId, await sbomsOfJob(tx, jobId), app.now());
  await trial.takeAnalyses();
  return { ...result.answer, findings: await findingsOf(tx, projectId, result.named), leftOut };
}

/** A receipt names the content that was sent, which a dry run does not keep. */
async function rowWithoutBytes(tx: Tx): Promise<Buffer> {
  const sha256 = randomBytes(32);
  const none = {
    md5: Buffer.alloc(16),
    sha1: Buffer.alloc(20),
    sizeBytes: 0,
    segment: '',
    blockOffset: 0,
    location: {},
  };
  await insertBlobs(tx, [{ sha256, ...none }]);
  return sha256;
}

async function findingsOf(tx: Tx, projectId: number, named: ReadonlySet<number>) {
  return (await listFindings(tx, projectId)).filter(({ itemId }) => named.has(itemId)).map(findingOf);
}

async function resultOf(tx: Tx, projectId: number, sboms: readonly SbomRow[], now: Date) {
  const all = { limit: MOST_DRY_ELEMENTS * 2, offset: 0 };
  const elements = [];
  const issues = [];
  for (const { id, path } of sboms) {
    for (const row of (await pageOfElements(tx, id, all)).rows) elements.push({ ...row, path });
    for (const row of (await pageOfIssues(tx, id, { limit: MOST_ISSUES, offset: 0 })).rows)
      issues.push({ path, code: row.code, place: row.place, message: row.message });
  }
  const named = new Set(
    elements.flatMap(({ item_id, fate }) => (item_id === null || fate === 'GONE' ? [] : [item_id])),
  );
  const judged = await judgedItems(tx, projectId, [...named]);
  const answer = {
    documents: sboms.map(documentOf),
    components: elements.map(({ path, place, name, version, purl, fate, why, change, item_id, stated }) => ({
      ...{ path, place, name, version, purl, fate, why, change },
      license: String((stated as Record<string, unknown>).license ?? ''),
      ...(item_id === null ? NOT_JUDGED : (judged.get(item_id) ?? NOT_JUDGED)),
    })),
    issues: issues.slice(0, MOST_ISSUES),
    issueCount: sboms.reduce((sum, { issue_count: count }) => sum + count, 0),
    ...(await freshness(tx, now, { projectId, itemIds: [...named] })),
  };
  return { answer, named };
}

const documentOf = ({ path, format, spec_version, subject, subject_version, counts }: SbomRow) => ({
  ...{ path, format, specVersion: spec_version, subject, subjectVersion: subject_version },
  counts: counts as Record<string, number>,
});

interface Judged {
  status: string;
  policy: string;
  policyReasons: string[];
  notCompared: string;
  undetermined: number;
}

/** For elements that would become no item. */
const NOT_JUDGED: Judged = { status: '', policy: '', policyReasons: [], notCompared: '', undetermined: 0 };

/** What the policy of the project says of each item, and whether advisories could be compared with it. */
async function judgedItems(tx: Tx, projectId: number, ids: number[]): Promise<Map<number, Judged>> {
  const policy = await loadPolicy(tx, projectId);
  const items = await findItems(tx, ids);
  const vulnerabilities = await itemVulnerabilities(tx, ids);
  const judged = (item: DetailedItem): Judged => {
    const { decision, reasons } = explain(policy, item, vulnerabilities(item.id));
    const { status, not_compared_sentence: notCompared, undetermined } = item;
    return { status, policy: decision, policyReasons: reasons, notCompared, undetermined: Number(undetermined) };
  };
  return new Map([...items.keys()].map((id) => [id, judged(valueFor(items, id))]));
}

const findingOf = (row: Awaited<ReturnType<typeof listFindings>>[number]) => ({
  ...{ component: row.componentName, version: row.versionName, purl: row.purl },
  vulnerability: row.name,
  aliases: row.names.filter((name) => name !== row.name),
  ...{ severity: row.severityV3, score: row.v3Score, summary: row.summary, fixedIn: row.fixedIn },
});
