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

/** The exit code for the condition in `--fail-on`, and for a decision that has ended. */
export const FAILED = 3;

/** Decisions of people in a scanned folder. */
export const IGNORE_FILE = '.assay-ignore.yaml';

/** A word of `--fail-on` that names the file of a license policy. */
const isPolicyFile = (word: string): boolean => /\.(?:ya?ml|json)$/i.test(word);

const wordsOf = (text: string | boolean | undefined): string[] =>
  text === undefined
    ? []
    : String(text)
        .split(',')
        .map((word) => word.trim());

export const policyFilesOf = (text: string | boolean | undefined): string[] => wordsOf(text).filter(isPolicyFile);

export function failOnOf(text: string | boolean | undefined): FailOn[] {
  return wordsOf(text)
    .filter((word) => !isPolicyFile(word))
    .map((word) => {
      const found = FAIL_ON.find((one) => one === word.toLowerCase());
      if (!found)
        throw new UsageError(
          `--fail-on must name ${FAIL_ON.join(', ')}, or the file of a license policy (.yaml), with commas between them, not "${word}".`,
        );
      return found;
    });
}
