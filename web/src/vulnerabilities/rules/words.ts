// Rules in words.
import type { AnalysisRule, AnalysisRuleCondition } from '../../api/models.ts';

export const REACHES: Record<AnalysisRule['reach'], string> = {
  PROJECT: 'Named projects',
  RELEASES: 'Named projects and their copies',
  FOLDER: 'Folders or names of projects',
  SITE: 'All projects',
};

export const REASONS: Record<string, string> = {
  PERSON: 'people have decided about it',
  OTHER_RULE: 'a narrower or younger rule decides about it',
  NO_PACKAGE: 'the item has no package URL',
  NO_VERSION: 'the version of the item is not known',
  NO_SEVERITY: 'its severity is not known',
  NO_EPSS: 'it has no EPSS score',
  NO_LEVEL: 'it is not known how the code base depends on the item',
  NO_SCOPE: 'the scope of the item is not known',
  NO_FILES: 'the item has no files',
};

/** What must hold, one sentence part for each condition. */
export function conditionWords(condition: AnalysisRuleCondition): string[] {
  const { vulnerabilities = [], weaknesses = [], severities = [], epssBelow, epssFrom, packages = [] } = condition;
  const { dependencyLevels = [], parents = [], scopes = [], folderIds = [], projectIds = [] } = condition;
  const { includeCopies = false, projectNames = [], paths = [] } = condition;
  const listed = (values: readonly (string | number)[], words: string) =>
    values.length === 0
      ? []
      : [`${words} ${values.slice(0, 3).join(', ')}${values.length > 3 ? ` and ${values.length - 3} more` : ''}`];
  return [
    ...listed(vulnerabilities, 'vulnerability'),
    ...listed(weaknesses, 'weakness'),
    ...listed(
      severities.map((one) => one.toLowerCase()),
      'severity',
    ),
    ...(epssFrom == null ? [] : [`EPSS from ${percent(epssFrom)}`]),
    ...(epssBelow == null ? [] : [`EPSS below ${percent(epssBelow)}`]),
    ...listed(
      packages.map((one) => `${one.package} ${one.versions}`.trim()),
      'package',
    ),
    ...listed(
      dependencyLevels.map((one) => one.toLowerCase()),
      'dependency',
    ),
    ...listed(parents, 'only under'),
    ...listed(scopes, 'scope'),
    ...listed(folderIds, folderIds.length === 1 ? 'folder with the id' : 'folders with the ids'),
    ...listed(
      projectIds,
      `${includeCopies ? 'copies of and ' : ''}${projectIds.length === 1 ? 'project with the id' : 'projects with the ids'}`,
    ),
    ...listed(projectNames, 'project named'),
    ...listed(paths, 'files in'),
  ];
}

const percent = (score: number) => `${Math.round(score * 10_000) / 100} %`;
