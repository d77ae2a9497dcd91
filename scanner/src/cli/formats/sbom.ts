// Makes an output format of an SBOM writer: the results of a scan as the source of a document.
import type { SbomWriter } from '../../sbom/index.ts';
import type { ScanItem } from '../../scan/index.ts';
import { scannedSbom } from './scanned-sbom.ts';
import type { ScanSubject } from './subject.ts';

export function formatSbom(writer: SbomWriter, listsFiles: boolean) {
  return (items: AsyncIterable<ScanItem>, subject: ScanSubject): AsyncGenerator<string, void> =>
    writer.write(scannedSbom(items, subject, listsFiles));
}
