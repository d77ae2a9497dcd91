// Analyses of vulnerabilities in imported data: stored like analyses made here, and recorded as decisions with the import as their reason. Existing
// suppressions stay unchanged.
import { decodedText } from '@assay/scanner/items';
import { withoutQualifiers } from '@assay/scanner/packages';
import { refreshExposuresOfVersions } from '../db/advisories/matches.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { type AnalysisRow, findStandingAnalysis, writeAnalyses } from '../db/vulnerabilities/analyses.ts';
import {
  ensureVulnerability,
  findSuppression,
  lockSuppression,
  setAnalysis,
  suppressVersions,
} from '../db/vulnerabilities/suppressions.ts';
import { recordDecisions } from '../decisions/index.ts';
import type { DecisionGround } from '../domain/decision.ts';
import { componentPurlOf } from '../domain/inventory.ts';
import {
  type AnalysisWords,
  analysisJustifications,
  analysisResponses,
  analysisStates,
  type SuppressionReason,
  suppressionReasons,
} from '../domain/suppression.ts';
import { parseWireTime } from '../domain/wire-times.ts';
import type { IssueList } from './document.ts';
import type { ExportedAnalysis, ForeignAnalysis } from './foreign/model.ts';
import type { ImportInput } from './import-rules.ts';
import type { ImportSource } from './imported-decisions.ts';

const REASONS: Readonly<Record<string, SuppressionReason>> = {
  FALSE_POSITIVE: 'FALSE_POSITIVE',
  RESOLVED: 'REMEDIATED',
  RESOLVED_WITH_PEDIGREE: 'REMEDIATED',
};

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
  for (const one of analyses) if (await takeOne(tx, input, one, from, lines)) count++;
  return count;
}

async function takeOne(
  tx: Tx,
  { project: { id: projectId }, now }: ImportInput,
  one: ForeignAnalysis,
  from: ImportSource,
  lines: IssueList,
): Promise<boolean> {
  const { place, advisory, purl, detail, exported } = one;
  const leave = (why: string) => {
    lines.push({
      code: 'analysis-left-out',
      path: place,
      message: `The analysis of ${advisory || 'a vulnerability'} for ${purl || exported?.componentName || 'a component'} was left out: ${why}.`,
    });
    return false;
  };
  if (advisory === '' || (purl === '' && !exported?.componentName))
    return leave('it must name a vulnerability and the package URL of a component');
  const version = (await findVersion(tx, purl)) ?? (exported && (await findNamedVersion(tx, exported)));
  if (version === undefined) return leave('the library of this server does not have this version of the component');
  const state = analysisStates.find((known) => known === one.state);
  if (state === undefined && one.state !== '')
    return leave(`its state "${one.state}" must be one of ${analysisStates.join(', ')}`);
  const analysis = analysisOf(one, state);
  const expiresAt = exported?.expiresOn ? parseWireTime(exported.expiresOn) : null;
  if (expiresAt === undefined) return leave(`its end "${exported?.expiresOn}" is not a date and time`);
  if (expiresAt !== null && expiresAt <= now) return leave(`it ended on ${exported?.expiresOn}`);
  const vulnerabilityId = await ensureVulnerability(tx, advisory);
  const standing = await findStandingAnalysis(tx, { projectId, versionId: version.id, vulnerabilityId });
  if (exported && standing) {
    if (isSame(standing, one, analysis)) return false;
    return leave(`"${standing.author}" has decided on it here`);
  }
  const subject = { vulnerabilityId, componentId: version.componentId, projectId };
  const isKnown = (await findSuppression(tx, subject)) !== undefined;
  if (!exported && isKnown) return leave('somebody has decided on it here');
  const reason = suppressionReasons.find((known) => known === exported?.reason) ?? REASONS[one.state] ?? 'OTHER';
  if (one.isSuppressed) {
    const suppression = await lockSuppression(tx, subject);
    // Decisions on other versions of the component stay unchanged.
    if (!isKnown) await setAnalysis(tx, suppression, analysis);
    const remarks = exported?.remarks || detail || from.source;
    await suppressVersions(tx, suppression, [version.id], { reason, remarks, login: from.login, expiresAt });
    await refreshExposuresOfVersions(tx, [version.id]);
  } else {
    const by = { projectId, analysis, author: from.login, at: now, expiresAt };
    await writeAnalyses(tx, [{ versionId: version.id, vulnerabilityId }], by);
  }
  const base = {
    subject: { advisory, component: version.componentPurl || version.componentName },
    scope: 'project',
    projectId,
    itemId: null,
    ground: groundOf(one, from),
    author: from.login,
    expiresAt,
  } as const;
  await recordDecisions(tx, [
    { ...base, kind: 'analysis', value: analysis },
    ...(one.isSuppressed
      ? [{ ...base, kind: 'suppression' as const, value: { isSuppressed: true, reason, versions: [version.name] } }]
      : []),
  ]);
  return true;
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
  const { author, decidedOn, remarks, isEverywhere } = exported;
  return {
    by: 'import',
    source,
    ...(author ? { decidedBy: author } : {}),
    ...(decidedOn ? { decidedOn } : {}),
    ...(remarks ? { words: remarks } : {}),
    ...(isEverywhere ? { heldInAllProjects: true } : {}),
  };
}

function isSame(standing: AnalysisRow, { isSuppressed }: ForeignAnalysis, analysis: Partial<AnalysisWords>): boolean {
  const words = (of: AnalysisRow['analysis']) => [of.state, of.justification, of.response, of.detail].join('\n');
  return standing.isSuppressed === isSuppressed && words(standing.analysis) === words(analysis);
}

/** Finds the version by its purl, or by component and version in the purl. */
async function findVersion(tx: Tx, purl: string) {
  if (purl === '') return undefined;
  const component = componentPurlOf(purl);
  const rows = await versions(tx).where('c.purl', '=', component).execute();
  const named = decodedText(withoutQualifiers(purl).slice(component.length + 1));
  return rows.find((row) => row.purl === purl) ?? rows.find((row) => row.name === named);
}

/** Components created by people have only a name. */
function findNamedVersion(tx: Tx, { componentName, versionName }: ExportedAnalysis) {
  return versions(tx)
    .where('c.name', '=', componentName)
    .where('c.purl', 'is', null)
    .where('v.name', '=', versionName)
    .orderBy('v.id')
    .executeTakeFirst();
}

const versions = (tx: Tx) =>
  tx
    .selectFrom('component_versions as v')
    .innerJoin('components as c', 'c.id', 'v.component_id')
    .select(['v.id', 'v.name', 'v.purl', 'c.id as componentId', 'c.purl as componentPurl', 'c.name as componentName']);
