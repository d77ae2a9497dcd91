import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'dependencies of activated and of other profiles',
    `<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version><properties><v>1</v></properties><profiles><profile><activation><property><name>!skip</name></property></activation><properties><v>2</v></properties><dependencies><dependency><groupId>g</groupId><artifactId>chosen</artifactId><version>\${v}</version></dependency></dependencies></profile><profile><id>other</id><properties><v>3</v></properties><dependencies><dependency><groupId>g</groupId><artifactId>other</artifactId><version>\${v}</version></dependency></dependencies></profile></profiles></project>`,
    [
      'declares pkg:maven/g/a@1',
      '  -> pkg:maven/g/chosen@2 2',
      '  -> pkg:maven/g/other@2 2 optional',
      'requires pkg:maven/g/chosen@2 direct',
      'requires pkg:maven/g/other@2 optional direct',
    ],
  ],
  [
    'parent, properties and management in one file',
    `<?xml version="1.0"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>org.parent</groupId><artifactId>parent</artifactId><version>9</version></parent>
  <artifactId>app</artifactId>
  <properties><junit.version>4.\${minor}</junit.version><minor>13</minor></properties>
  <licenses>
    <license><name>The Apache Software License,
      Version 2.0</name><url>http://www.apache.org/licenses/LICENSE-2.0.txt</url></license>
    <license><url>https://opensource.org/licenses/MIT</url></license>
  </licenses>
  <dependencyManagement><dependencies>
    <dependency><groupId>g</groupId><artifactId>managed</artifactId><version>2.0</version><scope>test</scope></dependency>
    <dependency><groupId>g</groupId><artifactId>bom</artifactId><version>1</version><scope>import</scope><type>pom</type></dependency>
  </dependencies></dependencyManagement>
  <dependencies>
    <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>\${junit.version}</version><scope>test</scope></dependency>
    <dependency><groupId>g</groupId><artifactId>managed</artifactId></dependency>
    <dependency><groupId>\${project.groupId}</groupId><artifactId>sibling</artifactId><version>\${project.version}</version></dependency>
    <dependency><groupId>g</groupId><artifactId>range</artifactId><version>[1.0,2.0)</version><optional>true</optional></dependency>
    <dependency><groupId>g</groupId><artifactId>strict</artifactId><version>[1.5]</version><scope>provided</scope></dependency>
    <dependency><groupId>g</groupId><artifactId>elsewhere</artifactId><version>\${unknown}</version></dependency>
    <dependency><groupId>g</groupId><artifactId>inherited</artifactId></dependency>
  </dependencies>
</project>`,
    [
      'declares pkg:maven/org.parent/app@9 "The Apache Software License, Version 2.0 OR https://opensource.org/licenses/MIT"',
      '  -> pkg:maven/junit/junit@4.13 4.13 test',
      '  -> pkg:maven/g/managed@2.0 2.0 test',
      '  -> pkg:maven/org.parent/sibling@9 9',
      '  -> pkg:maven/g/range [1.0,2.0) optional',
      '  -> pkg:maven/g/strict@1.5 [1.5] peer',
      `  -> pkg:maven/g/elsewhere \${unknown}`,
      '  -> pkg:maven/g/inherited',
      'requires pkg:maven/junit/junit@4.13 test direct',
      'requires pkg:maven/g/managed@2.0 test direct',
      'requires pkg:maven/org.parent/sibling@9 direct',
      'requires pkg:maven/g/strict@1.5 peer direct',
    ],
  ],
  [
    'a version that only the parent file knows',
    `<project><groupId>g</groupId><artifactId>a</artifactId><version>\${revision}</version></project>`,
    ['declares pkg:maven/g/a'],
  ],
  [
    'properties in a circle',
    `<project><groupId>g</groupId><artifactId>a</artifactId><version>\${x}</version><properties><x>\${y}</x><y>\${x}</y></properties></project>`,
    ['declares pkg:maven/g/a'],
  ],
  [
    'entities of HTML',
    '<project><groupId>g</groupId><artifactId>a</artifactId><description>S&oslash;ren &amp; Co</description></project>',
    ['declares pkg:maven/g/a'],
  ],
  [
    'a template that Ant fills in, as in JDOM',
    '<project><groupId>org.jdom</groupId><artifactId>@artifactID@</artifactId><version>@version@</version></project>',
    [],
    ['no placeholders but are "org.jdom:@artifactID@"; the project itself was left out'],
  ],
  [
    'a version that Ant fills in',
    '<project><groupId>org.jdom</groupId><artifactId>jdom</artifactId><version>@version@</version></project>',
    ['declares pkg:maven/org.jdom/jdom'],
  ],
  [
    'a name that only the parent file knows',
    `<project><groupId>g</groupId><artifactId>a-\${scala}</artifactId><version>1</version></project>`,
    [],
    [`no placeholders but are "g:a-\${scala}"`],
  ],
  ['an empty project', '<project/>', [], ['"project.artifactId" is missing']],
  ['another root', '<settings/>', [], ['should have "project" as its root']],
  ['no bytes', '', [], [/.+/]],
  ['broken XML', '<project><artifactId>a</project>', [], ['The pom.xml could not be read']],
];

describe('maven-pom', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('maven-pom', text, lines, problems));

  it('texts and addresses', () => {
    const text = `<project><groupId>g</groupId><artifactId>a</artifactId><name>N</name><url>http://h/\${project.artifactId}</url><scm><connection>scm:git:git://x.org/a.git</connection></scm></project>`;
    expect(readText('maven-pom', text).findings[0]).toMatchObject({
      description: 'N',
      homepageUrl: 'http://h/a',
      repositoryUrl: 'git://x.org/a.git',
    });
  });

  it('5,000 dependencies', () => {
    const list = Array.from(
      { length: 5000 },
      (_, i) => `<dependency><groupId>g</groupId><artifactId>a${i}</artifactId><version>\${v}</version></dependency>`,
    ).join('');
    checkLarge(
      'maven-pom',
      `<project><groupId>g</groupId><artifactId>a</artifactId><properties><v>1.0</v></properties><dependencies>${list}</dependencies></project>`,
      5001,
    );
  });
});
