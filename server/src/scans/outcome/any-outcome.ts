// The outcome of any scan: of the server's code base, or of what an agent sent.
import type { Db } from '../../db/postgres/connection.ts';
import type { JobOutcome } from '../../queue/job-context.ts';
import { type ScannedFacts, writeOutcome } from './outcome.ts';
import { type RemoteFacts, writeRemoteOutcome } from './remote-outcome.ts';

export type Scanned = ScannedFacts | RemoteFacts;

export function outcomeOf(db: Db, scanned: Scanned): Promise<JobOutcome> {
  return 'remote' in scanned ? writeRemoteOutcome(db, scanned) : writeOutcome(db, scanned);
}
