// The family of output formats of `assay scan`. Each member turns the scan's items into text, piece by piece; none of them writes anywhere.
import type { Issue } from '../../findings.ts';
import { SBOM_WRITERS } from '../../sbom/index.ts';
import type { Inventory, ScanItem } from '../../scan/index.ts';
import { formatJson } from './json.ts';
import { formatJsonLines } from './json-lines.ts';
import { formatSbom } from './sbom.ts';
import { formatTable } from './table.ts';

export interface ScanSubject {
  /** Name of the folder or archive. */
  name: string;
  documentId: string;
  createdAt: Date;
  tool: { name: string; version: string };
}

export interface OutputFormat {
  name: string;
  /** What the format is good for, as a part of the help text. */
  about: string;
  format(items: AsyncIterable<ScanItem>, subject: ScanSubject): AsyncGenerator<string, void>;
}

const [spdx, cyclonedx] = SBOM_WRITERS;

export const OUTPUT_FORMATS = [
  { name: 'table', about: 'a summary for people', format: formatTable },
  { name: 'json', about: 'everything in one object', format: formatJson },
  { name: 'jsonl', about: 'one object a file, one line each', format: formatJsonLines },
  { name: 'spdx', about: 'an SPDX 2.3 document', format: formatSbom(spdx) },
  { name: 'cyclonedx', about: 'a CycloneDX 1.6 document', format: formatSbom(cyclonedx) },
] as const satisfies readonly OutputFormat[];

export type { Inventory, Issue };
