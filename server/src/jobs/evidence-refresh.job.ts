import { Type } from 'typebox';
import { JobCount } from './job-count.ts';
import { defineJob } from './job-definition.ts';

/** Updates stored evidence to the current analyser and rules. */
export const evidenceRefreshJob = defineJob({
  types: ['Evidence Refresh'],
  payload: Type.Object({
    /** Counts for projects with complete evidence. */
    done: Type.Optional(
      Type.Object({
        projectIds: Type.Array(Type.Integer()),
        versions: Type.Array(Type.String()),
        /** Number of distinct contents. */
        analyzed: Type.Integer({ minimum: 0 }),
      }),
    ),
    analyzed: Type.Optional(JobCount),
    archivesRead: Type.Optional(JobCount),
  }),
  isBackground: true,
  load: async () => (await import('./evidence-refresh.handler.ts')).refreshEvidence,
});
