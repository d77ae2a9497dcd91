// The conditions of `--fail-on`: which findings of a check meet them.
import { notComparedGroups, notComparedInWords } from '../advisories/index.ts';
import { firstOf } from '../items.ts';
import {
  type CheckReport,
  coveragesOf,
  type FoundVulnerability,
  isOpen,
  staleInWords,
  stalePackages,
} from './check-formats/report.ts';
import type { FailOn } from './check-options.ts';

/** A reason for each condition that is met. */
export function failures(report: CheckReport, failOn: readonly FailOn[]): string[] {
  return failOn.flatMap((one) => {
    if (one === 'not-compared') {
      const words = notComparedInWords(notComparedGroups(coveragesOf(report)), report.packages.length);
      return words === '' ? [] : [`${one}: ${words}`];
    }
    if (one === 'stale') return stalePackages(report).length === 0 ? [] : [`${one}: ${staleInWords(report)}`];
    const met = report.vulnerabilities.filter((found) => isOpen(found) && isMet(one, found));
    return met.length === 0
      ? []
      : [`${one}: ${met.length} (${firstOf(met).name} in ${firstOf(met).shown}${met.length > 1 ? ', …' : ''})`];
  });
}

const AT_LEAST = {
  critical: ['CRITICAL'],
  high: ['CRITICAL', 'HIGH'],
  medium: ['CRITICAL', 'HIGH', 'MEDIUM'],
  low: ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'],
};

function isMet(one: Exclude<FailOn, 'not-compared' | 'stale'>, found: FoundVulnerability): boolean {
  if (one === 'undetermined') return found.outcome === 'undetermined';
  if (found.outcome !== 'affected') return false;
  if (one === 'kev') return found.exploitedBy.length > 0;
  if (one === 'malware') return found.kind === 'malware';
  if (one === 'unknown') return found.severity === 'UNKNOWN';
  return AT_LEAST[one].includes(found.severity);
}
