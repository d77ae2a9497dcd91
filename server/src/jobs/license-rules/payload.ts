import { type Static, Type } from 'typebox';

export const LicenseRulesPayload = Type.Object({
  /** The digest of the uploaded archive in the store. Earlier versions stored it elsewhere. */
  upload: Type.Optional(Type.String({ pattern: '^[0-9a-f]*$' })),
  /** The ending of its name, such as `.tar.gz`; '' if the format is detected from its bytes. */
  suffix: Type.Optional(Type.String()),
  /** The result of the job, once the rules are in force. */
  done: Type.Optional(
    Type.Object({
      details: Type.Optional(Type.String()),
      result: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
});
export type LicenseRulesPayload = Static<typeof LicenseRulesPayload>;
