// The things that entries of the audit log are about, and where an entry has their ids.

export interface Thing {
  kind: string;
  /** A number, or the login of a user. */
  id: number | string;
}

interface Noun {
  /** Before the name. */
  before: string;
  /** Where the name, or the thing, is unknown. */
  unknown: string;
}

const noun = (word: string): Noun => ({
  before: `${word} `,
  unknown: /^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`,
});

export const thingNouns: Readonly<Record<string, Noun>> = {
  project: noun('project'),
  item: { before: '', unknown: 'an inventory item' },
  file: noun('file'),
  folder: noun('folder'),
  release: noun('release'),
  task: noun('task'),
  report: noun('report'),
  policy: noun('policy'),
  profile: noun('scan profile'),
  field: noun('custom field'),
  component: noun('component'),
  version: noun('version'),
  license: noun('license'),
  user: noun('user'),
  tracker: noun('tracker'),
  webhook: noun('webhook'),
  analysisRule: noun('rule'),
  job: noun('job'),
};

/** Names of ids in calls, the first one that is there. */
const ID_NAMES: Readonly<Record<string, readonly string[]>> = {
  project: ['projectId', 'madeId'],
  item: ['inventoryId', 'madeId'],
  file: ['fileId'],
  folder: ['folderId', 'madeId'],
  release: ['releaseId', 'madeId'],
  task: ['taskId', 'madeId'],
  report: ['reportId', 'id', 'madeId'],
  policy: ['policyId', 'madeId'],
  profile: ['profileId', 'madeId'],
  field: ['fieldId', 'madeId'],
  component: ['componentId', 'id', 'madeId'],
  version: ['id'],
  license: ['licenseId', 'madeId'],
  tracker: ['instanceId', 'madeId'],
  webhook: ['webhookId', 'madeId'],
  analysisRule: ['ruleId', 'madeId'],
  job: ['jobId'],
};

interface Ids {
  projectId: number | null;
  jobId: number | null;
  ids: Record<string, unknown>;
  details: Record<string, unknown>;
}

export function thingIn(kind: string, { projectId, ids, details }: Ids): Thing | undefined {
  if (kind === 'user') return userIn(ids, details);
  if (kind === 'project' && projectId !== null) return { kind, id: projectId };
  for (const name of ID_NAMES[kind] ?? []) {
    const id = ids[name];
    if (typeof id === 'number') return { kind, id };
  }
  return undefined;
}

/** Paths name users by login or id. */
function userIn(ids: Record<string, unknown>, details: Record<string, unknown>): Thing | undefined {
  for (const login of [details.newLogin, details.tokenOf, details.login, ids.loginId])
    if (typeof login === 'string' && login !== '') return { kind: 'user', id: login };
  return undefined;
}
