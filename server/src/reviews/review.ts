// The only place for changes of an item's review: loads the item, asks the domain, and writes the effects in the caller's transaction. Used by the
// inventory and task operations, the policy job and the scan, so that all have the same effects.

import { itemAt, valueFor } from '@assay/scanner/items';
import { findTaskForIssue, requestIssue } from '../db/alm/issues.ts';
import { insertRevisions, type NewRevision, withReason } from '../db/inventories/history.ts';
import { type Item, updateReviews } from '../db/inventories/items.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { getProject, type Project } from '../db/projects/projects.ts';
import { closeReviewTasks, insertTasks, listTasksOfItems, type NewTask } from '../db/tasks.ts';
import { type ItemDecision, recordItemDecisions } from '../decisions/index.ts';
import type { HistoryAction, HistoryChange, HistoryEvent } from '../domain/inventories/inventory-history.ts';
import { itemNotice, type Notice, type NoticedItem, taskNotice } from '../domain/messages/mail-notices.ts';
import {
  type ItemReview,
  type ReviewEffect,
  type ReviewEvent,
  reviewItem,
} from '../domain/reviews/inventory-review.ts';
import { contactOf, reviewSettingsOf } from '../domain/reviews/review-settings.ts';
import { taskTypeNames } from '../domain/reviews/review-task.ts';
import { noticedTask } from '../mail/noticed-task.ts';
import { writeNotices } from '../mail/outbox.ts';

export interface Actor {
  id: number;
  login: string;
}

/** The facts about an item that its review needs. */
type ReviewedItem = Pick<
  Item,
  | 'id'
  | 'project_id'
  | 'name'
  | 'type'
  | 'priority'
  | 'status'
  | 'is_status_set_by_person'
  | 'is_published'
  | 'review_lapse'
>;

export interface Review {
  /** The state of the item under the caller's lock, or as the caller has just created it. */
  item: ReviewedItem;
  event: ReviewEvent;
}

export interface ReviewOptions {
  action?: HistoryAction;
  /** Set when the system reviews items that it has created itself: the history then names nobody, and the actor gets mails about the items too. */
  isBySystem?: boolean;
  /** Why, as the person wrote it: for the history. */
  reason?: string;
  /** If a transaction makes several reviews, it collects the notices here and writes them at its end, so that a person gets one mail about all. */
  notices?: Notice[];
}

/** Applies a review event to an item whose row the caller has locked. */
export async function applyReview(
  tx: Tx,
  item: Item,
  event: ReviewEvent,
  actor: Actor,
  options: ReviewOptions = {},
): Promise<void> {
  await applyReviews(tx, await getProject(tx, item.project_id), [{ item, event }], actor, options);
}

/** Applies review events to different items of one project. A thousand need as many statements as one, unless they create issues. */
export async function applyReviews(
  tx: Tx,
  project: Project,
  reviews: readonly Review[],
  actor: Actor,
  { action = 'User Action', isBySystem = false, reason = '', notices }: ReviewOptions = {},
): Promise<void> {
  if (reviews.length === 0) return;
  const tasks = await listTasksOfItems(
    tx,
    reviews.map(({ item }) => item.id),
  );
  const settings = reviewSettingsOf(project.review_settings);
  const decided = reviews.map(({ item, event }) => {
    const hasOpenRemediationTask = (tasks.get(item.id) ?? []).some(
      (task) => task.type === 'REMEDIATE_INVENTORY' && !task.is_closed,
    );
    const before = {
      type: item.type,
      status: item.status,
      isStatusSetByPerson: item.is_status_set_by_person,
      isPublished: item.is_published,
      lapse: item.review_lapse,
    };
    return { item, event, ...reviewItem(before, event, { settings, hasOpenRemediationTask, priority: item.priority }) };
  });
  await updateReviews(
    tx,
    decided.map(({ item, next }) => ({ id: item.id, ...next })),
  );
  await recordItemDecisions(tx, decided.flatMap(decisionOf), isBySystem ? null : actor);
  const caused = await closeTasks(tx, decided, actor);
  const opened = await openTasks(tx, decided, project, actor);
  for (const { item, effects } of decided)
    for (const effect of effects)
      caused.push(
        ...(await applyEffect(tx, item, effect, { opened, actor, contactId: project.contact_id, isBySystem })),
      );
  await insertRevisions(
    tx,
    decided
      .flatMap(({ item, effects }) => revisionsOf(item, effects, isBySystem ? null : actor, action))
      .map(withReason(reason)),
  );
  if (notices) notices.push(...caused);
  else await writeNotices(tx, caused);
}

