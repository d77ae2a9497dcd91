// Analyses of vulnerabilities in imported data: stored like analyses made here, and recorded as decisions with the import as their reason. Existing
// suppressions stay unchanged. A few statements write hundreds of analyses at once.

import { storableText } from '@assay/scanner/foreign-text';
import { valueFor } from '@assay/scanner/items';
import { refreshExposuresOfVersions } from '../db/advisories/matches.ts';
import { listDecidedVersions } from '../db/analysis-rules/decisions.ts';
import { listOwnAnalyses } from '../db/decisions/decisions.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { partsOf } from '../db/postgres/parts.ts';
import {
  type AnalysisRow,
  findStandingAnalyses,
  versionPairKey,
  writeEachAnalysis,
} from '../db/vulnerabilities/analyses.ts';
import {
  ensureVulnerabilities,
  findSuppressions,
  lockSuppressions,
  pairKey,
  setAnalyses,
  suppressEach,
} from '../db/vulnerabilities/suppressions.ts';
import { recordDecisions } from '../decisions/index.ts';
import { type DecisionGround, subjectKey } from '../domain/decisions/decision.ts';
import {
  type AnalysisWords,
  analysisJustifications,
  analysisResponses,
  analysisStates,
  type SuppressionReason,
  suppressionReasons,
} from '../domain/vulnerabilities/suppression.ts';
import { parseWireTime } from '../domain/wire-times.ts';
import { type AnalysedVersion, findAnalysedVersions } from './analysed-versions.ts';
import type { IssueList } from './document.ts';
import type { ForeignAnalysis } from './foreign/model.ts';
import type { ImportInput } from './import-rules.ts';
import type { ImportSource } from './imported-decisions.ts';
import { withEachComponent, withKnownNames } from './named-analyses.ts';

const REASONS: Readonly<Record<string, SuppressionReason>> = {
  FALSE_POSITIVE: 'FALSE_POSITIVE',
  RESOLVED: 'REMEDIATED',
  RESOLVED_WITH_PEDIGREE: 'REMEDIATED',
};

const AT_ONCE = 500;

/** Returns the number of imported analyses. */
export async function takeAnalyses(
  tx: Tx,
  input: ImportInput,
  analyses: readonly ForeignAnalysis[],
  from: ImportSource,
  lines: IssueList,
): Promise<number> {
  if (analyses.length > 0 && !input.mayAnalyze) {
    lines.push({
      code: 'analyses-withheld',
      path: '',
      message: `${analyses.length} analyses of vulnerabilities were left out: the importing user may not make them in this project.`,
    });
    return 0;
  }
  let count = 0;
  for (const given of partsOf(analyses.map(storable), AT_ONCE)) {
    const part = await withEachComponent(tx, input.project.id, await withKnownNames(tx, given), lines);
    const outcomes = await takePart(tx, input, part, from);
    for (const [at, one] of part.entries()) {
      const outcome = outcomes[at];
      if (outcome === TAKEN) count++;
      else if (outcome !== undefined && outcome !== SAME) lines.push(leftOut(one, outcome));
    }
  }
  return count;
}

/** Removes characters that the database cannot store. */
function storable(one: ForeignAnalysis): ForeignAnalysis {
  const [advisory, purl, detail] = [storableText(one.advisory), storableText(one.purl), storableText(one.detail)];
  return { ...one, advisory, purl, detail, ...(one.aliases && { aliases: one.aliases.map(storableText) }) };
}

const TAKEN = Symbol('taken');
const SAME = Symbol('same');
/** The analysis was imported, or is the same as here, or was left out for this reason. */
type Outcome = typeof TAKEN | typeof SAME | string;

function leftOut({ place, advisory, purl, exported }: ForeignAnalysis, why: string) {
  return {
    code: 'analysis-left-out',
    path: place,
    message: `The analysis of ${advisory || 'a vulnerability'} for ${purl || exported?.componentName || 'a component'} was left out: ${why}.`,
  };
}

/** An analysis that can be imported, unless this server already has one. */
interface Candidate {
  at: number;
  one: ForeignAnalysis;
  version: AnalysedVersion;
  analysis: Partial<AnalysisWords>;
  expiresAt: Date | null;
}

interface Planned extends Candidate {
  versionId: number;
  componentId: number;
  vulnerabilityId: number;
}

