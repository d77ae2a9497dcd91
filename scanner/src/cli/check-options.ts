// The options of a check, which "assay scan" reads and shows before it knows whether there is one. It imports nothing of the check itself, which loads advisories
// and readers of SBOMs.
import { UsageError } from './options.ts';

export const CHECK_FORMAT_NAMES = ['table', 'json', 'cyclonedx', 'sarif'] as const;
export type CheckFormatName = (typeof CHECK_FORMAT_NAMES)[number];

export const FAIL_ON = [
  'critical',
  'high',
  'medium',
  'low',
  'unknown',
  'kev',
  'malware',
  'undetermined',
  'not-compared',
  'stale',
] as const;
export type FailOn = (typeof FAIL_ON)[number];

export function failOnOf(text: string | boolean | undefined): FailOn[] {
  if (text === undefined) return [];
  return String(text)
    .split(',')
    .map((word) => {
      const found = FAIL_ON.find((one) => one === word.trim().toLowerCase());
      if (!found)
        throw new UsageError(`--fail-on must name ${FAIL_ON.join(', ')}, with commas between them, not "${word}".`);
      return found;
    });
}
