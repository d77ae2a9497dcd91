// What is told as wrong, and that each finding says what to do.
import { expect, it } from 'vitest';
import type { Installation } from '../../api/models.ts';
import { findingsOf } from './findings.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const NEVER = { jobId: null, status: '', on: '', details: '' };
const witness = {
  address: '/other/heads.jsonl',
  toldOn: '2026-11-20 11:59:50',
  line: 9,
  isOnSameDisk: false,
  problem: '',
};

const sound: Installation = {
  version: '1.0.0',
  nodeVersion: '26.0.0',
  host: 'h',
  startedOn: '2026-11-19 12:00:00',
  memoryBytes: 1,
  trouble: '',
  database: { version: '18', isEmbedded: true, sizeBytes: 1, connections: 10, mostConnections: 80 },
  disks: [{ folder: '/data', sizeBytes: 1e12, freeBytes: 5e11, reservedBytes: 1.3e8 }],
  disksProblem: '',
  workers: [{ address: '', since: '2026-11-19 12:00:00', runningJobs: 0 }],
  queue: [],
  backup: { ...NEVER, status: 'Completed', on: '2026-11-20 03:00:00' },
  verification: NEVER,
  collection: NEVER,
  auditLog: {
    lines: 9,
    sealedUpTo: 9,
    sealedOn: '2026-11-20 11:59:50',
    headOn: '2026-11-20 11:00:00',
    headMinutes: 60,
    headProblem: '',
    witnesses: [witness],
  },
};
const job = { type: 'Project Scan', waiting: 2, running: 0, failed: 0, oldestWaitingOn: '2026-11-20 11:59:00' };

it('a sound installation has none', () => {
  expect(findingsOf(sound, NOW)).toEqual([]);
});

it.each<[string, Partial<Installation>, RegExp]>([
  ['trouble', { trouble: 'The store cannot be written.' }, /store cannot be written/],
  ['unknown disks', { disks: [], disksProblem: 'ENOENT' }, /unknown: ENOENT/],
  ['a disk almost full', { disks: [{ ...sound.disks[0]!, freeBytes: 9e10 }] }, /has 90 GB left/],
  ['connections', { database: { ...sound.database, connections: 79 } }, /79 of at most 80/],
  ['no worker', { workers: [], queue: [job] }, /No worker runs, and 2 jobs wait/],
  ['a long wait', { queue: [{ ...job, oldestWaitingOn: '2026-11-20 09:00:00' }] }, /waited for 3 h/],
  ['failed jobs', { queue: [{ ...job, waiting: 0, oldestWaitingOn: '', failed: 1 }] }, /1 job “Project Scan” failed/],
  ['no backup', { backup: NEVER }, /No backup by “assay backup” is known/],
  [
    'a failed backup',
    { backup: { ...NEVER, status: 'Failed', details: 'To /b: full' } },
    /backup failed. To \/b: full/,
  ],
  ['an unfinished backup', { backup: { ...NEVER, status: 'Unknown' } }, /was not recorded/],
  ['an old backup', { backup: { ...sound.backup, on: '2026-11-01 12:00:00' } }, /is 19 days old/],
  [
    'a failed verification',
    { verification: { ...NEVER, status: 'Failed', details: 'x' } },
    /verification of the store failed. x/,
  ],
  ['no witness', { auditLog: { ...sound.auditLog, witnesses: [] } }, /no witness/],
  [
    'a witness on the same disk',
    { auditLog: { ...sound.auditLog, witnesses: [{ ...witness, isOnSameDisk: true }] } },
    /is on the disk of the data folder/,
  ],
  ['unreadable heads', { auditLog: { ...sound.auditLog, headProblem: 'no head' } }, /cannot be read: no head/],
])('%s', (_, change, words) => {
  const findings = findingsOf({ ...sound, ...change }, NOW);
  expect(findings).toHaveLength(1);
  expect(findings[0]!.what).toMatch(words);
  expect(findings[0]!.todo).toMatch(/^[A-Z].+\.$/);
});
