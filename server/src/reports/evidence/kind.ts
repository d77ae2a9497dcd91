import { formatsOption, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** The evidence of third parties in the files of the code base, file by file. */
export const evidence = {
  kind: 'EVIDENCE',
  name: 'Third-Party Evidence',
  about: 'Licenses, copyrights, addresses and search terms that scans found, file by file.',
  file: 'evidence-report',
  jobType: 'Third-Party Evidence Report',
  position: 4,
  options: options(
    {
      name: 'files',
      label: 'Files',
      description:
        'all: every file with evidence. open: only files that are neither in the inventory nor reviewed. One of: all, open.',
      defaultValue: 'all',
    },
    {
      name: 'pathContains',
      label: 'Path contains',
      description: 'Only files with this text in their path; blank for all.',
      defaultValue: '',
    },
    formatsOption,
  ),
  load: async () => (await import('./index.ts')).evidence,
} as const satisfies ReportKind;
