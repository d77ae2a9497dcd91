// How the interface names what proves an upgrade.
import type { RemedyProof } from '../../domain/vulnerabilities/remedies.ts';
import { Enumeration } from './models.ts';

export const wiredProofs = {
  ranges: 'LOCKFILE',
  registry: 'REGISTRY',
  advisory: 'ADVISORY',
  none: 'NONE',
} as const satisfies Record<RemedyProof, string>;
const proofValues = Object.values(wiredProofs);
export const RemedyProofValue = Enumeration('RemedyProof', proofValues);
