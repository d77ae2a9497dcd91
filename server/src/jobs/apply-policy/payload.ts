import { type Static, Type } from 'typebox';

export const ApplyPolicyPayload = Type.Object({ keepManualStatuses: Type.Optional(Type.Boolean()) });
export type ApplyPolicyPayload = Static<typeof ApplyPolicyPayload>;
