import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Deletes a project. */
export const deletionJob = defineJob({
  types: ['Project Deletion'],
  payload: Type.Object({}),
  // It is what makes room.
  needsSpace: false,
  load: async () => (await import('./deletion.handler.ts')).deleteProjectJob,
});
