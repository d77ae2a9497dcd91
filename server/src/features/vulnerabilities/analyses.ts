// Records decisions of people about vulnerabilities of a project: one or many at once, with or without suppression, until a day or for ever.

import type { App } from '../../app.ts';
import { refreshExposuresOfVersions } from '../../db/advisories/matches.ts';
import { lockSharedUntilEnd, VULNERABILITY_DECISIONS_LOCK } from '../../db/postgres/advisory-locks.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { type DecidablePair, endLapsed, listDecidablePairs, reopenLapsed } from '../../db/vulnerabilities/analyses.ts';
import type { AnalysisChange } from '../../domain/vulnerabilities/vulnerability.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { changeForm, changeOf, decide, decidingOf, withdraw } from '../../reviews/vulnerability-decisions.ts';
import type { AnalysisInput, AnalysisLift } from './schemas.ts';

/** An answer lists at most this many rows, and states the number of all. */
const MOST_LISTED = 1000;

interface Selection {
  inventoryIds?: number[];
  vulnerabilityNames?: string[];
}

/** `evidence`: what Assay itself has found, as members of the ground. */
export async function analyze(
  app: App,
  caller: Caller,
  projectId: number,
  input: AnalysisInput,
  evidence: Record<string, string> = {},
) {
  const by = decidingOf(input, { author: caller.login, at: app.now() }, evidence);
  return app.db.transaction().execute(async (tx) => {
    const pairs = await chosenPairs(tx, projectId, input);
    if (input.previewOnly !== true)
      await decide(
        tx,
        pairs.filter(({ isSuppressedEverywhere }) => !isSuppressedEverywhere),
        by,
      );
    return answerOf(pairs, (pair) => changeOf(pair, by));
  });
}

export async function liftAnalyses(app: App, caller: Caller, projectId: number, input: AnalysisLift) {
  return app.db.transaction().execute(async (tx) => {
    const pairs = await chosenPairs(tx, projectId, input);
    const decided = pairs.filter(
      ({ analysis, isSuppressedEverywhere }) => analysis !== null && !isSuppressedEverywhere,
    );
    if (input.previewOnly !== true) await withdraw(tx, decided, { remarks: input.remarks, author: caller.login });
    return answerOf(decided, () => 'LIFTED');
  });
}

async function chosenPairs(tx: Tx, projectId: number, selection: Selection) {
  return listDecidablePairs(tx, projectId, chosenBy(selection));
}

/** Throws if the selection names nothing. */
export function chosenBy({ inventoryIds = [], vulnerabilityNames = [] }: Selection) {
  if (inventoryIds.length + vulnerabilityNames.length === 0)
    throw badRequest('The field "inventoryIds" or "vulnerabilityNames" must name the subject of the decision.');
  return { itemIds: inventoryIds, names: vulnerabilityNames };
}

export function answerOf(pairs: readonly DecidablePair[], change: (pair: DecidablePair) => AnalysisChange) {
  return {
    total: pairs.length,
    leftOff: Math.max(0, pairs.length - MOST_LISTED),
    changes: pairs.slice(0, MOST_LISTED).map((pair) => ({ ...changeForm(pair), change: change(pair) })),
  };
}

/** Ends decisions that have expired: the vulnerabilities count again, their alerts open again, and people are notified. */
export async function lapseDecisions(app: Pick<App, 'db' | 'now'>): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockSharedUntilEnd(tx, VULNERABILITY_DECISIONS_LOCK);
    const now = app.now();
    const pairs = await endLapsed(tx, now);
    if (pairs.length === 0) return;
    await refreshExposuresOfVersions(tx, [...new Set(pairs.map(({ versionId }) => versionId))]);
    await reopenLapsed(tx, pairs, now);
  });
}
