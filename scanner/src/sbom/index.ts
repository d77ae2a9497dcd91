// The family of SBOM formats. Each member turns a scan's results into a document, piece by piece; none of them reads files or the clock.
import { present } from '../items.ts';
import { writeCycloneDx } from './cyclonedx/index.ts';
import type { SbomSource } from './model.ts';
import { writeSpdx } from './spdx/index.ts';

export type { SbomComponent, SbomFile, SbomSource } from './model.ts';

export interface SbomWriter {
  name: string;
  /** The Content-Type of a download. */
  mediaType: string;
  extension: string;
  write(source: SbomSource): AsyncGenerator<string, void>;
}

export const SBOM_WRITERS = [
  { name: 'spdx', mediaType: 'application/spdx+json', extension: '.spdx.json', write: writeSpdx },
  {
    name: 'cyclonedx',
    mediaType: 'application/vnd.cyclonedx+json; version=1.6',
    extension: '.cdx.json',
    write: writeCycloneDx,
  },
] as const satisfies readonly SbomWriter[];

export function sbomWriter(name: (typeof SBOM_WRITERS)[number]['name']): SbomWriter {
  return present(
    SBOM_WRITERS.find((one) => one.name === name),
    `SBOM format ${name}`,
  );
}
