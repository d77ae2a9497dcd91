import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Reads everything that is stored. */
export const storeVerificationJob = defineJob({
  types: ['Store Verification'],
  payload: Type.Object({}),
  load: async () => (await import('./store-verification.handler.ts')).verifyStoreJob,
});
