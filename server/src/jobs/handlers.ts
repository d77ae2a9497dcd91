// The code for each type of job. Loaded when the first job of a type runs, so that a process that only answers requests loads no scanner.
import { jobDefinitions } from './definitions.ts';
import type { JobHandlers } from './job-context.ts';
import { type JobDefinition, payloadOf } from './job-definition.ts';

export const JOB_HANDLERS: JobHandlers = Object.fromEntries(
  [...jobDefinitions].map(([type, definition]) => [type, () => checkedHandler(definition)]),
);

/** A job with an invalid payload fails before it begins to work. */
async function checkedHandler(definition: JobDefinition) {
  const work = await definition.load();
  return async (context: Parameters<typeof work>[0]) => {
    payloadOf(definition, context.job);
    return work(context);
  };
}
