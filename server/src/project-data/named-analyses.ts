// Prepares imported analyses for the database: gives each vulnerability the name that this server has for it, and makes one analysis for each
// component if the other system analysed the whole project.

import type { Issues } from '@assay/scanner/member-reader';
import { matchNewVersions } from '../advisories/match-versions.ts';
import { listUnmatchedOfProject } from '../db/advisories/matches.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { listDecidablePairs } from '../db/vulnerabilities/analyses.ts';
import { findVulnerabilityNames } from '../db/vulnerabilities/vulnerabilities.ts';
import type { ForeignAnalysis } from './foreign/model.ts';

/** The first known name counts. An unknown vulnerability keeps the name from the document. */
export async function withKnownNames(tx: Tx, analyses: readonly ForeignAnalysis[]): Promise<ForeignAnalysis[]> {
  const wanted = analyses.flatMap(namesOf);
  const known = await findVulnerabilityNames(tx, wanted);
  return analyses.map((one) => {
    const name = namesOf(one).find((given) => known.has(given.toLowerCase()));
    return name === undefined ? one : { ...one, advisory: known.get(name.toLowerCase()) ?? one.advisory };
  });
}

const namesOf = ({ advisory, aliases = [] }: ForeignAnalysis) => [advisory, ...aliases].filter((name) => name !== '');

/** Replaces each analysis of the whole project by one for each component that has the vulnerability. */
export async function withEachComponent(
  tx: Tx,
  projectId: number,
  analyses: readonly ForeignAnalysis[],
  lines: Issues,
): Promise<ForeignAnalysis[]> {
  const names = [...new Set(analyses.filter((one) => one.isForProject).map(({ advisory }) => advisory))];
  if (names.length === 0) return [...analyses];
  await matchNewVersions(tx, await listUnmatchedOfProject(tx, projectId));
  const pairs = await listDecidablePairs(tx, projectId, { itemIds: [], names });
  const byName = Map.groupBy(pairs, ({ vulnerability }) => vulnerability);
  return analyses.flatMap((one) => {
    if (!one.isForProject) return [one];
    const purls = new Set((byName.get(one.advisory) ?? []).flatMap(purlOfVersion));
    if (purls.size === 0)
      lines.push({
        code: 'analysis-left-out',
        path: one.place,
        message: `The analysis of ${one.advisory || 'a vulnerability'} was left out: it is for the whole project, and no component with a package URL is known to have this vulnerability.`,
      });
    return [...purls].map((purl) => ({ ...one, purl }));
  });
}

function purlOfVersion({
  componentPurl,
  versionName,
}: {
  componentPurl: string | null;
  versionName: string;
}): string[] {
  return componentPurl ? [`${componentPurl}@${encodeURIComponent(versionName)}`] : [];
}
