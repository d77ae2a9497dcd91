// Identifies everything besides bytes and hint that affects a file's facts. Stored facts of another version must not be used.
import { hash } from 'node:crypto';
import { librariesDigest } from '../libraries/index.ts';
import type { LicenseIndex } from '../licenses/index.ts';

/** Version of the analyser's own code. Increase with every change that changes the facts of any file. */
export const ANALYZER_VERSION = '36';

/** The whole version: of the code, the license rules, the recognisers and the search terms, if any. A short string without blanks. */
export function analyzerVersion(
  licenseIndex: LicenseIndex,
  searchTerms: readonly string[] = [],
  readsDocuments = false,
): string {
  const rules = hash('sha256', new Uint8Array(licenseIndex.buffer)).slice(0, 12);
  const version = `${ANALYZER_VERSION}-${rules}-${librariesDigest()}${readsDocuments ? '-documents' : ''}`;
  if (searchTerms.length === 0) return version;
  return `${version}-${hash('sha256', JSON.stringify([...searchTerms].sort())).slice(0, 12)}`;
}
