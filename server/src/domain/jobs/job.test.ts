import { describe, expect, it } from 'vitest';
import type { JobEvent, JobStatus, JobType, OpenJob } from './job.ts';
import {
  changeJob,
  changesProject,
  jobEvents,
  jobStatuses,
  jobTypes,
  laneOf,
  openJobStatuses,
  parseJobStatus,
  parseJobType,
  refuseSubmission,
  reportJobTypes,
  statusForDownloads,
  statusForScans,
  waitsForProject,
} from './job.ts';

describe('transitions', () => {
  // One letter for each status, in the order of jobStatuses; `-` is refused.
  const table: Record<JobEvent, string> = {
    schedule: 'S-------',
    start: '-AA-----',
    progress: '--A-----',
    requeue: '-SS-----',
    complete: '--C-----',
    fail: 'FFFF----',
    cancel: 'XXAX----',
    stop: '--T-----',
  };
  const letters: Record<string, JobStatus> = {
    S: 'Scheduled',
    A: 'Active',
    C: 'Completed',
    F: 'Failed',
    X: 'Canceled',
    T: 'Terminated',
  };
  for (const event of jobEvents) {
    for (const [index, from] of jobStatuses.entries()) {
      const to = letters[table[event][index]!];
      it(`${from}, ${event}: ${to ?? 'refused'}`, () => {
        const answer = changeJob({ status: from, isCancelRequested: false }, event);
        if (to === undefined) return expect(answer).toMatchObject({ refusal: { code: 'wrong-state' } });
        return expect(answer).toMatchObject({ next: { status: to, isCancelRequested: event === 'cancel' } });
      });
    }
  }

  it.each<[JobStatus, JobEvent, unknown[]]>([
    ['Scheduled', 'start', [{ type: 'stamp', field: 'activatedAt' }]],
    ['Active', 'start', []],
    ['Active', 'complete', [{ type: 'stamp', field: 'completedAt' }]],
    ['Active', 'stop', [{ type: 'stamp', field: 'completedAt' }]],
    ['Scheduled', 'cancel', [{ type: 'stamp', field: 'completedAt' }]],
    ['Active', 'cancel', []],
  ])('%s, %s has its effects', (status, event, effects) => {
    expect(changeJob({ status, isCancelRequested: false }, event)).toMatchObject({ effects });
  });
});

it('knows which jobs are over', () => {
  expect(openJobStatuses).toEqual(['New', 'Scheduled', 'Active', 'Waiting on update']);
});

it('spells each status in three ways and reads them all', () => {
  expect(statusForScans('Waiting on update')).toBe('waiting on update');
  expect(statusForDownloads('Waiting on update')).toBe('WAITING_ON_UPDATE');
  for (const status of jobStatuses) {
    for (const text of [status, status.toLowerCase(), statusForDownloads(status)]) {
      expect(parseJobStatus(text)).toBe(status);
    }
  }
  expect([...new Set(jobStatuses.map(statusForScans))].sort()).toEqual([
    'active',
    'completed',
    'failed',
    'scheduled',
    'terminated',
    'waiting on update',
  ]);
  expect(parseJobStatus('done')).toMatchObject({ refusal: { code: 'invalid' } });
});

it.each([
  ['Project Scan', 'Project Scan'],
  ['project re-scan', 'Project Re-Scan'],
  ['Report - Audit Report', 'Audit Report'],
  ['Report - SBOM Report - SPDX', 'Custom Report'],
])('reads the job type %s', (text, type) => {
  expect(parseJobType(text)).toBe(type);
});

it.each(['', 'Scan', 'Report - '])('refuses the job type "%s"', (text) => {
  expect(parseJobType(text)).toMatchObject({ refusal: { code: 'invalid' } });
});

