// The family of output formats of `assay scan`. Each member turns the scan's items into text, piece by piece; none of them writes anywhere.
import type { ScanItem } from '../../scan/index.ts';
import { formatJson } from './json.ts';
import { formatJsonLines } from './json-lines.ts';
import type { ScanSubject } from './subject.ts';
import { formatTable } from './table.ts';

export interface OutputFormat {
  name: string;
  /** The purpose of the format, for the help text. */
  about: string;
  format(items: AsyncIterable<ScanItem>, subject: ScanSubject): AsyncGenerator<string, void>;
}

/** The writers of SBOMs are loaded when one is asked for. */
const sbomFormat = (name: string, listsFiles: boolean): OutputFormat['format'] =>
  async function* (items, subject) {
    const { formatSbom } = await import('./sbom.ts');
    yield* formatSbom(name, listsFiles, items, subject);
  };

export const OUTPUT_FORMATS = [
  { name: 'table', about: 'a summary for people', format: formatTable },
  { name: 'json', about: 'everything in one object', format: formatJson },
  { name: 'jsonl', about: 'one object a file, one line each', format: formatJsonLines },
  { name: 'spdx', about: 'an SPDX 2.3 document', format: sbomFormat('spdx', true) },
  { name: 'cyclonedx', about: 'a CycloneDX 1.6 document', format: sbomFormat('cyclonedx', false) },
  { name: 'spdx-3.0.1', about: 'an SPDX 3.0.1 document', format: sbomFormat('spdx-3.0.1', true) },
  { name: 'cyclonedx-1.7', about: 'a CycloneDX 1.7 document', format: sbomFormat('cyclonedx-1.7', false) },
  {
    name: 'cyclonedx-1.6-xml',
    about: 'a CycloneDX 1.6 document in XML',
    format: sbomFormat('cyclonedx-1.6-xml', false),
  },
  {
    name: 'cyclonedx-1.7-xml',
    about: 'a CycloneDX 1.7 document in XML',
    format: sbomFormat('cyclonedx-1.7-xml', false),
  },
  { name: 'spdx-2.3-tag-value', about: 'an SPDX 2.3 document in tags', format: sbomFormat('spdx-2.3-tag-value', true) },
] as const satisfies readonly OutputFormat[];
