import type { ReportKind } from '../report.ts';

/** What was found in the code base, item by item, published items only. */
export const audit = {
  kind: 'AUDIT',
  name: 'Audit',
  jobType: 'Audit Report',
  position: 1,
  options: [],
  load: async () => (await import('./index.ts')).audit,
} as const satisfies ReportKind;
