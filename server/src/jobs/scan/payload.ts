import { type Static, Type } from 'typebox';
import { JobCount } from '../../queue/job-count.ts';

export const ScanPayload = Type.Object({
  fullRescan: Type.Optional(Type.Boolean()),
  /** The project had been scanned when the job began. */
  isRescan: Type.Optional(Type.Boolean()),
  analyzed: Type.Optional(JobCount),
  archivesRead: Type.Optional(JobCount),
});
export type ScanPayload = Static<typeof ScanPayload>;
