// The outcome of any scan: of the server's code base, or of what an agent sent.
import type { JobOutcome } from '../../queue/job-context.ts';
import { type OutcomeDatabases, type ScannedFacts, writeOutcome } from './outcome.ts';
import { type RemoteFacts, writeRemoteOutcome } from './remote-outcome.ts';

export type Scanned = ScannedFacts | RemoteFacts;

export function outcomeOf(databases: OutcomeDatabases, scanned: Scanned): Promise<JobOutcome> {
  return 'remote' in scanned ? writeRemoteOutcome(databases.lockingDb, scanned) : writeOutcome(databases, scanned);
}
