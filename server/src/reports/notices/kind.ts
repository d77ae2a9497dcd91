import { formatsOption, itemFilters, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** The texts that have to be shipped with the product. */
export const notices = {
  kind: 'NOTICES',
  name: 'Notices',
  about:
    'Third-party notices to ship with the product: license texts, copyright statements, NOTICE files, offers of source code.',
  file: 'notices-report',
  jobType: 'Notices Report',
  position: 3,
  options: options(
    {
      name: 'style',
      label: 'Style',
      description:
        'grouped: each text once, with its components below. per-item: each component with its text. summary: a table of components, then each text once. One of: grouped, per-item, summary.',
      defaultValue: 'grouped',
    },
    {
      name: 'check',
      label: 'Completeness check',
      description:
        'Where the report lists missing parts and removed statements. inside: at the end of the document. apart: in a second file that is not shipped. One of: inside, apart.',
      defaultValue: 'inside',
    },
    {
      name: 'includeSource',
      label: 'Source bundles',
      description:
        'yes: the archive contains the files of all items with a license that asks for source. One of: yes, no.',
      defaultValue: 'no',
    },
    {
      name: 'offerContact',
      label: 'Address for written offers',
      description:
        'Where people can ask for source. The written offer prints it. Blank: the offer has a place to fill in.',
      defaultValue: '',
    },
    {
      name: 'scopes',
      label: 'Shipped scopes',
      description:
        'Which items are shipped, by their scope: runtime, optional, peer, build, test, development, unknown, or all. Several are separated by commas; blank for those of the project. Items that a person has marked as part of the product, or as none, stay as marked.',
      defaultValue: '',
    },
    ...itemFilters.filter(({ name }) => name !== 'status'),
    formatsOption,
  ),
  load: async () => (await import('./index.ts')).notices,
} as const satisfies ReportKind;
