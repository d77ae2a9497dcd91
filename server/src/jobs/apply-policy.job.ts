import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Applies a project's policy to its published inventory. */
export const applyPolicyJob = defineJob({
  types: ['Apply Policy - Project'],
  payload: Type.Object({ keepManualStatuses: Type.Optional(Type.Boolean()) }),
  load: async () => (await import('./apply-policy.handler.ts')).applyPolicy,
});
