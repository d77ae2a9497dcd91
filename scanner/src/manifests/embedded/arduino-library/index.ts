// Reads library.properties of a library of Arduino.
// Format: https://arduino.github.io/arduino-cli/latest/library-specification/
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The library.properties', (problems): PackageFinding[] => {
      const values = new Map<string, string>();
      const lines = new Map<string, number>();
      textOf(bytes)
        .split('\n')
        .forEach((raw, i) => {
          const equals = raw.indexOf('=');
          const key = raw.slice(0, Math.max(0, equals)).trim();
          if (key === '' || key[0] === '#' || values.has(key)) return;
          values.set(key, raw.slice(equals + 1).trim());
          lines.set(key, i + 1);
        });
      const value = (key: string): string => values.get(key) ?? '';
      // Other programs also use the name library.properties.
      if (value('name') === '' || !values.has('architectures')) return [];
      const wanted = value('depends')
        .split(',')
        .flatMap((text): ManifestRequirement[] => {
          const [, name = '', requirement = ''] =
            /^\s*([^()]{1,100}?)\s*(?:\(([^)]{0,100})\))?\s*$/.exec(text.slice(0, 300)) ?? [];
          if (name === '') return [];
          return [{ fullName: named(name), requirement, version: '', scope: 'runtime', line: lines.get('depends') }];
        });
      const self = {
        fullName: named(value('name')),
        role: 'declares' as const,
        version: value('version'),
        declaredLicense: value('license'),
        description: value('sentence'),
        homepageUrl: value('url'),
        line: lines.get('name'),
      };
      return manifestFindings('generic', self, wanted, problems);
    }),
};

/** Names in Arduino's index may contain spaces. A slash would start a namespace, so it becomes a hyphen. */
function named(name: string): string {
  return `arduino/${name.replaceAll('/', '-')}`;
}
