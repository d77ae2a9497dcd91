import { describe, expect, it } from 'vitest';
import type { InventoryStatus } from '../inventories/inventory.ts';
import { inventoryStatuses } from '../inventories/inventory.ts';
import type { ItemReview, ReviewContext, ReviewEffect, ReviewEvent } from './inventory-review.ts';
import { reviewItem } from './inventory-review.ts';
import type { PolicyDecision } from './policy.ts';
import { policyDecisions } from './policy.ts';
import { DEFAULT_REVIEW_SETTINGS } from './review-settings.ts';

const item = (status: InventoryStatus, change: Partial<ItemReview> = {}): ItemReview => ({
  type: 'COMPONENT',
  status,
  isStatusSetByPerson: false,
  isPublished: true,
  lapse: null,
  ...change,
});

const quiet: ReviewContext = { settings: DEFAULT_REVIEW_SETTINGS, hasOpenRemediationTask: false, priority: 'P1' };
const eager: ReviewContext = {
  ...quiet,
  settings: {
    ...DEFAULT_REVIEW_SETTINGS,
    createReviewTaskWhenUndecided: true,
    reviewTaskOwner: 'LEGAL_CONTACT',
    createRemediationTaskOnRejection: true,
    createAlmIssueOnRejection: true,
    mailAboutRejectedOrUnreviewed: true,
  },
};

const words = (effects: ReviewEffect[]): string[] =>
  effects.map((effect) => {
    switch (effect.type) {
      case 'close-review-tasks':
        return `close reviews ${effect.resolution}`;
      case 'open-task':
        return `open ${effect.task} for ${effect.owner} ${effect.priority}`;
      case 'mail-contact':
        return `mail ${effect.template}`;
      case 'record-history':
        return `${effect.event}: ${effect.field} ${effect.oldValue} -> ${effect.newValue}`;
      default:
        return effect.type;
    }
  });

describe('a reviewer sets the status', () => {
  const remediation = 'open REMEDIATE_INVENTORY for DEVELOPER_CONTACT HIGH';
  const expected: Record<InventoryStatus, string[]> = {
    DRAFT: [],
    APPROVED: ['close reviews APPROVED'],
    REJECTED: ['close reviews REJECTED', remediation],
  };
  for (const from of inventoryStatuses) {
    for (const to of inventoryStatuses) {
      it(`${from} to ${to}`, () => {
        const answer = reviewItem(item(from), { type: 'reviewer-sets', status: to }, quiet);
        expect(answer.next).toEqual(item(to, { isStatusSetByPerson: true }));
        const effects = words(answer.effects);
        expect(effects.filter((line) => !line.startsWith('Inventory Reviewed'))).toEqual(expected[to]);
        const record = effects.filter((line) => line.startsWith('Inventory Reviewed'));
        expect(record).toHaveLength(from === to ? 0 : 1);
      });
    }
  }

  it('opens a second Remediation task only if the item was not rejected before', () => {
    const context = { ...quiet, hasOpenRemediationTask: true };
    const set: ReviewEvent = { type: 'reviewer-sets', status: 'REJECTED' };
    expect(words(reviewItem(item('REJECTED'), set, context).effects)).not.toContain(remediation);
    expect(words(reviewItem(item('DRAFT'), set, context).effects)).toContain(remediation);
    expect(words(reviewItem(item('REJECTED'), set, quiet).effects)).toContain(remediation);
  });

  it('applies to Work in Progress and unpublished items too', () => {
    const wip = item('DRAFT', { type: 'WORK_IN_PROGRESS', isPublished: false });
    expect(reviewItem(wip, { type: 'reviewer-sets', status: 'APPROVED' }, quiet).next.status).toBe('APPROVED');
  });
});

