import { formatsOption, options } from '../options.ts';
import type { ReportKind } from '../report.ts';

/** The notifications of an exploited vulnerability or a severe incident (Regulation (EU) 2024/2847, article 14). */
export const incident = {
  kind: 'INCIDENT',
  name: 'Incident Pack',
  about: 'Drafts of the notifications that the Cyber Resilience Act requires: 24 hours, 72 hours, final report.',
  file: 'incident-pack',
  jobType: 'Incident Pack Report',
  position: 11,
  options: options(
    {
      name: 'vulnerability',
      label: 'Vulnerability',
      description: 'CVE or other id of the exploited vulnerability; blank for a severe incident.',
      defaultValue: '',
    },
    {
      name: 'awareSince',
      label: 'Aware since',
      description:
        'When you became aware, as YYYY-MM-DD HH:MM:SS (UTC). The deadlines start at this time. Blank: people fill it in.',
      defaultValue: '',
    },
    {
      name: 'fixedOn',
      label: 'Fix available since',
      description:
        'When a corrective measure became available, as YYYY-MM-DD HH:MM:SS (UTC). Blank: there is none yet.',
      defaultValue: '',
    },
    formatsOption,
  ),
  load: async () => (await import('./index.ts')).incident,
} as const satisfies ReportKind;
