import { formatsOption, itemFilters, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** Compares the inventories of two projects. */
export const comparison = {
  kind: 'COMPARISON',
  name: 'Comparison',
  about: 'Compares the inventory of this project with that of another one.',
  file: 'comparison-report',
  jobType: 'Comparison Report',
  position: 6,
  hasProjectPicker: true,
  options: options(...itemFilters, formatsOption),
  load: async () => (await import('./index.ts')).comparison,
} as const satisfies ReportKind;
