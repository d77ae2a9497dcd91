// Reads the SBOMs that build tools put into wheels (`.dist-info/sboms/`). They list the libraries that were copied into
// the wheel, in any format that the readers of SBOMs know.
// Specification: PEP 770, https://packaging.python.org/en/latest/specifications/recording-installed-packages/
import type { PackageFinding } from '../../../findings.ts';
import { readSbomBytes } from '../../../sbom/read/index.ts';
import type { ManifestReader } from '../../member.ts';
import { readSafely } from '../../shared/problems.ts';
import { findingsOfSbom } from '../../shared/sbom-parts.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The SBOM', (problems): PackageFinding[] => {
      const sbom = readSbomBytes(bytes);
      if (sbom === undefined) throw new Error('it is no SBOM in a format that is known');
      return findingsOfSbom(sbom, bytes, 'locks', problems);
    }),
};
