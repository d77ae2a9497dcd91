// Packages of manifests that only other manifests name, whatever their own names are.
import { expect, it } from 'vitest';
import { lines } from '../../test/packages/tree-check.ts';

const pom = (artifact: string, more: string) =>
  `<project><groupId>g</groupId><artifactId>${artifact}</artifactId><version>1</version>${more}</project>`;
const dependency = (name: string, version = '') =>
  `<dependencies><dependency><groupId>x</groupId><artifactId>${name}</artifactId>${version}</dependency></dependencies>`;

const cases: [title: string, files: Record<string, string>, expected: string[]][] = [
  [
    'requirements of pyproject.toml, setup.cfg, Conda and a Dockerfile',
    {
      'a/pyproject.toml': '[project]\nname = "app"\n[tool.setuptools.dynamic]\ndependencies = {file = ["deps.in"]}\n',
      'a/deps.in': 'one==1\n',
      'b/setup.cfg':
        '[options]\ninstall_requires = file: deps\n[options.extras_require]\nredis = file: redis\nall = file: deps\n',
      'b/redis': 'six==6\n',
      'b/deps': 'two==2\n-c limits\n',
      'b/limits': 'three==3\n',
      'c/environment.yml': 'dependencies:\n  - pip:\n    - -r dev.txt\n',
      'c/dev.txt': 'four==4\n',
      'docker/Dockerfile': 'FROM scratch\nRUN pip install -r install.txt\n',
      'install.txt': 'five==5\n',
    },
    [
      'pkg:pypi/app own in "a" < a/pyproject.toml',
      'pkg:pypi/five@5 direct < install.txt',
      'pkg:pypi/four@4 development direct < c/dev.txt',
      'pkg:pypi/one@1 direct < a/deps.in',
      'pkg:pypi/six@6 optional direct < b/redis',
      'pkg:pypi/two@2 direct < b/deps',
    ],
  ],
  [
    'a parent and a module of Maven with names of their own',
    {
      'pom.xml': pom('root', '<modules><module>sub/other.xml</module></modules>'),
      'sub/other.xml': pom(
        'sub',
        `<parent><groupId>g</groupId><artifactId>base</artifactId><version>1</version><relativePath>../base.xml</relativePath></parent>${dependency('lib')}`,
      ),
      'base.xml': pom(
        'base',
        `<dependencyManagement>${dependency('lib', '<version>4</version>')}</dependencyManagement>`,
      ),
    },
    [
      'pkg:maven/g/base@1 own in "" < base.xml',
      'pkg:maven/g/root@1 own in "" < pom.xml',
      'pkg:maven/g/sub@1 own in "sub" < sub/other.xml > pkg:maven/x/lib@4',
      'pkg:maven/x/lib@4 direct < sub/other.xml',
    ],
  ],
  [
    'files that an MSBuild project imports: packages, versions and properties',
    {
      'src/a.csproj':
        '<Project><Import Project="..\\build\\deps.props" /><ItemGroup><PackageReference Include="A" Version="$(AVersion)" /></ItemGroup></Project>',
      'build/deps.props':
        '<Project><Import Project="versions.props" /><ItemGroup><PackageReference Include="B" Version="2.0.0" /></ItemGroup></Project>',
      'build/versions.props': '<Project><PropertyGroup><AVersion>1.0.0</AVersion></PropertyGroup></Project>',
    },
    ['pkg:nuget/A@1.0.0 direct < src/a.csproj', 'pkg:nuget/B@2.0.0 direct < build/deps.props'],
  ],
  [
    'a Gemfile, a composer.json and images that other files take in',
    {
      Gemfile: "gem 'rack', '1.0'\neval_gemfile 'gems/common'\n",
      'gems/common': "gem 'rake', '2.0'\n",
      'composer.json': '{"extra": {"merge-plugin": {"include": ["local.json", "gone.json"]}}}',
      'local.json': '{"require": {"a/b": "1.0.0"}}',
      '.gitlab-ci.yml': 'include: ci/build.yml\n',
      'ci/build.yml': 'include: /ci/more.yml\njob:\n  image: alpine:3.20\n',
      'ci/more.yml': 'job:\n  image: debian:12\n',
      'compose.yml': 'services:\n  web:\n    build:\n      context: web\n      dockerfile: image\n',
      'web/image': 'FROM busybox:1.36\n',
    },
    [
      'pkg:composer/a/b@1.0.0 direct < local.json',
      'pkg:docker/alpine@3.20 build direct < ci/build.yml',
      'pkg:docker/busybox@1.36 direct < web/image',
      'pkg:docker/debian@12 build direct < ci/more.yml',
      'pkg:gem/rack@1.0 direct < Gemfile',
      'pkg:gem/rake@2.0 direct < gems/common',
    ],
  ],
];

it.each(cases)('%s', (_, files, expected) => expect(lines(files)).toEqual(expected));
