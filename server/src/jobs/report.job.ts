import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Job } from '../db/jobs.ts';
import { reportJobTypes } from '../domain/jobs/job.ts';
import { defineJob } from './job-definition.ts';

/** Makes a report of a project as a zip: a standard report, or a custom one, which a script makes. */
export const reportJob = defineJob({
  types: reportJobTypes,
  payload: Type.Object({
    reportId: Type.Integer({ minimum: 1 }),
    options: Type.Optional(Type.Record(Type.String(), Type.String())),
    otherProjectId: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  load: async () => (await import('./report.handler.ts')).makeReport,
});

/** The report that a job makes; undefined for other kinds of jobs. */
export function reportOfJob({ payload }: Pick<Job, 'payload'>): number | undefined {
  return Value.Check(reportJob.payload, payload) ? payload.reportId : undefined;
}
