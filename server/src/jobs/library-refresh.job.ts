import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Brings advisories: an uploaded file, or all that the sources publish. */
export const libraryRefreshJob = defineJob({
  types: ['Library Refresh'],
  payload: Type.Object({
    /** One source; all enabled ones without it. */
    source: Type.Optional(Type.String()),
    /** Of an uploaded file in the store, by its digest; and what its name was. */
    upload: Type.Optional(Type.String({ pattern: '^[0-9a-f]*$' })),
    fileName: Type.Optional(Type.String()),
    /** The file holds curated facts, and no advisories. */
    isOfCurations: Type.Optional(Type.Boolean()),
    isFull: Type.Optional(Type.Boolean()),
    isForced: Type.Optional(Type.Boolean()),
  }),
  mayStop: 'library_manager',
  isBackground: true,
  load: async () => (await import('./library-refresh.handler.ts')).refreshLibrary,
});
