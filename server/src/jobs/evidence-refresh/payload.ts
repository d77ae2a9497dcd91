import { type Static, Type } from 'typebox';
import { JobCount } from '../../queue/job-count.ts';

export const EvidenceRefreshPayload = Type.Object({
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
});
export type EvidenceRefreshPayload = Static<typeof EvidenceRefreshPayload>;