async function takePart(
  tx: Tx,
  input: ImportInput,
  part: readonly ForeignAnalysis[],
  from: ImportSource,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const versions = await findAnalysedVersions(tx, part);
  const candidates: Candidate[] = [];
  for (const [at, one] of part.entries()) {
    const read = candidateOf(at, one, versions[at], input.now);
    if (typeof read === 'string') outcomes[at] = read;
    else candidates.push(read);
  }
  const ids = await ensureVulnerabilities(
    tx,
    candidates.map(({ one }) => one.advisory),
  );
  const planned = candidates.flatMap((one): Planned[] => {
    const vulnerabilityId = ids.get(one.one.advisory);
    const { id: versionId, componentId } = one.version;
    return vulnerabilityId === undefined ? [] : [{ ...one, versionId, componentId, vulnerabilityId }];
  });
  for (const round of roundsOf(planned)) await takeRound(tx, input, round, from, outcomes);
  await refreshExposuresOfVersions(tx, [
    ...new Set(planned.filter(({ one }) => one.isSuppressed).map(({ versionId }) => versionId)),
  ]);
  return outcomes;
}

/** Returns the candidate, or the reason why it cannot be imported. */
function candidateOf(
  at: number,
  one: ForeignAnalysis,
  version: AnalysedVersion | undefined,
  now: Date,
): Candidate | string {
  const { advisory, purl, exported } = one;
  if (advisory === '' || (purl === '' && !exported?.componentName))
    return 'it must name a vulnerability and the package URL of a component';
  if (version === undefined) return 'the library of this server does not have this version of the component';
  const state = analysisStates.find((known) => known === one.state);
  if (state === undefined && one.state !== '')
    return `its state "${one.state}" must be one of ${analysisStates.join(', ')}`;
  const expiresAt = exported?.expiresOn ? parseWireTime(exported.expiresOn) : null;
  if (expiresAt === undefined) return `its end "${exported?.expiresOn}" is not a date and time`;
  if (expiresAt !== null && expiresAt <= now) return `it ended on ${exported?.expiresOn}`;
  return { at, one, version, analysis: analysisOf(one, state), expiresAt };
}

/**
 * A round has each vulnerability of a component at most once. A second analysis of it is in the next round, so that it
 * sees the result of the first.
 */
function roundsOf(planned: readonly Planned[]): Planned[][] {
  const rounds: Planned[][] = [];
  const seen = new Map<string, number>();
  for (const one of planned) {
    const number = seen.get(pairKey(one)) ?? 0;
    seen.set(pairKey(one), number + 1);
    const round = rounds[number];
    if (round) round.push(one);
    else rounds.push([one]);
  }
  return rounds;
}

/**
 * What a rule made elsewhere is left to the rules of this server, if one decides about it.
 * @param outcomes gets the outcome of each analysis
 */
async function takeRound(
  tx: Tx,
  { project: { id: projectId }, now }: ImportInput,
  round: readonly Planned[],
  from: ImportSource,
  outcomes: Outcome[],
): Promise<void> {
  const standing = await findStandingAnalyses(tx, projectId, round);
  const known = await findSuppressions(tx, projectId, round);
  const ruled = await listDecidedVersions(tx, projectId, round);
  const isOwn = await ownAnalyses(tx, projectId, round);
  const taken: Planned[] = [];
  for (const one of round) {
    const isRuled = (one.one.exported?.rule ?? '') !== '' && ruled.has(versionPairKey(one));
    const outcome = isRuled
      ? SAME
      : outcomeOf(one, standing.get(versionPairKey(one)), { isKnown: known.has(pairKey(one)), isOwn: isOwn(one) });
    outcomes[one.at] = outcome;
    if (outcome === TAKEN) taken.push(one);
  }
  const suppressed = taken.filter(({ one }) => one.isSuppressed);
  const analysed = taken.filter(({ one }) => !one.isSuppressed);
  await suppress(tx, projectId, suppressed, known, from);
  await writeEachAnalysis(tx, analysed, { projectId, author: from.login, at: now });
  await recordDecisions(
    tx,
    taken.flatMap((one) => decisionsOf(one, projectId, from)),
  );
}

