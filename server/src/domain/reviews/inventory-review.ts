// The review of one inventory item: its status, and whether it is published.
// Returns the changes and their further effects; writes nothing.
//
//   What happens                 | DRAFT    | APPROVED | REJECTED | Published | Also
//   -----------------------------+----------+----------+----------+-----------+-----------------------------------------
//   a reviewer sets DRAFT        | DRAFT    | DRAFT    | DRAFT    | as it was | tasks are left alone
//   a reviewer sets APPROVED     | APPROVED | APPROVED | APPROVED | as it was | open Manual Review tasks close as approved
//   a reviewer sets REJECTED     | REJECTED | REJECTED | REJECTED | as it was | ... close as rejected; a Remediation task opens
//   a decision on another version | as if a reviewer did          | as it was | as a policy does; nobody is asked
//     counts for the item         |          |          |          |           |
//   review tasks approve         | APPROVED | APPROVED | APPROVED | as it was |
//   review tasks reject          | REJECTED | REJECTED | REJECTED | as it was | a Remediation task, if the project wants it
//   policy approves              | APPROVED | APPROVED | APPROVED | as it was | open Manual Review tasks close as approved
//   policy rejects               | REJECTED | REJECTED | REJECTED | as it was | ... close as rejected; Remediation as above
//   policy does not decide       | DRAFT    | APPROVED | REJECTED | as it was |
//   publish                      | policy decides anew            | yes       | a Manual Review task, if nothing decided in a scan
//   recall                       | DRAFT    | APPROVED | REJECTED | no        |
//   the review lapses            | DRAFT    | DRAFT    | DRAFT    | as it was | says what changed (review-lapse.ts); tasks are left alone
//   its ground is back           | as it was decided              | as it was |
//
// Decided here, because the interface is silent:
// - Publishing a published item and recalling a recalled one change nothing and are no error: PUT may be repeated.
// - When an item is rejected again, also after its rejection lapsed, no second Remediation task opens beside one that is open.
// - A rejection that is imported opens no Remediation task if the data bring one, open or closed.
// - If the policy does not decide at publication, a status that a person set stays; one that the policy set goes back to DRAFT,
//   because the rule that set it may be gone.
// - A review that lapsed is told until somebody decides again, also at publication.
// - Work in Progress items are not subject to policies: a policy does not change them.
import type { DecidedStatus, InventoryPriority, InventoryStatus, InventoryType } from '../inventories/inventory.ts';
import { inventoryStatusNames } from '../inventories/inventory.ts';
import { GONE_FIELD, type HistoryEvent, LAPSE_FIELD } from '../inventories/inventory-history.ts';
import type { Transition } from '../refusal.ts';
import type { TaskPriority } from '../task-priority.ts';
import { isOverturned, type PolicyDecision } from './policy.ts';
import { isOfGone, type ReviewLapse } from './review-lapse.ts';
import type { ContactKind, ReviewSettings } from './review-settings.ts';

export interface ItemReview {
  type: InventoryType;
  status: InventoryStatus;
  /** True when a person set the status, directly or by closing a task; false when policy or nobody did. */
  isStatusSetByPerson: boolean;
  isPublished: boolean;
  /** The review that no longer holds; null if nobody has to decide again. */
  lapse: ReviewLapse | null;
}

/** The facts about the item's project and tasks that the rules need. */
export interface ReviewContext {
  settings: ReviewSettings;
  hasOpenRemediationTask: boolean;
  /** Automatic tasks get this priority. */
  priority: InventoryPriority;
}

export type ReviewEvent =
  /** `bringsRemediation`: the rejection comes from another project, with its Remediation task. `words` say why. */
  | { type: 'reviewer-sets'; status: InventoryStatus; bringsRemediation?: boolean; words?: string }
  | { type: 'review-tasks-decide'; status: DecidedStatus }
  /** The review of another version of the component counts for the item (decisions/item-carrying.ts). `words` say why. */
  | { type: 'decision-carries'; status: DecidedStatus; words: string }
  /** For Apply Policy, an edited item, or a new vulnerability. `keepsManualStatus` keeps a status that a person set; `setBy` names this person. */
  | { type: 'policy-decides'; decision: PolicyDecision; keepsManualStatus: boolean; setBy?: string }
  | { type: 'publish'; decision: PolicyDecision; isInScan: boolean }
  | { type: 'recall' }
  /** Component, version or license of a decided item have changed, its evidence is gone or in doubt, or its lapse has become another one. */
  | { type: 'review-lapses'; lapse: ReviewLapse }
  /** They are again those on which the lapsed review rests. */
  | { type: 'review-holds-again' };

