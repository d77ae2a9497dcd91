// An output format of `assay scan` by an SBOM writer: the results of a scan as the source of a document.
import { sbomWriter } from '../../sbom/index.ts';
import type { ScanItem } from '../../scan/index.ts';
import { scannedSbom } from './scanned-sbom.ts';
import type { ScanSubject } from './subject.ts';

/** `name` is that of the writer. */
export function formatSbom(
  name: string,
  listsFiles: boolean,
  items: AsyncIterable<ScanItem>,
  subject: ScanSubject,
): AsyncGenerator<string, void> {
  return sbomWriter(name).write(scannedSbom(items, subject, listsFiles));
}
