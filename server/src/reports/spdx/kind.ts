import { formatsOption, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** The bill of materials as SPDX. */
export const spdx = {
  kind: 'SPDX',
  name: 'SPDX',
  file: 'spdx-report',
  jobType: 'SPDX Report',
  position: 9,
  options: options(
    {
      name: 'includeFiles',
      label: 'Files',
      description: 'yes: also lists every file of the code base with its digests and licenses. One of: yes, no.',
      defaultValue: 'no',
    },
    formatsOption,
  ),
  load: async () => (await import('./index.ts')).spdx,
} as const satisfies ReportKind;
