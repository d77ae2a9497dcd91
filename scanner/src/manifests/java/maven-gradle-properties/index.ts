// Reads gradle.properties. Gradle scripts use its values as variables. It gives no packages itself.
// Format: https://docs.gradle.org/current/userguide/build_environment.html

import type { ManifestReader } from '../../member.ts';
import { parseProperties } from '../../shared/formats/properties.ts';
import { definitionsOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const MAX_PAIRS = 5000;
const MAX_VALUE = 1000;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The gradle.properties', () => {
      const properties = parseProperties(textOf(bytes))
        // Settings of Gradle itself are not variables of scripts.
        .filter(([name, value]) => !name.startsWith('org.gradle.') && value.length <= MAX_VALUE)
        .slice(0, MAX_PAIRS);
      return properties.length === 0 ? [] : [definitionsOf('maven', { properties })];
    }),
};
