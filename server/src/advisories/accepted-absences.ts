// A person may accept that vulnerable code is not in the code base. That was proven by the searched files and by the records of advisories. When a
// scan or an update has changed them, the proof is repeated. If the code is still absent, the decision holds: a new row keeps it with the new proof. If
// the code is there now, or nobody can tell, the decision lapses: the vulnerability counts again, its alert is reopened, and a task gives the reason.
import { firstOf } from '@assay/scanner/items';
import type { App } from '../app.ts';
import { findSubjectPurl, refreshExposuresOfVersions } from '../db/advisories/matches.ts';
import {
  type AcceptedAbsence,
  listAcceptedAbsences,
  listProjectsWithStaleAbsences,
  standingAmong,
} from '../db/decisions/accepted-absences.ts';
import { type DetailedItem, findItems } from '../db/inventories/items.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { type Project, tryLockProject } from '../db/projects/projects.ts';
import { insertTask } from '../db/tasks.ts';
import { deleteAnalyses, listDecidablePairs, reopenLapsed } from '../db/vulnerabilities/analyses.ts';
import { liftStanding } from '../db/vulnerabilities/suppressions.ts';
import { findVulnerabilityNamed } from '../db/vulnerabilities/vulnerabilities.ts';
import { type NewDecision, recordDecisions } from '../decisions/index.ts';
import { type Notice, taskNotice } from '../domain/messages/mail-notices.ts';
import { writeNotices } from '../mail/outbox.ts';
import { type CodePresence, codePresence, evidenceOfAbsence } from './code-presence.ts';

type Place = Pick<App, 'db' | 'lockingDb' | 'store' | 'now'>;

/** An accepted absence whose files or records have changed. */
interface Changed {
  absence: AcceptedAbsence;
  item: DetailedItem;
  found: CodePresence;
  why: string;
}

const MOST_LINES = 100;

/** For all projects, after records of advisories have changed. */
export async function recheckAbsences(place: Place, triggeredBy: number | null): Promise<void> {
  for (const projectId of await listProjectsWithStaleAbsences(place.db, place.now()))
    await recheckAbsencesOfProject(place, projectId, triggeredBy);
}

/** For one project. After a scan, call it when the inventory has been written. Returns the number of lapsed decisions. */
export async function recheckAbsencesOfProject(
  place: Place,
  projectId: number,
  triggeredBy: number | null,
): Promise<number> {
  const accepted = await listAcceptedAbsences(place.db, projectId, place.now());
  if (accepted.length === 0) return 0;
  const items = await findItems(place.db, [...new Set(accepted.map(({ itemId }) => itemId))]);
  const changed: Changed[] = [];
  for (const absence of accepted) {
    const item = items.get(absence.itemId);
    const one = item === undefined ? undefined : await changeOf(place, absence, item);
    if (one !== undefined) changed.push(one);
  }
  if (changed.length === 0) return 0;
  return place.lockingDb.transaction().execute(async (tx) => {
    // The project may have been deleted in the meantime.
    const project = await tryLockProject(tx, projectId);
    if (project === undefined) return 0;
    // Another server may have done the same.
    const standing = await standingAmong(
      tx,
      changed.map(({ absence }) => absence.id),
    );
    const rest = changed.filter(({ absence }) => standing.has(absence.id));
    await keep(
      tx,
      projectId,
      rest.filter(({ found }) => found.presence === 'ABSENT'),
    );
    const ended: Changed[] = [];
    for (const one of rest)
      if (one.found.presence !== 'ABSENT' && (await end(tx, projectId, one, place.now()))) ended.push(one);
    if (ended.length > 0) await openTask(tx, project, triggeredBy ?? project.contact_id, ended);
    return ended.length;
  });
}

/** Undefined while the code is absent by the same files and records. */
async function changeOf(place: Place, absence: AcceptedAbsence, item: DetailedItem): Promise<Changed | undefined> {
  const vulnerability = await findVulnerabilityNamed(place.db, absence.advisory);
  if (vulnerability === undefined) return undefined;
  const purl = (await findSubjectPurl(place.db, item.version_id ?? 0)) ?? item.purl;
  const found = await codePresence(place, item, purl, vulnerability.id);
  const { searchedDigest, recordsDigest } = absence.ground;
  const isSame = found.digest === searchedDigest && found.recordsDigest === recordsDigest;
  if (found.presence === 'ABSENT' && isSame) return undefined;
  return { absence, item, found, why: `${whatChanged(found, absence)} ${OUTCOMES[found.presence]} ${found.words}` };
}

