import { formatsOption, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** The bill of materials as CycloneDX. */
export const cyclonedx = {
  kind: 'CYCLONEDX',
  name: 'CycloneDX',
  file: 'cyclonedx-report',
  jobType: 'CycloneDX Report',
  position: 10,
  options: options(
    {
      name: 'includeFiles',
      label: 'Files',
      description: 'yes: also lists every file of the code base with its digests and licenses. One of: yes, no.',
      defaultValue: 'no',
    },
    formatsOption,
  ),
  load: async () => (await import('./index.ts')).cyclonedx,
} as const satisfies ReportKind;
