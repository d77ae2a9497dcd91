// One way for every change of an item's review: load, ask the domain, write what it says in the caller's transaction.
// Used by the inventory and task operations and by the scan, so that all of them have the same effects.

import { findTaskForIssue, requestIssue } from '../db/alm-issues.ts';
import type { Tx } from '../db/connection.ts';
import { insertRevisions } from '../db/inventory-history.ts';
import { type Item, updateItem } from '../db/inventory-items.ts';
import { getProject, type Project } from '../db/projects.ts';
import { closeReviewTasks, insertTask, listItemTasks } from '../db/tasks.ts';
import type { HistoryAction, HistoryChange, HistoryEvent } from '../domain/inventory-history.ts';
import { type ReviewEffect, type ReviewEvent, reviewItem } from '../domain/inventory-review.ts';
import { itemNotice, type Notice, type NoticedItem, taskNotice } from '../domain/mail-notices.ts';
import { contactOf, type ReviewSettings, reviewSettingsOf } from '../domain/review-settings.ts';
import { taskTypeNames } from '../domain/review-task.ts';
import { noticedTask } from '../mail/noticed-task.ts';
import { writeNotices } from '../mail/outbox.ts';

export interface Actor {
  id: number;
  login: string;
}

/**
 * Applies a review event to an item whose row the caller has locked. Whoever reviews several items in one transaction gathers the
 * `notices` and writes them at its end, so that a person gets one mail about all of them.
 */
export async function applyReview(
  tx: Tx,
  item: Item,
  event: ReviewEvent,
  actor: Actor,
  action: HistoryAction = 'User Action',
  notices?: Notice[],
): Promise<Item['status']> {
  const project = await getProject(tx, item.project_id);
  const tasks = await listItemTasks(tx, item.id);
  const { next, effects } = reviewItem(
    {
      type: item.type,
      status: item.status,
      isStatusSetByPerson: item.is_status_set_by_person,
      isPublished: item.is_published,
    },
    event,
    {
      settings: reviewSettingsOf(project.review_settings as Partial<ReviewSettings>),
      hasOpenRemediationTask: tasks.some((task) => task.type === 'REMEDIATE_INVENTORY' && !task.is_closed),
      priority: item.priority,
    },
  );
  await updateItem(tx, item.id, {
    status: next.status,
    is_status_set_by_person: next.isStatusSetByPerson,
    is_published: next.isPublished,
    ...(next.isPublished && !item.is_published ? { published_at: new Date() } : {}),
  });
  const caused = await applyReviewEffects(tx, project, item, effects, { actor, toldBy: actor.id });
  await recordHistory(tx, item, effects, actor, action);
  if (notices) notices.push(...caused);
  else await writeNotices(tx, caused);
  return next.status;
}

/**
 * Writes what the effects of a review say, history aside, and returns who is to hear of it. For items that stand and for those that a scan has
 * just made. `toldBy` gets no mail about the item itself; null where the system acts.
 */
export async function applyReviewEffects(
  tx: Tx,
  project: Project,
  item: Pick<Item, 'id' | 'name'>,
  effects: readonly ReviewEffect[],
  by: { actor: Pick<Actor, 'id'>; toldBy: number | null },
): Promise<Notice[]> {
  const caused: Notice[] = [];
  for (const effect of effects) caused.push(...(await applyEffect(tx, item, project, effect, by)));
  return caused;
}

async function applyEffect(
  tx: Tx,
  item: Pick<Item, 'id' | 'name'>,
  project: Project,
  effect: ReviewEffect,
  { actor, toldBy }: { actor: Pick<Actor, 'id'>; toldBy: number | null },
): Promise<Notice[]> {
  const noticed: NoticedItem = { id: item.id, name: item.name, projectId: project.id };
  switch (effect.type) {
    case 'close-review-tasks': {
      const closed = await closeReviewTasks(tx, item.id, effect.resolution, actor.id);
      return closed.map((task) => taskNotice('task_closed', noticedTask(task), noticed, actor.id));
    }
    case 'open-task': {
      const task = {
        type: effect.task,
        summary: `${taskTypeNames[effect.task]}: ${item.name}`.slice(0, 255),
        details: '',
        priority: effect.priority,
        ownerId: contactOf(effect.owner, {
          contactId: project.contact_id,
          legalContactId: project.legal_contact_id,
          securityContactId: project.security_contact_id,
          developerContactId: project.developer_contact_id,
        }),
        createdBy: actor.id,
      };
      const id = await insertTask(tx, { ...task, projectId: project.id, itemId: item.id });
      return [taskNotice('task_created', { ...task, id, resolution: null }, noticed, actor.id)];
    }
    case 'mail-contact':
      return [itemNotice(effect.template, noticed, project.contact_id, toldBy)];
    case 'create-alm-issue':
      await requestIssueOfRemediation(tx, item.id, actor.id);
      return [];
    default:
      return [];
  }
}

/** Written down here and made later, so that a tracker that is away keeps nobody from reviewing. */
async function requestIssueOfRemediation(tx: Tx, itemId: number, actorId: number): Promise<void> {
  const taskId = await findTaskForIssue(tx, itemId);
  if (taskId !== undefined) await requestIssue(tx, taskId, actorId);
}

/** Effects of one event are one revision per kind of event. */
async function recordHistory(
  tx: Tx,
  item: Item,
  effects: ReviewEffect[],
  actor: Actor,
  action: HistoryAction,
): Promise<void> {
  const byEvent = new Map<HistoryEvent, HistoryChange[]>();
  for (const effect of effects) {
    if (effect.type !== 'record-history') continue;
    byEvent.set(effect.event, [
      ...(byEvent.get(effect.event) ?? []),
      { field: effect.field, oldValue: effect.oldValue, newValue: effect.newValue },
    ]);
  }
  await insertRevisions(
    tx,
    [...byEvent].map(([event, changes]) => ({
      projectId: item.project_id,
      itemId: item.id,
      user: actor,
      event,
      action,
      changes,
    })),
  );
}
