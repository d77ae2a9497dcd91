import { describe, expect, it } from 'vitest';
import { lines } from '../../../test/packages/tree-check.ts';

const project = (inside: string) => `<project>${inside}</project>`;
const id = (artifact: string, version = '') =>
  `<groupId>g</groupId><artifactId>${artifact}</artifactId>${version === '' ? '' : `<version>${version}</version>`}`;
const dependency = (artifact: string, version = '', more = '') =>
  `<dependency><groupId>x</groupId><artifactId>${artifact}</artifactId>${version === '' ? '' : `<version>${version}</version>`}${more}</dependency>`;
const parent = (artifact: string, version: string, more = '') => `<parent>${id(artifact, version)}${more}</parent>`;
const managed = (inside: string) =>
  `<dependencyManagement><dependencies>${inside}</dependencies></dependencyManagement>`;
const dependencies = (inside: string) => `<dependencies>${inside}</dependencies>`;

const cases: [string, Record<string, string>, string[]][] = [
  [
    'a parent gives properties, managed versions and scopes',
    {
      'pom.xml': project(
        `${id('root', '1')}<packaging>pom</packaging><properties><v>2.0</v></properties>${managed(
          `${dependency('a', `\${v}`)}${dependency('t', '3.0', '<scope>test</scope>')}`,
        )}`,
      ),
      'm/pom.xml': project(
        `${parent('root', '1')}${id('m')}${dependencies(dependency('a') + dependency('t') + dependency('b', `\${v}`))}`,
      ),
    },
    [
      'pkg:maven/g/m@1 own in "m" < m/pom.xml > pkg:maven/x/a@2.0 pkg:maven/x/b@2.0 pkg:maven/x/t@3.0',
      'pkg:maven/g/root@1 own in "" < pom.xml',
      'pkg:maven/x/a@2.0 direct < m/pom.xml',
      'pkg:maven/x/b@2.0 direct < m/pom.xml',
      'pkg:maven/x/t@3.0 test direct < m/pom.xml',
    ],
  ],
  [
    "a child's property overrides its parent's",
    {
      'pom.xml': project(
        `${id('root', '1')}<packaging>pom</packaging><properties><v>2</v></properties>${managed(dependency('a', `\${v}`))}`,
      ),
      'm/pom.xml': project(
        `${parent('root', '1')}${id('m')}<properties><v>5</v></properties>${dependencies(dependency('a'))}`,
      ),
    },
    [
      'pkg:maven/g/m@1 own in "m" < m/pom.xml > pkg:maven/x/a@5',
      'pkg:maven/g/root@1 own in "" < pom.xml',
      'pkg:maven/x/a@5 direct < m/pom.xml',
    ],
  ],
  [
    'a bill of material that the parent imports, and the revision of a build',
    {
      'pom.xml': project(
        `${id('root', `\${revision}`)}<packaging>pom</packaging><properties><revision>7</revision></properties>${managed(
          `<dependency><groupId>g</groupId><artifactId>bom</artifactId><version>\${revision}</version><type>pom</type><scope>import</scope></dependency>`,
        )}`,
      ),
      'bom/pom.xml': project(
        `${parent('root', `\${revision}`)}${id('bom')}<packaging>pom</packaging><properties><w>4</w></properties>${managed(dependency('a', `\${w}`))}`,
      ),
      'm/pom.xml': project(`${parent('root', `\${revision}`)}${id('m')}${dependencies(dependency('a'))}`),
    },
    [
      'pkg:maven/g/bom@7 own in "bom" < bom/pom.xml',
      'pkg:maven/g/m@7 own in "m" < m/pom.xml > pkg:maven/x/a@4',
      'pkg:maven/g/root@7 own in "" < pom.xml',
      'pkg:maven/x/a@4 direct < m/pom.xml',
    ],
  ],
  [
    'a parent in another folder, found only by its name',
    {
      'build/parent.xml/pom.xml': project(
        `${id('root', '1')}<packaging>pom</packaging>${managed(dependency('a', '2'))}`,
      ),
      'm/pom.xml': project(`${parent('root', '1', '<relativePath/>')}${id('m')}${dependencies(dependency('a'))}`),
    },
    [
      'pkg:maven/g/m@1 own in "m" < m/pom.xml > pkg:maven/x/a@2',
      'pkg:maven/g/root@1 own in "build/parent.xml" < build/parent.xml/pom.xml',
      'pkg:maven/x/a@2 direct < m/pom.xml',
    ],
  ],
  [
    'names that are properties of the parent',
    {
      'pom.xml': project(`${id('root', '1')}<packaging>pom</packaging><properties><g2>x</g2></properties>`),
      'm/pom.xml': project(
        `${parent('root', '1')}${id('m')}${dependencies(`<dependency><groupId>\${g2}</groupId><artifactId>a</artifactId><version>3</version></dependency>`)}`,
      ),
    },
    [
      'pkg:maven/g/m@1 own in "m" < m/pom.xml > pkg:maven/x/a@3',
      'pkg:maven/g/root@1 own in "" < pom.xml',
      'pkg:maven/x/a@3 direct < m/pom.xml',
    ],
  ],
  [
    'a parent outside of the code base: the dependency stays, its version is unknown',
    {
      'pom.xml': project(
        `${parent('far', '1')}${id('m')}${dependencies(dependency('a') + dependency('b', `\${far.v}`))}`,
      ),
    },
    [
      'pkg:maven/g/m@1 own in "" < pom.xml > pkg:maven/x/a pkg:maven/x/b',
      'pkg:maven/x/a direct < pom.xml',
      `pkg:maven/x/b direct < pom.xml asked for as "\${far.v}"`,
    ],
  ],
  [
    'a written scope goes before a managed one, a managed scope goes with a written version, and "optional" is managed too',
    {
      'pom.xml': project(
        `${id('root', '1')}<packaging>pom</packaging>${managed(
          `${dependency('a', '1', '<scope>test</scope>')}${dependency('b', '1', '<scope>test</scope>')}${dependency('c', '1', '<optional>true</optional>')}`,
        )}`,
      ),
      'm/pom.xml': project(
        `${parent('root', '1')}${id('m')}${dependencies(dependency('a', '', '<scope>compile</scope>') + dependency('b', '9') + dependency('c'))}`,
      ),
    },
    [
      'pkg:maven/g/m@1 own in "m" < m/pom.xml > pkg:maven/x/a@1 pkg:maven/x/b@9 pkg:maven/x/c@1',
      'pkg:maven/g/root@1 own in "" < pom.xml',
      'pkg:maven/x/a@1 direct < m/pom.xml',
      'pkg:maven/x/b@9 test direct < m/pom.xml',
      'pkg:maven/x/c@1 optional direct < m/pom.xml',
    ],
  ],
  [
    'children inherit dependencies, with their own properties, and the license',
    {
      'pom.xml': project(
        `${id('root', '1')}<packaging>pom</packaging><licenses><license><name>MIT</name></license></licenses><properties><v>1</v></properties>${dependencies(
          dependency('a', `\${v}`) + dependency('b', '1'),
        )}`,
      ),
      'm/pom.xml': project(`${parent('root', '1')}${id('m')}<packaging>pom</packaging>`),
      'm/n/pom.xml': project(
        `${parent('m', '1')}${id('n')}<properties><v>2</v></properties>${dependencies(dependency('b', '3'))}`,
      ),
    },
    [
      'pkg:maven/g/m@1 own (MIT) in "m" < m/pom.xml > pkg:maven/x/a@1 pkg:maven/x/b@1',
      'pkg:maven/g/n@1 own (MIT) in "m/n" < m/n/pom.xml > pkg:maven/x/a@2 pkg:maven/x/b@3',
      'pkg:maven/g/root@1 own (MIT) in "" < pom.xml > pkg:maven/x/a@1 pkg:maven/x/b@1',
      'pkg:maven/x/a@1 direct < m/pom.xml pom.xml',
      'pkg:maven/x/a@2 direct < m/n/pom.xml',
      'pkg:maven/x/b@1 direct < m/pom.xml pom.xml',
      'pkg:maven/x/b@3 direct < m/n/pom.xml',
    ],
  ],
  [
    'parents and imports in a circle',
    {
      'a/pom.xml': project(
        `${parent('b', '1', '<relativePath>../b</relativePath>')}${id('a')}<packaging>pom</packaging>${managed('<dependency><groupId>g</groupId><artifactId>b</artifactId><version>1</version><scope>import</scope></dependency>')}`,
      ),
      'b/pom.xml': project(
        `${parent('a', '1', '<relativePath>../a</relativePath>')}${id('b')}<packaging>pom</packaging><properties><p>\${q}</p><q>\${p}</q></properties>${dependencies(dependency('x') + dependency('y', `\${p}`))}`,
      ),
    },
    [
      'pkg:maven/g/a@1 own in "a" < a/pom.xml > pkg:maven/x/x pkg:maven/x/y',
      'pkg:maven/g/b@1 own in "b" < b/pom.xml > pkg:maven/x/x pkg:maven/x/y',
      'pkg:maven/x/x direct < a/pom.xml b/pom.xml',
      `pkg:maven/x/y direct < a/pom.xml b/pom.xml asked for as "\${p}"`,
    ],
  ],
];

describe('pom.xml files that refer to each other', () => {
  it.each(cases)('%s', (_, files, expected) => expect(lines(files)).toEqual(expected));
});
