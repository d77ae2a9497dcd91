import { formatsOption, options } from '../options.ts';
import type { ReportKind } from '../report.ts';
import { sbomOptions } from '../sbom-options.ts';

/** The bill of materials as SPDX. */
export const spdx = {
  kind: 'SPDX',
  name: 'SPDX',
  about:
    'The bill of materials as SPDX 2.3 (JSON or tags) or 3.0.1, with license texts, copyright statements and vulnerabilities.',
  file: 'spdx-report',
  jobType: 'SPDX Report',
  position: 9,
  options: options(...sbomOptions(['2.3', '3.0.1', '2.3-tag-value']), formatsOption),
  load: async () => (await import('./index.ts')).spdx,
} as const satisfies ReportKind;
