// Converts rules of a policy to and from text, one rule per line. A range of versions may follow a component. Pure
// functions.
import type { ComponentRule, LicenseRule } from '../api/models.ts';
import type { LicenseDecision } from './queries.ts';

const ALL_VERSIONS = '*';

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function licenseLines(rules: readonly LicenseRule[], decision: LicenseDecision): string {
  return rules
    .filter((rule) => rule.decision === decision)
    .map(({ license }) => license)
    .join('\n');
}

export function licenseRules(approved: string, rejected: string): LicenseRule[] {
  return [
    ...linesOf(approved).map((license) => ({ license, decision: 'APPROVED' as const })),
    ...linesOf(rejected).map((license) => ({ license, decision: 'REJECTED' as const })),
  ];
}

export function componentLines(rules: readonly ComponentRule[], decision: LicenseDecision): string {
  return rules
    .filter((rule) => rule.decision === decision)
    .map(({ component, versions }) => (versions === ALL_VERSIONS ? component : `${component} ${versions}`))
    .join('\n');
}

export function componentRules(approved: string, rejected: string): ComponentRule[] {
  return [
    ...linesOf(approved).map((line) => ({ ...componentOf(line), decision: 'APPROVED' as const })),
    ...linesOf(rejected).map((line) => ({ ...componentOf(line), decision: 'REJECTED' as const })),
  ];
}

/** The range begins at the first word after the name with which a range can begin: `<`, `>`, `=`, `*` or a digit. */
function componentOf(line: string): { component: string; versions: string } {
  const range = /\s+(?=[<>=*\d])/.exec(line);
  if (!range) return { component: line, versions: ALL_VERSIONS };
  return { component: line.slice(0, range.index), versions: line.slice(range.index).trim() };
}
