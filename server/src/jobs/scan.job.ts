import { Type } from 'typebox';
import { JobCount } from './job-count.ts';
import { defineJob } from './job-definition.ts';

/** A scan of a project's code base. */
export const scanJob = defineJob({
  types: ['Project Scan', 'Project Re-Scan'],
  payload: Type.Object({
    fullRescan: Type.Optional(Type.Boolean()),
    analyzed: Type.Optional(JobCount),
    archivesRead: Type.Optional(JobCount),
  }),
  load: async () => (await import('./scan.handler.ts')).scanProject,
});
