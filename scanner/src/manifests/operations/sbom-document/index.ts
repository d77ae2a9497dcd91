// Reads SBOMs that lie in a code base, in a jar or in an image, in any format that the readers of SBOMs know. What they name was in a build, which may be
// older or newer than the code beside them: ../../../packages/named-by-sboms.ts decides what counts.
import { readSbomBytes } from '../../../sbom/read/index.ts';
import type { ManifestReader } from '../../member.ts';
import { readSafely } from '../../shared/problems.ts';
import { findingsOfSbom } from '../../shared/sbom-parts.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The SBOM', (problems) => {
      const sbom = readSbomBytes(bytes);
      // Other files have such names too.
      return sbom === undefined ? [] : findingsOfSbom(sbom, bytes, 'names', problems);
    }),
};
