import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** A decision about more items or files than one request decides about, or its undo. */
export const bulkDecisionJob = defineJob({
  types: ['Bulk Decision'],
  payload: Type.Object({ bulkId: Type.Integer(), isUndo: Type.Optional(Type.Boolean()) }),
  needsSpace: false,
  load: async () => (await import('./bulk-decision.handler.ts')).decideInBulk,
});
