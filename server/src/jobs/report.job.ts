import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Job } from '../db/jobs.ts';
import { reportJobTypes } from '../domain/job.ts';
import { defineJob } from './job-definition.ts';

/** A report of a project as a zip: the standard ones, and custom ones, which scripts make. */
export const reportJob = defineJob({
  types: reportJobTypes,
  payload: Type.Object({
    reportId: Type.Integer({ minimum: 1 }),
    options: Type.Optional(Type.Record(Type.String(), Type.String())),
    otherProjectId: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  load: async () => (await import('./report.handler.ts')).makeReport,
});

/** Which report a job makes; undefined for a job of another kind. */
export function reportOfJob({ payload }: Pick<Job, 'payload'>): number | undefined {
  return Value.Check(reportJob.payload, payload) ? payload.reportId : undefined;
}
