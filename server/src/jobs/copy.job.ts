import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Copies a project without scanning. */
export const copyJob = defineJob({
  types: ['Project Copy'],
  payload: Type.Object({ name: Type.String(), description: Type.String(), folderId: Type.Integer() }),
  load: async () => (await import('./copy.handler.ts')).copyProject,
});
