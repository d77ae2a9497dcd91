// Reads a project for a release: all lists at one moment, whatever people decide meanwhile, and the source that its licenses ask to ship.
import { createHash } from 'node:crypto';
import about from '../../../../package.json' with { type: 'json' };
import type { App } from '../../app.ts';
import { listStandingDecisions } from '../../db/decisions/decisions.ts';
import { findJob } from '../../db/jobs.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { sumPace } from '../../db/projects/days.ts';
import { getProject } from '../../db/projects/projects.ts';
import { findReadyRelease } from '../../db/releases/releases.ts';
import { listScmStates } from '../../db/scm/states.ts';
import type { FileOut } from '../../documents/document.ts';
import { type CurrentFacts, type StoredDecision, standingOf } from '../../domain/decisions/decision.ts';
import { paceSince, type ReleaseCounts, type ReleaseOrigin } from '../../domain/releases/release.ts';
import { wireTime } from '../../domain/wire-times.ts';
import type { JobContext } from '../../queue/job-context.ts';
import { comparedInventory } from '../../releases/compared-inventory.ts';
import type { Frozen, FrozenDecision, FrozenHead, FrozenListName } from '../../releases/frozen.ts';
import { ReportLists } from '../../report-runs/lists.ts';
import { reportSource } from '../../report-runs/source.ts';
import { type ReportItem, reportListNames } from '../../reports/data.ts';
import { collectNotices } from '../../reports/notices/collect.ts';
import { sourceBundle } from '../../reports/notices/source-bundle.ts';
import type { ReportSource } from '../../reports/report.ts';

export interface ReadProject {
  projectId: number;
  release: FrozenHead['release'];
  offerContact: string;
  /** An empty folder for the lists. */
  folder: string;
}

export interface FrozenProject {
  frozen: Frozen;
  head: FrozenHead;
  counts: ReleaseCounts;
  /** The file of each list. */
  files: Map<FrozenListName, string>;
}

type Context = Pick<JobContext, 'app' | 'checkpoint'>;

/**
 * @param db a transaction that sees one moment
 * @param takeSource gets each file to ship, which must be read in the transaction
 */
export async function readProject(
  { app, checkpoint }: Context,
  db: Db,
  { projectId, release, offerContact, folder }: ReadProject,
  takeSource: (file: FileOut) => Promise<void>,
): Promise<FrozenProject> {
  const context = { app: { ...app, db }, checkpoint };
  const lists = new ReportLists(folder);
  const wanted = { report: 'Release', projectId, options: {}, generatedBy: release.createdBy };
  const source = await reportSource(context, lists, { ...wanted, toolVersion: about.version });
  const files = await listsOf(context.app, projectId, source, lists);
  const head: FrozenHead = {
    ...{ release, offerContact, head: source.head, brand: source.brand, toolVersion: about.version },
    at: source.at.toISOString(),
    origin: await originOf(context.app, projectId, source),
  };
  const { entries } = await collectNotices(source);
  for await (const file of sourceBundle(source, entries)) await takeSource(file);
  const rows = (name: FrozenListName) => lists.rows(name, () => never(name));
  const frozen: Frozen = { ...head, rows: rows as Frozen['rows'] };
  const counts = { ...(await countsOf(frozen)), ...(await paceOf(context.app, projectId)) };
  return { frozen, head, counts, files };
}

async function paceOf(app: App, projectId: number): Promise<Pick<ReleaseCounts, 'pace' | 'paceSoFar'>> {
  const now = await sumPace(app.db, projectId);
  const former = await findReadyRelease(app.db, projectId, '');
  const before = former?.counts.paceSoFar ?? undefined;
  // A release of a former version of Assay does not know what had been fixed by then.
  const isKnown = now !== undefined && (former === undefined || before !== undefined);
  return { pace: isKnown ? paceSince(before, now) : null, paceSoFar: now ?? null };
}

