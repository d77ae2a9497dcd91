// Schemas of remedies.
import { remedyOutcomes } from '../../domain/vulnerabilities/remedies.ts';
import { RemedyProofValue } from '../../http/models/remedy-model.ts';
import { Enumeration, Model, Type } from '../../http/models/schemas.ts';

const RemedyOutcome = Enumeration('RemedyOutcome', remedyOutcomes);
const outcome = RemedyOutcome(
  'REFRESH: the lockfile alone; PARTLY: some of them stay; NONE: no known version helps; UNTOLD: unknown, and `words` says why',
);

const Raise = Model('DependencyRaise', {
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  purl: Type.String(),
  fromVersion: Type.String(),
  toVersion: Type.String({
    description: 'Blank if none is known; the present version if only the lockfile changes',
  }),
  outcome,
  proof: RemedyProofValue(
    'What proves the upgrade: ranges in the lockfile, data of a registry, or the text of an advisory',
  ),
  remainingVulnerabilities: Type.Array(Type.String()),
  broughtVulnerabilities: Type.Array(Type.String(), { description: 'Vulnerabilities of the version to upgrade to' }),
  words: Type.String(),
});

export const Remedy = Model('Remedy', {
  inventoryId: Type.Integer(),
  inventoryName: Type.String(),
  purl: Type.String(),
  isDirect: Type.Boolean(),
  outcome,
  targetVersion: Type.String({
    description: 'The first later version of the package with the fewest vulnerabilities; blank if none is known',
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
  product: Type.String({ description: 'Its name at endoflife.date' }),
  cycle: Type.String({ description: 'The release cycle of the version' }),
  endsOn: Type.String({ description: 'Day; blank if the source says only whether it has ended' }),
  hasEnded: Type.Boolean(),
  source: Type.String(),
});