export type ReviewEffect =
  | { type: 'close-review-tasks'; resolution: DecidedStatus }
  | {
      type: 'open-task';
      task: 'REMEDIATE_INVENTORY' | 'MANUAL_INVENTORY_REVIEW';
      owner: ContactKind;
      priority: TaskPriority;
    }
  | { type: 'create-alm-issue' }
  | { type: 'mail-contact'; template: 'inventory_remediation_notification' | 'inventory_review_notification' }
  | { type: 'record-history'; event: HistoryEvent; field: string; oldValue: string; newValue: string };

export function reviewItem(
  item: ItemReview,
  event: ReviewEvent,
  context: ReviewContext,
): Transition<ItemReview, ReviewEffect> {
  switch (event.type) {
    case 'reviewer-sets':
      return setByReviewer(item, event, context);
    case 'decision-carries':
    case 'review-tasks-decide':
      return decide(item, event.status, true, context, wantsRemediation(context));
    case 'policy-decides':
      if (event.keepsManualStatus && item.isStatusSetByPerson) return unchanged(item);
      return decideByPolicy(item, event.decision, context, event.setBy);
    case 'publish':
      return publish(item, event, context);
    case 'recall':
      return recall(item);
    case 'review-lapses':
      return lapseReview(item, event.lapse);
    case 'review-holds-again':
      return restoreReview(item);
  }
}

function lapseReview(item: ItemReview, lapse: ReviewLapse): Transition<ItemReview, ReviewEffect> {
  // Told once, unless it is another change.
  if (item.lapse?.why === lapse.why) return unchanged(item);
  const { next, effects } = withStatus(item, 'DRAFT', false, []);
  const told: ReviewEffect = {
    type: 'record-history',
    event: 'Inventory Reviewed',
    field: isOfGone(lapse) ? GONE_FIELD : LAPSE_FIELD,
    oldValue: item.lapse?.why ?? '',
    newValue: lapse.why,
  };
  return { next: { ...next, lapse }, effects: [...effects, told] };
}

function restoreReview(item: ItemReview): Transition<ItemReview, ReviewEffect> {
  return item.lapse === null ? unchanged(item) : withStatus(item, item.lapse.status, item.lapse.isByPerson, []);
}

/** Automatic tasks get the urgency of their item. */
function taskPriorityOf(priority: InventoryPriority): TaskPriority {
  const urgency: Record<InventoryPriority, TaskPriority> = { P1: 'HIGH', P2: 'MEDIUM', P3: 'LOW', P4: 'LOW' };
  return urgency[priority];
}

function setByReviewer(
  item: ItemReview,
  { status, bringsRemediation = false }: Extract<ReviewEvent, { type: 'reviewer-sets' }>,
  context: ReviewContext,
) {
  if (status === 'DRAFT') return withStatus(item, 'DRAFT', true, []);
  // The status operation always opens a Remediation task on rejection, whatever the settings of the project say.
  const wasRejected = item.status === 'REJECTED' || item.lapse?.status === 'REJECTED';
  const isRepeated = wasRejected && context.hasOpenRemediationTask;
  return decide(item, status, true, context, !isRepeated && !bringsRemediation);
}

/** The history names the decision of a person that a policy overturns. */
function overturning(item: ItemReview, decision: DecidedStatus, setBy = 'a person'): ReviewEffect[] {
  if (!isOverturned({ ...item, is_status_set_by_person: item.isStatusSetByPerson }, decision)) return [];
  const oldValue = `${inventoryStatusNames[item.status]} by ${setBy}`;
  const newValue = `${inventoryStatusNames[decision]} by the policy`;
  return [{ type: 'record-history', event: 'Inventory Reviewed', field: 'Overturned decision', oldValue, newValue }];
}

