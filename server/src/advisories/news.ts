// New vulnerabilities of a project's items, and malicious files of its code base: alerts, one mail to the Project Contact, an event for webhooks,
// raised priorities, and rejection if the project wants it. Many items of a project are several transactions, so that people do not wait long for
// the project. Each one marks its news as applied, and only the last one takes all and tells people: if the server stops before it, the next run
// applies only the rest, so that it does not undo what people have decided in the meantime.
import { itemAt, valueFor } from '@assay/scanner/items';
import type { App } from '../app.ts';
import { type FileNewsRow, openFileAlerts, refreshFileAlerts } from '../db/advisories/file-alerts.ts';
import { freshness } from '../db/advisories/freshness.ts';
import {
  insertAlerts,
  listNews,
  listProjectsWithNews,
  markApplied,
  type NewsPair,
  type NewsRow,
  readUnapplied,
  takeNews,
} from '../db/advisories/news.ts';
import { findItems, type Item, lockItems, updatePriorities } from '../db/inventories/items.ts';
import { refreshInventoryRollup } from '../db/inventories/rollup.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { shortSteps } from '../db/postgres/short-steps.ts';
import { type Project, tryLockProject } from '../db/projects/projects.ts';
import { siteSettings } from '../db/site-settings.ts';
import { findUser } from '../db/users/users.ts';
import { recordEvents } from '../db/webhooks/events.ts';
import type { Notice } from '../domain/messages/mail-notices.ts';
import { maliciousFileNotice, vulnerabilityNotice } from '../domain/messages/mail-notices.ts';
import { eventOfNewVulnerabilities, eventsOfMaliciousFiles } from '../domain/messages/webhook-events.ts';
import { priorityOfSeverities, raisePriority } from '../domain/reviews/priority.ts';
import { reviewSettingsOf } from '../domain/reviews/review-settings.ts';
import type { CvssVersion, Severity } from '../domain/vulnerabilities/severity.ts';
import { alertPriorityOf } from '../domain/vulnerabilities/vulnerability.ts';
import { writeNotices } from '../mail/outbox.ts';
import { decide, itemVulnerabilities, loadPolicy } from '../reviews/policy.ts';
import { type Actor, applyReviews, type Review } from '../reviews/review.ts';

type Place = Pick<App, 'db' | 'lockingDb' | 'log' | 'now'>;

/** For all projects: new vulnerabilities of items, and malicious files. */
export async function reportNews(place: Place, triggeredBy: number | null): Promise<void> {
  const files = Map.groupBy(await refreshFileAlerts(place.db, place.now()), ({ projectId }) => projectId);
  const projectIds = new Set([...(await listProjectsWithNews(place.db)), ...files.keys()]);
  for (const projectId of projectIds) await reportOne(place, projectId, files.get(projectId) ?? [], triggeredBy);
}

/**
 * For all projects: new vulnerabilities of items only. These are stored when items are matched. The search for
 * malicious files takes too long to run every few seconds.
 */
export async function reportNewsOfItems(place: Place): Promise<void> {
  for (const projectId of await listProjectsWithNews(place.db)) await reportOne(place, projectId, [], null);
}

/** For one project, after a scan of its files. */
export async function reportNewsOfProject(place: Place, projectId: number, triggeredBy: number | null): Promise<void> {
  await reportOne(place, projectId, await refreshFileAlerts(place.db, place.now(), projectId), triggeredBy);
}

/** So many items are applied in the transaction that tells people. People who change the project's inventory wait for it. */
const LAST_ITEMS = 20;

async function reportOne(
  place: Place,
  projectId: number,
  ofFiles: readonly FileNewsRow[],
  triggeredBy: number | null,
): Promise<void> {
  const news = await listNews(place.db, projectId);
  if (news.length + ofFiles.length === 0) return;
  const unapplied = news.filter(({ isApplied }) => !isApplied);
  const items = [...Map.groupBy(unapplied, ({ itemId }) => itemId).values()];
  for await (const set of shortSteps()(items.slice(0, Math.max(0, items.length - LAST_ITEMS))))
    await inProject(place, projectId, triggeredBy, (report) => applySet(report, set.flat()));
  await inProject(place, projectId, triggeredBy, (report) => reportAll(report, news, ofFiles));
}

interface Report {
  tx: Tx;
  project: Project;
  triggeredBy: number | null;
  cvssVersion: CvssVersion;
  now: Date;
}

async function inProject(
  { lockingDb, now }: Place,
  projectId: number,
  triggeredBy: number | null,
  run: (report: Report) => Promise<void>,
): Promise<void> {
  await lockingDb.transaction().execute(async (tx) => {
    // The project may have been deleted in the meantime.
    const project = await tryLockProject(tx, projectId);
    if (!project) return;
    const { cvssVersion } = await siteSettings(tx);
    await run({ tx, project, triggeredBy, cvssVersion, now: now() });
  });
}

