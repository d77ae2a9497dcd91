import { Type } from 'typebox';
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
