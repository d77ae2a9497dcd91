import { type Static, Type } from 'typebox';

export const LibraryRefreshPayload = Type.Object({
  /** One source; all enabled ones if absent. */
  source: Type.Optional(Type.String()),
  /** Only this source of VEX. */
  vexSource: Type.Optional(Type.String()),
  /** For an uploaded file: its digest in the store, and its name. */
  upload: Type.Optional(Type.String({ pattern: '^[0-9a-f]*$' })),
  fileName: Type.Optional(Type.String()),
  /** The file has curated facts instead of advisories. */
  isOfCurations: Type.Optional(Type.Boolean()),
  /** The file is a bundle of components. */
  isOfComponents: Type.Optional(Type.Boolean()),
  isFull: Type.Optional(Type.Boolean()),
  isForced: Type.Optional(Type.Boolean()),
});
export type LibraryRefreshPayload = Static<typeof LibraryRefreshPayload>;
