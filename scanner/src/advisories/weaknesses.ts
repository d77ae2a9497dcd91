// Names weaknesses for people, because advisories give only their numbers. The names are data: weaknesses.yaml.
import { readData } from '../data-files.ts';

const NAMES = new Map<string, string>(
  Object.entries(readData(new URL('./weaknesses.yaml', import.meta.url)) as Record<string, string>).map(
    ([number, name]) => [`CWE-${number}`, name],
  ),
);

/** '' for an unknown weakness, and for an id without a number, such as NVD-CWE-noinfo. */
export function weaknessName(id: string): string {
  return NAMES.get(id.toUpperCase()) ?? '';
}
