// New vulnerabilities of a project's items, and malicious files of its code base: alerts, one mail to the Project Contact, an event for webhooks,
// raised priorities, and rejection if the project wants it. A project is one transaction; news without a notice stay stored, so that nobody is
// notified twice and nothing is lost.
import { valueFor } from '@assay/scanner/items';
import type { App } from '../app.ts';
import { type FileNewsRow, openFileAlerts, refreshFileAlerts } from '../db/advisories/file-alerts.ts';
import { freshness } from '../db/advisories/freshness.ts';
import { insertAlerts, listProjectsWithNews, type NewsRow, takeNews } from '../db/advisories/news.ts';
import { findItems, lockItems, updateItem } from '../db/inventories/items.ts';
import { refreshInventoryRollup } from '../db/inventories/rollup.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { type Project, tryLockProject } from '../db/projects/projects.ts';
import { siteSettings } from '../db/site-settings.ts';
import { findUser } from '../db/users/users.ts';
import { recordEvents } from '../db/webhooks/events.ts';
import type { Notice } from '../domain/mail-notices.ts';
import { maliciousFileNotice, vulnerabilityNotice } from '../domain/mail-notices.ts';
import { priorityOfSeverities, raisePriority } from '../domain/priority.ts';
import { type ReviewSettings, reviewSettingsOf } from '../domain/review-settings.ts';
import { alertPriorityOf } from '../domain/vulnerability.ts';
import { eventOfNewVulnerabilities, eventsOfMaliciousFiles } from '../domain/webhook-events.ts';
import { writeNotices } from '../mail/outbox.ts';
import { decide, itemVulnerabilities, loadPolicy } from '../reviews/policy.ts';
import { type Actor, applyReviews, type Review } from '../reviews/review.ts';

type Place = Pick<App, 'db' | 'log' | 'now'>;

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

async function reportOne(
  { db, now }: Place,
  projectId: number,
  ofFiles: readonly FileNewsRow[],
  triggeredBy: number | null,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The project may have been deleted in the meantime.
    const project = await tryLockProject(tx, projectId);
    if (project) await reportProject(tx, project, ofFiles, triggeredBy, now());
  });
}

async function reportProject(
  tx: Tx,
  project: Project,
  ofFiles: readonly FileNewsRow[],
  triggeredBy: number | null,
  now: Date,
): Promise<void> {
  const { id: projectId } = project;
  const news = await takeNews(tx, projectId);
  if (news.length + ofFiles.length === 0) return;
  const { cvssVersion } = await siteSettings(tx);
  const severityOf = (row: Pick<NewsRow, 'severityV2' | 'severityV3'>) =>
    cvssVersion === 'V2' ? row.severityV2 : row.severityV3;
  await insertAlerts(
    tx,
    projectId,
    news.map((row) => ({
      itemId: row.itemId,
      vulnerabilityId: row.vulnerabilityId,
      priority: alertPriorityOf(severityOf(row)),
    })),
  );
  const opened = await openFileAlerts(
    tx,
    projectId,
    ofFiles.map((row) => ({ ...row, priority: alertPriorityOf(severityOf(row)) })),
    now,
  );
  const newFiles = ofFiles.filter(({ vulnerabilityId }) => opened.has(vulnerabilityId));
  const age = await freshness(tx, now);
  const byItem = Map.groupBy(news, ({ itemId }) => itemId);
  const ids = [...byItem.keys()];
  const details = await findItems(tx, ids);
  const notices: Notice[] = newFiles.map((one) => maliciousFileNotice(projectId, one, project.contact_id, age));
  for (const item of await lockItems(tx, ids)) {
    const found = valueFor(byItem, item.id);
    const raised = raisePriority(item.priority, priorityOfSeverities(found.map(severityOf), cvssVersion));
    if (raised !== item.priority) await updateItem(tx, item.id, { priority: raised });
    const noticed = { id: item.id, name: item.name, projectId };
    notices.push(...found.map(({ name }) => vulnerabilityNotice(noticed, name, project.contact_id, age)));
  }
  await reject(tx, project, ids, details, await actorOf(tx, project, triggeredBy), notices);
  await recordEvents(tx, eventOfNewVulnerabilities(projectId, news, age));
  await recordEvents(tx, eventsOfMaliciousFiles(projectId, newFiles, age));
  await refreshInventoryRollup(tx, projectId);
  await writeNotices(tx, notices);
}

/** Rejects published items if the project does so for every new vulnerability, or if its policy now rejects them. */
async function reject(
  tx: Tx,
  project: Project,
  itemIds: readonly number[],
  details: Awaited<ReturnType<typeof findItems>>,
  actor: Actor,
  notices: Notice[],
): Promise<void> {
  const settings = reviewSettingsOf(project.review_settings as Partial<ReviewSettings>);
  const policy = await loadPolicy(tx, project.id);
  const vulnerabilities = await itemVulnerabilities(tx, itemIds);
  const reviews = (await lockItems(tx, [...itemIds])).flatMap((item): Review[] => {
    if (!item.is_published || item.status === 'REJECTED') return [];
    const decision = settings.rejectOnNewVulnerabilities
      ? 'REJECTED'
      : decide(policy, valueFor(details, item.id), vulnerabilities(item.id));
    if (decision !== 'REJECTED') return [];
    return [
      { item, event: { type: 'policy-decides', decision, keepsManualStatus: !settings.rejectOnNewVulnerabilities } },
    ];
  });
  await applyReviews(tx, project, reviews, actor, { action: 'Library Refresh', isBySystem: true, notices });
}

/** The creator of tasks: the user who started the update, or else the Project Contact. */
async function actorOf(tx: Tx, project: Project, triggeredBy: number | null): Promise<Actor> {
  const user =
    (triggeredBy === null ? undefined : await findUser(tx, triggeredBy)) ?? (await findUser(tx, project.contact_id));
  if (!user) throw new Error(`The contact of project ${project.id} no longer exists.`);
  return user;
}
