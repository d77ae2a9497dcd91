// The versions of SBOM formats that can be written. Each turns a source into a document, piece by piece; none of them reads files or the clock.
import { present } from '../../items.ts';
import type { SbomSource } from '../model.ts';
import { writeCycloneDx16, writeCycloneDx17 } from './cyclonedx.ts';
import { writeCycloneDxXml16, writeCycloneDxXml17 } from './cyclonedx-xml.ts';
import { writeSpdx2 } from './spdx-2.ts';
import { writeSpdxTags } from './spdx-2-tags.ts';
import { writeSpdx3 } from './spdx-3.ts';

export interface SbomWriter {
  /** Of the standard. */
  format: 'cyclonedx' | 'spdx';
  version: string;
  /** The form of the document. */
  encoding: 'JSON' | 'XML' | 'tag-value';
  /** Names format and version in options. */
  name: string;
  about: string;
  /** The Content-Type of a download. */
  mediaType: string;
  extension: string;
  write(source: SbomSource): AsyncGenerator<string, void>;
}

/** The first version of a format is written if none is named. */
export const SBOM_WRITERS = [
  {
    format: 'spdx',
    version: '2.3',
    name: 'spdx-2.3',
    encoding: 'JSON',
    about: 'an SPDX 2.3 document',
    mediaType: 'application/spdx+json',
    extension: '.spdx.json',
    write: writeSpdx2,
  },
  {
    format: 'spdx',
    version: '3.0.1',
    name: 'spdx-3.0.1',
    encoding: 'JSON',
    about: 'an SPDX 3.0.1 document (JSON-LD)',
    mediaType: 'application/ld+json; profile="https://spdx.org/rdf/3.0.1/spdx-context.jsonld"',
    extension: '.spdx3.json',
    write: writeSpdx3,
  },
  {
    format: 'cyclonedx',
    version: '1.6',
    name: 'cyclonedx-1.6',
    encoding: 'JSON',
    about: 'a CycloneDX 1.6 document',
    mediaType: 'application/vnd.cyclonedx+json; version=1.6',
    extension: '.cdx.json',
    write: writeCycloneDx16,
  },
  {
    format: 'cyclonedx',
    version: '1.7',
    name: 'cyclonedx-1.7',
    encoding: 'JSON',
    about: 'a CycloneDX 1.7 document',
    mediaType: 'application/vnd.cyclonedx+json; version=1.7',
    extension: '.cdx.json',
    write: writeCycloneDx17,
  },
  {
    format: 'cyclonedx',
    version: '1.6',
    name: 'cyclonedx-1.6-xml',
    encoding: 'XML',
    about: 'a CycloneDX 1.6 document in XML',
    mediaType: 'application/vnd.cyclonedx+xml; version=1.6',
    extension: '.cdx.xml',
    write: writeCycloneDxXml16,
  },
  {
    format: 'cyclonedx',
    version: '1.7',
    name: 'cyclonedx-1.7-xml',
    encoding: 'XML',
    about: 'a CycloneDX 1.7 document in XML',
    mediaType: 'application/vnd.cyclonedx+xml; version=1.7',
    extension: '.cdx.xml',
    write: writeCycloneDxXml17,
  },
  {
    format: 'spdx',
    version: '2.3',
    name: 'spdx-2.3-tag-value',
    encoding: 'tag-value',
    about: 'an SPDX 2.3 document in tags',
    mediaType: 'text/spdx',
    extension: '.spdx',
    write: writeSpdxTags,
  },
] as const satisfies readonly SbomWriter[];

/** By `spdx-3.0.1`, or by `spdx` for its usual version. Undefined for another name. */
export function findSbomWriter(name: string): SbomWriter | undefined {
  const wanted = name.trim().toLowerCase();
  return SBOM_WRITERS.find((one) => one.name === wanted) ?? SBOM_WRITERS.find((one) => one.format === wanted);
}

export const sbomWriter = (name: string): SbomWriter => present(findSbomWriter(name), `SBOM format ${name}`);
