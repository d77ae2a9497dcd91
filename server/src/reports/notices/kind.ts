import type { ReportKind } from '../report.ts';

/** What has to be shipped with the product, as text. */
export const notices = {
  kind: 'NOTICES',
  name: 'Notices',
  jobType: 'Notices Report',
  position: 3,
  options: [],
  load: async () => (await import('./index.ts')).notices,
} as const satisfies ReportKind;
