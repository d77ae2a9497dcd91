import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Reviews the published inventory of a project by its policy. */
export const applyPolicyJob = defineJob({
  types: ['Apply Policy - Project'],
  payload: Type.Object({ keepManualStatuses: Type.Optional(Type.Boolean()) }),
  load: async () => (await import('./apply-policy.handler.ts')).applyPolicy,
});
