import { describe, expect, it } from 'vitest';
import { lines } from '../../../test/packages/tree-check.ts';

const cases: [string, Record<string, string>, string[]][] = [
  [
    'a jar by its name, its group by the bundle',
    {
      'lib/commons-lang3-3.12.0.jar!/META-INF/MANIFEST.MF':
        'Manifest-Version: 1.0\nBundle-SymbolicName: org.apache.commons.lang3\nBundle-Version: 3.12.0\nBundle-License: https://www.apache.org/licenses/LICENSE-2.0.txt\n',
    },
    [
      'pkg:maven/org.apache.commons/commons-lang3@3.12.0 direct (Apache-2.0) in "lib/commons-lang3-3.12.0.jar!" < lib/commons-lang3-3.12.0.jar!/META-INF/MANIFEST.MF',
    ],
  ],
  [
    'a jar without usable attributes: only its name counts',
    { 'a.war!/WEB-INF/lib/foo-bar-1.2.jar!/META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\n' },
    [
      'pkg:generic/foo-bar@1.2 direct in "a.war!/WEB-INF/lib/foo-bar-1.2.jar!" < a.war!/WEB-INF/lib/foo-bar-1.2.jar!/META-INF/MANIFEST.MF',
    ],
  ],
  [
    "Maven's files in the jar have priority",
    {
      'a-1.jar!/META-INF/MANIFEST.MF': 'Bundle-SymbolicName: x.y.z\n',
      'a-1.jar!/META-INF/maven/g/a/pom.properties': 'groupId=g\nartifactId=a\nversion=1\n',
    },
    ['pkg:maven/g/a@1 direct in "a-1.jar!" < a-1.jar!/META-INF/maven/g/a/pom.properties'],
  ],
  [
    'versions of the manifest if the name has none',
    {
      'tool.jar!/META-INF/MANIFEST.MF':
        'Implementation-Title: tool\nImplementation-Version: 2.1\nAutomatic-Module-Name: org.x.tool\n',
    },
    ['pkg:maven/org.x/tool@2.1 direct in "tool.jar!" < tool.jar!/META-INF/MANIFEST.MF'],
  ],
  [
    'the manifest of a program in its sources',
    { 'src/META-INF/MANIFEST.MF': 'Main-Class: a.B\nImplementation-Title: b\n' },
    [],
  ],
];

describe('jars without a pom.xml', () => {
  it.each(cases)('%s', (_, files, expected) => expect(lines(files)).toEqual(expected));
});
