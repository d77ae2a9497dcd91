// A person may accept that vulnerable code is not in the code base. That holds for the files that were searched, and for the binary packages that
// advisories listed. After each scan both are looked at again: if they have changed, or the code is there now, the decision lapses. Then the
// vulnerability counts again, its alert is reopened, and a task gives the reason.
import { firstOf } from '@assay/scanner/items';
import type { App } from '../app.ts';
import { findSubjectPurl, refreshExposuresOfVersions } from '../db/advisories/matches.ts';
import { type AcceptedAbsence, listAcceptedAbsences } from '../db/decisions/decisions.ts';
import { type DetailedItem, findItems } from '../db/inventories/items.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { lockProject, type Project } from '../db/projects/projects.ts';
import { insertTask } from '../db/tasks.ts';
import {
  type DecidablePair,
  deleteAnalyses,
  listDecidablePairs,
  reopenLapsed,
} from '../db/vulnerabilities/analyses.ts';
import { countActive, findSuppression, liftVersions, setAnalysis } from '../db/vulnerabilities/suppressions.ts';
import { findVulnerabilityNamed } from '../db/vulnerabilities/vulnerabilities.ts';
import { recordDecisions } from '../decisions/index.ts';
import { type Notice, taskNotice } from '../domain/mail-notices.ts';
import { writeNotices } from '../mail/outbox.ts';
import { codePresence } from './code-presence.ts';

type Place = Pick<App, 'db' | 'store' | 'now'>;

interface Lapsed {
  absence: AcceptedAbsence;
  item: DetailedItem;
  why: string;
}

const MOST_LINES = 100;

/** Returns the number of lapsed decisions. Call it after the inventory of a scan has been written. */
export async function lapseAbsences(place: Place, projectId: number, startedBy: number): Promise<number> {
  const accepted = await listAcceptedAbsences(place.db, projectId);
  if (accepted.length === 0) return 0;
  const items = await findItems(place.db, [...new Set(accepted.map(({ itemId }) => itemId))]);
  const lapsed: Lapsed[] = [];
  for (const absence of accepted) {
    const item = items.get(absence.itemId);
    const why = item === undefined ? undefined : await whyLapsed(place, absence, item);
    if (item !== undefined && why !== undefined) lapsed.push({ absence, item, why });
  }
  if (lapsed.length === 0) return 0;
  return place.db.transaction().execute(async (tx) => {
    const project = await lockProject(tx, projectId);
    const ended: Lapsed[] = [];
    for (const one of lapsed) if (await end(tx, projectId, one, place.now())) ended.push(one);
    if (ended.length > 0) await openTask(tx, project, startedBy, ended);
    return ended.length;
  });
}

/** Undefined while the same files are there, the advisories list the same binary packages, and the code is still absent. */
async function whyLapsed(place: Place, absence: AcceptedAbsence, item: DetailedItem): Promise<string | undefined> {
  const vulnerability = await findVulnerabilityNamed(place.db, absence.advisory);
  if (vulnerability === undefined) return undefined;
  const purl = (await findSubjectPurl(place.db, item.version_id ?? 0)) ?? item.purl;
  const now = await codePresence(place, item, purl, vulnerability.id);
  if (now.presence === 'ABSENT' && now.digest === absence.searchedDigest) return undefined;
  if (now.presence === 'PRESENT') return `The code base now contains the vulnerable code. ${now.words}`;
  if (now.parts.some(({ areBinaries }) => areBinaries))
    return `The advisories list other binary packages now, or the searched files have changed. ${now.words}`;
  return now.presence === 'ABSENT'
    ? `The searched files have changed. The current files do not contain the code either. ${now.words}`
    : `The searched files have changed. Whether the current files contain the code cannot be decided. ${now.words}`;
}

async function end(tx: Tx, projectId: number, { absence, item, why }: Lapsed, now: Date): Promise<boolean> {
  const found = await listDecidablePairs(tx, projectId, { itemIds: [item.id], names: [absence.advisory] });
  const pairs = found.filter((one) => one.analysis?.justification === 'CODE_NOT_PRESENT');
  if (pairs.length === 0) return false;
  await lift(tx, projectId, pairs, why);
  await deleteAnalyses(tx, projectId, pairs);
  const versionIds = pairs.map(({ versionId }) => versionId);
  await refreshExposuresOfVersions(tx, versionIds);
  await reopenLapsed(
    tx,
    pairs.map((one) => ({ ...one, projectId })),
    now,
  );
  await recordDecisions(
    tx,
    pairs.map((pair) => ({
      kind: 'analysis' as const,
      subject: { advisory: pair.vulnerability, component: pair.componentPurl ?? pair.componentName.toLowerCase() },
      scope: 'item' as const,
      projectId,
      itemId: pair.itemId,
      value: { isLifted: true, version: pair.versionName },
      ground: { by: 'scan', words: why },
      author: 'System',
    })),
  );
  return true;
}

async function lift(tx: Tx, projectId: number, pairs: readonly DecidablePair[], why: string): Promise<void> {
  for (const { vulnerabilityId, componentId, versionId, isSuppressed } of pairs) {
    if (!isSuppressed) continue;
    const id = await findSuppression(tx, { vulnerabilityId, componentId, projectId });
    if (id === undefined) continue;
    await liftVersions(tx, id, [versionId], { remarks: why.slice(0, 255), login: 'System' });
    if ((await countActive(tx, id)) === 0) await setAnalysis(tx, id, {});
  }
}

async function openTask(tx: Tx, project: Project, startedBy: number, lapsed: readonly Lapsed[]): Promise<void> {
  const { item } = firstOf(lapsed);
  const rest = lapsed.length - MOST_LINES;
  const lines = lapsed
    .slice(0, MOST_LINES)
    .map(
      ({ absence, item: one, why }) =>
        `${absence.advisory} in ${one.name}: ${absence.author} accepted on ${absence.decidedAt.toISOString().slice(0, 10)} that its code is not in the code base. This is no longer valid. ${why}`,
    );
  if (rest > 0) lines.push(`The decisions of the project list ${rest} more.`);
  const task = {
    type: 'MISCELLANEOUS' as const,
    summary: `${lapsed.length === 1 ? 'An accepted absence' : `${lapsed.length} accepted absences`} of vulnerable code must be checked again`,
    details: lines.join('\n'),
    priority: 'HIGH' as const,
    ownerId: project.contact_id,
    createdBy: startedBy,
  };
  const id = await insertTask(tx, { ...task, projectId: project.id, itemId: item.id });
  const noticed = { id: item.id, name: item.name, projectId: project.id };
  const notices: Notice[] = [taskNotice('task_created', { ...task, id, resolution: null }, noticed, startedBy)];
  await writeNotices(tx, notices);
}
