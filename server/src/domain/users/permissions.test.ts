import { describe, expect, it } from 'vitest';
import type { ProjectAction, ProjectRelation } from './permissions.ts';
import { actionsForInventoryEdit, allowedActions, allProjectActions, isVisible, may } from './permissions.ts';

const nobody: ProjectRelation = {
  isPrivate: false,
  status: 'Not Started',
  roles: [],
  isContact: false,
  isLegalContact: false,
  isSecurityContact: false,
  isDeveloperContact: false,
  isSystemAdmin: false,
};

/** In the order of the columns of the matrix below. */
const people: ProjectRelation[] = [
  { ...nobody, roles: ['ANALYST'] },
  { ...nobody, roles: ['REVIEWER'] },
  { ...nobody, roles: ['OBSERVER'] },
  { ...nobody, roles: ['PROJECT_ADMIN'] },
  { ...nobody, isContact: true },
  { ...nobody, isLegalContact: true },
  { ...nobody, isSecurityContact: true },
  { ...nobody, isDeveloperContact: true },
  { ...nobody, isSystemAdmin: true },
  nobody,
];

// Columns: Analyst, Reviewer, Observer, Project Administrator, Contact, Legal, Security, Developer contact, System
// Administrator, any other user. First matrix of a public, then of a private project. `x` may, `-` may not.
const matrix: Record<ProjectAction, [string, string]> = {
  VIEW_PROJECT: ['xxxxxxxxxx', 'xxxxxxxxx-'],
  VIEW_INVENTORY: ['xxxxxxxxxx', 'xxxxxxxxx-'],
  VIEW_FILES: ['xxxxxxxxxx', 'xxxxxxxxx-'],
  VIEW_TASKS: ['xxxxxxxxxx', 'xxxxxxxxx-'],
  GENERATE_REPORT: ['xxxxxxxxxx', 'xxxxxxxxx-'],
  DOWNLOAD_REPORT: ['xxxxxxxxxx', 'xxxxxxxxx-'],
  MAKE_RELEASE: ['x--x------', 'x--x------'],
  DELETE_RELEASE: ['---x------', '---x------'],
  UPLOAD_REPORT: ['xxxxxxxxxx', 'xxxxxxxxx-'],
  EDIT_PROJECT: ['---x------', '---x------'],
  CHANGE_STATUS: ['---x------', '---x------'],
  UNLOCK_PROJECT: ['---x----x-', '---x----x-'],
  REASSIGN_CONTACT: ['---xx---x-', '---xx---x-'],
  EDIT_USERS: ['---x------', '---x------'],
  EDIT_CHILDREN: ['---x------', '---x------'],
  VIEW_SCM: ['x--x----x-', 'x--x----x-'],
  EDIT_SCM: ['---x------', '---x------'],
  VIEW_ALM: ['x--x----x-', 'x--x----x-'],
  EDIT_ALM: ['---x------', '---x------'],
  DELETE_PROJECT: ['---x------', '---x------'],
  COPY_PROJECT: ['---x------', '---x------'],
  BRANCH_PROJECT: ['---x------', '---x------'],
  UPLOAD_CODEBASE: ['x--x------', 'x--x------'],
  SCAN: ['x--x------', 'x--x------'],
  STOP_JOB: ['x--x------', 'x--x------'],
  EXPORT_DATA: ['x--x------', 'x--x------'],
  IMPORT_DATA: ['x--xx-----', 'x---x-----'],
  EXPORT_SBOM: ['x---------', 'x---------'],
  CREATE_INVENTORY: ['xx--------', 'xx--------'],
  EDIT_INVENTORY: ['x---------', 'x---------'],
  DELETE_INVENTORY: ['x---------', 'x---------'],
  EDIT_INVENTORY_NOTES: ['xx--------', 'xx--------'],
  EDIT_NOTICES: ['xx--------', 'xx--------'],
  UPDATE_NOTICES: ['xx--------', 'xx--------'],
  SET_PRIORITY: ['-x--------', '-x--------'],
  PUBLISH_INVENTORY: ['x---------', 'x---------'],
  RECALL_INVENTORY: ['xx--------', 'xx--------'],
  REVIEW_INVENTORY: ['-x--------', '-x--------'],
  APPLY_POLICY: ['-x--------', '-x--------'],
  REVIEW_FILES: ['x---------', 'x---------'],
  ANALYZE_VULNERABILITIES: ['------xxx-', '------xxx-'],
  CREATE_TASK: ['xxxxx-----', 'xxxxx-----'],
  EDIT_TASK: ['xxxxx-----', 'xxxxx-----'],
  HANDLE_TASK: ['xxxxxxxxxx', 'xxxxxxxxx-'],
  CLOSE_REVIEW_TASK: ['-x--------', '-x--------'],
  CLOSE_REMEDIATION_TASK: ['---x------', '---x------'],
  CLOSE_OTHER_TASK: ['xxxxx-----', 'xxxxx-----'],
  REASSIGN_TASK: ['---x------', '---x------'],
};

describe('the matrix', () => {
  it.each(allProjectActions)('%s', (action) => {
    const row = (isPrivate: boolean) =>
      people.map((who) => (may(action, { ...who, isPrivate }) === true ? 'x' : '-')).join('');
    expect([row(false), row(true)]).toEqual(matrix[action]);
  });
});

it('combines the rights of several roles', () => {
  const both: ProjectRelation = { ...nobody, roles: ['OBSERVER', 'REVIEWER'], isDeveloperContact: true };
  expect(allowedActions(both)).toContain('REVIEW_INVENTORY');
  expect(allowedActions(both)).toContain('ANALYZE_VULNERABILITIES');
  expect(allowedActions(both)).not.toContain('SCAN');
});

it('tells users who see a project what they need, in the words that clients compare', () => {
  expect(may('SCAN', { ...nobody, roles: ['OBSERVER'] })).toEqual({
    refusal: {
      code: 'forbidden',
      message:
        'User does not have permission to perform this operation: to scan it takes Analyst or Project Administrator.',
      needs: 'Analyst or Project Administrator',
    },
  });
});

it('hides the existence of a private project from others', () => {
  const stranger = { ...nobody, isPrivate: true };
  expect(isVisible(stranger)).toBe(false);
  for (const action of allProjectActions)
    expect(may(action, stranger)).toMatchObject({ refusal: { code: 'not-found' } });
});

it.each([
  [['name'], ['EDIT_INVENTORY']],
  [['noticeText'], ['EDIT_NOTICES']],
  [['priority'], ['SET_PRIORITY']],
  [['usageGuidance', 'customFields', 'workflowURL'], ['EDIT_INVENTORY_NOTES']],
  [
    ['name', 'licenseId', 'auditorReviewNotes'],
    ['EDIT_INVENTORY', 'EDIT_INVENTORY_NOTES'],
  ],
  [[], ['EDIT_INVENTORY']],
])('changing %o of an item needs %o', (members, actions) => {
  expect(actionsForInventoryEdit(members)).toEqual(actions);
});