const OUTCOMES: Record<CodePresence['presence'], string> = {
  PRESENT: 'The code base now contains the vulnerable code.',
  ABSENT: 'The vulnerable code is still absent.',
  UNDETERMINED: 'Whether the code base contains the vulnerable code cannot be decided any more.',
};

function whatChanged(found: CodePresence, { ground }: AcceptedAbsence): string {
  const haveFiles = found.digest !== ground.searchedDigest;
  const haveRecords = found.recordsDigest !== ground.recordsDigest;
  if (haveFiles && haveRecords)
    return 'The searched files or listed binary packages, and the advisories, have changed.';
  if (haveFiles) return 'The searched files or listed binary packages have changed.';
  return haveRecords ? 'The advisories have changed.' : 'The package is searched in another way now.';
}

/** The person who accepted the absence first, however often it was proven since. */
function acceptedBy({ ground, author, decidedAt }: AcceptedAbsence): { decidedBy: string; decidedOn: string } {
  const { decidedBy, decidedOn } = ground;
  return typeof decidedBy === 'string' && typeof decidedOn === 'string'
    ? { decidedBy, decidedOn }
    : { decidedBy: author, decidedOn: decidedAt.toISOString().slice(0, 10) };
}

async function keep(tx: Tx, projectId: number, proven: readonly Changed[]): Promise<void> {
  await recordDecisions(
    tx,
    proven.map(({ absence, found, why }) => {
      const first = acceptedBy(absence);
      return {
        ...systemDecision(projectId, absence),
        value: absence.value,
        expiresAt: absence.expiresAt,
        ground: {
          by: 'scan' as const,
          words: `${why} ${first.decidedBy} accepted this on ${first.decidedOn}.`,
          ...first,
          ...evidenceOfAbsence(found),
        },
      };
    }),
  );
}

/** Returns false if no analysis depended on the absence. */
async function end(tx: Tx, projectId: number, { absence, item, why }: Changed, now: Date): Promise<boolean> {
  const found = await listDecidablePairs(tx, projectId, { itemIds: [item.id], names: [absence.advisory] });
  if (found.every(({ isSuppressedEverywhere }) => isSuppressedEverywhere)) return false;
  const pairs = found.filter((one) => one.analysis?.justification === 'CODE_NOT_PRESENT');
  const suppressed = pairs.filter(({ isSuppressed }) => isSuppressed);
  await liftStanding(tx, projectId, suppressed, { remarks: why.slice(0, 255), login: 'System' });
  await deleteAnalyses(tx, projectId, pairs);
  await refreshExposuresOfVersions(
    tx,
    pairs.map(({ versionId }) => versionId),
  );
  await reopenLapsed(
    tx,
    pairs.map((one) => ({ ...one, projectId })),
    now,
  );
  const version = found[0]?.versionName ?? '';
  const lifted = { value: { isLifted: true, version }, ground: { by: 'scan' as const, words: why } };
  await recordDecisions(tx, [{ ...systemDecision(projectId, absence), ...lifted }]);
  return pairs.length > 0;
}

function systemDecision(projectId: number, { subject, itemId }: AcceptedAbsence) {
  return { kind: 'analysis', subject, scope: 'item', projectId, itemId, author: 'System' } satisfies Omit<
    NewDecision,
    'value' | 'ground'
  >;
}

async function openTask(tx: Tx, project: Project, startedBy: number, lapsed: readonly Changed[]): Promise<void> {
  const { item } = firstOf(lapsed);
  const rest = lapsed.length - MOST_LINES;
  const lines = lapsed.slice(0, MOST_LINES).map(({ absence, item: one, why }) => {
    const { decidedBy, decidedOn } = acceptedBy(absence);
    return `${absence.advisory} in ${one.name}: ${decidedBy} accepted on ${decidedOn} that its code is not in the code base. This is no longer valid. ${why}`;
  });
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
