import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../test/manifests/manifest-check.ts';
import { describeTree, lines } from '../../test/packages/tree-check.ts';
import { readManifest } from '../manifests/index.ts';
import { componentOf } from './describe.ts';
import { describePackages } from './index.ts';

const npmLock = {
  lockfileVersion: 3,
  packages: {
    '': { name: 'app', dependencies: { a: '^1.0.0' }, devDependencies: { d: '1.0.0' } },
    'node_modules/a': { version: '1.0.1', license: 'MIT', dependencies: { b: '^2.0.0' } },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/d': { version: '1.0.0', dev: true },
  },
};
const yarnLock =
  'a@^1.0.0:\n  version "1.0.1"\n  dependencies:\n    b "^2.0.0"\n\nb@^2.0.0:\n  version "2.0.0"\n\nd@1.0.0:\n  version "1.0.0"\n  dependencies:\n    e "*"\n\ne@*:\n  version "5.0.0"\n';
const app = {
  name: 'app',
  version: '1.0.0',
  license: 'Apache-2.0',
  dependencies: { a: '^1.0.0' },
  devDependencies: { d: '1.0.0' },
};

describe('describePackages', () => {
  const cases: [string, Record<string, string | object>, string[]][] = [
    ['nothing', {}, []],
    [
      'a manifest and its lockfile',
      { 'package.json': app, 'package-lock.json': npmLock },
      [
        'pkg:npm/a@1.0.1 direct (MIT) < package-lock.json > pkg:npm/b@2.0.0',
        'pkg:npm/app@1.0.0 own (Apache-2.0) in "" < package.json > pkg:npm/a@1.0.1 pkg:npm/d@1.0.0',
        'pkg:npm/b@2.0.0 transitive < package-lock.json',
        'pkg:npm/d@1.0.0 development direct < package-lock.json',
      ],
    ],
    [
      'a project that asks for its own extras',
      {
        'pyproject.toml':
          '[project]\nname = "app"\nversion = "1.0"\n[project.optional-dependencies]\nall = ["App[docs]"]\ndocs = ["sphinx==7.0"]\n',
      },
      [
        'pkg:pypi/app@1.0 own in "" < pyproject.toml > pkg:pypi/sphinx@7.0',
        'pkg:pypi/sphinx@7.0 development direct < pyproject.toml',
      ],
    ],
    [
      'a package that only an optional edge reaches',
      {
        'package.json': app,
        'yarn.lock':
          'a@^1.0.0:\n  version "1.0.1"\n  optionalDependencies:\n    o "1"\n\no@1:\n  version "1.0.0"\n  dependencies:\n    p "1"\n\np@1:\n  version "1.0.0"\n\nd@1.0.0:\n  version "1.0.0"\n  optionalDependencies:\n    q "1"\n\nq@1:\n  version "1.0.0"\n',
      },
      [
        'pkg:npm/a@1.0.1 direct < yarn.lock > pkg:npm/o@1.0.0',
        'pkg:npm/app@1.0.0 own (Apache-2.0) in "" < package.json > pkg:npm/a@1.0.1 pkg:npm/d@1.0.0',
        'pkg:npm/d@1.0.0 development direct < yarn.lock > pkg:npm/q@1.0.0',
        'pkg:npm/o@1.0.0 optional transitive < yarn.lock > pkg:npm/p@1.0.0',
        'pkg:npm/p@1.0.0 optional transitive < yarn.lock',
        'pkg:npm/q@1.0.0 development transitive < yarn.lock',
      ],
    ],
    [
      'installed packages: texts of their own manifests, scopes of the lockfile',
      {
        'package.json': app,
        'package-lock.json': npmLock,
        'node_modules/a/package.json': {
          name: 'a',
          version: '1.0.1',
          license: 'BSD-3-Clause',
          dependencies: { b: '^2.0.0' },
          devDependencies: { x: '1.0.0' },
        },
        'node_modules/d/package.json': { name: 'd', version: '1.0.0' },
        'x/node_modules/d/package.json': { name: 'd', version: '1.0.0' },
      },
      [
        'pkg:npm/a@1.0.1 direct (BSD-3-Clause) in "node_modules/a" < node_modules/a/package.json package-lock.json > pkg:npm/b@2.0.0',
        'pkg:npm/app@1.0.0 own (Apache-2.0) in "" < package.json > pkg:npm/a@1.0.1 pkg:npm/d@1.0.0',
        'pkg:npm/b@2.0.0 transitive < package-lock.json',
        'pkg:npm/d@1.0.0 development direct in "node_modules/d", "x/node_modules/d" < node_modules/d/package.json package-lock.json x/node_modules/d/package.json',
      ],
    ],
    [
      'a lockfile that knows neither directness nor scope',
      { 'package.json': app, 'yarn.lock': yarnLock },
      [
        'pkg:npm/a@1.0.1 direct < yarn.lock > pkg:npm/b@2.0.0',
        'pkg:npm/app@1.0.0 own (Apache-2.0) in "" < package.json > pkg:npm/a@1.0.1 pkg:npm/d@1.0.0',
        'pkg:npm/b@2.0.0 transitive < yarn.lock',
        'pkg:npm/d@1.0.0 development direct < yarn.lock > pkg:npm/e@5.0.0',
        'pkg:npm/e@5.0.0 development transitive < yarn.lock',
      ],
    ],
    [
      'a request for what a locked package of Composer replaces',
      {
        'composer.json': { name: 'o/app', 'require-dev': { 'o/part': '*' } },
        'composer.lock': {
          packages: [{ name: 'o/whole', version: '1.0.0', replace: { 'o/Part': 'self.version' } }],
        },
      },
      [
        'pkg:composer/o/app own in "" < composer.json > pkg:composer/o/part',
        'pkg:composer/o/whole@1.0.0 development direct < composer.lock',
      ],
    ],
    [
      'what only an optional dependency of npm needs is optional',
      {
        'package.json': { name: 'app', version: '1.0.0', dependencies: { a: '1' } },
        'yarn.lock':
          'a@1:\n  version "1.0.0"\n  optionalDependencies:\n    o "1"\n\no@1:\n  version "1.0.0"\n  dependencies:\n    oo "1"\n\noo@1:\n  version "1.0.0"\n',
      },
      [
        'pkg:npm/a@1.0.0 direct < yarn.lock > pkg:npm/o@1.0.0',
        'pkg:npm/app@1.0.0 own in "" < package.json > pkg:npm/a@1.0.0',
        'pkg:npm/o@1.0.0 optional transitive < yarn.lock > pkg:npm/oo@1.0.0',
        'pkg:npm/oo@1.0.0 optional transitive < yarn.lock',
      ],
    ],
    [
      'a lockfile without the entry of the project: its manifest tells which packages are direct',
      {
        'package.json': { name: 'app', version: '1.0.0', dependencies: { a: '^1' } },
        'yarn.lock':
          '__metadata:\n  version: 8\n"a@npm:^1":\n  version: 1.1.0\n  resolution: "a@npm:1.1.0"\n  dependencies:\n    b: "npm:^2"\n"b@npm:^2":\n  version: 2.0.0\n  resolution: "b@npm:2.0.0"\n',
      },
      [
        'pkg:npm/a@1.1.0 direct < yarn.lock > pkg:npm/b@2.0.0',
        'pkg:npm/app@1.0.0 own in "" < package.json > pkg:npm/a@1.1.0',
        'pkg:npm/b@2.0.0 transitive < yarn.lock',
      ],
    ],
    [
      'workspaces under one lockfile',
      {
        'yarn.lock': yarnLock,
        'packages/w/package.json': { name: 'w', dependencies: { d: '1.0.0' } },
        'package.json': app,
      },
      [
        'pkg:npm/a@1.0.1 direct < yarn.lock > pkg:npm/b@2.0.0',
        'pkg:npm/app@1.0.0 own (Apache-2.0) in "" < package.json > pkg:npm/a@1.0.1 pkg:npm/d@1.0.0',
        'pkg:npm/b@2.0.0 transitive < yarn.lock',
        'pkg:npm/d@1.0.0 direct < yarn.lock > pkg:npm/e@5.0.0',
        'pkg:npm/e@5.0.0 transitive < yarn.lock',
        'pkg:npm/w own in "packages/w" < packages/w/package.json > pkg:npm/d@1.0.0',
      ],
    ],
    [
      'exact requests without a lockfile',
      { 'package.json': { name: 'app', dependencies: { a: '1.0.0', b: '^2.0.0' } } },
      [
        'pkg:npm/a@1.0.0 direct < package.json',
        'pkg:npm/app own in "" < package.json > pkg:npm/a@1.0.0 pkg:npm/b',
        'pkg:npm/b direct < package.json asked for as "^2.0.0"',
      ],
    ],
    [
      'installed packages without a lockfile: direct when the manifest names them',
      {
        'package.json': { name: 'app', dependencies: { a: '^1.0.0' } },
        'node_modules/a/package.json': { name: 'a', version: '1.0.0', dependencies: { b: '2.0.0' } },
        'node_modules/b/package.json': { name: 'b', version: '2.0.0' },
      },
      [
        'pkg:npm/a@1.0.0 direct in "node_modules/a" < node_modules/a/package.json package.json > pkg:npm/b@2.0.0',
        'pkg:npm/app own in "" < package.json > pkg:npm/a@1.0.0',
        'pkg:npm/b@2.0.0 transitive in "node_modules/b" < node_modules/b/package.json',
      ],
    ],
    [
      'a requirement does not mean the pre-release of the version that it excludes',
      {
        'node_modules/a/package.json': { name: 'a', version: '1.0.0', dependencies: { b: '^1.2.0' } },
        'x/node_modules/b/package.json': { name: 'b', version: '1.5.0' },
        'y/node_modules/b/package.json': { name: 'b', version: '2.0.0-rc.1' },
      },
      [
        'pkg:npm/a@1.0.0 direct in "node_modules/a" < node_modules/a/package.json > pkg:npm/b@1.5.0',
        'pkg:npm/b@1.5.0 direct in "x/node_modules/b" < x/node_modules/b/package.json',
        'pkg:npm/b@2.0.0-rc.1 direct in "y/node_modules/b" < y/node_modules/b/package.json',
      ],
    ],
    [
      'the lockfile of a dependency is ignored',
      { 'node_modules/a/package.json': { name: 'a', version: '1.0.0' }, 'node_modules/a/yarn.lock': yarnLock },
      ['pkg:npm/a@1.0.0 direct in "node_modules/a" < node_modules/a/package.json'],
    ],
    [
      'setup.py beside PKG-INFO is one package',
      {
        'setup.py': "setup(name='my_app', version=v(), license='MIT', install_requires=['x>=1'])",
        'PKG-INFO': 'Name: my-app\nVersion: 1.0\n',
      },
      [
        'pkg:pypi/my-app@1.0 own (MIT) in "" < PKG-INFO setup.py > pkg:pypi/x',
        'pkg:pypi/x direct < setup.py asked for as ">=1"',
      ],
    ],
    [
      'requirements beside a lockfile',
      {
        'requirements.txt': 'a==1.0\nb\n',
        'sub/requirements.txt': 'c==1.0\nd\na\n',
        'sub2/Pipfile.lock': { default: { e: { version: '==5.0' } } },
        'sub2/requirements.txt': 'e==4.0\n',
      },
      [
        'pkg:pypi/a@1.0 direct < requirements.txt sub/requirements.txt',
        'pkg:pypi/b direct < requirements.txt',
        'pkg:pypi/c@1.0 direct < sub/requirements.txt',
        'pkg:pypi/d direct < sub/requirements.txt',
        'pkg:pypi/e@5.0 direct < sub2/Pipfile.lock',
      ],
    ],
    [
      'go.sum beside go.mod only gives checksums',
      {
        'go.mod': 'module m\nrequire example.com/a v1.0.0\n',
        'go.sum': 'example.com/a v1.0.0 h1:x=\nexample.com/b v2.0.0 h1:y=\n',
      },
      [
        'pkg:golang/example.com/a@v1.0.0 direct < go.mod',
        'pkg:golang/m own in "" < go.mod > pkg:golang/example.com/a@v1.0.0',
      ],
    ],
    ['go.sum alone', { 'go.sum': 'example.com/b v2.0.0 h1:y=\n' }, ['pkg:golang/example.com/b@v2.0.0 own < go.sum']],
    [
      'crates that only development needs',
      {
        'Cargo.toml':
          '[package]\nname = "app"\nversion = "0.1.0"\nlicense = "MIT/Apache-2.0"\n[dependencies]\na = "1"\n[dev-dependencies]\nd = "1"\n',
        'Cargo.lock':
          '[[package]]\nname = "app"\nversion = "0.1.0"\ndependencies = ["a", "d"]\n' +
          ['a', 'b', 'd', 'e']
            .map(
              (name) =>
                `[[package]]\nname = "${name}"\nversion = "1.0.0"\nsource = "registry+x"\ndependencies = [${{ a: '"b"', d: '"b", "e"' }[name] ?? ''}]\n`,
            )
            .join(''),
      },
      [
        'pkg:cargo/a@1.0.0 direct < Cargo.lock > pkg:cargo/b@1.0.0',
        'pkg:cargo/app@0.1.0 own (MIT OR Apache-2.0) in "" < Cargo.toml > pkg:cargo/a@1.0.0 pkg:cargo/d@1.0.0',
        'pkg:cargo/b@1.0.0 transitive < Cargo.lock',
        'pkg:cargo/d@1.0.0 development direct < Cargo.lock > pkg:cargo/b@1.0.0 pkg:cargo/e@1.0.0',
        'pkg:cargo/e@1.0.0 development transitive < Cargo.lock',
      ],
    ],
    [
      'a jar in the tree, and its requests',
      {
        'pom.xml':
          '<project><groupId>g</groupId><artifactId>app</artifactId><version>1</version><dependencies><dependency><groupId>h</groupId><artifactId>lib</artifactId><version>2</version></dependency></dependencies></project>',
        'lib/lib-2.jar_/META-INF/maven/h/lib/pom.properties': 'groupId=h\nartifactId=lib\nversion=2\n',
        'lib/lib-2.jar_/META-INF/maven/h/lib/pom.xml':
          '<project><groupId>h</groupId><artifactId>lib</artifactId><version>2</version><licenses><license><name>Apache License 2.0</name></license></licenses><dependencies><dependency><groupId>j</groupId><artifactId>j</artifactId><version>3</version></dependency></dependencies></project>',
      },
      [
        'pkg:maven/g/app@1 own in "" < pom.xml > pkg:maven/h/lib@2',
        'pkg:maven/h/lib@2 direct (Apache-2.0) in "lib/lib-2.jar_" < lib/lib-2.jar_/META-INF/maven/h/lib/pom.properties lib/lib-2.jar_/META-INF/maven/h/lib/pom.xml pom.xml > pkg:maven/j/j@3',
      ],
    ],
    [
      'packages inside packages, without any request for them',
      {
        'lib/app-1.jar_/META-INF/maven/g/app/pom.properties': 'groupId=g\nartifactId=app\nversion=1\n',
        'lib/app-1.jar_/META-INF/maven/h/shaded/pom.properties': 'groupId=h\nartifactId=shaded\nversion=2\n',
        'node_modules/a/package.json': { name: 'a', version: '1.0.0' },
        'node_modules/a/node_modules/b/package.json': { name: 'b', version: '2.0.0' },
      },
      [
        'pkg:maven/g/app@1 direct in "lib/app-1.jar_" < lib/app-1.jar_/META-INF/maven/g/app/pom.properties',
        'pkg:maven/h/shaded@2 transitive in "lib/app-1.jar_/META-INF/maven/h/shaded" < lib/app-1.jar_/META-INF/maven/h/shaded/pom.properties',
        'pkg:npm/a@1.0.0 direct in "node_modules/a" < node_modules/a/package.json',
        'pkg:npm/b@2.0.0 transitive in "node_modules/a/node_modules/b" < node_modules/a/node_modules/b/package.json',
      ],
    ],
    [
      'vendored Go modules own their folders',
      {
        'go.mod': 'module m\nrequire (\n\texample.com/a/b v1.0.0\n\texample.com/c v2.0.0 // indirect\n)\n',
        'vendor/modules.txt':
          '# example.com/a/b v1.0.0\n## explicit; go 1.17\nexample.com/a/b/pkg\n# example.com/c v2.0.0\nexample.com/c\n',
      },
      [
        'pkg:golang/example.com/a/b@v1.0.0 direct in "vendor/example.com/a/b" < go.mod vendor/modules.txt',
        'pkg:golang/example.com/c@v2.0.0 transitive in "vendor/example.com/c" < go.mod vendor/modules.txt',
        'pkg:golang/m own in "" < go.mod > pkg:golang/example.com/a/b@v1.0.0 pkg:golang/example.com/c@v2.0.0',
      ],
    ],
  ];
  it.each(cases)('%s', (_, files, expected) => expect(lines(files)).toEqual(expected));

  it.each([
    ['a', 'pkg:npm/a@1.0.0', 'pkg:npm/a'],
    ['a scope', 'pkg:npm/%40s/a@1.0.0', 'pkg:npm/%40s/a'],
    ['qualifiers with a path', 'pkg:deb/debian/a@1?x=b/c@2', 'pkg:deb/debian/a'],
    ['qualifiers without a version', 'pkg:julia/A?uuid=1', 'pkg:julia/A'],
    ['a subpath', 'pkg:cocoapods/A@1#B/C', 'pkg:cocoapods/A'],
  ])('componentOf: %s', (_, purl, component) => expect(componentOf(purl)).toBe(component));

  it('of several versions, a request gets the one that its range allows', () =>
    expect(
      lines({
        'package-lock.json': {
          lockfileVersion: 3,
          packages: {
            '': { workspaces: ['a', 'b'] },
            'node_modules/@w/a': { resolved: 'a', link: true },
            'node_modules/c': { version: '4.1.2' },
            a: { name: '@w/a', version: '1.0.0', dependencies: { c: '^4.0.0' } },
            'b/node_modules/c': { version: '2.4.2' },
          },
        },
        'a/package.json': { name: '@w/a', version: '1.0.0', dependencies: { c: '^4.0.0' } },
        'b/package.json': { name: '@w/b', version: '1.0.0', dependencies: { c: '>=2' } },
      }).filter((line) => line.includes('w/')),
    ).toEqual([
      'pkg:npm/%40w/a@1.0.0 own in "a" < a/package.json > pkg:npm/c@4.1.2',
      'pkg:npm/%40w/b@1.0.0 own in "b" < b/package.json > pkg:npm/c',
    ]));

  it('in a package-lock.json of version 1 nested packages are not direct', () =>
    expect(
      lines({
        'package.json': { dependencies: { debug: '2.6.9', mocha: '8.0.0' } },
        'package-lock.json': {
          lockfileVersion: 1,
          dependencies: {
            debug: { version: '2.6.9' },
            express: { version: '4.0.0', requires: { debug: '2.6.9' } },
            mocha: {
              version: '8.0.0',
              requires: { debug: '3.2.6', express: '4' },
              dependencies: { debug: { version: '3.2.6' } },
            },
          },
        },
      }).map((line) => line.split(' <')[0]),
    ).toEqual([
      'pkg:npm/debug@2.6.9 direct',
      'pkg:npm/debug@3.2.6 transitive',
      'pkg:npm/express@4.0.0 transitive',
      'pkg:npm/mocha@8.0.0 direct',
    ]));

  it('keeps checksums that only the go.sum has', () => {
    const found = describeTree({ 'go.mod': 'module m\nrequire a.b/c v1.0.0\n', 'go.sum': 'a.b/c v1.0.0 h1:x=\n' });
    expect(found[0]).toMatchObject({ name: 'c', namespace: 'a.b', version: 'v1.0.0', integrity: 'h1:x=' });
  });

  it('gives the same result for any order of the files', () => {
    const files = {
      'package.json': app,
      'yarn.lock': yarnLock,
      'packages/w/package.json': { name: 'w', license: 'MIT' },
      'node_modules/a/package.json': { name: 'a', version: '1.0.1' },
    };
    const reversed = Object.fromEntries(Object.entries(files).reverse());
    expect(describeTree(reversed)).toEqual(describeTree(files));
  });

  it('does not change its input', () => {
    const { findings } = readManifest('npm-package-lock', Buffer.from(JSON.stringify(npmLock)));
    const before = JSON.stringify(findings);
    describePackages([{ path: 'package-lock.json', packages: findings }]);
    expect(JSON.stringify(findings)).toBe(before);
  });

  it('300,000 packages in linear time', { timeout: 300_000 }, () => {
    // Processor time, as other tests run beside this one. Four times the packages take sixteen times as long if the work is quadratic.
    const [few, many] = [75_000, 300_000].map(describing);
    expect(many! / few!).toBeLessThan(10);
  });

  /** The milliseconds for so many locked packages, a third of which are installed. */
  function describing(count: number): number {
    const make = (i: number, role: 'locks' | 'declares') => {
      const name = `p${i}`;
      const dependencies = [1, 2, 3].map((step) => ({
        purl: `pkg:npm/p${(i * step + 7) % count}@1.0.0`,
        requirement: '^1.0.0',
        scope: 'runtime' as const,
        isDirect: true,
      }));
      return {
        purl: `pkg:npm/${name}@1.0.0`,
        type: 'npm',
        namespace: '',
        name,
        version: '1.0.0',
        role,
        scope: 'runtime' as const,
        declaredLicense: 'MIT',
        description: '',
        homepageUrl: '',
        repositoryUrl: '',
        downloadUrl: '',
        integrity: '',
        dependencies,
      };
    };
    const installed = Array.from({ length: count / 3 }, (_, i) => ({
      path: `a/node_modules/p${i}/package.json`,
      packages: [make(i, 'declares')],
    }));
    const locked = { path: 'a/yarn.lock', packages: Array.from({ length: count }, (_, i) => make(i, 'locks')) };
    const root = {
      path: 'a/package.json',
      packages: [{ ...make(0, 'declares'), name: 'root', purl: 'pkg:npm/root@1.0.0' }],
    };
    const start = cpuMs();
    expect(describePackages([...installed, locked, root]).length).toBe(count + 1);
    return cpuMs() - start;
  }
});