async function applySet(report: Report, set: readonly NewsPair[]): Promise<void> {
  const news = await readUnapplied(report.tx, set);
  await writeNotices(report.tx, await applyNews(report, news));
  await markApplied(report.tx, news, report.now);
}

/** Takes all news, applies the rest and tells people about all. */
async function reportAll(report: Report, news: readonly NewsPair[], ofFiles: readonly FileNewsRow[]): Promise<void> {
  const { tx, project, cvssVersion, now } = report;
  const taken = await takeNews(tx, news);
  if (taken.length + ofFiles.length === 0) return;
  const ofReviews = await applyNews(
    report,
    taken.filter(({ isApplied }) => !isApplied),
  );
  const opened = await openFileAlerts(
    tx,
    project.id,
    ofFiles.map((row) => ({ ...row, priority: alertPriorityOf(severityOf(row, cvssVersion)) })),
    now,
  );
  const newFiles = ofFiles.filter(({ vulnerabilityId }) => opened.has(vulnerabilityId));
  const age = await freshness(tx, now, { projectId: project.id });
  const notices: Notice[] = newFiles.map((one) => maliciousFileNotice(project.id, one, project.contact_id, age));
  for (const { itemId, itemName, name } of taken) {
    const item = { id: itemId, name: itemName, projectId: project.id };
    notices.push(vulnerabilityNotice(item, name, project.contact_id, age));
  }
  await recordEvents(tx, eventOfNewVulnerabilities(project.id, taken, age));
  await recordEvents(tx, eventsOfMaliciousFiles(project.id, newFiles, age));
  await writeNotices(tx, [...notices, ...ofReviews]);
}

/** Opens alerts, raises priorities and rejects items. Returns the people to notify of rejected items. */
async function applyNews(report: Report, news: readonly NewsRow[]): Promise<Notice[]> {
  const { tx, project, cvssVersion } = report;
  if (news.length === 0) return [];
  const severity = (row: NewsRow) => severityOf(row, cvssVersion);
  await insertAlerts(
    tx,
    project.id,
    news.map((row) => ({
      itemId: row.itemId,
      vulnerabilityId: row.vulnerabilityId,
      priority: alertPriorityOf(severity(row)),
    })),
  );
  const byItem = Map.groupBy(news, ({ itemId }) => itemId);
  const before = await lockItems(tx, [...byItem.keys()]);
  const after = before.map((item) => {
    const found = priorityOfSeverities(valueFor(byItem, item.id).map(severity), cvssVersion);
    return { ...item, priority: raisePriority(item.priority, found) };
  });
  await updatePriorities(
    tx,
    after.filter(({ priority }, at) => priority !== itemAt(before, at).priority),
  );
  return reject(report, after);
}

/** Rejects published items if the project does so for every new vulnerability, or if its policy now rejects them. */
async function reject({ tx, project, triggeredBy }: Report, items: readonly Item[]): Promise<Notice[]> {
  const candidates = items.filter((item) => item.is_published && item.status !== 'REJECTED');
  if (candidates.length === 0) return [];
  const ids = candidates.map(({ id }) => id);
  const { rejectOnNewVulnerabilities } = reviewSettingsOf(project.review_settings);
  const policy = await loadPolicy(tx, project.id);
  const details = await findItems(tx, ids);
  const vulnerabilities = await itemVulnerabilities(tx, ids);
  const reviews = candidates.flatMap((item): Review[] => {
    const decision = rejectOnNewVulnerabilities
      ? 'REJECTED'
      : decide(policy, valueFor(details, item.id), vulnerabilities(item.id));
    if (decision !== 'REJECTED') return [];
    return [{ item, event: { type: 'policy-decides', decision, keepsManualStatus: !rejectOnNewVulnerabilities } }];
  });
  if (reviews.length === 0) return [];
  const notices: Notice[] = [];
  const actor = await actorOf(tx, project, triggeredBy);
  await applyReviews(tx, project, reviews, actor, { action: 'Library Refresh', isBySystem: true, notices });
  await refreshInventoryRollup(tx, project.id);
  return notices;
}

function severityOf(row: Pick<NewsRow, 'severityV2' | 'severityV3'>, cvssVersion: CvssVersion): Severity {
  return cvssVersion === 'V2' ? row.severityV2 : row.severityV3;
}

/** The creator of tasks: the user who started the update, or else the Project Contact. */
async function actorOf(tx: Tx, project: Project, triggeredBy: number | null): Promise<Actor> {
  const user =
    (triggeredBy === null ? undefined : await findUser(tx, triggeredBy)) ?? (await findUser(tx, project.contact_id));
  if (!user) throw new Error(`The contact of project ${project.id} no longer exists.`);
  return user;
}
