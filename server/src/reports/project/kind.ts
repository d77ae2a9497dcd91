import { formatsOption, formOption, itemFilters, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** The state of the project as a whole: figures, inventory, tasks, and every scanned file with its evidence. */
export const project = {
  kind: 'PROJECT',
  name: 'Project',
  about: 'The whole project: figures, changes, inventory, dependencies, tasks, history, all scanned files.',
  file: 'project-report',
  jobType: 'Project Report',
  position: 2,
  options: options(...itemFilters, formatsOption, formOption('figures, inventory, vulnerabilities, and tasks')),
  load: async () => (await import('./index.ts')).project,
} as const satisfies ReportKind;
