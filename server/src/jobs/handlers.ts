// Which code does which type of job. Loaded when the first job of a type runs: a process that only answers requests loads no scanner.
import type { JobHandlers } from './worker.ts';

const scan = async () => (await import('./scan.handler.ts')).scanProject;
const report = async () => (await import('./report.handler.ts')).makeReport;

export const JOB_HANDLERS: JobHandlers = {
  'Project Scan': scan,
  'Project Re-Scan': scan,
  'Audit Report': report,
  'Project Report': report,
  'Notices Report': report,
  'Custom Report': report,
  'Update Notices': async () => (await import('./notices.handler.ts')).updateNotices,
  'Apply Policy - Project': async () => (await import('./apply-policy.handler.ts')).applyPolicy,
  'Project Deletion': async () => (await import('./deletion.handler.ts')).deleteProjectJob,
  'Evidence Refresh': async () => (await import('./evidence-refresh.handler.ts')).refreshEvidence,
  'License Rules Import': async () => (await import('./license-rules.handler.ts')).importRules,
};
