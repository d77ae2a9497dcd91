// The payload of a job: the members of its row for its work, written when it is queued or while it runs. Unlisted members are ignored.
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { Job } from '../db/jobs.ts';
import { badRequest } from '../errors.ts';

/** The payload by its schema. Rows of an older version may differ: then this throws, and the job fails with the message. */
export function payloadOf<Payload extends TSchema>(
  schema: Payload,
  { type, payload }: Pick<Job, 'type' | 'payload'>,
): Static<Payload> {
  if (Value.Check(schema, payload)) return payload;
  const [first] = Value.Errors(schema, payload);
  const place = first?.instancePath ? `"${first.instancePath.slice(1).replaceAll('/', '.')}" ` : '';
  throw badRequest(
    `The ${type} job cannot run: its stored data is not what this version of Assay expects (${place}${first?.message}). Start it again.`,
  );
}
