// What the rules in force have found stays, whoever writes beside it: a scan ends on the rules that it began with, and facts are shared. The rules may
// change while something is written, by another process too, so whoever writes asks again before it commits.
import type { App } from '../app.ts';
import type { FactsVersion } from '../db/files/facts.ts';
import { scanVersion } from './scan-pool.ts';

/** Other rules have come into force. */
export class VersionOvertaken extends Error {}

export async function isInForce(app: App, { analyzerVersion }: FactsVersion): Promise<boolean> {
  return (await scanVersion(app)).analyzerVersion === analyzerVersion;
}

export async function assertInForce(app: App, version: FactsVersion): Promise<void> {
  if (!(await isInForce(app, version)))
    throw new VersionOvertaken(`Other rules than those of ${version.analyzerVersion} have come into force.`);
}

/**
 * Runs a transaction that is told the version in force and calls `check` last; it is run again when another one has come into force meanwhile. New rules
 * find nothing before they are in force, so what passes `check` has replaced nothing that they found.
 */
export async function writeBesideVersion(
  app: App,
  transaction: (inForce: FactsVersion, check: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (;;) {
    const inForce = await scanVersion(app);
    try {
      return await transaction(inForce, () => assertInForce(app, inForce));
    } catch (error) {
      if (!(error instanceof VersionOvertaken)) throw error;
    }
  }
}
