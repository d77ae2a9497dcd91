import { formatsOption, formOption, itemFilters, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** What was found in the code base, item by item, published items only. */
export const audit = {
  kind: 'AUDIT',
  name: 'Audit',
  about:
    'The published inventory for an auditor: difference to the former release, findings, decisions, policy, license texts compared with the originals, sign-off.',
  file: 'audit-report',
  jobType: 'Audit Report',
  position: 1,
  options: options(
    {
      name: 'formerRelease',
      label: 'Former release',
      description: 'Name of the release to compare with on the first page; blank for the last one.',
      defaultValue: '',
    },
    ...itemFilters,
    formatsOption,
    formOption('findings, decisions of people, vulnerabilities, what the licenses ask for, and sign-off'),
  ),
  load: async () => (await import('./index.ts')).audit,
} as const satisfies ReportKind;
