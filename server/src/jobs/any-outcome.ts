// The outcome of any scan: of the server's code base, or of what an agent sent.
import type { App } from '../app.ts';
import type { JobOutcome } from './job-context.ts';
import { type RemoteFacts, writeRemoteOutcome } from './remote-outcome.ts';
import { type ScannedFacts, writeOutcome } from './scan-outcome.ts';

export type Scanned = ScannedFacts | RemoteFacts;

/** The databases of the run: for what is done before the project is locked, and under its lock. */
export type OutcomeDatabases = Pick<App, 'db' | 'lockingDb'>;

export function outcomeOf(databases: OutcomeDatabases, scanned: Scanned): Promise<JobOutcome> {
  return 'remote' in scanned ? writeRemoteOutcome(databases.lockingDb, scanned) : writeOutcome(databases, scanned);
}