describe('mutual exclusion in one project', () => {
  // Rows are submitted, columns are open: S scan, R re-scan, m remote, c copy, b branch, D deletion, i import, e export,
  // a audit, n notices, p project, u custom report, t update notices, x SBOM export, y policy, g global policy, E update,
  // l library, z garbage, then refresh of evidence, rules, verification, s synchronisation of sources, decisions about many
  // rows, releases, and uploaded archives. `#` is refused.
  // Further kinds of reports go with jobs as the audit report does.
  const furtherReports: readonly JobType[] = reportJobTypes.filter(
    (type) => !['Audit Report', 'Notices Report', 'Project Report', 'Custom Report'].includes(type),
  );
  const told = jobTypes.filter((type) => !furtherReports.includes(type));
  const table: Partial<Record<JobType, string>> = {
    //                       SRmcbDieanputxygElz
    'Project Scan': '#######-#######-------#-##',
    'Project Re-Scan': '#######-#######-------#-##',
    'Remote Scan': '#######-#######-------#-##',
    'Project Copy': '#######-----###-------#--#',
    'Project Branching': '#######-----#-#-------#--#',
    'Project Deletion': '###############-------####',
    'Project Import': '#######-----#-#-------#--#',
    'Project Export': '-----#--------------------',
    'Audit Report': '###--#----------------#---',
    'Notices Report': '###--#----------------#---',
    'Project Report': '###--#----------------#---',
    'Custom Report': '###--#----------------#---',
    'Update Notices': '#######-----#-#-------#--#',
    'Export to SBOM Insights': '####-#-------#------------',
    'Apply Policy - Project': '#######-----#-#-------#--#',
    'Apply Policy - Global': '---------------#----------',
    'PDL Update': '----------------#---------',
    'Library Refresh': '--------------------------',
    'Data Garbage Collection': '------------------#-------',
    'Evidence Refresh': '-------------------#------',
    'License Rules Import': '--------------------------',
    'Store Verification': '---------------------#----',
    'SCM Sync': '#######-#######-------#-##',
    'Bulk Decision': '-----#--------------------',
    'Project Release': '#######-----#-#-------#--#',
    'Code Upload': '-----#--------------------',
  };
  const open = (type: JobType, change: Partial<OpenJob> = {}): OpenJob => ({
    id: 123,
    type,
    status: 'Scheduled',
    projectIds: [5],
    ...change,
  });
  const oneInTheSystem: JobType[] = [
    'Project Copy',
    'Apply Policy - Global',
    'PDL Update',
    'Data Garbage Collection',
    'Evidence Refresh',
    'Store Verification',
  ];

  for (const submitted of jobTypes) {
    it(submitted, () => {
      const row = told.map((type) => (refuseSubmission(submitted, [5], [open(type)]) ? '#' : '-')).join('');
      expect(row).toBe(table[furtherReports.includes(submitted) ? 'Audit Report' : submitted]);
      const alike = (type: JobType) => refuseSubmission(submitted, [5], [open(type)]) !== undefined;
      for (const type of furtherReports) expect(alike(type), type).toBe(alike('Audit Report'));
      const ended = jobTypes.filter((type) => refuseSubmission(submitted, [5], [open(type, { status: 'Completed' })]));
      expect(ended).toEqual([]);
      const elsewhere = jobTypes.filter((type) => refuseSubmission(submitted, [5], [open(type, { projectIds: [6] })]));
      expect(elsewhere).toEqual(oneInTheSystem.filter((type) => type === submitted));
    });
  }

  it('holds for every open status', () => {
    for (const status of ['New', 'Scheduled', 'Active', 'Waiting on update'] as const) {
      expect(refuseSubmission('Project Scan', [5], [open('Project Scan', { status })])?.refusal.code).toBe('conflict');
    }
  });

  it('holds for the target of a copy or branch too', () => {
    expect(refuseSubmission('Project Scan', [6], [open('Project Copy', { projectIds: [5, 6] })])).toBeDefined();
    expect(refuseSubmission('Project Branching', [5, 6], [open('Project Scan', { projectIds: [6] })])).toBeDefined();
  });

  it('ends the message with the task id, which clients cut out', () => {
    const answer = refuseSubmission('Project Re-Scan', [5], [open('Project Scan', { status: 'Active' })]);
    expect(answer?.refusal.message).toBe(
      'Project Re-Scan cannot start: a Project Scan job of the project is already running. task ID: 123',
    );
  });

  it('names what prevents the lock of a project', () => {
    expect(jobTypes.filter(changesProject)).toEqual([
      'Project Scan',
      'Project Re-Scan',
      'Remote Scan',
      'Project Copy',
      'Project Branching',
      'Project Deletion',
      'Project Import',
      'Update Notices',
      'Apply Policy - Project',
      'SCM Sync',
      'Bulk Decision',
      'Code Upload',
    ]);
  });
});

it('runs deletions one by one, and library jobs and refreshes of evidence too', () => {
  expect(jobTypes.filter((type) => laneOf(type) === 'deletion')).toEqual(['Project Deletion']);
  expect(jobTypes.filter((type) => laneOf(type) === 'library')).toEqual(['PDL Update', 'Library Refresh']);
  expect(jobTypes.filter((type) => laneOf(type) === 'evidence')).toEqual(['Evidence Refresh']);
  expect(jobTypes.filter((type) => laneOf(type) === 'rules')).toEqual(['License Rules Import']);
  expect(jobTypes.filter((type) => laneOf(type) === 'decisions')).toEqual(['Bulk Decision']);
  expect(jobTypes.filter((type) => !waitsForProject(type))).toEqual(['Bulk Decision']);
});
