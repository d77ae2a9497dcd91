import { type Static, Type } from 'typebox';

export const CodeUploadPayload = Type.Object({
  /** The upload that arrived in parts. */
  uploadId: Type.Optional(Type.String()),
  /** The request that waits for the job and runs it itself; the job ends with it (queue/own-job.ts). */
  holder: Type.Optional(Type.String()),
});
export type CodeUploadPayload = Static<typeof CodeUploadPayload>;
