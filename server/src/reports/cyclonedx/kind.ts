import { formatsOption, options } from '../options.ts';
import type { ReportKind } from '../report.ts';
import { sbomOptions } from '../sbom-options.ts';

/** The bill of materials as CycloneDX. */
export const cyclonedx = {
  kind: 'CYCLONEDX',
  name: 'CycloneDX',
  file: 'cyclonedx-report',
  jobType: 'CycloneDX Report',
  position: 10,
  options: options(...sbomOptions(['1.6', '1.7']), formatsOption),
  load: async () => (await import('./index.ts')).cyclonedx,
} as const satisfies ReportKind;
