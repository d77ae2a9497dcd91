// The bill of materials as SPDX, by the scanner's writer.
import { sbomWriter } from '@assay/scanner/sbom';
import type { FileOut } from '../../documents/document.ts';
import type { ReportSource, ReportWriter } from '../report.ts';
import { sbomDocument } from '../sbom-document.ts';
import { sbomSource } from '../sbom-source.ts';

export const spdx: ReportWriter = {
  document: (source) => sbomDocument(source, 'SPDX'),
  files,
};

async function* files(source: ReportSource): AsyncGenerator<FileOut> {
  const { extension, write } = sbomWriter(`spdx-${source.options.version || '2.3'}`);
  yield { name: `sbom${extension}`, content: write(await sbomSource(source)) };
}
