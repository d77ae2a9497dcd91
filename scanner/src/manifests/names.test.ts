// Which further manifests the manifests of each format name.
import { expect, it } from 'vitest';
import { NAMING_MEMBERS, namesIn } from './index.ts';

const PIP = 'pypi-requirements';
const pom = (text: string) => `<project>\n${text}\n</project>`;
const msbuild = (text: string) => `<Project>\n${text}\n</Project>`;

/** Expected: `line format path`, with `outer`, `optional` and the scope behind it. */
const cases: [member: string, text: string, named: string[]][] = [
  ['pypi-requirements', 'a\n-r b.txt\n  -c c\n', [`2 ${PIP} b.txt`, `3 ${PIP} c`]],
  [
    'pypi-setup-cfg',
    '[options]\ninstall_requires = file: a.txt, b.in\nversion = file: VERSION\n[options.extras_require]\ndev = file:\n  dev.txt\n  more.txt\nother =\n  x\n[metadata]\nlong_description = file: README.md\n',
    [`2 ${PIP} a.txt`, `2 ${PIP} b.in`, `6 ${PIP} dev.txt scope:optional`, `7 ${PIP} more.txt scope:optional`],
  ],
  [
    'pypi-pyproject',
    '[project]\nname = "a"\nreadme = {file = "README.md"}\n[tool.setuptools.dynamic]\nversion = {file = "VERSION"}\ndependencies = {file = ["deps.in", "more.txt"]}\n[tool.setuptools.dynamic.optional-dependencies]\ndev = {file = "dev.txt"}\n',
    [`6 ${PIP} deps.in`, `6 ${PIP} more.txt`, `8 ${PIP} dev.txt scope:optional`],
  ],
  [
    'pypi-pyproject',
    '[tool.hatch.metadata.hooks.requirements_txt]\nfiles = ["deps"]\n[tool.hatch.metadata.hooks.requirements_txt.optional-dependencies]\ntest = ["t.txt"]\n',
    [`2 ${PIP} deps`, `4 ${PIP} t.txt scope:optional`],
  ],
  [
    'conda-environment',
    'dependencies:\n  - python\n  - pip:\n    - -r deps.txt\n    - "-c limits"\n    - six\n',
    [`4 ${PIP} deps.txt`, `5 ${PIP} limits`],
  ],
  [
    'docker-dockerfile',
    'FROM python\nCOPY x .\nRUN apt-get -r no && pip install -q \\\n  -r deps.txt --requirement=more.in\nRUN grep -r x\n',
    [`3 ${PIP} deps.txt outer optional`, `3 ${PIP} more.in outer optional`],
  ],
  [
    'docker-compose',
    'include:\n  - db.yml\n  - path: [a.yaml, b.yaml]\nservices:\n  web:\n    extends: {file: base.yml, service: web}\n    build:\n      context: web\n      dockerfile: image.prod\n  other:\n    build: .\n',
    [
      '2 docker-compose db.yml',
      '3 docker-compose a.yaml',
      '3 docker-compose b.yaml',
      '6 docker-compose base.yml',
      '9 docker-dockerfile web/image.prod',
    ],
  ],
  [
    'gitlab-ci',
    'include:\n  - /ci/a.yml\n  - local: ci/b.yaml\n  - project: x/y\n    file: c.yml\n  - https://x.org/d.yml\n  - ci/*.yml\njob:\n  trigger:\n    include: child.yml\n',
    ['2 gitlab-ci /ci/a.yml outer', '3 gitlab-ci ci/b.yaml outer', '10 gitlab-ci child.yml outer'],
  ],
  ['gitlab-ci', 'include: ci/a.yml\n', ['1 gitlab-ci ci/a.yml outer']],
  [
    'maven-pom',
    pom(
      '<parent><relativePath>../parent.xml</relativePath></parent>\n<!-- <module>no.xml</module> -->\n<modules><module>a</module>\n<module>b/other-pom.xml</module><module>c/pom.xml</module></modules>',
    ),
    ['5 maven-pom b/other-pom.xml', '2 maven-pom ../parent.xml'],
  ],
  [
    'nuget-project',
    msbuild(
      '<Import Project="..\\build\\deps.targets" />\n<Import Project="$(MSBuildThisFileDirectory)a.props" Condition="Exists(\'a.props\')" />\n<Import Project="$(VSToolsPath)\\b.targets" /><Import Project="Sdk.props" Sdk="S" />',
    ),
    ['2 nuget-project ../build/deps.targets', '3 nuget-project a.props optional'],
  ],
  [
    'gem-gemfile',
    `eval_gemfile 'common'\n# eval_gemfile 'no'\neval_gemfile File.expand_path("../deps", __FILE__)\n  eval_gemfile("#{__dir__}/x/y")\neval_gemfile File.join(__dir__, 'z')\neval_gemfile File.join(root, 'no')\neval_gemfile "#{root}/no"\n`,
    ['1 gem-gemfile common', '3 gem-gemfile deps', '4 gem-gemfile x/y', '5 gem-gemfile z'],
  ],
  [
    'composer-json',
    '{\n"extra": {"merge-plugin": {\n"include": ["local.json", "x/*/composer.json"],\n"require": "needed.json"}}}',
    ['3 composer-json local.json optional', '4 composer-json needed.json'],
  ],
  [
    'bazel-workspace',
    'maven_install(\n  maven_install_json = "//third_party:jvm.json",\n)\n# maven_install_json = "//:no.json"\n',
    ['2 bazel-maven-install third_party/jvm.json outer'],
  ],
  [
    'bazel-module',
    'maven.install(\n  lock_file = ":deps.json",\n)\nmaven.install(lock_file = "@other//:no.json")\n',
    ['2 bazel-maven-install deps.json'],
  ],
];

it.each(cases)('%s: %j', (member, text, expected) => {
  const { findings, issues } = namesIn(member, Buffer.from(text));
  const told = findings.map(({ line, manifest, path, isFromOuterFolder, isOptional, scope }) =>
    [
      line,
      manifest,
      path,
      ...(isFromOuterFolder ? ['outer'] : []),
      ...(isOptional ? ['optional'] : []),
      ...(scope ? [`scope:${scope}`] : []),
    ].join(' '),
  );
  expect(told).toEqual(expected);
  expect(issues).toEqual([]);
});

it('each format that names others has a case, and bears other contents', () => {
  expect([...new Set(cases.map(([member]) => member))].sort()).toEqual([...NAMING_MEMBERS].sort());
  for (const member of NAMING_MEMBERS)
    for (const text of ['', '{', '[1]', 'null', '<a', 'include: [', '\0\u0001'])
      expect(namesIn(member, Buffer.from(text)), member).toEqual({ findings: [], issues: [] });
});

it('keeps no more names than a bound, and says so', () => {
  const text = Array.from({ length: 20_001 }, (_, i) => `-r a${i}\n`).join('');
  const { findings, issues } = namesIn(PIP, Buffer.from(text));
  expect(findings).toHaveLength(20_000);
  expect(issues).toEqual([expect.objectContaining({ message: expect.stringMatching(/names 20001 other manifests/) })]);
});