/** Tells which of them somebody has analysed here. Analyses that an import brought may be replaced by a later one. */
async function ownAnalyses(tx: Tx, projectId: number, round: readonly Planned[]): Promise<(one: Planned) => boolean> {
  const keysOf = ({ one: { advisory }, version: { componentPurl, componentName } }: Planned) =>
    [componentPurl, componentName, componentName.toLowerCase()]
      .filter((component) => component !== null)
      .map((component) => subjectKey({ advisory, component }));
  const own = await listOwnAnalyses(tx, projectId, [...new Set(round.flatMap(keysOf))]);
  const versions = Map.groupBy(own, (found) => found.subjectKey);
  return (one) =>
    keysOf(one).some((key) =>
      versions.get(key)?.some(({ version }) => version === null || version === one.version.name),
    );
}

function outcomeOf(
  { one, analysis }: Planned,
  standing: AnalysisRow | undefined,
  { isKnown, isOwn }: { isKnown: boolean; isOwn: boolean },
): Outcome {
  // The same document again decides nothing anew.
  if (standing && isSame(standing, one, analysis)) return SAME;
  if (standing && (one.exported || isOwn || standing.isEverywhere))
    return `"${standing.author}" has already decided about it on this server`;
  return !one.exported && isKnown ? 'somebody has already decided about it on this server' : TAKEN;
}

/** @param known suppressions that existed before the import; their analyses stay unchanged */
async function suppress(
  tx: Tx,
  projectId: number,
  taken: readonly Planned[],
  known: ReadonlyMap<string, number>,
  { source, login }: ImportSource,
): Promise<void> {
  const ids = await lockSuppressions(tx, projectId, taken);
  const rows = taken.map((one) => ({ ...one, suppressionId: valueFor(ids, pairKey(one)) }));
  await setAnalyses(
    tx,
    rows.filter((one) => !known.has(pairKey(one))).map(({ suppressionId, analysis }) => ({ suppressionId, analysis })),
  );
  await suppressEach(
    tx,
    rows.map(({ suppressionId, versionId, one, expiresAt }) => ({
      ...{ suppressionId, versionId, expiresAt, reason: reasonOf(one) },
      remarks: one.exported?.remarks || one.detail || source,
    })),
    login,
  );
}

const reasonOf = ({ exported, state }: ForeignAnalysis): SuppressionReason =>
  suppressionReasons.find((known) => known === exported?.reason) ?? REASONS[state] ?? 'OTHER';

function decisionsOf({ one, version, analysis, expiresAt }: Planned, projectId: number, from: ImportSource) {
  const base = {
    subject: { advisory: one.advisory, component: version.componentPurl || version.componentName },
    scope: 'project',
    projectId,
    itemId: null,
    ground: groundOf(one, from),
    author: from.login,
    expiresAt,
  } as const;
  const value = { isSuppressed: true, reason: reasonOf(one), versions: [version.name] };
  return [
    { ...base, kind: 'analysis' as const, value: analysis },
    ...(one.isSuppressed ? [{ ...base, kind: 'suppression' as const, value }] : []),
  ];
}

function analysisOf({ justification, response, detail }: ForeignAnalysis, state: AnalysisWords['state'] | undefined) {
  const [knownJustification, knownResponse] = [
    analysisJustifications.find((known) => known === justification),
    analysisResponses.find((known) => known === response),
  ];
  return {
    ...(state ? { state } : {}),
    ...(knownJustification ? { justification: knownJustification } : {}),
    ...(knownResponse ? { response: knownResponse } : {}),
    ...(detail ? { detail } : {}),
  };
}

/** Keeps author, time and reason from the other server. Here, it is a decision of the importing person. */
function groundOf({ exported }: ForeignAnalysis, { source }: ImportSource): DecisionGround {
  if (!exported) return { by: 'import', source };
  const { author, decidedOn, remarks, isEverywhere, rule } = exported;
  return {
    by: 'import',
    source,
    ...(author ? { decidedBy: author } : {}),
    ...(decidedOn ? { decidedOn } : {}),
    ...(remarks ? { words: remarks } : {}),
    ...(isEverywhere ? { heldInAllProjects: true } : {}),
    ...(rule ? { rule } : {}),
  };
}

function isSame(standing: AnalysisRow, { isSuppressed }: ForeignAnalysis, analysis: Partial<AnalysisWords>): boolean {
  const words = (of: AnalysisRow['analysis']) => [of.state, of.justification, of.response, of.detail].join('\n');
  return standing.isSuppressed === isSuppressed && words(standing.analysis) === words(analysis);
}
