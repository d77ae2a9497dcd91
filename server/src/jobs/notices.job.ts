import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Fills the notices texts of a project's inventory. */
export const noticesJob = defineJob({
  types: ['Update Notices'],
  payload: Type.Object({ overwriteAll: Type.Optional(Type.Boolean()) }),
  load: async () => (await import('./notices.handler.ts')).updateNotices,
});
