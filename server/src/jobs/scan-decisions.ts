// Checks which decisions still hold, during a scan. Decisions on files follow the contents. Lapsed and overruled decisions are reported in one task
// for the whole scan, in its log and in its summary; each once, until it holds again.
import {
  type AskedDecision,
  findAnyItem,
  type LapsedMark,
  listAskedDecisions,
  listLapsedMarks,
  listLapsedTies,
  markTold,
  reviewKnownContents,
} from '../db/decisions/asked.ts';
import type { JobIssue } from '../db/jobs.ts';
import type { Tx } from '../db/postgres/connection.ts';
import type { Project } from '../db/projects/projects.ts';
import { insertTask } from '../db/tasks.ts';
import { countOf } from '../domain/count-text.ts';
import { type CurrentFacts, standingOf } from '../domain/decision.ts';
import { selectedBy } from '../domain/license-facts.ts';
import { type Notice, taskNotice } from '../domain/mail-notices.ts';
import { askRememberedLicenses } from './scan-remembered-licenses.ts';

export interface AskedDecisions {
  lapsed: number;
  overruled: number;
  /** Files that were marked as reviewed because of their contents. */
  carriedFiles: number;
  issues: JobIssue[];
}

/** The task lists only this many, because a person reads it. The log has all. */
const MOST_LINES = 100;

interface Told {
  id: number;
  itemId: number | null;
  itemName: string;
  code: 'decision-lapsed' | 'decision-overruled';
  path: string;
  message: string;
  why: string;
}

export async function askDecisions(
  tx: Tx,
  {
    project,
    startedBy,
    jobId,
    now,
    notices,
  }: { project: Project; startedBy: number; jobId: number; now: Date; notices: Notice[] },
): Promise<AskedDecisions> {
  const carriedFiles = await reviewKnownContents(tx, project.id);
  const asked = await listAskedDecisions(tx, project.id);
  const standing = standingOf(asked, (decision) => factsOf(decision as AskedDecision), now);
  const byId = new Map(asked.map((one) => [one.id, one]));
  const told: Told[] = [
    ...standing.flatMap(({ decision, standing: is, why }) => {
      const one = byId.get(decision.id);
      // Every project checks decisions for all projects, so no project may mark such a decision as lapsed.
      if (one === undefined || one.projectId === null || one.told !== null) return [];
      if (is !== 'lapsed' && is !== 'overruled') return [];
      return [toldOf(one, is, why)];
    }),
    ...(await listLapsedMarks(tx, project.id)).map(lapsedFile),
    ...(await listLapsedTies(tx, project.id)).map(lapsedFile),
  ];
  const holding = standing.flatMap(({ decision: { id }, standing: is }) =>
    is === 'holds' && byId.get(id)?.told != null ? [id] : [],
  );
  await markTold(tx, told, holding);
  // Each project has its own result for them, which is stored separately.
  for (const memory of await askRememberedLicenses(tx, project.id, now))
    told.push({ ...memory, code: 'decision-lapsed', path: '' });
  if (told.length > 0) await openTask(tx, { project, startedBy, jobId, notices }, told);
  return {
    lapsed: told.filter(({ code }) => code === 'decision-lapsed').length,
    overruled: told.filter(({ code }) => code === 'decision-overruled').length,
    carriedFiles,
    issues: told.map(({ code, path, message }) => ({ code, path, message })),
  };
}

function lapsedFile({ id, path, author, itemId, itemName }: LapsedMark): Told {
  const about = { id, itemId, code: 'decision-lapsed', path } as const;
  return itemName === null
    ? {
        ...about,
        itemName: path,
        why: 'Its contents are no longer there.',
        message: `${author} had reviewed ${path}: the file has other contents now, or is gone.`,
      }
    : {
        ...about,
        itemName,
        why: 'The item has no file of these contents any more.',
        message: `${author} had tied ${path} to ${itemName}: the file has other contents now, is gone, or lies in several other places.`,
      };
}

/** The current conclusion of the evidence; for an item with a license from a person, that license. */
function factsOf({ itemId, itemName, itemLicense, facts }: AskedDecision): CurrentFacts {
  if (itemId === null) return {};
  if (itemName === null || facts === null) return { isPresent: false };
  if (facts.concluded.source === 'none') return { licenseExpression: itemLicense ?? '' };
  const licenseExpression = facts.person === undefined ? selectedBy(facts) : (itemLicense ?? '');
  return { licenseExpression, concluded: facts.concluded.expression };
}

const KINDS: Record<string, string> = {
  review: 'review',
  'notice-text': 'notices text',
  'license-choice': 'choice of license',
  'concluded-license': 'conclusion on the license',
};

function toldOf(one: AskedDecision, standing: 'lapsed' | 'overruled', why: string): Told {
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
  told: readonly Told[],
): Promise<void> {
  const first = told.find(({ itemId }) => itemId !== null);
  const item = first?.itemId ? { id: first.itemId, name: first.itemName } : await findAnyItem(tx, project.id);
  // A task needs an item. Without items, only the log reports it.
  if (item === undefined) return;
  const rest = told.length - MOST_LINES;
  const lines = [
    ...told.slice(0, MOST_LINES).map(({ message }) => message),
    ...(rest > 0 ? [`${rest} more are in the log of job ${jobId}.`] : []),
  ];
  const task = {
    type: 'MISCELLANEOUS' as const,
    summary: `${countOf(told.length, 'decision')} to review again after scan ${jobId}`,
    details: lines.join('\n'),
    priority: 'MEDIUM' as const,
    ownerId: project.contact_id,
    createdBy: startedBy,
  };
  const id = await insertTask(tx, { ...task, projectId: project.id, itemId: item.id });
  notices.push(
    taskNotice('task_created', { ...task, id, resolution: null }, { ...item, projectId: project.id }, startedBy),
  );
}
