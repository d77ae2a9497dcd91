import { type Static, Type } from 'typebox';

export const ReleasePayload = Type.Object({
  releaseId: Type.Integer({ minimum: 1 }),
  /** Where people ask for source; '' leaves a place to fill in. */
  offerContact: Type.String(),
});
export type ReleasePayload = Static<typeof ReleasePayload>;
