import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Deletes contents that nothing needs, and frees their bytes. */
export const contentCollectionJob = defineJob({
  types: ['Data Garbage Collection'],
  payload: Type.Object({ isThorough: Type.Boolean() }),
  // May run on an almost full disk, because it frees space.
  needsSpace: false,
  load: async () => (await import('./content-collection.handler.ts')).collectContentsJob,
});
