// Severities of vulnerabilities in the two CVSS versions a site may use, and their order.

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
  V3: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'NONE'],
} as const satisfies Record<CvssVersion, readonly Severity[]>;

/** Higher severities have larger numbers. NONE and UNKNOWN correspond to each other in the two versions. */
const weights: Record<Severity, number> = { CRITICAL: 4, HIGH: 3, MEDIUM: 2, LOW: 1, NONE: 0, UNKNOWN: 0 };

export function isAtLeast(severity: Severity, limit: Severity): boolean {
  return weights[severity] >= weights[limit];
}

/** The severity of a score as its CVSS version defines it; null scores are UNKNOWN in V2 and NONE in V3. */
export function severityOf(score: number | null, version: CvssVersion): Severity {
  if (version === 'V2') {
    if (score === null) return 'UNKNOWN';
    return score >= 7 ? 'HIGH' : score >= 4 ? 'MEDIUM' : 'LOW';
  }
  if (score === null || score <= 0) return 'NONE';
  if (score >= 9) return 'CRITICAL';
  return score >= 7 ? 'HIGH' : score >= 4 ? 'MEDIUM' : 'LOW';
}
