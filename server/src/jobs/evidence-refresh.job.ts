import { Type } from 'typebox';
import { JobCount } from './job-count.ts';
import { defineJob } from './job-definition.ts';

/** Brings stored evidence to the analyser and rules in force. */
export const evidenceRefreshJob = defineJob({
  types: ['Evidence Refresh'],
  payload: Type.Object({
    /** What was done for projects whose evidence is complete. */
    done: Type.Optional(
      Type.Object({
        projectIds: Type.Array(Type.Integer()),
        versions: Type.Array(Type.String()),
        /** Distinct contents. */
        analyzed: Type.Integer({ minimum: 0 }),
      }),
    ),
    analyzed: Type.Optional(JobCount),
    archivesRead: Type.Optional(JobCount),
  }),
  isBackground: true,
  load: async () => (await import('./evidence-refresh.handler.ts')).refreshEvidence,
});
