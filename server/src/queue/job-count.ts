import { Type } from 'typebox';

/** A count of a job, kept in its payload (`db/jobs.ts`), so that an interrupted job reports all of its work. */
export const JobCount = Type.Object({ version: Type.String(), count: Type.Integer({ minimum: 0 }) });
