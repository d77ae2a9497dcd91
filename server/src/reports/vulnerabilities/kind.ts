import { formatsOption, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** Vulnerabilities and their analyses, with a VEX document. */
export const vulnerabilities = {
  kind: 'VULNERABILITIES',
  name: 'Vulnerabilities',
  about: 'Vulnerabilities and their analyses, with VEX documents.',
  file: 'vulnerabilities-report',
  jobType: 'Vulnerabilities Report',
  position: 8,
  options: options(formatsOption),
  load: async () => (await import('./index.ts')).vulnerabilities,
} as const satisfies ReportKind;