function decideByPolicy(item: ItemReview, decision: PolicyDecision, context: ReviewContext, setBy?: string) {
  if (item.type === 'WORK_IN_PROGRESS' || decision === 'UNDECIDED') return unchanged(item);
  const isNews = item.status !== decision;
  const { next, effects } = decide(item, decision, false, context, isNews && wantsRemediation(context));
  return { next, effects: [...effects, ...overturning(item, decision, setBy)] };
}

function publish(item: ItemReview, event: Extract<ReviewEvent, { type: 'publish' }>, context: ReviewContext) {
  if (item.isPublished) return unchanged(item);
  const published: ItemReview = { ...item, isPublished: true };
  const review = reviewAtPublication(published, event.decision, context);
  const effects: ReviewEffect[] = [
    {
      type: 'record-history',
      event: 'Inventory Published',
      field: 'Published',
      oldValue: 'false',
      newValue: 'true',
    },
    ...review.effects,
  ];
  const isUndecided = review.next.status === 'DRAFT' && item.type !== 'WORK_IN_PROGRESS';
  if (isUndecided && event.isInScan && context.settings.createReviewTaskWhenUndecided) {
    effects.push({
      type: 'open-task',
      task: 'MANUAL_INVENTORY_REVIEW',
      owner: context.settings.reviewTaskOwner,
      priority: taskPriorityOf(context.priority),
    });
  }
  if (isUndecided && context.settings.mailAboutRejectedOrUnreviewed) {
    effects.push({ type: 'mail-contact', template: 'inventory_review_notification' });
  }
  return { next: review.next, effects };
}

function reviewAtPublication(item: ItemReview, decision: PolicyDecision, context: ReviewContext) {
  const isDecided = item.type !== 'WORK_IN_PROGRESS' && decision !== 'UNDECIDED';
  if (isDecided) return decideByPolicy(item, decision, context);
  if (item.isStatusSetByPerson || item.lapse !== null || item.type === 'WORK_IN_PROGRESS') return unchanged(item);
  return withStatus(item, 'DRAFT', false, []);
}

function recall(item: ItemReview): Transition<ItemReview, ReviewEffect> {
  if (!item.isPublished) return unchanged(item);
  return {
    next: { ...item, isPublished: false },
    effects: [
      {
        type: 'record-history',
        event: 'Inventory Recalled',
        field: 'Published',
        oldValue: 'true',
        newValue: 'false',
      },
    ],
  };
}

function decide(
  item: ItemReview,
  status: DecidedStatus,
  isByPerson: boolean,
  context: ReviewContext,
  opensRemediation: boolean,
): Transition<ItemReview, ReviewEffect> {
  const effects: ReviewEffect[] = [{ type: 'close-review-tasks', resolution: status }];
  if (status === 'REJECTED' && opensRemediation) {
    const { settings } = context;
    effects.push({
      type: 'open-task',
      task: 'REMEDIATE_INVENTORY',
      owner: settings.remediationTaskOwner,
      priority: taskPriorityOf(context.priority),
    });
    if (settings.createAlmIssueOnRejection) effects.push({ type: 'create-alm-issue' });
  }
  if (status === 'REJECTED' && item.status !== 'REJECTED' && context.settings.mailAboutRejectedOrUnreviewed) {
    effects.push({ type: 'mail-contact', template: 'inventory_remediation_notification' });
  }
  return withStatus(item, status, isByPerson, effects);
}

function wantsRemediation(context: ReviewContext): boolean {
  return context.settings.createRemediationTaskOnRejection && !context.hasOpenRemediationTask;
}

function withStatus(
  item: ItemReview,
  status: InventoryStatus,
  isByPerson: boolean,
  effects: ReviewEffect[],
): Transition<ItemReview, ReviewEffect> {
  const next = { ...item, status, isStatusSetByPerson: isByPerson, lapse: null };
  if (item.status === status) return { next, effects };
  const record: ReviewEffect = {
    type: 'record-history',
    event: 'Inventory Reviewed',
    field: 'Status',
    oldValue: inventoryStatusNames[item.status],
    newValue: inventoryStatusNames[status],
  };
  return { next, effects: [...effects, record] };
}

function unchanged(item: ItemReview): Transition<ItemReview, ReviewEffect> {
  return { next: item, effects: [] };
}
