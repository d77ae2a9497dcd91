// Proposals of decisions that could count in a project, in groups by their ground, for one reader.
import { createHash } from 'node:crypto';
import { carrySettingsInForce } from '../db/decisions/carry-settings.ts';
import type { Db } from '../db/postgres/connection.ts';
import type { Viewer } from '../db/projects/standing.ts';
import type { Ground } from '../domain/decisions/carried-words.ts';
import { modeOf } from '../domain/decisions/carry-settings.ts';
import { marksToCarry, type ProposedMark } from './carried-marks.ts';
import { type ProposedReview, reviewsToCarry } from './carried-reviews.ts';

export type Proposal = { item: ProposedReview } | { file: ProposedMark };

export interface ProposalGroup {
  ground: Ground;
  fromProjectId: number;
  fromProjectName: string;
  proposals: Proposal[];
}

/** The proposals that the viewer may see, in groups by their ground, the largest first. */
export async function proposalGroupsOf(
  db: Db,
  projectId: number,
  viewer: Viewer,
  now: Date,
): Promise<Map<string, ProposalGroup>> {
  const settings = await carrySettingsInForce(db, projectId);
  const { proposed } = await reviewsToCarry(db, projectId, viewer, now);
  const proposals: Proposal[] = [
    ...proposed.filter(({ way }) => modeOf(settings, way) !== 'NEVER').map((item) => ({ item })),
    ...(await marksToCarry(db, projectId, viewer, now)).map((file) => ({ file })),
  ];
  const groups = new Map<string, ProposalGroup>();
  for (const proposal of proposals) {
    const { ground, ...from } = groundOf(projectId, proposal);
    const key = digestOf([ground, from.fromProjectId]);
    const group = groups.get(key) ?? { ground, ...from, proposals: [] };
    group.proposals.push(proposal);
    groups.set(key, group);
  }
  return new Map([...groups].sort(([, a], [, b]) => b.proposals.length - a.proposals.length));
}

function groundOf(projectId: number, proposal: Proposal) {
  const { way, from, against } = 'item' in proposal ? proposal.item : proposal.file;
  const projectName = from.projectId === projectId ? '' : from.projectName;
  const about =
    'item' in proposal
      ? { subject: 'ITEM' as const, value: proposal.item.status, license: proposal.item.license }
      : { subject: 'FILE' as const, value: 'REVIEWED' as const, license: '' };
  return {
    ground: { ...about, way, projectName, isConflicting: against !== undefined },
    ...{ fromProjectId: from.projectId, fromProjectName: from.projectName },
  };
}

const digestOf = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);

const keyOf = (proposal: Proposal) =>
  'item' in proposal
    ? ['item', proposal.item.itemId, proposal.item.from.decision.id, proposal.item.why]
    : ['file', proposal.file.fileId, proposal.file.sha256, proposal.file.from.decision.id];

/** A text that changes with the proposals of the group. */
export const seenOf = ({ proposals }: ProposalGroup) => digestOf(proposals.map(keyOf));