describe('policy decides', () => {
  const after: Record<PolicyDecision, (from: InventoryStatus) => InventoryStatus> = {
    APPROVED: () => 'APPROVED',
    REJECTED: () => 'REJECTED',
    UNDECIDED: (from) => from,
  };
  for (const from of inventoryStatuses) {
    for (const decision of policyDecisions) {
      for (const isStatusSetByPerson of [false, true]) {
        for (const keepsManualStatus of [false, true]) {
          it(`${from}${isStatusSetByPerson ? ' by hand' : ''}, ${decision}${keepsManualStatus ? ', sparing' : ''}`, () => {
            const event: ReviewEvent = { type: 'policy-decides', decision, keepsManualStatus };
            const answer = reviewItem(item(from, { isStatusSetByPerson }), event, quiet);
            const isSpared = keepsManualStatus && isStatusSetByPerson;
            expect(answer.next.status).toBe(isSpared ? from : after[decision](from));
            expect(answer.next.isStatusSetByPerson).toBe(
              isSpared || decision === 'UNDECIDED' ? isStatusSetByPerson : false,
            );
            const closes = words(answer.effects).filter((line) => line.startsWith('close'));
            expect(closes).toEqual(isSpared || decision === 'UNDECIDED' ? [] : [`close reviews ${decision}`]);
          });
        }
      }
    }
  }

  it.each(policyDecisions)('leaves Work in Progress unchanged (%s)', (decision) => {
    const wip = item('DRAFT', { type: 'WORK_IN_PROGRESS' });
    expect(reviewItem(wip, { type: 'policy-decides', decision, keepsManualStatus: false }, eager)).toEqual({
      next: wip,
      effects: [],
    });
  });

  it('creates a Remediation task, an ALM issue and a mail if the project wants them, once', () => {
    const event: ReviewEvent = { type: 'policy-decides', decision: 'REJECTED', keepsManualStatus: false };
    expect(words(reviewItem(item('APPROVED'), event, eager).effects)).toEqual([
      'close reviews REJECTED',
      'open REMEDIATE_INVENTORY for DEVELOPER_CONTACT HIGH',
      'create-alm-issue',
      'mail inventory_remediation_notification',
      'Inventory Reviewed: Status Approved -> Rejected',
    ]);
    expect(words(reviewItem(item('REJECTED'), event, eager).effects)).toEqual(['close reviews REJECTED']);
    expect(words(reviewItem(item('DRAFT'), event, { ...eager, hasOpenRemediationTask: true }).effects)).not.toContain(
      'open REMEDIATE_INVENTORY for DEVELOPER_CONTACT HIGH',
    );
  });
});

describe('review tasks decide', () => {
  it.each([
    ['APPROVED', quiet, ['close reviews APPROVED', 'Inventory Reviewed: Status Draft -> Approved']],
    ['REJECTED', quiet, ['close reviews REJECTED', 'Inventory Reviewed: Status Draft -> Rejected']],
    [
      'REJECTED',
      { ...eager, settings: { ...eager.settings, createAlmIssueOnRejection: false } },
      [
        'close reviews REJECTED',
        'open REMEDIATE_INVENTORY for DEVELOPER_CONTACT HIGH',
        'mail inventory_remediation_notification',
        'Inventory Reviewed: Status Draft -> Rejected',
      ],
    ],
  ] as const)('%s', (status, context, effects) => {
    const answer = reviewItem(item('DRAFT'), { type: 'review-tasks-decide', status }, context);
    expect(answer.next).toEqual(item(status, { isStatusSetByPerson: true }));
    expect(words(answer.effects)).toEqual(effects);
  });
});

describe('publish', () => {
  const unpublished = (status: InventoryStatus, change: Partial<ItemReview> = {}) =>
    item(status, { isPublished: false, ...change });

  for (const from of inventoryStatuses) {
    for (const decision of policyDecisions) {
      for (const isStatusSetByPerson of [false, true]) {
        it(`${from}${isStatusSetByPerson ? ' by hand' : ''}, policy ${decision}`, () => {
          const event: ReviewEvent = { type: 'publish', decision, isInScan: false };
          const answer = reviewItem(unpublished(from, { isStatusSetByPerson }), event, quiet);
          const undecided = isStatusSetByPerson ? from : 'DRAFT';
          expect(answer.next.status).toBe(decision === 'UNDECIDED' ? undecided : decision);
          expect(answer.next.isPublished).toBe(true);
          expect(words(answer.effects)[0]).toBe('Inventory Published: Published false -> true');
        });
      }
    }
  }

  it.each([
    [true, 'UNDECIDED', true],
    [true, 'APPROVED', false],
    [true, 'REJECTED', false],
    [false, 'UNDECIDED', false],
  ] as const)('in a scan %s, policy %s: creates a review task %s', (isInScan, decision, isMade) => {
    const { effects } = reviewItem(unpublished('DRAFT'), { type: 'publish', decision, isInScan }, eager);
    expect(words(effects).includes('open MANUAL_INVENTORY_REVIEW for LEGAL_CONTACT HIGH')).toBe(isMade);
  });

  it('publishes Work in Progress without applying the policy', () => {
    const wip = unpublished('DRAFT', { type: 'WORK_IN_PROGRESS' });
    const answer = reviewItem(wip, { type: 'publish', decision: 'REJECTED', isInScan: true }, eager);
    expect(answer.next).toEqual({ ...wip, isPublished: true });
    expect(words(answer.effects)).toEqual(['Inventory Published: Published false -> true']);
  });

  it.each(inventoryStatuses)('a second time changes nothing (%s)', (status) => {
    const event: ReviewEvent = { type: 'publish', decision: 'REJECTED', isInScan: false };
    expect(reviewItem(item(status), event, eager)).toEqual({ next: item(status), effects: [] });
  });
});

describe('recall', () => {
  it.each(inventoryStatuses)('hides the item and keeps %s', (status) => {
    const answer = reviewItem(item(status), { type: 'recall' }, eager);
    expect(answer.next).toEqual(item(status, { isPublished: false }));
    expect(words(answer.effects)).toEqual(['Inventory Recalled: Published true -> false']);
    expect(reviewItem(answer.next, { type: 'recall' }, eager)).toEqual({ next: answer.next, effects: [] });
  });
});
