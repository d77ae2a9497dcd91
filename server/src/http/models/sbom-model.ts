// The named lists of what became of the elements of an SBOM, for receipts and dry runs.
import { sbomChanges, sbomFates } from '../../domain/vulnerabilities/sbom.ts';
import { Enumeration } from './models.ts';

export const FateOf = Enumeration('SbomFate', sbomFates);
export const ChangeOf = Enumeration('SbomChange', sbomChanges);
