// The bill of materials as CycloneDX, by the scanner's writer.
import { sbomWriter } from '@assay/scanner/sbom';
import type { FileOut } from '../../documents/document.ts';
import type { ReportSource, ReportWriter } from '../report.ts';
import { sbomDocument } from '../sbom-document.ts';
import { sbomSource } from '../sbom-source.ts';

export const cyclonedx: ReportWriter = {
  document: (source) => sbomDocument(source, 'CycloneDX'),
  files,
};

async function* files(source: ReportSource): AsyncGenerator<FileOut> {
  const { extension, write } = sbomWriter(`cyclonedx-${source.options.version || '1.6'}`);
  yield { name: `sbom${extension}`, content: write(await sbomSource(source)) };
}
