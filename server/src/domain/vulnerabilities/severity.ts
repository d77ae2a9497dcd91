// Severities of vulnerabilities in the two CVSS versions a site may use, and their order.

import { severityLabels } from '@assay/scanner/advisories';

export const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'NONE', 'UNKNOWN'] as const;
export type Severity = (typeof severities)[number];

/** A site shows either version 2 (HIGH, MEDIUM, LOW, UNKNOWN) or version 3 (CRITICAL, HIGH, MEDIUM, LOW, NONE). */
export const cvssVersions = ['V2', 'V3'] as const;
export type CvssVersion = (typeof cvssVersions)[number];

/** What a caller may ask for; ANY is the severity of V3 where there is one, else that of V2. */
export const cvssChoices = [...cvssVersions, 'ANY'] as const;
export type CvssChoice = (typeof cvssChoices)[number];

export const severitiesOf = {
  V2: ['HIGH', 'MEDIUM', 'LOW', 'UNKNOWN'],
  V3: severityLabels,
} as const satisfies Record<CvssVersion, readonly Severity[]>;

/** Higher severities have larger numbers. NONE and UNKNOWN correspond to each other in the two versions. */
const weights: Record<Severity, number> = { CRITICAL: 4, HIGH: 3, MEDIUM: 2, LOW: 1, NONE: 0, UNKNOWN: 0 };

export function isAtLeast(severity: Severity, limit: Severity): boolean {
  return weights[severity] >= weights[limit];
}
