// Which dependency to raise: shapes.
import { remedyOutcomes, remedyProofs } from '../../domain/remedies.ts';
import { Enumeration, Model, Type } from '../../http/schemas.ts';

const RemedyOutcome = Enumeration('RemedyOutcome', remedyOutcomes);
const RemedyProof = Enumeration('RemedyProof', remedyProofs);
const outcome = RemedyOutcome(
  'REFRESH: the lockfile alone; PARTLY: some of them stay; NONE: nothing known helps; UNTOLD: it cannot be told, and `words` says why',
);

const Raise = Model('DependencyRaise', {
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  purl: Type.String(),
  fromVersion: Type.String(),
  toVersion: Type.String({
    description: 'Blank where none is known; the version it has where only the lockfile changes',
  }),
  outcome,
  proof: RemedyProof(
    'What the raise was proven by: ranges in the lockfile, what a registry told, or the words of an advisory',
  ),
  remainingVulnerabilities: Type.Array(Type.String()),
  broughtVulnerabilities: Type.Array(Type.String(), { description: 'That the version raised to has itself' }),
  words: Type.String(),
});

export const Remedy = Model('Remedy', {
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  purl: Type.String(),
  isDirect: Type.Boolean(),
  outcome,
  targetVersion: Type.String({
    description:
      'The first later version of the package that leaves the fewest of its vulnerabilities; blank where none is known',
  }),
  curedVulnerabilities: Type.Array(Type.String()),
  remainingVulnerabilities: Type.Array(Type.String()),
  raises: Type.Array(Raise),
  words: Type.String(),
});

export const EndOfLife = Model('EndOfLife', {
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  purl: Type.String(),
  product: Type.String({ description: 'As endoflife.date calls it' }),
  cycle: Type.String({ description: 'The cycle that the version is of' }),
  endsOn: Type.String({ description: 'Day; blank where the source says only whether it has ended' }),
  hasEnded: Type.Boolean(),
  source: Type.String(),
});
