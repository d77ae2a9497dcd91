// Protects the findings of the current rules from other writers: a scan ends with the rules with which it began, and projects share facts. Another
// process may change the rules during a write, so each writer checks again before the commit.
import type { App } from '../../app.ts';
import type { FactsVersion } from '../../db/files/facts.ts';
import { scanVersion } from './pool.ts';

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
 * Runs a transaction with the current version that calls `check` last, and repeats it if another version has come into force meanwhile. New rules
 * find nothing before they are in force, so a transaction that passes `check` has replaced none of their findings.
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
