import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Puts uploaded license rules into force. */
export const licenseRulesJob = defineJob({
  types: ['License Rules Import'],
  payload: Type.Object({
    /** Of the uploaded archive in the store. Earlier versions kept it elsewhere. */
    upload: Type.Optional(Type.String({ pattern: '^[0-9a-f]*$' })),
    /** What its name ends in, `.tar.gz` for instance; '' when its bytes alone tell the format. */
    suffix: Type.Optional(Type.String()),
    /** How the job ended, once the rules are in force. */
    done: Type.Optional(
      Type.Object({
        details: Type.Optional(Type.String()),
        result: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      }),
    ),
  }),
  mayStop: 'library_manager',
  load: async () => (await import('./license-rules.handler.ts')).importRules,
});
