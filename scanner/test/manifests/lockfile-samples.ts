// A lockfile or record of installed packages of each format that pins versions, where it lies in a code base. For tests only.
import { MANIFEST_SAMPLES } from './manifest-samples.ts';

interface LockfileSample {
  member: string;
  path: string;
  text: string | Uint8Array;
}

/** Where the sample of a member lies whose sample is a lockfile. Several, if tools keep copies of it elsewhere. */
const PATHS: readonly [member: string, ...paths: string[]][] = [
  ['npm-package-lock', 'package-lock.json', 'npm-shrinkwrap.json', 'node_modules/.package-lock.json'],
  ['npm-yarn-lock', 'yarn.lock'],
  ['npm-pnpm-lock', 'pnpm-lock.yaml'],
  ['npm-bun-lock', 'bun.lock'],
  ['npm-deno-lock', 'deno.lock'],
  ['pypi-poetry-lock', 'poetry.lock', 'pdm.lock'],
  ['pypi-pipfile-lock', 'Pipfile.lock'],
  ['pypi-uv-lock', 'uv.lock', 'tool.py.lock'],
  ['pypi-pylock', 'pylock.toml', 'pylock.dev.toml'],
  ['pypi-wheel-sbom', 'site-packages/a-1.dist-info/sboms/auditwheel.cdx.json'],
  ['conda-lock', 'conda-lock.yml', 'pixi.lock'],
  ['maven-gradle-lockfile', 'gradle.lockfile', 'gradle/dependency-locks/compileClasspath.lockfile'],
  ['maven-gradle-verification', 'gradle/verification-metadata.xml'],
  ['maven-sbt-lock', 'build.sbt.lock'],
  ['bazel-maven-install', 'maven_install.json', 'rules_maven_install.json'],
  ['bazel-module-lock', 'MODULE.bazel.lock'],
  ['golang-go-mod', 'go.mod'],
  ['golang-go-sum', 'go.sum'],
  ['golang-vendor-modules', 'vendor/modules.txt'],
  ['golang-gopkg-lock', 'Gopkg.lock'],
  ['golang-godeps', 'Godeps/Godeps.json'],
  ['golang-glide-lock', 'glide.lock'],
  ['cargo-lock', 'Cargo.lock'],
  ['gem-gemfile-lock', 'Gemfile.lock'],
  ['composer-lock', 'composer.lock', 'vendor/composer/installed.json'],
  ['nuget-lock', 'packages.lock.json'],
  ['nuget-assets', 'obj/project.assets.json'],
  ['nuget-deps-json', 'a.deps.json'],
  ['nuget-paket', 'paket.lock'],
  ['swift-package-resolved', 'Package.resolved'],
  ['swift-deplock', 'Package.swift.deplock'],
  ['cocoapods-podfile-lock', 'Podfile.lock'],
  ['carthage-resolved', 'Cartfile.resolved'],
  ['pub-lock', 'pubspec.lock'],
  ['hex-mix-lock', 'mix.lock'],
  ['hex-rebar-lock', 'rebar.lock'],
  ['hex-gleam-manifest', 'manifest.toml'],
  ['cran-lock', 'renv.lock', 'packrat/packrat.lock'],
  ['cpan-snapshot', 'cpanfile.snapshot'],
  ['hackage-freeze', 'cabal.project.freeze'],
  ['julia-manifest', 'Manifest.toml'],
  ['nim-lock', 'nimble.lock'],
  ['luarocks-lock', 'luarocks.lock'],
  ['elm-json', 'elm.json'],
  ['conan-lock', 'conan.lock'],
  ['vcpkg-status', 'vcpkg/installed/vcpkg/status'],
  ['vcpkg-spdx', 'vcpkg/installed/x64-linux/share/a/vcpkg.spdx.json'],
  ['helm-lock', 'Chart.lock'],
  ['terraform-lock', '.terraform.lock.hcl'],
  ['nix-flake-lock', 'flake.lock'],
  ['deb-status', 'var/lib/dpkg/status'],
  ['apk-installed', 'lib/apk/db/installed'],
  ['rpm-database', 'var/lib/rpm/Packages'],
  ['rpm-package', 'a-1-2.x86_64.rpm'],
  ['rpm-manifest', 'var/lib/rpmmanifest/container-manifest-2'],
  ['bottlerocket-inventory', 'usr/share/bottlerocket/application-inventory.json'],
  ['opkg-status', 'usr/lib/opkg/status'],
  ['alpm-desc', 'var/lib/pacman/local/a-1-1/desc'],
  ['system-pkginfo', '.PKGINFO'],
  ['freebsd-manifest', '+COMPACT_MANIFEST'],
  ['windows-mum', 'a.mum'],
  ['brew-receipt', 'Cellar/a/1/INSTALL_RECEIPT.json'],
  ['bitnami-spdx', 'opt/bitnami/a/.spdx-a.spdx'],
  ['bitnami-components', 'opt/bitnami/.bitnami_components.json'],
  ['apple-bundle', 'a.app/Contents/Info.plist'],
  ['java-runtime', 'jdk/release'],
  ['snap-packages', 'usr/share/snappy/dpkg.yaml'],
  ['buildroot-legal', 'legal-info/manifest.csv'],
  ['yocto-licenses', 'licenses/image/license.manifest'],
  ['pear-registry', 'usr/share/php/.registry/a.reg'],
];

/** Members whose findings only complete what a database of installed packages says. */
export const NOT_ALONE: readonly string[] = ['deb-copyright', 'os-release'];

/** Members that read manifests and lockfiles. */
const OTHERS: readonly LockfileSample[] = [
  {
    member: 'crystal-shard',
    path: 'shard.lock',
    text: 'version: 2.0\nshards:\n  a:\n    git: https://github.com/x/a.git\n    version: 1.0.0\n',
  },
  { member: 'dub-json', path: 'dub.selections.json', text: '{"fileVersion":1,"versions":{"a":"0.9.3"}}' },
  {
    member: 'hackage-stack',
    path: 'stack.yaml.lock',
    text: 'packages:\n- completed:\n    hackage: a-0.3@sha256:ab,613\n  original:\n    hackage: a-0.3\nsnapshots: []\n',
  },
  {
    member: 'purescript-spago',
    path: 'spago.lock',
    text: '{"workspace":{"packages":{}},"packages":{"a":{"type":"registry","version":"7.1.0","dependencies":[]}}}',
  },
];

export const PINNING_SAMPLES: readonly LockfileSample[] = [
  ...PATHS.flatMap(([member, ...paths]) =>
    paths.map((path) => ({ member, path, text: MANIFEST_SAMPLES[member] ?? '' })),
  ),
  ...OTHERS,
];
