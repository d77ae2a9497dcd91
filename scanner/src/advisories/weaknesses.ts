// Names of weaknesses, for people: advisories give their numbers alone. The names are data: weaknesses.yaml.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const NAMES = new Map<string, string>(
  Object.entries(
    parse(readFileSync(new URL('./weaknesses.yaml', import.meta.url), 'utf8')) as Record<string, string>,
  ).map(([number, name]) => [`CWE-${number}`, name]),
);

/** '' for one that is not known, and for what is no number of a weakness, such as NVD-CWE-noinfo. */
export function weaknessName(id: string): string {
  return NAMES.get(id.toUpperCase()) ?? '';
}
