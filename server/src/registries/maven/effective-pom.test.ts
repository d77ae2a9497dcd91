// Effective models of poms: the result of parents, properties, managed versions and bills of material.
import { describe, expect, it } from 'vitest';
import { effectivePom, type PomModel, readPom } from './effective-pom.ts';

interface Case {
  title: string;
  pom: string;
  /** Other poms by `group:artifact:version`. */
  others?: Record<string, string>;
  requirements?: string[];
  managed?: string[];
  missing?: string[];
  problems?: string[];
}

const dependency = (name: string, more = '') => {
  const [group, artifact, version] = name.split(':');
  const versionPart = version === undefined ? '' : `<version>${version}</version>`;
  return `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>${versionPart}${more}</dependency>`;
};
const list = (...entries: string[]) => `<dependencies>${entries.join('')}</dependencies>`;
const management = (...entries: string[]) => `<dependencyManagement>${list(...entries)}</dependencyManagement>`;
const bom = (name: string) => dependency(name, '<type>pom</type><scope>import</scope>');
const parent = (name: string) => {
  const [group, artifact, version] = name.split(':');
  return `<parent><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></parent>`;
};
const project = (inside: string) => `<project xmlns="http://maven.apache.org/POM/4.0.0">${inside}</project>`;
const app = (inside: string) =>
  project(`<groupId>g</groupId><artifactId>app</artifactId><version>1</version>${inside}`);

const cases: Case[] = [
  {
    title: 'dependencies with scope, kind, classifier, exclusions and option',
    pom: app(
      list(
        dependency('a:plain:1'),
        dependency('a:t:1', '<scope>test</scope>'),
        dependency('a:p:1', '<scope>provided</scope>'),
        dependency('a:s:1', '<scope>system</scope>'),
        dependency('a:o:[1,2)', '<optional>true</optional>'),
        dependency('a:c:1', '<classifier>tests</classifier><type>zip</type>'),
        dependency(
          'a:x:1',
          '<exclusions><exclusion><groupId>b</groupId><artifactId>*</artifactId></exclusion><exclusion><groupId>c</groupId></exclusion></exclusions>',
        ),
      ),
    ),
    requirements: [
      'a:plain@1',
      'a:t@1 test=',
      'a:p@1 scope=provided',
      'a:o@[1,2) opt=',
      'a:c@1 mavenclassifier=tests mavenartifacttype=zip',
      'a:x@1 mavenexclusions=b:*,c:*',
    ],
  },
  {
    title: 'a pom overrides its parents, and a child sets the properties of inherited values',
    pom: app(
      `${parent('g:mid:1')}<properties><v>7</v></properties>${list(dependency(`a:own:\${v}`), dependency('a:both:1'))}`,
    ),
    others: {
      'g:mid:1': project(
        `${parent('g:top:1')}<artifactId>mid</artifactId>${list(dependency('a:both:2'), dependency(`a:mid:\${v}`))}`,
      ),
      'g:top:1': project(
        `<groupId>g</groupId><artifactId>top</artifactId><version>1</version><properties><v>1</v><w>9</w></properties>${list(dependency(`a:top:\${w}`), dependency(`\${project.groupId}:self:\${project.version}`))}`,
      ),
    },
    requirements: ['a:own@7', 'a:both@1', 'a:mid@7', 'a:top@9', 'g:self@1'],
  },
  {
    title: "management fills in missing values: the own entry before the parent's, the parent's before an import",
    pom: app(
      `${parent('g:top:1')}${management(dependency('a:one:1'), bom('g:bom:1'))}${list(
        dependency('a:one'),
        dependency('a:two'),
        dependency('a:three'),
        dependency('a:four'),
        dependency('a:said:5'),
      )}`,
    ),
    others: {
      'g:top:1': project(
        management(
          dependency('a:one:2'),
          dependency('a:two:2', '<scope>test</scope>'),
          dependency(
            'a:said:2',
            '<exclusions><exclusion><groupId>x</groupId><artifactId>y</artifactId></exclusion></exclusions>',
          ),
        ),
      ),
      'g:bom:1': project(
        `<groupId>g</groupId><artifactId>bom</artifactId><version>1</version>${management(
          dependency('a:two:3'),
          dependency(`a:three:\${project.version}`),
          bom('g:deep:1'),
        )}`,
      ),
      'g:deep:1': project(management(dependency('a:three:4'), dependency('a:four:4'), bom('g:bom:1'))),
    },
    requirements: ['a:one@1', 'a:two@2 test=', 'a:three@1', 'a:four@4', 'a:said@5 mavenexclusions=x:y'],
    managed: ['a:one@1', 'a:two@2 managedscope=test', 'a:said@2 mavenexclusions=x:y', 'a:three@1', 'a:four@4'],
  },
  {
    title: 'names missing parents and bills of material',
    pom: app(`${parent('o:parent:3')}${management(bom('o:bom:2'))}${list(dependency('a:b'))}`),
    requirements: ['a:b@'],
    missing: ['o:parent:3', 'o:bom:2'],
  },
  {
    title: 'undefined and circular properties leave out what needs them',
    pom: app(
      `<properties><x>\${y}</x><y>\${x}</y></properties>${management(bom(`g:bom:\${gone}`))}${list(
        dependency(`a:b:\${gone}`),
        dependency(`a:c:\${x}`),
        dependency('a:d:1'),
      )}`,
    ),
    requirements: ['a:d@1'],
    problems: [
      `The bill of material g:bom:\${gone} has an undefined property`,
      `The dependency a:b:\${gone} has an undefined property`,
      expect.stringContaining('The dependency a:c:'),
    ],
  },
  {
    title: 'profiles that are not selected are left out',
    pom: app(`<profiles><profile>${list(dependency('a:b:1'))}</profile></profiles>${list(dependency('a:c:1'))}`),
    requirements: ['a:c@1'],
  },
  {
    title: 'a profile that is active by default overrides the project, and adds to it',
    pom: app(
      `<properties><v>1</v></properties>${list(dependency(`a:one:\${v}`), dependency('a:two:1'))}<profiles><profile><activation><activeByDefault>true</activeByDefault></activation><properties><v>2</v></properties>${management(dependency('a:m:5'))}${list(dependency('a:two:3'), dependency('a:m'))}</profile></profiles>`,
    ),
    requirements: ['a:one@2', 'a:two@3', 'a:m@5'],
    managed: ['a:m@5'],
  },
  {
    title: 'parents and imports in circles end',
    pom: app(`${parent('g:one:1')}${management(bom('g:one:1'))}${list(dependency('a:b'))}`),
    others: {
      'g:one:1': project(`${parent('g:two:1')}${management(bom('g:two:1'), dependency('a:b:2'))}`),
      'g:two:1': project(`${parent('g:one:1')}${management(bom('g:one:1'))}`),
    },
    requirements: ['a:b@2'],
  },
];

