import { expect, it } from 'vitest';
import { coverageSummary } from '../vulnerabilities/coverage.ts';
import { itemNotice, mailsOf, type NoticedTask, scanNotice, taskNotice, vulnerabilityNotice } from './mail-notices.ts';

const TASK: NoticedTask = {
  id: 5,
  type: 'MANUAL_INVENTORY_REVIEW',
  summary: 'Look at it',
  details: 'closely',
  priority: 'HIGH',
  resolution: null,
  ownerId: 2,
  createdBy: 1,
};
const item = (id: number) => ({ id, name: `item ${id}`, projectId: 7 });

it.each([
  ['task_created', [2]],
  ['task_reopened', [2]],
  ['task_reassigned', [2]],
  ['task_closed', [1, 2]],
] as const)('%s goes to %j', (template, recipients) => {
  const mails = mailsOf([taskNotice(template, TASK, item(9), 3)]);
  expect(mails.map(({ recipientId }) => recipientId)).toEqual(recipients);
  expect(mails[0]!.values.texts).toMatchObject({
    TASK_ID: '5',
    TASK_TYPE: 'Manual Review',
    TASK_PRIORITY: 'High',
    TASK_RESOLUTION: '',
    COUNT: '1',
  });
});

it('several closed tasks of one person are one mail', () => {
  expect(mailsOf([taskNotice('task_closed', { ...TASK, ownerId: 1 }, item(9), 1)])).toHaveLength(1);
});

it('a scan is mailed to the user who started it and to the Project Contact, once each', () => {
  const scan = { id: 44, type: 'Project Scan', projectId: 7, startedBy: 2, projectContactId: 3 };
  expect(mailsOf([scanNotice(scan, 'Completed', '5 files')]).map(({ onceKey }) => onceKey)).toEqual([
    'scan 44 Completed to 2',
    'scan 44 Completed to 3',
  ]);
  expect(mailsOf([scanNotice({ ...scan, startedBy: 3 }, 'Failed', '')])).toHaveLength(1);
  expect(mailsOf([scanNotice({ ...scan, startedBy: null }, 'Failed', '')])).toHaveLength(1);
});

it('many items of one person are one mail, which names some and counts all', () => {
  const notices = Array.from({ length: 250 }, (_, at) =>
    itemNotice('inventory_review_notification', item(at + 1), 3, null),
  );
  const [mail, ...others] = mailsOf(notices);
  expect(others).toEqual([]);
  expect(mail!.values.texts).toMatchObject({ COUNT: '250', INVENTORY_NAME: 'item 1, item 2, item 3 and 247 more' });
  expect(mail!.values.pages.INVENTORY_URL).toBe('/projects/7');
  expect(mail!.values.lists.LIST).toHaveLength(101);
  expect(mail!.values.lists.LIST!.at(-1)).toEqual({ text: 'and 150 more' });
});

it('other persons, projects and events are separate mails', () => {
  const notices = [
    itemNotice('inventory_review_notification', item(1), 3, null),
    itemNotice('inventory_review_notification', item(1), 4, null),
    itemNotice('inventory_remediation_notification', item(1), 3, null),
    itemNotice('inventory_review_notification', { ...item(1), projectId: 8 }, 3, null),
  ];
  expect(mailsOf(notices)).toHaveLength(4);
});

const AGE = {
  dataAsOf: '2026-11-01 00:00:00',
  dataIsStale: false,
  dataByEcosystem: [],
  coverage: coverageSummary([]),
};

it('vulnerabilities of a project are one mail with a line for each', () => {
  const [mail] = mailsOf([
    vulnerabilityNotice(item(1), 'CVE-2026-0001', 3, AGE),
    vulnerabilityNotice(item(2), 'CVE-2026-0002', 3, AGE),
  ]);
  expect(mail!.template).toBe('update_vulnerability_project');
  expect(mail!.values.texts.COUNT).toBe('2');
  expect(mail!.values.texts.DATA_AGE).toBe('The advisories are of 2026-11-01 00:00:00 UTC.');
  expect(mail!.values.lists.LIST).toEqual([
    { text: 'CVE-2026-0001: item 1', page: '/projects/7/inventory?item=1' },
    { text: 'CVE-2026-0002: item 2', page: '/projects/7/inventory?item=2' },
  ]);
});
