import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { may, type ProjectRelation } from '../users/permissions.ts';
import { DEFAULT_REVIEW_SETTINGS } from './review-settings.ts';
import type { ReviewTask, TaskResolution, TaskType } from './review-task.ts';
import { changeTask, defaultTaskOwner, rightForTask, taskResolutions, taskTypes } from './review-task.ts';

const task = (id: number, change: Partial<ReviewTask> = {}): ReviewTask => ({
  id,
  type: 'MANUAL_INVENTORY_REVIEW',
  isClosed: false,
  resolution: null,
  ownerId: 7,
  ...change,
});

describe('closing', () => {
  const legal: Record<TaskType, TaskResolution[]> = {
    MANUAL_INVENTORY_REVIEW: ['APPROVED', 'REJECTED'],
    REMEDIATE_INVENTORY: ['CLOSED'],
    MISCELLANEOUS: ['CLOSED'],
  };
  for (const type of taskTypes) {
    for (const resolution of taskResolutions) {
      const isLegal = legal[type].includes(resolution);
      it(`${type} as ${resolution} is ${isLegal ? 'done' : 'refused'}`, () => {
        const answer = changeTask(task(1, { type }), { type: 'close', resolution });
        if (isLegal) expect(answer).toMatchObject({ next: { isClosed: true, resolution } });
        else expect(answer).toMatchObject({ refusal: { code: 'invalid' } });
      });
      it(`${type} as ${resolution} is refused when it is closed`, () => {
        const answer = changeTask(task(1, { type, isClosed: true }), { type: 'close', resolution });
        expect(answer).toMatchObject({ refusal: { code: 'wrong-state' } });
      });
    }
  }

  it.each<[string, TaskResolution, ReviewTask[], string]>([
    ['the only review task approves', 'APPROVED', [], 'APPROVED'],
    ['the only review task rejects', 'REJECTED', [], 'REJECTED'],
    ['one approves, another is open', 'APPROVED', [task(2)], 'nothing'],
    ['one rejects, another is open', 'REJECTED', [task(2)], 'REJECTED'],
    ['the last one approves', 'APPROVED', [task(2, { isClosed: true, resolution: 'APPROVED' })], 'APPROVED'],
    ['an older rejection is settled', 'APPROVED', [task(2, { isClosed: true, resolution: 'REJECTED' })], 'APPROVED'],
    ['tasks of other kinds do not count', 'APPROVED', [task(2, { type: 'MISCELLANEOUS' })], 'APPROVED'],
    ['the task itself among its siblings', 'APPROVED', [task(1)], 'APPROVED'],
  ])('%s', (_, resolution, siblings, expected) => {
    const answer = changeTask(task(1), { type: 'close', resolution }, siblings);
    if (isRefusal(answer)) throw new Error(answer.refusal.message);
    const decision = answer.effects.find((effect) => effect.type === 'review-item');
    expect(decision?.status ?? 'nothing').toBe(expected);
    expect(answer.effects).toContainEqual({ type: 'mail', template: 'task_closed' });
  });

  it.each(['REMEDIATE_INVENTORY', 'MISCELLANEOUS'] as const)('%s never changes the item', (type) => {
    const answer = changeTask(task(1, { type }), { type: 'close', resolution: 'CLOSED' });
    expect(answer).toMatchObject({ effects: [{ type: 'mail', template: 'task_closed' }] });
  });
});

describe('re-opening, reassigning, editing', () => {
  const closed = task(1, { isClosed: true, resolution: 'REJECTED' });

  it.each([
    ['re-opens a closed task', closed, { type: 'reopen' }, { isClosed: false, resolution: null, ownerId: 7 }],
    ['reassigns an open task', task(1), { type: 'reassign', ownerId: 9 }, { isClosed: false, ownerId: 9 }],
    ['edits an open task', task(1), { type: 'edit' }, { isClosed: false }],
    ['edits a closed task', closed, { type: 'edit' }, { isClosed: true, resolution: 'REJECTED' }],
  ] as const)('%s', (_, before, event, next) => {
    expect(changeTask(before, event)).toMatchObject({ next });
  });

  it.each([
    ['re-opening an open task', task(1), { type: 'reopen' }],
    ['reassigning a closed task', closed, { type: 'reassign', ownerId: 9 }],
  ] as const)('refuses %s', (_, before, event) => {
    expect(changeTask(before, event)).toMatchObject({ refusal: { code: 'wrong-state' } });
  });

  it('notifies nobody if the owner stays', () => {
    expect(changeTask(task(1), { type: 'reassign', ownerId: 7 })).toEqual({ next: task(1), effects: [] });
  });
});

describe('rights', () => {
  const stranger: ProjectRelation = {
    isPrivate: false,
    status: 'Not Started',
    roles: [],
    isContact: false,
    isLegalContact: false,
    isSecurityContact: false,
    isDeveloperContact: false,
    isSystemAdmin: true,
  };
  const people = {
    assignee: [7, stranger],
    reviewer: [1, { ...stranger, roles: ['REVIEWER'] }],
    analyst: [2, { ...stranger, roles: ['ANALYST'] }],
    observer: [3, { ...stranger, roles: ['OBSERVER'] }],
    administrator: [4, { ...stranger, roles: ['PROJECT_ADMIN'] }],
    contact: [5, { ...stranger, isContact: true }],
    stranger: [6, stranger],
  } satisfies Record<string, [number, ProjectRelation]>;
  const anyRole = ['reviewer', 'analyst', 'observer', 'administrator', 'contact'];

  it.each([
    ['edit', 'MANUAL_INVENTORY_REVIEW', anyRole],
    ['close', 'MANUAL_INVENTORY_REVIEW', ['reviewer']],
    ['reopen', 'MANUAL_INVENTORY_REVIEW', ['reviewer']],
    ['close', 'REMEDIATE_INVENTORY', ['assignee', 'administrator']],
    ['close', 'MISCELLANEOUS', anyRole],
    ['reassign', 'MANUAL_INVENTORY_REVIEW', ['assignee', 'administrator']],
    ['reassign', 'MISCELLANEOUS', ['assignee', 'administrator']],
  ] as const)('%s %s', (action, type, expected) => {
    const allowed = Object.entries(people)
      .filter(([, [userId, who]]) => may(rightForTask(action, type), { ...who, isAssignee: userId === 7 }) === true)
      .map(([name]) => name);
    expect(allowed).toEqual(expected);
  });

  it('says what is missing, in the words that clients compare', () => {
    const answer = may(rightForTask('close', 'MANUAL_INVENTORY_REVIEW'), { ...stranger, isAssignee: true });
    expect(answer).toMatchObject({
      refusal: {
        message:
          'User does not have permission to perform this operation: to close or re-open a Manual Review task takes Reviewer.',
      },
    });
  });
});

it.each([
  ['MANUAL_INVENTORY_REVIEW', 'PROJECT_CONTACT'],
  ['REMEDIATE_INVENTORY', 'DEVELOPER_CONTACT'],
  ['MISCELLANEOUS', 'PROJECT_CONTACT'],
] as const)('a %s task goes to the %s by default', (type, owner) => {
  expect(defaultTaskOwner(type, DEFAULT_REVIEW_SETTINGS)).toBe(owner);
});
