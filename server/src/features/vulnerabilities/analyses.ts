// Records decisions of people about vulnerabilities of a project: one or many at once, with or without suppression, until a day or for ever.

import { firstOf } from '@assay/scanner/items';
import type { App } from '../../app.ts';
import { refreshExposuresOfVersions } from '../../db/advisories/matches.ts';
import { closeAlertsOfSuppressed } from '../../db/advisories/news.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import {
  type DecidablePair,
  deleteAnalyses,
  endLapsed,
  listDecidablePairs,
  reopenLapsed,
  writeAnalyses,
} from '../../db/vulnerabilities/analyses.ts';
import {
  countActive,
  findSuppression,
  liftVersions,
  lockSuppression,
  setAnalysis,
  suppressVersions,
} from '../../db/vulnerabilities/suppressions.ts';
import { type NewDecision, recordDecisions } from '../../decisions/index.ts';
import type { DecisionGround } from '../../domain/decision.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { type AnalysisWords, expiryOf, reasonOfState } from '../../domain/suppression.ts';
import type { AnalysisChange } from '../../domain/vulnerability.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import type { AnalysisInput, AnalysisLift } from './schemas.ts';

/** An answer lists at most this many rows, and states the number of all. */
const MOST_LISTED = 1000;

interface Selection {
  inventoryIds?: number[];
  vulnerabilityNames?: string[];
}

export async function analyze(app: App, caller: Caller, projectId: number, input: AnalysisInput) {
  const expiresAt = expiryOf(input.expiresOn, app.now());
  if (isRefusal(expiresAt)) throw badRequest(expiresAt.refusal.message);
  const { state, justification, response, detail, suppress = false, previewOnly = false } = input;
  const analysis: AnalysisWords = {
    state,
    ...(justification && { justification }),
    ...(response && { response }),
    ...(detail?.trim() && { detail: detail.trim() }),
  };
  return app.db.transaction().execute(async (tx) => {
    const pairs = await chosenPairs(tx, projectId, input);
    const open = pairs.filter(({ isSuppressedEverywhere }) => !isSuppressedEverywhere);
    if (!previewOnly && open.length > 0) {
      const ground: DecisionGround = { by: 'person', words: analysis.detail ?? '', ...input.ground };
      const by = { projectId, analysis, author: caller.login, at: app.now(), expiresAt };
      await decide(tx, open, { ...by, suppress, ground });
    }
    return answerOf(pairs, (pair) => changeOf(pair, analysis, suppress));
  });
}

export async function liftAnalyses(app: App, caller: Caller, projectId: number, input: AnalysisLift) {
  return app.db.transaction().execute(async (tx) => {
    const pairs = await chosenPairs(tx, projectId, input);
    const decided = pairs.filter(
      ({ analysis, isSuppressedEverywhere }) => analysis !== null && !isSuppressedEverywhere,
    );
    if (!input.previewOnly && decided.length > 0) {
      await liftSuppressions(tx, decided, { projectId, remarks: input.remarks, login: caller.login });
      await deleteAnalyses(tx, projectId, decided);
      await refreshExposuresOfVersions(tx, versionsOf(decided));
      const ground: DecisionGround = { by: 'person', words: input.remarks };
      await recordDecisions(
        tx,
        decided.map((pair) => decisionOf(pair, { projectId, author: caller.login, ground, value: { isLifted: true } })),
      );
    }
    return answerOf(decided, () => 'LIFTED');
  });
}

async function chosenPairs(tx: Tx, projectId: number, { inventoryIds = [], vulnerabilityNames = [] }: Selection) {
  if (inventoryIds.length + vulnerabilityNames.length === 0)
    throw badRequest('The field "inventoryIds" or "vulnerabilityNames" must name the subject of the decision.');
  return listDecidablePairs(tx, projectId, { itemIds: inventoryIds, names: vulnerabilityNames });
}

interface Deciding {
  projectId: number;
  analysis: AnalysisWords;
  author: string;
  at: Date;
  expiresAt: Date | null;
  suppress: boolean;
  ground: DecisionGround;
}

