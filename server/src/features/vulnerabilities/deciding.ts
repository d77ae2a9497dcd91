// Writes decisions about vulnerabilities of items, and withdraws them. The items may belong to several projects.

import { valueFor } from '@assay/scanner/items';
import { refreshExposuresOfVersions } from '../../db/advisories/matches.ts';
import { closeAlertsOfSuppressed } from '../../db/advisories/news.ts';
import { listStandingSuppressions } from '../../db/decisions/decisions.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import {
  type DecidablePair,
  deleteAnalyses,
  versionPairKey,
  writeEachAnalysis,
} from '../../db/vulnerabilities/analyses.ts';
import {
  type LiftedVersion,
  liftStanding,
  lockSuppressions,
  pairKey,
  setAnalyses,
  suppressEach,
} from '../../db/vulnerabilities/suppressions.ts';
import { type NewDecision, recordDecisions } from '../../decisions/index.ts';
import { type DecisionGround, type DecisionSubject, subjectKey } from '../../domain/decisions/decision.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { type AnalysisWords, expiryOf, reasonOfState } from '../../domain/vulnerabilities/suppression.ts';
import { badRequest } from '../../errors.ts';
import type { AnalysisChoice } from './schemas.ts';

/** What is decided about one vulnerability of an item. */
interface Choice {
  analysis: AnalysisWords;
  expiresAt: Date | null;
  suppress: boolean;
  ground: DecisionGround;
}

interface Author {
  author: string;
  at: Date;
}

export type Deciding = Choice & Author;

/** Members of a ground that callers cannot set, because other code trusts them. */
const OWN_MEMBERS = ['by', 'evidence'];

/** Throws if the day or the ground is wrong. */
export function decidingOf(input: AnalysisChoice, by: Author, evidence: Record<string, string> = {}): Deciding {
  const forged = OWN_MEMBERS.find((member) => Object.hasOwn(input.ground ?? {}, member));
  if (forged !== undefined) throw badRequest(`The field "ground" must not have the member "${forged}": Assay sets it.`);
  const expiresAt = expiryOf(input.expiresOn, by.at);
  if (isRefusal(expiresAt)) throw badRequest(expiresAt.refusal.message);
  const { state, justification, response, detail, suppress = false } = input;
  const analysis: AnalysisWords = {
    state,
    ...(justification && { justification }),
    ...(response && { response }),
    ...(detail?.trim() && { detail: detail.trim() }),
  };
  const ground: DecisionGround = { words: analysis.detail ?? '', ...input.ground, by: 'person', ...evidence };
  return { analysis, ...by, expiresAt, suppress, ground };
}

/** The same about all of them. */
export async function decide(tx: Tx, pairs: readonly DecidablePair[], by: Deciding): Promise<void> {
  await decideEach(
    tx,
    pairs.map((pair) => ({ ...by, pair })),
    by,
  );
}

export type PairChoice = Choice & { pair: DecidablePair };

const PAIRS_IN_STEP = 500;

/** The same for any number, in steps that are short for the main thread. What is decided about one version stays together, because items share it. */
export async function decideInSteps(tx: Tx, choices: readonly PairChoice[], by: Author): Promise<void> {
  let step: PairChoice[] = [];
  for (const own of Map.groupBy(choices, ({ pair }) => pair.versionId).values()) {
    step.push(...own);
    if (step.length < PAIRS_IN_STEP) continue;
    await decideEach(tx, step, by);
    step = [];
  }
  await decideEach(tx, step, by);
}

async function decideEach(tx: Tx, choices: readonly PairChoice[], by: Author): Promise<void> {
  if (choices.length === 0) return;
  const pairs = choices.map(({ pair }) => pair);
  // Ends the old suppression first, so that the new reason and end apply.
  await liftSuppressions(tx, pairs, { remarks: 'Decided again.', login: by.author });
  for (const [projectId, own] of Map.groupBy(choices, ({ pair }) => pair.projectId)) {
    const suppressed = own.filter(({ suppress }) => suppress);
    await suppressPairs(tx, projectId, suppressed, by.author);
    await deleteAnalyses(
      tx,
      projectId,
      suppressed.map(({ pair }) => pair),
    );
    await writeEachAnalysis(tx, distinctAnalyses(own), { ...by, projectId });
  }
  await refreshExposuresOfVersions(tx, versionsOf(pairs));
  await closeAlertsOfSuppressed(tx, versionsOf(pairs), by.author);
  await recordDecisions(
    tx,
    choices.map(({ pair, analysis, suppress, ground, expiresAt }) =>
      decisionOf(pair, {
        author: by.author,
        ground,
        expiresAt,
        value: { ...analysis, isSuppressed: suppress },
      }),
    ),
  );
}

/** Items of one version share its analysis. */
function distinctAnalyses(choices: readonly PairChoice[]) {
  const analysed = choices.filter(({ suppress }) => !suppress);
  const rows = analysed.map(({ pair, analysis, expiresAt }) => ({ ...pair, analysis, expiresAt }));
  return [...new Map(rows.map((row) => [versionPairKey(row), row])).values()];
}

