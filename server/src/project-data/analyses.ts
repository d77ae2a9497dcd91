// Analyses of vulnerabilities that come with imported data: kept as those that people make here, and recorded as decisions whose ground is the
// import. What is suppressed here already stays as it is.
import { decodedText } from '@assay/scanner/items';
import { withoutQualifiers } from '@assay/scanner/packages';
import { refreshExposuresOfVersions } from '../db/advisories/matches.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { writeAnalyses } from '../db/vulnerabilities/analyses.ts';
import {
  ensureVulnerability,
  findSuppression,
  lockSuppression,
  setAnalysis,
  suppressVersions,
} from '../db/vulnerabilities/suppressions.ts';
import { recordDecisions } from '../decisions/index.ts';
import { componentPurlOf } from '../domain/inventory.ts';
import {
  analysisJustifications,
  analysisResponses,
  analysisStates,
  type SuppressionReason,
} from '../domain/suppression.ts';
import type { IssueList } from './document.ts';
import type { ForeignAnalysis } from './foreign/model.ts';
import type { ImportInput } from './import-rules.ts';
import type { ImportSource } from './imported-decisions.ts';

const REASONS: Readonly<Record<string, SuppressionReason>> = {
  FALSE_POSITIVE: 'FALSE_POSITIVE',
  RESOLVED: 'REMEDIATED',
  RESOLVED_WITH_PEDIGREE: 'REMEDIATED',
};

/** Returns how many were taken over. */
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
      message: `${analyses.length} analyses of vulnerabilities were left out: whoever imports may not make them in this project.`,
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
  const { place, advisory, purl, detail } = one;
  const leave = (why: string) => {
    lines.push({
      code: 'analysis-left-out',
      path: place,
      message: `The analysis of ${advisory || 'a vulnerability'} for ${purl || 'a component'} was left out: ${why}.`,
    });
    return false;
  };
  if (advisory === '' || purl === '') return leave('it must name a vulnerability and the package URL of a component');
  const component = componentPurlOf(purl);
  const version = await findVersion(tx, component, purl);
  if (version === undefined) return leave('the library of this server does not have this version of the component');
  const state = analysisStates.find((known) => known === one.state);
  if (state === undefined && one.state !== '')
    return leave(`its state "${one.state}" is none of ${analysisStates.join(', ')}`);
  const justification = analysisJustifications.find((known) => known === one.justification);
  const response = analysisResponses.find((known) => known === one.response);
  const analysis = {
    ...(state ? { state } : {}),
    ...(justification ? { justification } : {}),
    ...(response ? { response } : {}),
    ...(detail ? { detail } : {}),
  };
  const vulnerabilityId = await ensureVulnerability(tx, advisory);
  const subject = { vulnerabilityId, componentId: version.componentId, projectId };
  if ((await findSuppression(tx, subject)) !== undefined) return leave('somebody has decided on it here');
  if (one.isSuppressed) {
    const suppression = await lockSuppression(tx, subject);
    await setAnalysis(tx, suppression, analysis);
    await suppressVersions(tx, suppression, [version.id], {
      reason: REASONS[one.state] ?? 'OTHER',
      remarks: detail || from.source,
      login: from.login,
    });
    await refreshExposuresOfVersions(tx, [version.id]);
  } else {
    const by = { projectId, analysis, author: from.login, at: now, expiresAt: null };
    await writeAnalyses(tx, [{ versionId: version.id, vulnerabilityId }], by);
  }
  const base = {
    subject: { advisory, component },
    scope: 'project',
    projectId,
    itemId: null,
    ground: { by: 'import', source: from.source },
    author: from.login,
  } as const;
  await recordDecisions(tx, [
    { ...base, kind: 'analysis', value: analysis },
    ...(one.isSuppressed
      ? [
          {
            ...base,
            kind: 'suppression' as const,
            value: { isSuppressed: true, reason: REASONS[one.state] ?? 'OTHER', versions: [version.name] },
          },
        ]
      : []),
  ]);
  return true;
}

/** By the purl of the version, or by the component's and the version that the purl names. */
async function findVersion(tx: Tx, component: string, purl: string) {
  const rows = await tx
    .selectFrom('component_versions as v')
    .innerJoin('components as c', 'c.id', 'v.component_id')
    .select(['v.id', 'v.name', 'v.purl', 'c.id as componentId'])
    .where('c.purl', '=', component)
    .execute();
  const named = decodedText(withoutQualifiers(purl).slice(component.length + 1));
  return rows.find((row) => row.purl === purl) ?? rows.find((row) => row.name === named);
}
