import { formatsOption, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** What became of the inventory in a time. */
export const changes = {
  kind: 'CHANGES',
  name: 'Inventory Changes',
  file: 'changes-report',
  jobType: 'Inventory Changes Report',
  position: 7,
  options: options(
    {
      name: 'from',
      label: 'From',
      description: 'Day as YYYY-MM-DD (UTC); blank: since the last report of this kind, else from the beginning.',
      defaultValue: '',
    },
    {
      name: 'to',
      label: 'To',
      description: 'Day as YYYY-MM-DD (UTC), which belongs to the time; blank: until now.',
      defaultValue: '',
    },
    formatsOption,
  ),
  load: async () => (await import('./index.ts')).changes,
} as const satisfies ReportKind;
