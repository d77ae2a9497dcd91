// Reads pom.properties, which Maven puts into every jar beside the pom.xml: the resolved coordinates of the artifact.
// Format: https://maven.apache.org/shared/maven-archiver/#pom-properties-content

import type { ManifestReader } from '../../member.ts';
import { manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The pom.properties', (problems) => {
      const values = new Map<string, string>();
      for (const line of textOf(bytes).split('\n')) {
        const separator = line.search(/[=:]/);
        if (separator > 0) values.set(line.slice(0, separator).trim(), line.slice(separator + 1).trim());
      }
      const [groupId, artifactId] = [values.get('groupId') ?? '', values.get('artifactId') ?? ''];
      if (groupId === '' || artifactId === '') {
        problems.add('"groupId" and "artifactId" should both have a value; nothing was read.');
        return [];
      }
      return manifestFindings(
        'maven',
        { fullName: `${groupId}:${artifactId}`, role: 'declares', version: values.get('version') ?? '' },
        [],
        problems,
      );
    }),
};
