// Records decisions about vulnerabilities of items in several projects at once, or withdraws them. Items of projects where the caller may not
// decide, or that are locked, stay unchanged; the response names them.

import type { App } from '../../app.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { listPortfolioPairs, type PortfolioPair } from '../../db/vulnerabilities/analyses.ts';
import type { PortfolioAnalysisChange } from '../../domain/vulnerabilities/vulnerability.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { changeForm, changeOf, decide, decidingOf, withdraw } from '../../reviews/vulnerability-decisions.ts';
import { chosenBy } from './analyses.ts';
import type { PortfolioAnalysisInput, PortfolioAnalysisLift } from './schemas.ts';

/** The response lists at most this many changes and projects. It counts all of them. */
const MOST_LISTED = 1000;

/** One transaction writes at most this many decisions. */
const MOST_PAIRS = 50_000;

export async function analyzeMany(app: App, caller: Caller, input: PortfolioAnalysisInput) {
  const by = decidingOf(input, { author: caller.login, at: app.now() });
  return app.db.transaction().execute(async (tx) => {
    const pairs = await chosenPairs(tx, caller, input);
    if (input.previewOnly !== true)
      await decide(
        tx,
        pairs.filter(({ mayDecide, isSuppressedEverywhere }) => mayDecide && !isSuppressedEverywhere),
        by,
      );
    return answerOf(pairs, input, (pair) => changeOf(pair, by));
  });
}

export async function liftMany(app: App, caller: Caller, input: PortfolioAnalysisLift) {
  return app.db.transaction().execute(async (tx) => {
    const pairs = await chosenPairs(tx, caller, input);
    const decided = pairs.filter(
      ({ analysis, isSuppressedEverywhere }) => analysis !== null && !isSuppressedEverywhere,
    );
    const mine = decided.filter(({ mayDecide }) => mayDecide);
    if (input.previewOnly !== true) await withdraw(tx, mine, { remarks: input.remarks, author: caller.login });
    return answerOf(decided, input, () => 'LIFTED');
  });
}

async function chosenPairs(tx: Tx, caller: Caller, input: PortfolioAnalysisLift | PortfolioAnalysisInput) {
  const wanted = { ...chosenBy(input), projectIds: input.projectIds ?? [] };
  const pairs = await listPortfolioPairs(tx, wanted, caller, MOST_PAIRS + 1);
  if (pairs.length > MOST_PAIRS)
    throw badRequest(
      `The request selects more than ${MOST_PAIRS} vulnerabilities of items. Name fewer in "vulnerabilityNames" or "inventoryIds", or some projects in "projectIds".`,
    );
  return pairs;
}

function answerOf(
  pairs: readonly PortfolioPair[],
  { inventoryIds = [] }: { inventoryIds?: number[] },
  change: (pair: PortfolioPair) => PortfolioAnalysisChange,
) {
  const outcomeOf = (pair: PortfolioPair) => (pair.mayDecide ? change(pair) : 'NOT_ALLOWED');
  const found = new Set(pairs.map(({ itemId }) => itemId));
  const barred = pairs.filter(({ mayDecide }) => !mayDecide);
  const projects = [...Map.groupBy(barred, ({ projectId }) => projectId)];
  return {
    total: pairs.length,
    decided: pairs.filter((pair) => pair.mayDecide && !pair.isSuppressedEverywhere).length,
    projects: new Set(pairs.flatMap(({ projectId, mayDecide }) => (mayDecide ? [projectId] : []))).size,
    missing: [...new Set(inventoryIds)].filter((id) => !found.has(id)).length,
    notAllowed: barred.length,
    notAllowedProjects: projects.slice(0, MOST_LISTED).map(([projectId, own]) => ({
      projectId,
      projectName: own[0]?.projectName ?? '',
      total: own.length,
    })),
    leftOff: Math.max(0, pairs.length - MOST_LISTED),
    changes: pairs.slice(0, MOST_LISTED).map((pair) => ({
      projectId: pair.projectId,
      projectName: pair.projectName,
      ...changeForm(pair),
      change: outcomeOf(pair),
    })),
  };
}
