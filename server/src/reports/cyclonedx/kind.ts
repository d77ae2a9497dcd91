import { formatsOption, options } from '../options.ts';
import type { ReportKind } from '../report.ts';
import { sbomOptions } from '../sbom-options.ts';

/** The bill of materials as CycloneDX. */
export const cyclonedx = {
  kind: 'CYCLONEDX',
  name: 'CycloneDX',
  about:
    'The bill of materials as CycloneDX 1.6 or 1.7 (JSON or XML), with license texts, copyright statements and vulnerabilities.',
  file: 'cyclonedx-report',
  jobType: 'CycloneDX Report',
  position: 10,
  options: options(...sbomOptions(['1.6', '1.7', '1.6-xml', '1.7-xml']), formatsOption),
  load: async () => (await import('./index.ts')).cyclonedx,
} as const satisfies ReportKind;
