// Tests every member with malformed input: none may throw, none may take long.
import { describe, expect, it } from 'vitest';
import { MANIFEST_MEMBERS, manifestNameFor, readManifest } from './index.ts';
import { cpuMs } from './manifest-check.ts';
import { MANIFEST_SAMPLES } from './manifest-samples.ts';

const MEGABYTE = 1 << 20;
const SCOPES: readonly string[] = ['runtime', 'optional', 'peer', 'build', 'test', 'development'];
/** CPU time; generous, because a non-linear reader takes minutes. */
const MAX_MS = 15_000;

const laughs = Array.from(
  { length: 30 },
  (_, i) => `a${i}: &a${i} [${Array.from({ length: 9 }, () => (i === 0 ? 'ha' : `*a${i - 1}`)).join(', ')}]`,
);
const entities = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i} "${i === 0 ? 'ha' : `&e${i - 1};`.repeat(9)}">`);
const doubling = Array.from({ length: 60 }, (_, i) => `<p${i}>\${p${i + 1}}\${p${i + 1}}</p${i}>`).join('');

const HOSTILE: [string, string | Uint8Array][] = [
  ['nothing', ''],
  ['a byte order mark', '\ufeff'],
  ['random bytes', random(4096)],
  ['a megabyte of random bytes', random(MEGABYTE)],
  ['a megabyte of zeros', new Uint8Array(MEGABYTE)],
  ['a megabyte of one letter', 'a'.repeat(MEGABYTE)],
  ['a megabyte of spaces', `name${' '.repeat(MEGABYTE)}x`],
  ['a megabyte of spaces behind a key', `name = ${' '.repeat(MEGABYTE)}x`],
  ['a megabyte of spaces behind a colon', `Name: ${' '.repeat(MEGABYTE)}x`],
  ['a megabyte of line breaks', '\n'.repeat(MEGABYTE)],
  ['a megabyte of short lines', 'a\n'.repeat(MEGABYTE / 2)],
  ['a megabyte of keys', Array.from({ length: 50_000 }, (_, i) => `key${i} = "v"`).join('\n')],
  ['a megabyte of quotes', '"'.repeat(MEGABYTE)],
  ['a megabyte of @1', `/${'@1'.repeat(MEGABYTE / 2)}:\n`],
  ['packages of @1', `packages:\n  /${'@1'.repeat(MEGABYTE / 2)}:\n    dev: true\n`],
  ['a megabyte of backslashes', '\\'.repeat(MEGABYTE)],
  ['a megabyte of #', ' #'.repeat(MEGABYTE / 2)],
  ['a megabyte of #via', `a==1${' # via x'.repeat(MEGABYTE / 8)}`],
  ['a megabyte of setup(', 'setup('.repeat(MEGABYTE / 6)],
  ['a megabyte of a=[', `setup(${'a=['.repeat(MEGABYTE / 3)}`],
  ['a megabyte of ${', `<project><artifactId>${'${'.repeat(MEGABYTE / 2)}</artifactId></project>`],
  ['deep JSON lists', '['.repeat(100_000)],
  ['deep JSON objects', `${'{"dependencies":{"a":'.repeat(20_000)}1${'}}'.repeat(20_000)}`],
  ['deep JSON packages', `{"packages":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_001)}`],
  ['deep TOML lists', `package = ${'['.repeat(100_000)}`],
  ['deep TOML keys', `[${'a.'.repeat(50_000)}a]`],
  ['deep YAML flow', `packages: ${'['.repeat(100_000)}`],
  ['deep YAML blocks', Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ['deep XML', '<project>'.repeat(100_000)],
  ['wide XML', `<project>${'<a/>'.repeat(200_000)}</project>`],
  ['YAML that laughs', `lockfileVersion: '9.0'\n${laughs.join('\n')}\npackages: *a29\n`],
  ['XML that laughs', `<!DOCTYPE project [${entities.join('')}]><project><artifactId>&e29;</artifactId></project>`],
  [
    'XML that reads a file',
    '<!DOCTYPE p [<!ENTITY x SYSTEM "file:///etc/passwd">]><project><groupId>g</groupId><artifactId>&x;</artifactId></project>',
  ],
  [
    'properties that double',
    `<project><groupId>g</groupId><artifactId>a</artifactId><version>\${p0}</version><properties>${doubling}</properties></project>`,
  ],
  [
    'the prototype',
    '{"__proto__":{"name":"x"},"constructor":1,"dependencies":{"__proto__":"1.0.0","constructor":"2.0.0"}}',
  ],
  ['UTF-16', Buffer.from('{"name":"a"}', 'utf16le')],
  ['duplicate keys', '{"name":"a","name":"b","dependencies":{"x":"1","x":"2"},"dependencies":{"y":"1"}}'],
  ['duplicate TOML tables', '[dependencies]\na = "1"\n[dependencies]\nb = "2"\n'],
  ['a version of a megabyte', `{"name":"a","version":"${'1.'.repeat(MEGABYTE / 2)}"}`],
  ['a purl of a megabyte', `{"components":[{"purl":"pkg:npm/${'a'.repeat(MEGABYTE)}"}]}`],
  ['a map that opens maps', `ext.a=${'[a:'.repeat(MEGABYTE / 3)}`],
  ['a megabyte of dependencies {', 'dependencies {'.repeat(MEGABYTE / 14)],
  ['a megabyte of implementation(', `dependencies {${'implementation('.repeat(MEGABYTE / 15)}`],
  ['a megabyte of "a" %', '"a" % '.repeat(MEGABYTE / 6)],
  ['a megabyte of [a "1"', `(defproject a "1" :dependencies [${'[a "1" '.repeat(MEGABYTE / 7)}`],
  ['a megabyte of comments opened', '/*'.repeat(MEGABYTE / 2)],
  ['a list', '[1,2,3]'],
  ['a number', '1'],
  ['null', 'null'],
  [
    'wrong shapes of package.json',
    '{"name":1,"version":[],"license":{"x":1},"dependencies":[1],"devDependencies":{"a":{}},"peerDependenciesMeta":5}',
  ],
  [
    'wrong shapes of lockfiles',
    '{"packages":{"":1,"node_modules/a":[],"node_modules/b":{"version":{},"dependencies":3}},"dependencies":[]}',
  ],
  ['wrong shapes of nested lockfiles', '{"dependencies":{"a":1,"b":{"requires":[],"dependencies":{"c":2}}}}'],
  ['wrong shapes of TOML', 'package = 1\nproject = []\ntool = 3\nworkspace = "x"\ndependencies = 5\n[target]\nx = 1\n'],
  [
    'wrong shapes of package tables',
    '[[package]]\nname = 1\nversion = []\ndependencies = "x"\nsource = 5\nfiles = {}\n[[package]]\n',
  ],
  ['wrong shapes of YAML', 'importers: x\npackages:\n  - a\nsnapshots: [1]\n__metadata: y\n'],
];

describe.each(MANIFEST_MEMBERS.map((member) => [member.name] as const))('%s', (name) => {
  it.each(HOSTILE)('%s', (_, input) => {
    const start = cpuMs();
    const { findings, issues } = readManifest(name, typeof input === 'string' ? Buffer.from(input) : input);
    expect(cpuMs() - start).toBeLessThan(MAX_MS);
    expect(issues.length).toBeLessThanOrEqual(21);
    for (const issue of issues) {
      expect(issue).toMatchObject({ code: 'bad-manifest', path: '' });
      expect(issue.message).toMatch(/[.…]$/);
      expect(issue.message.length).toBeLessThan(600);
    }
    for (const { role, purl, type } of findings)
      expect(purl).toMatch(role === 'defines' ? /^$/ : new RegExp(`^pkg:${type}/`));
    expect(() => JSON.stringify(findings)).not.toThrow();
    expect(JSON.stringify(findings)).not.toContain('root:');
  });
});

/** Names of what every JavaScript object has, at the place of each word: a table that is asked for them must not answer. */
describe.each(['constructor', '__proto__'])('each word as %s', (word) => {
  const words = Object.entries(MANIFEST_SAMPLES).filter(([, sample]) => typeof sample === 'string') as [
    string,
    string,
  ][];
  it.each(words)('%s', (name, sample) => {
    for (const { 0: replaced, index } of sample.matchAll(/[A-Za-z][\w.-]*/g)) {
      const text = sample.slice(0, index) + word + sample.slice(index + replaced.length);
      const { findings, issues } = readManifest(name, Buffer.from(text));
      const scopes = findings.flatMap((found) => [found.scope, ...found.dependencies.map(({ scope }) => scope)]);
      expect(scopes.filter((scope) => !SCOPES.includes(scope))).toEqual([]);
      // What the engine says of a call that failed.
      expect(issues.map(({ message }) => message).join('\n')).not.toMatch(/is not a function|cannot read prop/i);
    }
  });
});

describe('inputs changed at random', () => {
  it.each(MANIFEST_MEMBERS.map((member) => [member.name] as const))('%s', (name) => {
    const sample = Buffer.from(MANIFEST_SAMPLES[name] as string);
    expect(readManifest(name, sample)).toMatchObject({
      findings: expect.arrayContaining([expect.anything()]),
      issues: [],
    });
    const bytes = random(60_000);
    for (let run = 0; run < 3000; run++) {
      const mutated = Buffer.from(sample);
      for (let change = 0; change < 4; change++) {
        const [kind, high, low, value] = bytes.subarray((run * 4 + change) * 4);
        const at = (high! * 256 + low!) % mutated.length;
        if (kind! < 100) mutated[at] = value!;
        else if (kind! < 200) mutated[at] = sample[value! % sample.length]!;
        else mutated.copyWithin(at, value! % mutated.length, mutated.length - (kind! % 16));
      }
      const { findings, issues } = readManifest(name, mutated);
      for (const { role, purl } of findings) expect(purl.startsWith('pkg:')).toBe(role !== 'defines');
      expect(issues.length).toBeLessThanOrEqual(21);
    }
  });
});

describe('manifestNameFor', () => {
  const cases: [string, string | undefined][] = [
    ['package.json', 'npm-package-json'],
    ['a/node_modules/b/package.json', 'npm-package-json'],
    ['package-lock.json', 'npm-package-lock'],
    ['x/npm-shrinkwrap.json', 'npm-package-lock'],
    ['yarn.lock', 'npm-yarn-lock'],
    ['pnpm-lock.yaml', 'npm-pnpm-lock'],
    ['pyproject.toml', 'pypi-pyproject'],
    ['setup.cfg', 'pypi-setup-cfg'],
    ['setup.py', 'pypi-setup-py'],
    ['x.dist-info/METADATA', 'pypi-metadata'],
    ['METADATA', 'android-metadata'],
    ['x.egg-info/PKG-INFO', 'pypi-metadata'],
    ['requirements.txt', 'pypi-requirements'],
    ['requirements-dev.txt', 'pypi-requirements'],
    ['requirements/base.txt', 'pypi-requirements'],
    ['notes.txt', undefined],
    ['poetry.lock', 'pypi-poetry-lock'],
    ['Pipfile.lock', 'pypi-pipfile-lock'],
    ['uv.lock', 'pypi-uv-lock'],
    ['pom.xml', 'maven-pom'],
    ['repo/a-1.0.pom', 'maven-pom'],
    ['META-INF/maven/g/a/pom.properties', 'maven-pom-properties'],
    ['pom.properties', undefined],
    ['app/build.gradle', 'maven-gradle-script'],
    ['app/build.gradle.kts', 'maven-gradle-script'],
    ['gradle.lockfile', 'maven-gradle-lockfile'],
    ['buildscript-gradle.lockfile', 'maven-gradle-lockfile'],
    ['gradle/dependency-locks/compile.lockfile', 'maven-gradle-lockfile'],
    ['gradle/libs.versions.toml', 'maven-gradle-catalog'],
    ['gradle/verification-metadata.xml', 'maven-gradle-verification'],
    ['gradle.properties', 'maven-gradle-properties'],
    ['bun.lock', 'npm-bun-lock'],
    ['deno.jsonc', 'npm-deno-json'],
    ['deno.lock', 'npm-deno-lock'],
    ['bower.json', 'bower-json'],
    ['bower_components/a/.bower.json', 'bower-json'],
    ['Gopkg.lock', 'golang-gopkg-lock'],
    ['Godeps/Godeps.json', 'golang-godeps'],
    ['glide.lock', 'golang-glide-lock'],
    ['go.work', 'golang-go-work'],
    ['Pipfile', 'pypi-pipfile'],
    ['pylock.toml', 'pypi-pylock'],
    ['pylock.dev.toml', 'pypi-pylock'],
    ['tools/run.py', 'pypi-script'],
    ['tools/run.py.lock', 'pypi-uv-lock'],
    ['dev-requirements.txt', 'pypi-requirements'],
    ['environment.yml', 'conda-environment'],
    ['environment-dev.yaml', 'conda-environment'],
    ['recipe/meta.yaml', 'conda-recipe'],
    ['env/conda-meta/zlib-1.2.11-h1.json', 'conda-meta'],
    ['conda-lock.yml', 'conda-lock'],
    ['pixi.lock', 'conda-lock'],
    ['a.jar!/META-INF/MANIFEST.MF', 'maven-manifest-mf'],
    ['ivy.xml', 'maven-ivy'],
    ['build.xml', 'maven-ivy'],
    ['build.sbt', 'maven-sbt'],
    ['project/Dependencies.scala', 'maven-sbt'],
    ['project.clj', 'clojars-project'],
    ['deps.edn', 'clojars-project'],
    ['a-1.0.dist-info/sboms/auditwheel.cdx.json', 'pypi-wheel-sbom'],
    ['go.mod', 'golang-go-mod'],
    ['go.sum', 'golang-go-sum'],
    ['vendor/modules.txt', 'golang-vendor-modules'],
    ['modules.txt', undefined],
    ['Cargo.toml', 'cargo-toml'],
    ['Cargo.lock', 'cargo-lock'],
    ['a.gemspec', 'gem-gemspec'],
    ['specifications/a-1.0.gemspec', 'gem-gemspec'],
    ['Gemfile', 'gem-gemfile'],
    ['Gemfile.next', 'gem-gemfile'],
    ['gemfiles/rails_7.gemfile', 'gem-gemfile'],
    ['gems.rb', 'gem-gemfile'],
    ['Gemfile.lock', 'gem-gemfile-lock'],
    ['Gemfile.next.lock', 'gem-gemfile-lock'],
    ['gemfiles/rails_7.gemfile.lock', 'gem-gemfile-lock'],
    ['gems.locked', 'gem-gemfile-lock'],
    ['a-1.0.gem', 'gem-archive'],
    ['a-1.0.gem!/metadata.gz', 'gem-archive'],
    ['metadata', undefined],
    ['composer.json', 'composer-json'],
    ['composer.lock', 'composer-lock'],
    ['vendor/composer/installed.json', 'composer-lock'],
    ['installed.json', undefined],
    ['wp-content/plugins/a/b.php', 'wordpress-header'],
    ['wp-content/plugins/a/src/b.php', undefined],
    ['akismet/akismet.php', 'wordpress-header'],
    ['wp-content/themes/a/style.css', 'wordpress-header'],
    ['wp-content/plugins/a/readme.txt', 'wordpress-header'],
    ['wp-includes/version.php', 'wordpress-header'],
    ['a.csproj', 'nuget-project'],
    ['src/A.fsproj', 'nuget-project'],
    ['Directory.Packages.props', 'nuget-project'],
    ['Directory.Build.props', 'nuget-project'],
    ['packages.config', 'nuget-packages-config'],
    ['packages.lock.json', 'nuget-lock'],
    ['obj/project.assets.json', 'nuget-assets'],
    ['bin/a.deps.json', 'nuget-deps-json'],
    ['a.nuspec', 'nuget-nuspec'],
    ['paket.lock', 'nuget-paket'],
    ['paket.dependencies', 'nuget-paket'],
    ['project.json', 'nuget-project-json'],
    ['.config/dotnet-tools.json', 'nuget-tools'],
    ['global.json', 'nuget-tools'],
    ['Package.swift', 'swift-package'],
    ['Package@swift-5.5.swift', 'swift-package'],
    ['Package.resolved', 'swift-package-resolved'],
    ['a.xcodeproj/project.xcworkspace/xcshareddata/swiftpm/Package.resolved', 'swift-package-resolved'],
    ['Package.swift.json', 'swift-deplock'],
    ['Podfile', 'cocoapods-podfile'],
    ['Podfile.lock', 'cocoapods-podfile-lock'],
    ['Pods/Manifest.lock', 'cocoapods-podfile-lock'],
    ['A.podspec', 'cocoapods-podspec'],
    ['A.podspec.json', 'cocoapods-podspec'],
    ['Cartfile', 'carthage-cartfile'],
    ['Cartfile.private', 'carthage-cartfile'],
    ['Cartfile.resolved', 'carthage-resolved'],
    ['pubspec.yaml', 'pub-pubspec'],
    ['pubspec.yml', 'pub-pubspec'],
    ['pubspec.lock', 'pub-lock'],
    ['mix.exs', 'hex-mix-exs'],
    ['mix.lock', 'hex-mix-lock'],
    ['rebar.config', 'hex-rebar-config'],
    ['rebar.lock', 'hex-rebar-lock'],
    ['src/a.app.src', 'hex-app-src'],
    ['ebin/a.app', 'otp-app'],
    ['gleam.toml', 'hex-gleam'],
    ['manifest.toml', 'hex-gleam-manifest'],
    ['DESCRIPTION', 'cran-description'],
    ['renv.lock', 'cran-lock'],
    ['packrat/packrat.lock', 'cran-lock'],
    ['cpanfile', 'cpan-cpanfile'],
    ['cpanfile.snapshot', 'cpan-snapshot'],
    ['META.json', 'cpan-meta'],
    ['MYMETA.yml', 'cpan-meta'],
    ['Makefile.PL', 'cpan-script'],
    ['Build.PL', 'cpan-script'],
    ['a.cabal', 'hackage-cabal'],
    ['cabal.project.freeze', 'hackage-freeze'],
    ['stack.yaml', 'hackage-stack'],
    ['stack.yaml.lock', 'hackage-stack'],
    ['package.yaml', 'hackage-hpack'],
    ['opam', 'opam-file'],
    ['a.opam', 'opam-file'],
    ['dune-project', 'opam-dune-project'],
    ['a.nimble', 'nim-nimble'],
    ['nimble.lock', 'nim-lock'],
    ['Project.toml', 'julia-project'],
    ['Manifest.toml', 'julia-manifest'],
    ['Manifest-v1.11.toml', 'julia-manifest'],
    ['a-1.0-1.rockspec', 'luarocks-rockspec'],
    ['luarocks.lock', 'luarocks-lock'],
    ['haxelib.json', 'haxe-haxelib'],
    ['pack.pl', 'swipl-pack'],
    ['elm.json', 'elm-json'],
    ['spago.yaml', 'purescript-spago'],
    ['spago.lock', 'purescript-spago'],
    ['shard.yml', 'crystal-shard'],
    ['shard.lock', 'crystal-shard'],
    ['dub.json', 'dub-json'],
    ['dub.selections.json', 'dub-json'],
    ['dub.sdl', 'dub-json'],
    ['build.zig.zon', 'zig-zon'],
    ['info.rkt', 'racket-info'],
    ['metadata.rb', 'chef-metadata'],
    ['x/appdirs.ABOUT', 'aboutcode-about'],
    ['external/zlib/METADATA', 'android-metadata'],
    ['third_party/zlib/README.chromium', 'chromium-readme'],
    ['debian/copyright', 'dep5-copyright'],
    ['COPYRIGHT.txt', 'dep5-copyright'],
    ['subprojects/zlib.wrap', 'meson-wrap'],
    ['zlib.wrap', undefined],
    ['cgmanifest.json', 'microsoft-cgmanifest'],
    ['modules/zlib/moz.yaml', 'mozilla-moz-yaml'],
    ['thirdparty/README.md', 'third-party-readme'],
    ['thirdparty/zlib/README.md', undefined],
    ['README.md', undefined],
    ['var/lib/dpkg/status', 'deb-status'],
    ['var/lib/dpkg/status.d/base', 'deb-status'],
    ['var/lib/dpkg/status.d/base.md5sums', undefined],
    ['var/lib/dpkg/status-old', undefined],
    ['usr/lib/opkg/status', 'opkg-status'],
    ['usr/lib/opkg/info/a.control', 'opkg-status'],
    ['status', undefined],
    ['lib/apk/db/installed', 'apk-installed'],
    ['usr/lib/apk/db/installed', 'apk-installed'],
    ['installed', undefined],
    ['var/lib/rpm/Packages', 'rpm-database'],
    ['usr/lib/sysimage/rpm/Packages.db', 'rpm-database'],
    ['usr/lib/sysimage/rpm/rpmdb.sqlite', 'rpm-database'],
    ['Packages', undefined],
    ['a-1.rpm', 'rpm-package'],
    ['var/lib/rpmmanifest/container-manifest-2', 'rpm-manifest'],
    ['main/a/APKBUILD', 'apk-apkbuild'],
    ['a/PKGBUILD', 'alpm-pkgbuild'],
    ['var/lib/pacman/local/a-1-1/desc', 'alpm-desc'],
    ['desc', undefined],
    ['.PKGINFO', 'system-pkginfo'],
    ['+COMPACT_MANIFEST', 'freebsd-manifest'],
    ['.github/workflows/ci.yml', 'github-actions'],
    ['actions/x/action.yaml', 'github-actions'],
    ['ci.yml', undefined],
    ['Dockerfile', 'docker-dockerfile'],
    ['app.Dockerfile', 'docker-dockerfile'],
    ['Dockerfile.alpine', 'docker-dockerfile'],
    ['Containerfile', 'docker-dockerfile'],
    ['docker-compose.prod.yml', 'docker-compose'],
    ['compose.yaml', 'docker-compose'],
    ['.gitlab-ci.yml', 'gitlab-ci'],
    ['.pre-commit-config.yaml', 'git-pre-commit'],
    ['.gitmodules', 'git-modules'],
    ['etc/os-release', 'os-release'],
    ['a/usr/lib/os-release', 'os-release'],
    ['os-release', undefined],
    ['conanfile.txt', 'conan-txt'],
    ['conan.lock', 'conan-lock'],
    ['conanfile.py', 'conan-recipe'],
    ['vcpkg.json', 'vcpkg-manifest'],
    ['vcpkg_installed/vcpkg/status', 'vcpkg-status'],
    ['CMakeLists.txt', 'cmake-fetched'],
    ['cmake/deps.cmake', 'cmake-fetched'],
    ['chart/Chart.yaml', 'helm-chart'],
    ['Chart.lock', 'helm-lock'],
    ['.terraform.lock.hcl', 'terraform-lock'],
    ['main.tf', 'terraform-config'],
    ['MODULE.bazel', 'bazel-module'],
    ['WORKSPACE', 'bazel-workspace'],
    ['deps.bzl', 'bazel-workspace'],
    ['debian/control', 'deb-control'],
    ['a_1.0.deb!/control.tar.xz!/control', 'deb-control'],
    ['a_1.0.dsc', 'deb-control'],
    ['control', undefined],
    ['flake.lock', 'nix-flake-lock'],
    ['a.spec', 'rpm-spec'],
    ['a/update.mum', 'windows-mum'],
    ['default.xml', 'repo-manifest'],
    ['west.yml', 'west-manifest'],
    ['Cellar/a/1/INSTALL_RECEIPT.json', 'brew-receipt'],
    ['Brewfile', 'brew-brewfile'],
    ['platformio.ini', 'platformio-ini'],
    ['library.properties', 'arduino-library'],
    ['opt/bitnami/redis/.spdx-redis.spdx', 'bitnami-spdx'],
    ['meta/snap.yaml', 'snap-packages'],
    ['requirements.yml', 'ansible-requirements'],
    ['requirements.yaml', 'helm-chart'],
    ['legal-info/manifest.csv', 'buildroot-legal'],
    ['manifest.csv', undefined],
    ['usr/share/doc/a/copyright', 'deb-copyright'],
    ['copyright', undefined],
    ['licenses/image/license.manifest', 'yocto-licenses'],
    ['maven_install.json', 'bazel-maven-install'],
    ['MODULE.bazel.lock', 'bazel-module-lock'],
    ['pixi.toml', 'conda-pixi'],
    ['src/a.egg-info/requires.txt', 'pypi-egg-requires'],
    ['EGG-INFO/requires.txt', 'pypi-egg-requires'],
    ['A.xcodeproj/project.pbxproj', 'swift-xcode-project'],
    ['lib/a/library.json', 'platformio-library'],
    ['PACKAGE.JSON', undefined],
    ['', undefined],
  ];
  it.each(cases)('%s', (path, name) => expect(manifestNameFor(path)).toBe(name));

  it('an unknown member gives an issue', () => {
    expect(readManifest('none', new Uint8Array(0))).toMatchObject({ findings: [], issues: [{ code: 'bad-manifest' }] });
  });
});

function random(length: number): Uint8Array {
  let state = 42;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
}