/** A status from a person is a decision even if it is unchanged; an unchanged status from a policy is not. */
function decisionOf({
  item,
  event,
  next,
}: {
  item: ReviewedItem;
  event: ReviewEvent;
  next: ItemReview;
}): ItemDecision[] {
  const isPersons = event.type === 'reviewer-sets' || event.type === 'review-tasks-decide';
  // A lapse decides nothing: the row of the decision that lapsed says so itself.
  if (event.type === 'review-lapses' || event.type === 'review-holds-again') return [];
  if (!isPersons && next.status === item.status) return [];
  const by = isPersons ? 'person' : event.type === 'decision-carries' ? 'scan' : 'policy';
  const words = 'words' in event && event.words ? { words: event.words } : {};
  return [{ itemId: item.id, kind: 'review', value: { status: next.status }, ground: { by, ...words } }];
}

/** Closes the review tasks of all items in one statement per resolution, and returns the people to notify. */
async function closeTasks(
  tx: Tx,
  decided: readonly { item: ReviewedItem; effects: readonly ReviewEffect[] }[],
  actor: Actor,
): Promise<Notice[]> {
  const closings = decided.flatMap(({ item, effects }) =>
    effects.flatMap((effect) =>
      effect.type === 'close-review-tasks' ? [{ item, resolution: effect.resolution }] : [],
    ),
  );
  const notices: Notice[] = [];
  for (const [resolution, group] of Map.groupBy(closings, (one) => one.resolution)) {
    const items = new Map(group.map(({ item }) => [item.id, item]));
    for (const task of await closeReviewTasks(tx, [...items.keys()], resolution, actor.id)) {
      const { id, name, project_id: projectId } = valueFor(items, task.item_id);
      notices.push(taskNotice('task_closed', noticedTask(task), { id, name, projectId }, actor.id));
    }
  }
  return notices;
}

type OpenedTask = NewTask & { id: number };

/** Opens the tasks of all items at once. By effect. */
async function openTasks(
  tx: Tx,
  decided: readonly { item: ReviewedItem; effects: readonly ReviewEffect[] }[],
  project: Project,
  actor: Actor,
): Promise<Map<ReviewEffect, OpenedTask>> {
  const openings = decided.flatMap(({ item, effects }) =>
    effects.flatMap((effect) =>
      effect.type === 'open-task' ? [{ effect, task: newTask(item, project, effect, actor) }] : [],
    ),
  );
  const ids = await insertTasks(
    tx,
    openings.map(({ task }) => task),
  );
  return new Map(openings.map(({ effect, task }, at) => [effect, { ...task, id: itemAt(ids, at) }]));
}

function newTask(
  item: ReviewedItem,
  project: Project,
  effect: Extract<ReviewEffect, { type: 'open-task' }>,
  actor: Actor,
): NewTask {
  return {
    projectId: project.id,
    itemId: item.id,
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
}

interface EffectContext {
  opened: ReadonlyMap<ReviewEffect, OpenedTask>;
  actor: Actor;
  contactId: number;
  isBySystem: boolean;
}

/** Writes the effect on one item, and returns the people to notify. A person who acts gets no mail about the item itself. */
async function applyEffect(
  tx: Tx,
  item: ReviewedItem,
  effect: ReviewEffect,
  { opened, actor, contactId, isBySystem }: EffectContext,
): Promise<Notice[]> {
  const noticed: NoticedItem = { id: item.id, name: item.name, projectId: item.project_id };
  switch (effect.type) {
    case 'open-task':
      return [taskNotice('task_created', { ...valueFor(opened, effect), resolution: null }, noticed, actor.id)];
    case 'mail-contact':
      return [itemNotice(effect.template, noticed, contactId, isBySystem ? null : actor.id)];
    case 'create-alm-issue':
      await requestIssueOfRemediation(tx, item.id, actor.id);
      return [];
    // Written for all items at once.
    case 'close-review-tasks':
    case 'record-history':
      return [];
  }
}

/** Only requested here and created later, so that an unavailable tracker delays no review. */
async function requestIssueOfRemediation(tx: Tx, itemId: number, actorId: number): Promise<void> {
  const taskId = await findTaskForIssue(tx, itemId);
  if (taskId !== undefined) await requestIssue(tx, taskId, actorId);
}

/** The effects of one event are one revision per kind of event. */
function revisionsOf(
  item: ReviewedItem,
  effects: readonly ReviewEffect[],
  actor: Actor | null,
  action: HistoryAction,
): NewRevision[] {
  const byEvent = new Map<HistoryEvent, HistoryChange[]>();
  for (const effect of effects) {
    if (effect.type !== 'record-history') continue;
    byEvent.set(effect.event, [
      ...(byEvent.get(effect.event) ?? []),
      { field: effect.field, oldValue: effect.oldValue, newValue: effect.newValue },
    ]);
  }
  return [...byEvent].map(([event, changes]) => ({
    projectId: item.project_id,
    itemId: item.id,
    user: actor,
    event,
    action,
    changes,
  }));
}