describe('effectivePom', () => {
  it.each(cases)('$title', ({ pom, others = {}, requirements = [], managed, missing = [], problems = [] }) => {
    const known = new Map(Object.entries(others).map(([name, text]) => [name, readPom(text) as PomModel]));
    const effective = effectivePom(readPom(pom) as PomModel, ({ group, artifact, version }) =>
      known.get(`${group}:${artifact}:${version}`),
    );
    expect(linesOf(effective.requirements)).toEqual(requirements);
    if (managed !== undefined) expect(linesOf(effective.managed)).toEqual(managed);
    expect(effective.missing.map(({ group, artifact, version }) => `${group}:${artifact}:${version}`)).toEqual(missing);
    expect(effective.problems).toEqual(problems);
  });

  it('an endless chain, and properties that double, end', () => {
    const endless = readPom(app(parent('g:next:1'))) as PomModel;
    expect(effectivePom(endless, () => ({ ...endless })).missing).toEqual([]);
    const doubling = Array.from({ length: 60 }, (_, n) => `<p${n}>\${p${n + 1}}\${p${n + 1}}</p${n}>`).join('');
    const pom = readPom(app(`<properties>${doubling}</properties>${list(dependency(`a:b:\${p0}`))}`)) as PomModel;
    expect(effectivePom(pom, () => undefined).requirements).toEqual([]);
  });
});

describe('readPom', () => {
  it.each(['', 'no xml', '<project>', '<metadata/>', `${'<a>'.repeat(5000)}`])('returns nothing for %#', (text) => {
    expect(readPom(text)).toBeUndefined();
  });

  it('names such as __proto__ are ordinary names', () => {
    const text = app(
      `<properties><__proto__>1</__proto__></properties>${list(dependency(`a:constructor:\${__proto__}`))}`,
    );
    expect(linesOf(effectivePom(readPom(text) as PomModel, () => undefined).requirements)).toEqual(['a:constructor@1']);
  });
});

function linesOf(all: { name: string; range: string; type: ReadonlyMap<string, string> }[]): string[] {
  return all.map(({ name, range, type }) =>
    [
      `${name}@${range}`,
      ...[...type].filter(([key]) => key !== 'mavendependencyorigin').map(([key, value]) => `${key}=${value}`),
    ].join(' '),
  );
}
