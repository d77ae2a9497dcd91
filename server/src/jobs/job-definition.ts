// What the server knows of a kind of job without loading its work. Each kind has its own in `x.job.ts`; the work is `x.handler.ts`.
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Job } from '../db/jobs.ts';
import type { JobType } from '../domain/job.ts';
import type { SystemPermission } from '../domain/permissions.ts';
import { badRequest } from '../errors.ts';
import type { JobHandler } from './job-context.ts';

export interface JobDefinition<Payload extends TSchema = TSchema> {
  types: readonly JobType[];
  /** What the job's row holds for its work, from its submission on or written while it runs. Members that are not listed are let be. */
  payload: Payload;
  /** A run that the database does not survive is begun anew; the one with this number fails instead. */
  mostRuns: number;
  /**
   * Who may see and stop such a job when it belongs to no project, beside who started it and system administrators. Jobs of a project are
   * stopped by who started them and by whoever has the right STOP_JOB there.
   */
  mayStop: SystemPermission | null;
  /** Begins when no other job waits. */
  isBackground: boolean;
  /** Refused to go on while the disk is almost full. */
  needsSpace: boolean;
  load(): Promise<JobHandler>;
}

type Given<Payload extends TSchema> = Pick<JobDefinition<Payload>, 'types' | 'payload' | 'load'> &
  Partial<JobDefinition<Payload>>;

export function defineJob<Payload extends TSchema>(given: Given<Payload>): JobDefinition<Payload> {
  return { mostRuns: 20, mayStop: null, isBackground: false, needsSpace: true, ...given };
}

/** The payload as its schema has it. Rows of an older version may hold something else: the job fails with the sentence that this throws. */
export function payloadOf<Payload extends TSchema>(
  { payload: schema }: Pick<JobDefinition<Payload>, 'payload'>,
  { type, payload }: Pick<Job, 'type' | 'payload'>,
): Static<Payload> {
  if (Value.Check(schema, payload)) return payload;
  const [first] = Value.Errors(schema, payload);
  const place = first?.instancePath ? `"${first.instancePath.slice(1).replaceAll('/', '.')}" ` : '';
  throw badRequest(
    `The ${type} job cannot run: what its row holds is not what this version of Assay expects (${place}${first?.message}). Start it again.`,
  );
}
