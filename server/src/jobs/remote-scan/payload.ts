import { type Static, Type } from 'typebox';

export const RemoteScanPayload = Type.Object({
  codeBaseId: Type.Integer(),
  sendId: Type.Optional(Type.Integer()),
  removes: Type.Optional(Type.Boolean()),
});
export type RemoteScanPayload = Static<typeof RemoteScanPayload>;
