import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Job } from '../../db/jobs.ts';

export const ReportPayload = Type.Object({
  reportId: Type.Integer({ minimum: 1 }),
  options: Type.Optional(Type.Record(Type.String(), Type.String())),
  otherProjectId: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type ReportPayload = Static<typeof ReportPayload>;

/** The report that a job makes; undefined for other kinds of jobs. */
export function reportOfJob({ payload }: Pick<Job, 'payload'>): number | undefined {
  return Value.Check(ReportPayload, payload) ? payload.reportId : undefined;
}
