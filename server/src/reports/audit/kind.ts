import { formatsOption, formOption, itemFilters, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** What was found in the code base, item by item, published items only. */
export const audit = {
  kind: 'AUDIT',
  name: 'Audit',
  about:
    'The published inventory for an auditor: findings, decisions, policy, license texts compared with the originals, sign-off.',
  file: 'audit-report',
  jobType: 'Audit Report',
  position: 1,
  options: options(
    ...itemFilters,
    formatsOption,
    formOption('findings, decisions of people, vulnerabilities, what the licenses ask for, and sign-off'),
  ),
  load: async () => (await import('./index.ts')).audit,
} as const satisfies ReportKind;
