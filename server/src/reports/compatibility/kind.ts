import { formatsOption, itemFilters, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** The obligations of the licenses in the inventory, and which of the licenses cannot be combined. */
export const compatibility = {
  kind: 'OBLIGATIONS',
  name: 'License Obligations',
  about: 'What the licenses require, and which of them conflict.',
  file: 'obligations-report',
  jobType: 'License Obligations Report',
  position: 5,
  options: options(
    {
      name: 'projectLicense',
      label: 'License of the product',
      description: 'SPDX id; blank: the license that scans found for the project itself, if any.',
      defaultValue: '',
    },
    {
      name: 'runtimeOnly',
      label: 'Shipped components only',
      description: 'yes: leaves out items that are used only to build or test. One of: yes, no.',
      defaultValue: 'yes',
    },
    ...itemFilters,
    formatsOption,
  ),
  load: async () => (await import('./index.ts')).compatibility,
} as const satisfies ReportKind;
