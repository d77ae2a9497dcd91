import { type Static, Type } from 'typebox';

export const ContentCollectionPayload = Type.Object({ isThorough: Type.Boolean() });
export type ContentCollectionPayload = Static<typeof ContentCollectionPayload>;