async function decide(tx: Tx, pairs: readonly DecidablePair[], by: Deciding): Promise<void> {
  const { projectId, analysis, author, expiresAt, suppress, ground } = by;
  // Ends the old suppression first, so that the new reason and end apply.
  await liftSuppressions(tx, pairs, { projectId, remarks: 'Decided anew.', login: author });
  if (suppress) {
    for (const group of bySubject(pairs)) {
      const id = await lockSuppression(tx, subjectOf(group, projectId));
      await setAnalysis(tx, id, { ...analysis });
      const remarks = (analysis.detail ?? '').slice(0, 255);
      const words = { reason: reasonOfState(analysis.state), remarks, login: author, expiresAt };
      await suppressVersions(tx, id, [...new Set(group.map(({ versionId }) => versionId))], words);
    }
    await deleteAnalyses(tx, projectId, pairs);
  } else await writeAnalyses(tx, pairs, by);
  await refreshExposuresOfVersions(tx, versionsOf(pairs));
  await closeAlertsOfSuppressed(tx, versionsOf(pairs), author);
  await recordDecisions(
    tx,
    pairs.map((pair) =>
      decisionOf(pair, { projectId, author, ground, expiresAt, value: { ...analysis, isSuppressed: suppress } }),
    ),
  );
}

async function liftSuppressions(
  tx: Tx,
  pairs: readonly DecidablePair[],
  { projectId, ...by }: { projectId: number; remarks: string; login: string },
): Promise<void> {
  for (const group of bySubject(pairs.filter(({ isSuppressed }) => isSuppressed))) {
    const id = await findSuppression(tx, subjectOf(group, projectId));
    if (id === undefined) continue;
    await liftVersions(tx, id, versionsOf(group), by);
    if ((await countActive(tx, id)) === 0) await setAnalysis(tx, id, {});
  }
}

const bySubject = (pairs: readonly DecidablePair[]) => [
  ...Map.groupBy(pairs, ({ vulnerabilityId, componentId }) => `${vulnerabilityId} ${componentId}`).values(),
];

function subjectOf(pairs: readonly DecidablePair[], projectId: number) {
  const { vulnerabilityId, componentId } = firstOf(pairs);
  return { vulnerabilityId, componentId, projectId };
}

const versionsOf = (pairs: readonly DecidablePair[]) => [...new Set(pairs.map(({ versionId }) => versionId))];

function decisionOf(
  pair: DecidablePair,
  more: Pick<NewDecision, 'author' | 'ground' | 'value' | 'expiresAt'> & { projectId: number },
): NewDecision {
  return {
    kind: 'analysis',
    subject: { advisory: pair.vulnerability, component: pair.componentPurl ?? pair.componentName.toLowerCase() },
    scope: 'item',
    itemId: pair.itemId,
    ...more,
    value: { ...more.value, version: pair.versionName },
  };
}

function changeOf(pair: DecidablePair, analysis: AnalysisWords, suppress: boolean): AnalysisChange {
  if (pair.isSuppressedEverywhere) return 'SUPPRESSED_EVERYWHERE';
  if (pair.analysis === null) return 'NEW';
  const before = pair.analysis;
  const isSame = (['state', 'justification', 'response', 'detail'] as const).every(
    (member) => (before[member] ?? '') === (analysis[member] ?? ''),
  );
  return isSame && pair.isSuppressed === suppress ? 'SAME' : 'CHANGED';
}

function answerOf(pairs: readonly DecidablePair[], change: (pair: DecidablePair) => AnalysisChange) {
  return {
    total: pairs.length,
    leftOff: Math.max(0, pairs.length - MOST_LISTED),
    changes: pairs.slice(0, MOST_LISTED).map((pair) => ({
      inventoryId: pair.itemId,
      inventoryName: pair.itemName,
      vulnerabilityName: pair.vulnerability,
      severity: pair.severityV3,
      change: change(pair),
      wasSuppressed: pair.isSuppressed || pair.isSuppressedEverywhere,
      stateBefore: pair.analysis?.state ?? '',
    })),
  };
}

/** Ends decisions that have expired: the vulnerabilities count again, their alerts open again, and people are notified. */
export async function lapseDecisions(app: Pick<App, 'db' | 'now'>): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const now = app.now();
    const pairs = await endLapsed(tx, now);
    if (pairs.length === 0) return;
    await refreshExposuresOfVersions(tx, [...new Set(pairs.map(({ versionId }) => versionId))]);
    await reopenLapsed(tx, pairs, now);
  });
}
