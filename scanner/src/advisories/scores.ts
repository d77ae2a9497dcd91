// CVSS vectors: read, validated, and scored. A vector that breaks its specification gets no score and a sentence, because the calculator
// would score it as 0.0. https://www.first.org/cvss
import cvss from 'ae-cvss-calculator';
import type { SeverityLabel, SeveritySystem } from './advisory.ts';
import { METRICS } from './metrics.ts';

const { Cvss2, Cvss3P0, Cvss3P1, Cvss4P0 } = cvss;

export interface ScoredVector {
  system: Exclude<SeveritySystem, 'LABEL'>;
  /** Canonical: without blanks and, for version 2, without brackets. */
  vector: string;
  score: number;
}

type VectorVersion = keyof typeof METRICS;

const SYSTEMS = { '2.0': 'CVSS_V2', '3.0': 'CVSS_V3', '3.1': 'CVSS_V3', '4.0': 'CVSS_V4' } as const;
const CALCULATORS = { '2.0': Cvss2, '3.0': Cvss3P0, '3.1': Cvss3P1, '4.0': Cvss4P0 } as const;

/** The base score of a vector, without temporal and environmental metrics, because it must be valid for everybody. */
export function scoreVector(text: string): ScoredVector | { problem: string } {
  const trimmed = text.trim();
  const found = /^CVSS:(\d\.\d)\//.exec(trimmed)?.[1];
  const version = found ?? '2.0';
  if (!isKnownVersion(version)) return { problem: `CVSS ${version} is unknown; known are 2.0, 3.0, 3.1 and 4.0` };
  const body = found === undefined ? trimmed.replace(/^\(|\)$/g, '') : trimmed.slice(`CVSS:${version}/`.length);
  const problem = problemOf(body, version);
  if (problem !== undefined) return { problem };
  const vector = version === '2.0' ? body : `CVSS:${version}/${body}`;
  const score = baseScore(vector, version);
  return score === undefined ? { problem: 'it has no score' } : { system: SYSTEMS[version], vector, score };
}

function isKnownVersion(text: string): text is VectorVersion {
  return Object.hasOwn(METRICS, text);
}

function problemOf(body: string, version: VectorVersion): string | undefined {
  if (body.length > 300) return 'it is longer than any vector';
  const metrics = METRICS[version];
  const seen = new Set<string>();
  for (const part of body.split('/')) {
    const [name = '', value = '', more] = part.split(':');
    const metric = Object.hasOwn(metrics, name) ? metrics[name] : undefined;
    if (metric === undefined || more !== undefined) return `"${part.slice(0, 20)}" is no metric of CVSS ${version}`;
    if (seen.has(name)) return `the metric ${name} is given twice`;
    if (!metric.values.includes(value))
      return `the metric ${name} is "${value.slice(0, 20)}", but must be one of ${metric.values.join(', ')}`;
    seen.add(name);
  }
  const missing = Object.entries(metrics).find(([name, { isBase }]) => isBase && !seen.has(name));
  return missing === undefined ? undefined : `the metric ${missing[0]} is missing`;
}

function baseScore(vector: string, version: VectorVersion): number | undefined {
  const scores = new CALCULATORS[version](vector).calculateScores() as { base?: number; overall?: number };
  // Version 4 has one score only.
  const score = version === '4.0' ? scores.overall : scores.base;
  return typeof score === 'number' && Number.isFinite(score) ? score : undefined;
}

/**
 * The word of a source as our severity: `moderate`, `Important`, `NEGLIGIBLE`. Undefined for words without a known
 * meaning.
 */
export function labelOf(word: string): SeverityLabel | undefined {
  switch (word.trim().toLowerCase()) {
    case 'critical':
      return 'CRITICAL';
    case 'high':
    case 'important':
      return 'HIGH';
    case 'medium':
    case 'moderate':
      return 'MEDIUM';
    case 'low':
    case 'minor':
    case 'negligible':
    case 'unimportant':
      return 'LOW';
    case 'none':
      return 'NONE';
    default:
      return undefined;
  }
}

/** The word that CVSS 3 and 4 define for a score. */
export function labelOfScore(score: number): SeverityLabel {
  if (score <= 0) return 'NONE';
  if (score < 4) return 'LOW';
  if (score < 7) return 'MEDIUM';
  return score < 9 ? 'HIGH' : 'CRITICAL';
}
