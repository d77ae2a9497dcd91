import { describe, expect, it } from 'vitest';
import { allProjectActions } from '../users/permissions.ts';
import { allowedWhenLocked, refuseWhenLocked } from '../users/project-lock.ts';
import type { ProjectState, ProjectStatus } from './project-status.ts';
import {
  changeProjectStatus,
  childStatusAfter,
  parseProjectAction,
  parseProjectStatus,
  projectActions,
  projectStatuses,
} from './project-status.ts';

const project = (status: ProjectStatus, hasBeenScanned = false): ProjectState => ({ status, hasBeenScanned });

describe('scans', () => {
  it.each<[ProjectStatus, ProjectStatus]>([
    ['Not Started', 'Analysis In Progress'],
    ['Analysis In Progress', 'Analysis In Progress'],
    ['Analysis Completed', 'Analysis Completed'],
    ['Project Completed', 'Project Completed'],
  ])('that begin or complete turn %s into %s', (from, to) => {
    expect(changeProjectStatus(project(from), { type: 'scan-begins' })).toEqual({ next: project(to), effects: [] });
    expect(changeProjectStatus(project(from), { type: 'scan-completes' })).toEqual({
      next: project(to, true),
      effects: [],
    });
  });

  it.each<[ProjectStatus, boolean, ProjectStatus]>([
    ['Not Started', false, 'Not Started'],
    ['Analysis In Progress', false, 'Not Started'],
    ['Analysis In Progress', true, 'Analysis In Progress'],
    ['Analysis Completed', false, 'Analysis Completed'],
    ['Project Completed', false, 'Project Completed'],
  ])('that fail leave %s (scanned before: %s) as %s', (from, hasBeenScanned, to) => {
    const answer = changeProjectStatus(project(from, hasBeenScanned), { type: 'scan-fails' });
    expect(answer).toMatchObject({ next: { status: to } });
  });
});

describe('PUT status', () => {
  for (const from of projectStatuses) {
    for (const to of projectStatuses) {
      for (const action of projectActions) {
        const locks = to === 'Project Completed';
        const isRefused = (action === 'Lock Child Projects' && !locks) || (action === 'Unlock Child Projects' && locks);
        it(`${from} to ${to}, ${action}: ${isRefused ? 'refused' : 'done'}`, () => {
          const answer = changeProjectStatus(project(from), {
            type: 'update-status',
            status: to,
            action,
            isBusy: false,
          });
          if (isRefused) return expect(answer).toMatchObject({ refusal: { code: 'invalid' } });
          const effects = {
            'Update Status Only': [],
            'Lock Child Projects': [{ type: 'lock-children', status: to }],
            'Unlock Child Projects': [{ type: 'unlock-children', status: to }],
          };
          return expect(answer).toEqual({ next: project(to), effects: effects[action] });
        });
      }
    }
  }

  it.each<[ProjectStatus, ProjectStatus, boolean]>([
    ['Analysis Completed', 'Project Completed', true],
    ['Project Completed', 'Project Completed', false],
    ['Project Completed', 'Analysis Completed', false],
    ['Not Started', 'Analysis Completed', false],
  ])('while a job changes the project: %s to %s is refused %s', (from, status, isRefused) => {
    const event = { type: 'update-status', status, action: 'Update Status Only', isBusy: true } as const;
    const answer = changeProjectStatus(project(from), event);
    if (isRefused) expect(answer).toMatchObject({ refusal: { code: 'conflict' } });
    else expect(answer).toMatchObject({ next: { status } });
  });
});

it.each(projectStatuses)('the Unlock button on %s', (from) => {
  const answer = changeProjectStatus(project(from), { type: 'unlock' });
  if (from === 'Project Completed') expect(answer).toEqual({ next: project('Analysis In Progress'), effects: [] });
  else expect(answer).toMatchObject({ refusal: { code: 'wrong-state' } });
});

it.each(projectStatuses)('a child that is %s', (child) => {
  const isLocked = child === 'Project Completed';
  const locked = childStatusAfter(child, { type: 'lock-children', status: 'Project Completed' });
  expect(locked).toBe(isLocked ? undefined : 'Project Completed');
  const unlocked = childStatusAfter(child, { type: 'unlock-children', status: 'Analysis Completed' });
  expect(unlocked).toBe(isLocked ? 'Analysis Completed' : undefined);
});

it.each([
  ['Not Started', 'Not Started'],
  ['analysis in progress', 'Analysis In Progress'],
  ['Analysis Completed', 'Analysis Completed'],
  ['Project Completed', 'Project Completed'],
  ['COMPLETED', 'Project Completed'],
])('reads the status %s', (text, status) => {
  expect(parseProjectStatus(text)).toBe(status);
});

it.each([
  [undefined, 'Update Status Only'],
  ['', 'Update Status Only'],
  ['Lock Child Projects', 'Lock Child Projects'],
  ['unlock child projects', 'Unlock Child Projects'],
])('reads the projectAction %s', (text, action) => {
  expect(parseProjectAction(text)).toBe(action);
});

it('refuses unknown words and lists the known ones', () => {
  expect(parseProjectStatus('Done')).toEqual({
    refusal: {
      code: 'invalid',
      message:
        'The status "Done" is unknown: use one of Not Started, Analysis In Progress, Analysis Completed, Project Completed.',
    },
  });
  expect(parseProjectAction('Lock')).toMatchObject({ refusal: { code: 'invalid' } });
});

describe('the lock', () => {
  it.each(allProjectActions)('%s', (action) => {
    for (const status of projectStatuses) {
      const isAllowed = status !== 'Project Completed' || allowedWhenLocked.some((allowed) => allowed === action);
      const answer = refuseWhenLocked(action, status);
      if (isAllowed) expect(answer).toBeUndefined();
      else expect(answer?.refusal.code).toBe('locked');
    }
  });

  it('refuses in a sentence that says what to do', () => {
    expect(refuseWhenLocked('SCAN', 'Project Completed')?.refusal.message).toBe(
      'The project is locked (its status is Project Completed): you cannot scan it. Set another status to unlock it.',
    );
  });
});