async function countsOf({ rows, head: { advisories } }: Frozen): Promise<Omit<ReleaseCounts, 'pace' | 'paceSoFar'>> {
  const [files, decisions] = [await countOf(rows('files')), await countOf(rows('decisions'))];
  return {
    ...{ files, decisions, ...(await countsOfItems(rows('inventoryItems'))) },
    ...(await countsOfVulnerabilities(rows('vulnerabilities'))),
    notCompared: advisories.coverage.notCompared,
    advisoriesAsOf: advisories.dataAsOf ?? '',
  };
}

async function countsOfItems(rows: AsyncIterable<Pick<ReportItem, 'status' | 'licenseExpression'>>) {
  const counts = { items: 0, openItems: 0, withoutLicense: 0 };
  const licenses = new Set<string>();
  for await (const { status, licenseExpression } of rows) {
    counts.items++;
    if (status === 'Draft') counts.openItems++;
    if (licenseExpression === '') counts.withoutLicense++;
    else licenses.add(licenseExpression);
  }
  return { ...counts, licenses: licenses.size };
}

async function countsOfVulnerabilities(rows: AsyncIterable<{ isSuppressed: boolean }>) {
  const counts = { vulnerabilities: 0, openVulnerabilities: 0 };
  for await (const { isSuppressed } of rows) {
    counts.vulnerabilities++;
    if (!isSuppressed) counts.openVulnerabilities++;
  }
  return counts;
}

async function countOf(rows: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of rows) count++;
  return count;
}

// biome-ignore lint/correctness/useYield: the list was written before
async function* never(name: string): AsyncGenerator<never> {
  throw new Error(`The list ${name} was not read.`);
}

async function listsOf(
  app: App,
  projectId: number,
  source: ReportSource,
  lists: ReportLists,
): Promise<FrozenProject['files']> {
  const files: FrozenProject['files'] = new Map();
  const add = async (name: FrozenListName, read: () => AsyncIterable<unknown>) =>
    void files.set(name, await lists.fileOf(name, read));
  for (const name of reportListNames) await add(name, () => source.list(name));
  await add('compared', () => comparedInventory(app.db, projectId, source.list('inventoryItems')));
  await add('decisions', () => decisionsOf(app, projectId, source));
  return files;
}

async function* decisionsOf(app: App, projectId: number, source: ReportSource): AsyncGenerator<FrozenDecision> {
  const facts = new Map<number, CurrentFacts>();
  for await (const { id, licenseExpression, toBeDecidedAgain } of source.list('inventoryItems'))
    facts.set(id, { licenseExpression, lapse: toBeDecidedAgain });
  const factsOf = ({ itemId }: StoredDecision) => (itemId === null ? {} : (facts.get(itemId) ?? { isPresent: false }));
  const rows = await listStandingDecisions(app.db, projectId);
  for (const { decision, standing, why } of standingOf(rows, factsOf, source.at)) {
    const { id, kind, subject, scope, itemId, value, ground, author, decidedAt, expiresAt } = decision;
    yield {
      ...{ id, kind, subject, scope, inventoryId: itemId ?? 0, value, ground, author },
      ...{ decidedOn: wireTime(decidedAt), expiresOn: expiresAt === null ? '' : wireTime(expiresAt), standing, why },
    };
  }
}

async function originOf(app: App, projectId: number, source: ReportSource): Promise<ReleaseOrigin> {
  const { last_scan_id: scanId } = await getProject(app.db, projectId);
  const scan = scanId === null ? undefined : await findJob(app.db, scanId);
  const states = await listScmStates(app.db, projectId);
  return {
    scanId,
    scannedAt: scan?.completed_at?.toISOString() ?? '',
    revisions: states.flatMap(({ revisions }) =>
      revisions.map(({ folder, asked, revision }) => ({ folder, asked, revision })),
    ),
    codebaseSha256: await codebaseDigest(source),
  };
}

async function codebaseDigest({ list }: ReportSource): Promise<string> {
  const lines: string[] = [];
  for await (const { path, sha256 } of list('files')) lines.push(`${sha256}  ${path}\n`);
  const byPath = lines.sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1));
  const digest = createHash('sha256');
  for (const line of byPath) digest.update(line);
  return digest.digest('hex');
}
