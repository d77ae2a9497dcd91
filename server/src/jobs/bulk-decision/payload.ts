import { type Static, Type } from 'typebox';

export const BulkDecisionPayload = Type.Object({ bulkId: Type.Integer(), isUndo: Type.Optional(Type.Boolean()) });
export type BulkDecisionPayload = Static<typeof BulkDecisionPayload>;
