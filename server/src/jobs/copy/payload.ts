import { type Static, Type } from 'typebox';

export const CopyPayload = Type.Object({ name: Type.String(), description: Type.String(), folderId: Type.Integer() });
export type CopyPayload = Static<typeof CopyPayload>;
