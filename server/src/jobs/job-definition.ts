// The definition of a kind of job, which is loaded without its code. Each kind has a definition in `x.job.ts` and its code in `x.handler.ts`.
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Job } from '../db/jobs.ts';
import type { JobType } from '../domain/jobs/job.ts';
import type { SystemPermission } from '../domain/users/permissions.ts';
import { badRequest } from '../errors.ts';
import type { JobHandler } from './job-context.ts';

export interface JobDefinition<Payload extends TSchema = TSchema> {
  types: readonly JobType[];
  /** The members of the job's row for its work, written when it is queued or while it runs. Unlisted members are ignored. */
  payload: Payload;
  /** If the database keeps failing during the job, it is begun again; the run with this number fails instead. */
  mostRuns: number;
  /**
   * Who may see and stop such a job without a project, besides the user who started it and system administrators. A job of a project may be stopped
   * by the user who started it and by those with the right STOP_JOB there.
   */
  mayStop: SystemPermission | null;
  /** Begins only if no other job waits. */
  isBackground: boolean;
  /** Refused while the disk is almost full. */
  needsSpace: boolean;
  load(): Promise<JobHandler>;
}

type Given<Payload extends TSchema> = Pick<JobDefinition<Payload>, 'types' | 'payload' | 'load'> &
  Partial<JobDefinition<Payload>>;

export function defineJob<Payload extends TSchema>(given: Given<Payload>): JobDefinition<Payload> {
  return { mostRuns: 20, mayStop: null, isBackground: false, needsSpace: true, ...given };
}

/** The payload by its schema. Rows of an older version may differ: then this throws, and the job fails with the message. */
export function payloadOf<Payload extends TSchema>(
  { payload: schema }: Pick<JobDefinition<Payload>, 'payload'>,
  { type, payload }: Pick<Job, 'type' | 'payload'>,
): Static<Payload> {
  if (Value.Check(schema, payload)) return payload;
  const [first] = Value.Errors(schema, payload);
  const place = first?.instancePath ? `"${first.instancePath.slice(1).replaceAll('/', '.')}" ` : '';
  throw badRequest(
    `The ${type} job cannot run: its stored data is not what this version of Assay expects (${place}${first?.message}). Start it again.`,
  );
}
