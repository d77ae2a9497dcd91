// Checks which decisions still hold, during a scan. Decisions on files follow the contents. Lapsed and overruled decisions are reported in the
// one open task of the project, in the scan's log and in its summary; each once, until it holds again. The page "To be decided again" lists them all.
import {
  type CheckedDecision,
  findAnyItem,
  followLapsed,
  type LapsedMark,
  listDecisionsToCheck,
  listLapsedMarks,
  listLapsedTies,
  markReported,
} from '../../db/decisions/checks.ts';
import type { JobIssue } from '../../db/job-issues.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import type { Project } from '../../db/projects/projects.ts';
import { addToTaskOfDecisions, findTaskOfDecisions, insertTask } from '../../db/tasks.ts';
import { type CurrentFacts, standingOf } from '../../domain/decisions/decision.ts';
import { selectedBy } from '../../domain/licenses/license-facts.ts';
import { type Notice, taskNotice } from '../../domain/messages/mail-notices.ts';
import type { LapsedItem } from '../../reviews/lapses.ts';
import type { CarriedFiles } from './carried-files.ts';
import { checkRememberedLicenses } from './remembered-licenses.ts';

export interface DecisionResults {
  lapsed: number;
  overruled: number;
  /** Files that were marked as reviewed because of their contents. */
  carriedFiles: number;
  /** Files that were marked as reviewed because other contents, which say the same, were reviewed. */
  carriedByEvidence: number;
  issues: JobIssue[];
}

/** The task lists only this many, because a person reads it. The log has all. */
const MOST_LINES = 100;

interface ReportedDecision {
  id: number;
  itemId: number | null;
  itemName: string;
  code: 'decision-lapsed' | 'decision-overruled';
  path: string;
  message: string;
  why: string;
}

export async function checkDecisions(
  tx: Tx,
  {
    project,
    startedBy,
    jobId,
    now,
    notices,
    lapsedReviews,
    carried: { marked, changes },
  }: {
    project: Project;
    startedBy: number;
    jobId: number;
    now: Date;
    notices: Notice[];
    /** Reviews that lapsed in this scan: reviews/lapses.ts has written them. */
    lapsedReviews: readonly LapsedItem[];
    carried: CarriedFiles;
  },
): Promise<DecisionResults> {
  const checked = await listDecisionsToCheck(tx, project.id);
  const standing = standingOf(checked, (decision) => factsOf(decision as CheckedDecision), now);
  const byId = new Map(checked.map((one) => [one.id, one]));
  const reported: ReportedDecision[] = [
    ...standing.flatMap(({ decision, standing: is, why }) => {
      const one = byId.get(decision.id);
      // Every project checks decisions for all projects, so no project may mark such a decision as lapsed.
      if (one === undefined || one.projectId === null) return [];
      if (is !== 'lapsed' && is !== 'overruled') return [];
      // Told once for each change.
      if (one.reportedAt !== null && one.reported === why) return [];
      return [reportedDecision(one, is, why)];
    }),
    ...(await listLapsedMarks(tx, project.id, changes)).map((one) =>
      lapsedFile(one, changes.get(Number(one.id))?.words),
    ),
    ...(await listLapsedTies(tx, project.id)).map((one) => lapsedFile(one)),
  ];
  const holding = standing.flatMap(({ decision: { id }, standing: is }) =>
    is === 'holds' && byId.get(id)?.reportedAt != null ? [id] : [],
  );
  await markReported(tx, reported, holding);
  await followLapsed(tx, changes);
  // Each project has its own result for them, which is stored separately.
  reported.push(...lapsedReviews.map(lapsedReview));
  for (const memory of await checkRememberedLicenses(tx, project.id, now))
    reported.push({ ...memory, code: 'decision-lapsed', path: '' });
  if (reported.length > 0) await openTask(tx, { project, startedBy, jobId, notices }, reported);
  return {
    lapsed: reported.filter(({ code }) => code === 'decision-lapsed').length,
    overruled: reported.filter(({ code }) => code === 'decision-overruled').length,
    carriedFiles: marked.bytes ?? 0,
    carriedByEvidence: (marked.text ?? 0) + (marked.evidence ?? 0) + (marked.component ?? 0),
    issues: reported.map(({ code, path, message }) => ({ code, path, message })),
  };
}

