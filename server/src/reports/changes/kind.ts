import { formatsOption, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** The changes of the inventory in a period. */
export const changes = {
  kind: 'CHANGES',
  name: 'Inventory Changes',
  about: 'Changes of the inventory in a period, and who or what made them.',
  file: 'changes-report',
  jobType: 'Inventory Changes Report',
  position: 7,
  options: options(
    {
      name: 'from',
      label: 'From',
      description:
        'Day as YYYY-MM-DD (UTC). Blank: since the last report of this kind, or from the beginning if there is none.',
      defaultValue: '',
    },
    {
      name: 'to',
      label: 'To',
      description: 'Last day of the period as YYYY-MM-DD (UTC). Blank: until now.',
      defaultValue: '',
    },
    formatsOption,
  ),
  load: async () => (await import('./index.ts')).changes,
} as const satisfies ReportKind;
