import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Deletes a project. */
export const deletionJob = defineJob({
  types: ['Project Deletion'],
  payload: Type.Object({}),
  // May run on an almost full disk, because it frees space.
  needsSpace: false,
  load: async () => (await import('./deletion.handler.ts')).deleteProjectJob,
});