export function lapsedReview({ itemId, itemName, lapse: { why } }: LapsedItem): ReportedDecision {
  const about = { id: 0, itemId, itemName, code: 'decision-lapsed', path: '', why } as const;
  return { ...about, message: `${itemName} is to be decided again: ${why}` };
}

/** `changes`: what is new, if the file is still there. */
function lapsedFile({ id, path, author, itemId, itemName }: LapsedMark, changes?: string): ReportedDecision {
  const about = { id, itemId, code: 'decision-lapsed', path } as const;
  return itemName === null
    ? {
        ...about,
        itemName: path,
        why: changes === undefined ? 'Its contents are no longer there.' : `Its contents are others now: ${changes}.`,
        message: `${author} had reviewed ${path}: ${changes ?? 'the file has other contents now, or is gone'}.`,
      }
    : {
        ...about,
        itemName,
        why: 'The item has no file of these contents any more.',
        message: `${author} had tied ${path} to ${itemName}: the file has other contents now, is gone, or lies in several other places.`,
      };
}

/** The current conclusion of the evidence; for an item with a license from a person, that license. */
function factsOf({ itemId, itemName, itemLicense, facts }: CheckedDecision): CurrentFacts {
  if (itemId === null) return {};
  if (itemName === null || facts === null) return { isPresent: false };
  if (facts.concluded.source === 'none') return { licenseExpression: itemLicense ?? '' };
  const licenseExpression = facts.person === undefined ? selectedBy(facts) : (itemLicense ?? '');
  return { licenseExpression, concluded: facts.concluded.expression };
}

const KINDS: Record<string, string> = {
  'notice-text': 'notices text',
  'license-choice': 'choice of license',
  'concluded-license': 'conclusion on the license',
};

function reportedDecision(one: CheckedDecision, standing: 'lapsed' | 'overruled', why: string): ReportedDecision {
  const itemName = one.itemName ?? 'an item that is gone';
  const day = one.decidedAt.toISOString().slice(0, 10);
  const became = standing === 'lapsed' ? 'no longer holds' : 'is overruled';
  return {
    id: one.id,
    itemId: one.itemName === null ? null : one.itemId,
    itemName,
    code: `decision-${standing}`,
    path: '',
    message: `${itemName}: the ${KINDS[one.kind] ?? one.kind} of ${one.author} on ${day} ${became}. ${why}`,
    why,
  };
}

async function openTask(
  tx: Tx,
  { project, startedBy, jobId, notices }: { project: Project; startedBy: number; jobId: number; notices: Notice[] },
  reported: readonly ReportedDecision[],
): Promise<void> {
  const first = reported.find(({ itemId }) => itemId !== null);
  const item = first?.itemId ? { id: first.itemId, name: first.itemName } : await findAnyItem(tx, project.id);
  // A task needs an item. Without items, only the log reports it.
  if (item === undefined) return;
  const rest = reported.length - MOST_LINES;
  const lines = [
    ...reported.slice(0, MOST_LINES).map(({ message }) => message),
    ...(rest > 0 ? [`${rest} more are in the log of job ${jobId}.`] : []),
  ];
  const task = {
    type: 'MISCELLANEOUS' as const,
    summary: `Decisions to review again since scan ${jobId}`,
    details: lines.join('\n'),
    priority: 'MEDIUM' as const,
    ownerId: project.contact_id,
    createdBy: startedBy,
  };
  const known = await findTaskOfDecisions(tx, project.id);
  if (known !== undefined) return addToTaskOfDecisions(tx, known, `Scan ${jobId}:\n${task.details}`, startedBy);
  const id = await insertTask(tx, { ...task, projectId: project.id, itemId: item.id, tellsOfDecisions: true });
  notices.push(
    taskNotice('task_created', { ...task, id, resolution: null }, { ...item, projectId: project.id }, startedBy),
  );
}
