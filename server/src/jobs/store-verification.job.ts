import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Reads everything in the store. */
export const storeVerificationJob = defineJob({
  types: ['Store Verification'],
  payload: Type.Object({}),
  load: async () => (await import('./store-verification.handler.ts')).verifyStoreJob,
});
