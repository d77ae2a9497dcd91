import { type Static, Type } from 'typebox';

export const NoticesPayload = Type.Object({ overwriteAll: Type.Optional(Type.Boolean()) });
export type NoticesPayload = Static<typeof NoticesPayload>;
