import { Type } from 'typebox';

/** What a job has counted, kept in its payload (`db/jobs.ts`) so that one that was interrupted tells all of its work. */
export const JobCount = Type.Object({ version: Type.String(), count: Type.Integer({ minimum: 0 }) });
