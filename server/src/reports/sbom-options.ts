// The options of reports that are bills of material.
import type { ReportOption } from './report.ts';

/** @param versions of the format, the usual one first */
export const sbomOptions = (versions: readonly [string, ...string[]]): Omit<ReportOption, 'order' | 'type'>[] => [
  {
    name: 'version',
    label: 'Version of the format',
    description: `The version of the standard, in JSON if no other form is named. One of: ${versions.join(', ')}.`,
    defaultValue: versions[0],
  },
  {
    name: 'includeFiles',
    label: 'Files',
    description: 'yes: also lists every file of the code base with its digests and licenses. One of: yes, no.',
    defaultValue: 'no',
  },
  {
    name: 'includeTexts',
    label: 'License texts',
    description: 'yes: the license texts and NOTICE files of each component, as found. One of: yes, no.',
    defaultValue: 'yes',
  },
  {
    name: 'vulnerabilities',
    label: 'Vulnerabilities',
    description:
      'vdr: the vulnerabilities of the components. vex: also what people decided about them. no: none. One of: no, vdr, vex.',
    defaultValue: 'no',
  },
];
