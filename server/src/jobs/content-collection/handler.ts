// The job that deletes contents that nothing needs. May be killed and repeated at any moment.
import { collectContents, collectedText } from '../../contents/collection.ts';
import { noteCollection } from '../../db/files/collection-due.ts';
import type { JobContext, JobOutcome } from '../../queue/job-context.ts';
import type { ContentCollectionPayload } from './payload.ts';

export async function collectContentsJob(
  context: JobContext,
  { isThorough }: ContentCollectionPayload,
): Promise<JobOutcome> {
  const { app, signal } = context;
  const collected = await collectContents(app, {
    signal,
    isThorough,
    onProgress: (phase, done, total) => context.checkpoint({ phase, done, total }),
  });
  const details = collectedText(collected);
  const { heldSegments, ...figures } = collected;
  const result = { ...figures, heldSegments: heldSegments.length };
  await noteCollection(app.db, {
    lastOn: app.now().toISOString(),
    isFirst: false,
    wasThorough: isThorough,
    details,
    result,
  });
  return { details, result };
}