async function suppressPairs(tx: Tx, projectId: number, choices: readonly PairChoice[], login: string): Promise<void> {
  const ids = await lockSuppressions(
    tx,
    projectId,
    choices.map(({ pair }) => pair),
  );
  const rows = choices.map(({ pair, analysis, expiresAt }) => ({
    ...{ suppressionId: valueFor(ids, pairKey(pair)), versionId: pair.versionId, analysis, expiresAt },
    ...{ reason: reasonOfState(analysis.state), remarks: (analysis.detail ?? '').slice(0, 255) },
  }));
  await setAnalyses(tx, [
    ...new Map(rows.map(({ suppressionId, analysis }) => [suppressionId, { suppressionId, analysis }])).values(),
  ]);
  await suppressEach(tx, rows, login);
}

export async function withdraw(
  tx: Tx,
  pairs: readonly DecidablePair[],
  { remarks, author }: { remarks: string; author: string },
): Promise<void> {
  if (pairs.length === 0) return;
  await liftSuppressions(tx, pairs, { remarks, login: author });
  for (const [projectId, own] of byProject(pairs)) await deleteAnalyses(tx, projectId, own);
  await refreshExposuresOfVersions(tx, versionsOf(pairs));
  const ground: DecisionGround = { by: 'person', words: remarks };
  await recordDecisions(
    tx,
    pairs.map((pair) => decisionOf(pair, { author, ground, value: { isLifted: true } })),
  );
}

async function liftSuppressions(
  tx: Tx,
  pairs: readonly DecidablePair[],
  by: { remarks: string; login: string },
): Promise<void> {
  const suppressed = pairs.filter(({ isSuppressed }) => isSuppressed);
  for (const [projectId, own] of byProject(suppressed)) {
    const lifted = await liftStanding(tx, projectId, own, by);
    await endDecisions(tx, projectId, own, lifted, by);
  }
}

/** Decisions of the whole project to suppress what was lifted no longer hold. */
async function endDecisions(
  tx: Tx,
  projectId: number,
  pairs: readonly DecidablePair[],
  lifted: readonly LiftedVersion[],
  { remarks, login }: { remarks: string; login: string },
): Promise<void> {
  const pairOf = new Map(pairs.map((pair) => [pair.versionId, pair]));
  const ended = lifted.map(({ name, versionId }) => {
    const pair = valueFor(pairOf, versionId);
    return { subject: subjectOf(name, pair), version: pair.versionName };
  });
  const versions = Map.groupBy(ended, ({ subject }) => subjectKey(subject));
  const standing = await listStandingSuppressions(tx, projectId, [...versions.keys()]);
  await recordDecisions(
    tx,
    standing.map(({ kind, subject, scope }) => ({
      ...{ kind, subject, scope, projectId, itemId: null, author: login },
      ground: { by: 'person', words: remarks },
      value: {
        ...(kind === 'suppression' ? { isSuppressed: false } : { isLifted: true }),
        versions: [...new Set(valueFor(versions, subjectKey(subject)).map(({ version }) => version))],
      },
    })),
  );
}

function subjectOf(advisory: string, { componentPurl, componentName }: DecidablePair): DecisionSubject {
  return { advisory, component: componentPurl ?? componentName.toLowerCase() };
}

const byProject = (pairs: readonly DecidablePair[]) => Map.groupBy(pairs, ({ projectId }) => projectId);

const versionsOf = (pairs: readonly DecidablePair[]) => [...new Set(pairs.map(({ versionId }) => versionId))];

function decisionOf(
  pair: DecidablePair,
  more: Pick<NewDecision, 'author' | 'ground' | 'value' | 'expiresAt'>,
): NewDecision {
  return {
    kind: 'analysis',
    subject: subjectOf(pair.vulnerability, pair),
    scope: 'item',
    projectId: pair.projectId,
    itemId: pair.itemId,
    ...more,
    value: { ...more.value, version: pair.versionName },
  };
}

export function changeOf(
  pair: DecidablePair,
  { analysis, suppress }: Pick<Deciding, 'analysis' | 'suppress'>,
): 'NEW' | 'CHANGED' | 'SAME' | 'SUPPRESSED_EVERYWHERE' {
  if (pair.isSuppressedEverywhere) return 'SUPPRESSED_EVERYWHERE';
  if (pair.analysis === null) return 'NEW';
  const before = pair.analysis;
  const isSame = (['state', 'justification', 'response', 'detail'] as const).every(
    (member) => (before[member] ?? '') === (analysis[member] ?? ''),
  );
  return isSame && pair.isSuppressed === suppress ? 'SAME' : 'CHANGED';
}

/** A change as an answer lists it. */
export function changeForm(pair: DecidablePair) {
  return {
    inventoryId: pair.itemId,
    inventoryName: pair.itemName,
    vulnerabilityName: pair.vulnerability,
    severity: pair.severityV3,
    wasSuppressed: pair.isSuppressed || pair.isSuppressedEverywhere,
    stateBefore: pair.analysis?.state ?? '',
  };
}
