import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Brings the code of a project's source control instances up to date, without a scan. */
export const scmSyncJob = defineJob({
  types: ['SCM Sync'],
  payload: Type.Object({}),
  load: async () => (await import('./scm-sync.handler.ts')).synchroniseSources,
});
