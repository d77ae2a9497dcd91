import { formatsOption, itemFilters, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** What has to be shipped with the product. */
export const notices = {
  kind: 'NOTICES',
  name: 'Notices',
  file: 'notices-report',
  jobType: 'Notices Report',
  position: 3,
  options: options(
    {
      name: 'style',
      label: 'Style',
      description:
        'grouped: each text once, below it the components. per-item: each component with its text. summary: a table of components, then each text once. One of: grouped, per-item, summary.',
      defaultValue: 'grouped',
    },
    {
      name: 'check',
      label: 'Completeness check',
      description:
        'Where the list of what is missing and of what people removed stands: at the end of the document, or in a file beside it that is not shipped. One of: inside, apart.',
      defaultValue: 'inside',
    },
    {
      name: 'includeSource',
      label: 'Source bundles',
      description: 'yes: the archive holds the files of all items whose license asks for source. One of: yes, no.',
      defaultValue: 'no',
    },
    {
      name: 'offerContact',
      label: 'Address for written offers',
      description: 'Where people ask for source; stands in the written offer. Blank: a place to fill in.',
      defaultValue: '',
    },
    ...itemFilters.filter(({ name }) => name !== 'status'),
    formatsOption,
  ),
  load: async () => (await import('./index.ts')).notices,
} as const satisfies ReportKind;
