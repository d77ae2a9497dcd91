import { Type } from 'typebox';
import { defineJob } from './job-definition.ts';

/** Makes what a scan agent sent the files and inventory of its remote code base, or removes the code base. */
export const remoteScanJob = defineJob({
  types: ['Remote Scan'],
  payload: Type.Object({
    codeBaseId: Type.Integer(),
    sendId: Type.Optional(Type.Integer()),
    removes: Type.Optional(Type.Boolean()),
  }),
  load: async () => (await import('./remote-scan.handler.ts')).scanRemotely,
});
