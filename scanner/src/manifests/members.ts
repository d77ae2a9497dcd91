// The formats of manifests and lockfiles, each with one line: its name, which is that of its folder, and the paths that it wants. If several want a
// path, the first one gets it. The reader is in the folder and loaded for the first such file (readers.ts), because most trees have few formats.

import { appleBundleWants } from './apple-bundle/names.ts';
import { debStatusWants } from './deb-status/names.ts';
import { ebuildInstalledWants } from './ebuild-installed/names.ts';
import type { ManifestMember } from './member.ts';
import { nugetProjectWants } from './nuget-project/names.ts';
import { projectVersionWants } from './project-version/names.ts';
import { pypiInstalledWants } from './pypi-installed/names.ts';
import { isRequirementsFile } from './pypi-requirements/names.ts';
import { thirdPartyReadmeWants } from './third-party-readme/names.ts';
import { wordpressHeaderWants } from './wordpress-header/names.ts';

export const MANIFEST_MEMBERS = [
  { name: 'npm-package-json', wants: (_path, file) => file === 'package.json' },
  {
    name: 'npm-package-lock',
    // npm keeps a hidden copy with the same format in node_modules.
    wants: (_path, file) =>
      file === 'package-lock.json' || file === 'npm-shrinkwrap.json' || file === '.package-lock.json',
  },
  { name: 'npm-yarn-lock', namesProject: true, wants: (_path, file) => file === 'yarn.lock' },
  { name: 'npm-pnpm-lock', namesProject: true, wants: (_path, file) => file === 'pnpm-lock.yaml' },
  { name: 'pypi-pyproject', wants: (_path, file) => file === 'pyproject.toml', namesManifests: true },
  { name: 'pypi-setup-cfg', mayBeEmpty: true, wants: (_path, file) => file === 'setup.cfg', namesManifests: true },
  { name: 'pypi-setup-py', wants: (_path, file) => file === 'setup.py' },
  { name: 'pypi-installed', mayBeEmpty: true, wants: pypiInstalledWants },
  {
    name: 'pypi-metadata',
    wants: (path, file) =>
      file === 'PKG-INFO' || (file === 'METADATA' && /\.dist-info\/METADATA$/i.test(path)) || /\.egg-info$/i.test(file),
  },
  { name: 'pypi-requirements', mayBeEmpty: true, acceptsProse: true, wants: isRequirementsFile, namesManifests: true },
  { name: 'pypi-poetry-lock', wants: (_path, file) => file === 'poetry.lock' || file === 'pdm.lock' },
  { name: 'pypi-pipfile-lock', wants: (_path, file) => file === 'Pipfile.lock' },
  {
    name: 'pypi-uv-lock',
    namesProject: true,
    // `uv lock --script` writes a lockfile beside a script.
    wants: (_path, file) => file === 'uv.lock' || file.endsWith('.py.lock'),
  },
  { name: 'maven-pom', wants: (_path, file) => file === 'pom.xml' || /\.pom$/.test(file), namesManifests: true },
  { name: 'maven-pom-properties', wants: (path) => /(^|\/)META-INF\/maven\/[^/]+\/[^/]+\/pom\.properties$/.test(path) },
  {
    name: 'maven-gradle-script',
    mayBeEmpty: true,
    // Builds often keep versions as constants in Kotlin files of their build logic, and their plugins add dependencies.
    wants: (path, file) =>
      /\.gradle(\.kts)?$/.test(file) || /(?:^|\/)(?:buildSrc|build-logic|buildLogic)\/(?:.+\/)?[^/]+\.kt$/.test(path),
  },
  {
    name: 'maven-gradle-lockfile',
    mayBeEmpty: true,
    wants: (path, file) =>
      file === 'gradle.lockfile' ||
      file.endsWith('-gradle.lockfile') ||
      /(^|\/)gradle\/dependency-locks\/[^/]+\.lockfile$/.test(path),
  },
  { name: 'maven-gradle-catalog', wants: (_path, file) => file.endsWith('.versions.toml') },
  { name: 'maven-gradle-verification', wants: (_path, file) => file === 'verification-metadata.xml' },
  { name: 'maven-gradle-properties', mayBeEmpty: true, wants: (_path, file) => file === 'gradle.properties' },
  { name: 'golang-go-mod', wants: (_path, file) => file === 'go.mod' },
  { name: 'golang-go-sum', mayBeEmpty: true, wants: (_path, file) => file === 'go.sum' },
  {
    name: 'golang-vendor-modules',
    wants: (path, file) => file === 'modules.txt' && /(^|\/)vendor\/modules\.txt$/.test(path),
  },
  {
    name: 'cargo-toml',
    // The first versions of Cargo accepted the name in small letters.
    wants: (_path, file) => /^[Cc]argo\.toml(\.orig)?$/.test(file),
  },
  { name: 'cargo-lock', namesProject: true, wants: (_path, file) => file === 'Cargo.lock' || file === 'cargo.lock' },
  {
    name: 'gem-gemfile',
    wants: (_path, file) => file === 'gems.rb' || /^Gemfile(\.(?!lock$)[\w-]+)?$/.test(file) || /\.gemfile$/.test(file),
    namesManifests: true,
  },
  {
    name: 'gem-gemfile-lock',
    namesProject: true,
    wants: (_path, file) => /^Gemfile(\.[\w-]+)?\.lock$|^gems\.locked$|\.gemfile\.lock$/.test(file),
  },
  { name: 'gem-gemspec', wants: (_path, file) => file.endsWith('.gemspec') },
  {
    name: 'gem-archive',
    wants: (path, file) => file.endsWith('.gem') || /\.gem[^/]*\/(metadata\.gz[^/]*\/)?metadata(\.gz)?$/.test(path),
  },
  { name: 'composer-json', wants: (_path, file) => file === 'composer.json', namesManifests: true },
  {
    name: 'composer-lock',
    wants: (path, file) => file === 'composer.lock' || /(^|\/)composer\/installed\.json$/.test(path),
  },
  { name: 'wordpress-header', mayBeEmpty: true, wants: wordpressHeaderWants },
  { name: 'nuget-project', wants: nugetProjectWants, namesManifests: true },
  { name: 'nuget-packages-config', wants: (_path, file) => /^packages(\.[\w-]+)?\.config$/i.test(file) },
  { name: 'nuget-lock', wants: (_path, file) => /^packages(\.[\w.-]+)?\.lock\.json$/i.test(file) },
  { name: 'nuget-assets', wants: (_path, file) => file === 'project.assets.json' || file === 'project.lock.json' },
  { name: 'nuget-deps-json', wants: (_path, file) => file.endsWith('.deps.json') },
  { name: 'nuget-nuspec', wants: (_path, file) => /\.nuspec$/i.test(file) },
  { name: 'nuget-paket', wants: (_path, file) => file === 'paket.dependencies' || file === 'paket.lock' },
  { name: 'nuget-project-json', wants: (_path, file) => file === 'project.json' },
  { name: 'nuget-tools', wants: (_path, file) => file === 'dotnet-tools.json' || file === 'global.json' },
  { name: 'nuget-file-app', mayBeEmpty: true, wants: (_path, file) => file.endsWith('.cs') },
  { name: 'swift-package', wants: (_path, file) => /^Package(@swift-[\d.]+)?\.swift$/.test(file) },
  {
    name: 'swift-package-resolved',
    wants: (_path, file) => file === 'Package.resolved' || file === '.package.resolved',
  },
  {
    name: 'swift-deplock',
    wants: (_path, file) => /^(Package\.swift\.(json|deplock)|swift-show-dependencies\.(json|deplock))$/.test(file),
  },
  {
    name: 'cocoapods-podfile',
    wants: (_path, file) => file === 'Podfile' || file === 'CocoaPods.podfile' || file.endsWith('.podfile'),
  },
  {
    name: 'cocoapods-podfile-lock',
    namesProject: true,
    wants: (path, file) => file === 'Podfile.lock' || /(^|\/)Pods\/Manifest\.lock$/.test(path),
  },
  { name: 'cocoapods-podspec', wants: (_path, file) => /\.podspec(\.json)?$/.test(file) },
  { name: 'carthage-cartfile', wants: (_path, file) => file === 'Cartfile' || file === 'Cartfile.private' },
  { name: 'carthage-resolved', wants: (_path, file) => file === 'Cartfile.resolved' },
  { name: 'pub-pubspec', wants: (_path, file) => /(^|\.)pubspec\.ya?ml$/.test(file) },
  { name: 'pub-lock', wants: (_path, file) => file === 'pubspec.lock' },
  { name: 'hex-mix-exs', wants: (_path, file) => file === 'mix.exs' },
  { name: 'hex-mix-lock', wants: (_path, file) => file === 'mix.lock' },
  { name: 'hex-rebar-config', wants: (_path, file) => file === 'rebar.config' },
  { name: 'hex-rebar-lock', wants: (_path, file) => file === 'rebar.lock' },
  { name: 'hex-app-src', wants: (_path, file) => file.endsWith('.app.src') },
  { name: 'otp-app', wants: (_path, file) => file.endsWith('.app') },
  { name: 'hex-gleam', wants: (_path, file) => file === 'gleam.toml' },
  { name: 'hex-gleam-manifest', wants: (_path, file) => file === 'manifest.toml' },
  { name: 'cran-description', wants: (_path, file) => file === 'DESCRIPTION' },
  { name: 'cran-lock', wants: (_path, file) => file === 'renv.lock' || file === 'packrat.lock' },
  { name: 'cpan-cpanfile', wants: (_path, file) => file === 'cpanfile' || file.endsWith('.cpanfile') },
  { name: 'cpan-snapshot', wants: (_path, file) => file === 'cpanfile.snapshot' },
  { name: 'cpan-meta', wants: (_path, file) => /^(MY)?META\.(json|yml)$/.test(file) },
  { name: 'cpan-script', mayBeEmpty: true, wants: (_path, file) => file === 'Makefile.PL' || file === 'Build.PL' },
  { name: 'hackage-cabal', wants: (_path, file) => file.endsWith('.cabal') },
  { name: 'hackage-freeze', wants: (_path, file) => /^cabal(\.[\w-]+)*\.(freeze|config)$/.test(file) },
  { name: 'hackage-stack', wants: (_path, file) => /^stack(-[\w.]+)?\.ya?ml(\.lock)?$/.test(file) },
  { name: 'hackage-hpack', wants: (_path, file) => file === 'package.yaml' },
  { name: 'opam-file', wants: (_path, file) => file === 'opam' || /\.opam(\.template|\.locked)?$/.test(file) },
  { name: 'opam-dune-project', wants: (_path, file) => file === 'dune-project' },
  { name: 'nim-nimble', wants: (_path, file) => file.endsWith('.nimble') },
  { name: 'nim-lock', wants: (_path, file) => file === 'nimble.lock' },
  { name: 'julia-project', wants: (_path, file) => file === 'Project.toml' || file === 'JuliaProject.toml' },
  { name: 'julia-manifest', wants: (_path, file) => /^(Julia)?Manifest(-v[\d.]+)?\.toml$/.test(file) },
  { name: 'luarocks-rockspec', wants: (_path, file) => file.endsWith('.rockspec') },
  { name: 'luarocks-lock', wants: (_path, file) => file === 'luarocks.lock' },
  { name: 'haxe-haxelib', wants: (_path, file) => file === 'haxelib.json' },
  { name: 'swipl-pack', wants: (_path, file) => file === 'pack.pl' },
  { name: 'elm-json', wants: (_path, file) => file === 'elm.json' },
  { name: 'purescript-spago', wants: (_path, file) => /^spago\.(ya?ml|lock|dhall)$/.test(file) },
  {
    name: 'crystal-shard',
    wants: (_path, file) => file === 'shard.yml' || file === 'shard.lock' || file === 'shard.override.yml',
  },
  { name: 'dub-json', wants: (_path, file) => /^(dub|package)\.sdl$|^dub(\.selections)?\.json$/.test(file) },
  { name: 'zig-zon', wants: (_path, file) => file === 'build.zig.zon' },
  { name: 'racket-info', mayBeEmpty: true, wants: (_path, file) => file === 'info.rkt' },
  { name: 'chef-metadata', wants: (_path, file) => file === 'metadata.rb' || file === 'metadata.json' },
  { name: 'npm-bun-lock', namesProject: true, wants: (_path, file) => file === 'bun.lock' },
  { name: 'npm-deno-json', wants: (_path, file) => /^(deno\.jsonc?|import_map\.json|jsr\.json)$/.test(file) },
  { name: 'npm-deno-lock', wants: (_path, file) => file === 'deno.lock' },
  { name: 'bower-json', wants: (_path, file) => file === 'bower.json' || file === '.bower.json' },
  { name: 'component-json', isShared: true, mayBeEmpty: true, wants: (_path, file) => file === 'component.json' },
  { name: 'npm-libman', wants: (_path, file) => file === 'libman.json' },
  { name: 'golang-gopkg-lock', wants: (_path, file) => file === 'Gopkg.lock' },
  { name: 'golang-godeps', wants: (_path, file) => file === 'Godeps.json' },
  { name: 'golang-glide-lock', wants: (_path, file) => file === 'glide.lock' },
  { name: 'golang-go-work', wants: (_path, file) => file === 'go.work' },
  { name: 'pypi-pipfile', wants: (_path, file) => file === 'Pipfile' },
  { name: 'pypi-pylock', wants: (_path, file) => /^pylock(\.[^.]+)?\.toml$/.test(file) },
  {
    name: 'pypi-script',
    mayBeEmpty: true,
    wants: (_path, file) => file.endsWith('.py') && file !== 'setup.py' && file !== 'conanfile.py',
  },
  {
    name: 'conda-environment',
    wants: (_path, file) => /^(conda[-_.]?)?env(ironment)?([-_.][\w.-]+)?\.ya?ml$|^conda\.ya?ml$/.test(file),
    namesManifests: true,
  },
  { name: 'conda-recipe', wants: (_path, file) => /^(meta|recipe)\.yaml$/.test(file) },
  {
    name: 'conda-meta',
    wants: (path, file) =>
      /(^|\/)conda-meta\/[^/]+\.json$/.test(path) || (file === 'index.json' && /(^|\/)info\/index\.json$/.test(path)),
  },
  { name: 'conda-lock', wants: (_path, file) => /^(.*[-.])?conda-lock\.ya?ml$/.test(file) || file === 'pixi.lock' },
  { name: 'aboutcode-about', wants: (_, file) => /\.ABOUT$/i.test(file) },
  {
    name: 'android-metadata',
    mayBeEmpty: true,
    wants: (path, file) => file === 'METADATA' && !/\.dist-info\/METADATA$/i.test(path),
  },
  {
    name: 'chromium-readme',
    wants: (_, file) => /^README\.(android|chromium|facebook|google|thirdparty|v8)$/i.test(file),
  },
  {
    name: 'dep5-copyright',
    mayBeEmpty: true,
    wants: (path, file) =>
      /(?:^|\/)(?:debian\/copyright(?:\.[\w-]+)?|\.reuse\/dep5)$/.test(path) ||
      /\.dep5$/i.test(file) ||
      file === 'COPYRIGHT.txt',
  },
  { name: 'meson-wrap', wants: (path) => /(?:^|\/)subprojects\/[^/]+\.wrap$/.test(path) },
  { name: 'microsoft-cgmanifest', wants: (_, file) => /^cgmanifest(?:\..+)?\.json$/i.test(file) },
  { name: 'mozilla-moz-yaml', wants: (_, file) => file === 'moz.yaml' },
  { name: 'buck-metadata', mayBeEmpty: true, wants: (_path, file) => file === 'METADATA.bzl' },
  { name: 'third-party-readme', mayBeEmpty: true, wants: thirdPartyReadmeWants },
  { name: 'qt-attribution', wants: (_, file) => file === 'qt_attribution.json' },
  {
    name: 'kitware-import',
    mayBeEmpty: true,
    isShared: true,
    wants: (_, file) => /^(?:update(?:-[\w.+-]+)?\.(?:bash|sh)|UpdateFromUpstream\.sh)$/.test(file),
  },
  { name: 'maven-manifest-mf', wants: (path) => /(^|\/)META-INF\/MANIFEST\.MF$/i.test(path) },
  {
    name: 'maven-ivy',
    wants: (_path, file) => file === 'ivy.xml' || file === 'build.xml' || /^ivy-[\w.-]+\.xml$/.test(file),
  },
  {
    name: 'maven-sbt',
    mayBeEmpty: true,
    wants: (path, file) =>
      file.endsWith('.sbt') || /(^|\/)project\/[^/]+\.scala$/.test(path) || /^build\.(sc|mill)$/.test(file),
  },
  { name: 'maven-sbt-lock', wants: (_path, file) => file.endsWith('.sbt.lock') },
  {
    name: 'maven-kotlin-script',
    mayBeEmpty: true,
    wants: (_path, file) => file.endsWith('.kts') && !file.endsWith('.gradle.kts'),
  },
  {
    name: 'clojars-project',
    wants: (_path, file) => file === 'project.clj' || file === 'deps.edn' || file === 'bb.edn',
  },
  { name: 'pypi-wheel-sbom', wants: (path) => /\.dist-info\/sboms\/[^/]+\.(?:json|xml|spdx|ya?ml)$/i.test(path) },
  { name: 'deb-status', wants: debStatusWants },
  { name: 'apk-installed', wants: (path, file) => file === 'installed' && /(^|\/)apk\/db\/installed$/.test(path) },
  {
    name: 'rpm-database',
    wants: (path, file) =>
      file === 'rpmdb.sqlite' ||
      ((file === 'Packages' || file === 'Packages.db') &&
        /(^|\/)(rpm|rpmdb|sysimage\/rpm)\/Packages(\.db)?$/.test(path)),
  },
  { name: 'rpm-package', wants: (_path, file) => file.endsWith('.rpm') },
  { name: 'rpm-manifest', wants: (_path, file) => file === 'container-manifest-2' },
  { name: 'bottlerocket-inventory', wants: (_path, file) => file === 'application-inventory.json' },
  {
    name: 'opkg-status',
    wants: (path, file) =>
      (file === 'status' && /(^|\/)opkg\/status$/.test(path)) || /(^|\/)opkg\/info\/[^/]+\.control$/.test(path),
  },
  { name: 'apk-apkbuild', wants: (_path, file) => file === 'APKBUILD' },
  { name: 'alpm-pkgbuild', wants: (_path, file) => file === 'PKGBUILD' },
  {
    name: 'alpm-desc',
    wants: (path, file) => file === 'desc' && /(^|\/)pacman\/(local|sync)\/[^/]+\/desc$/.test(path),
  },
  { name: 'system-pkginfo', wants: (_path, file) => file === '.PKGINFO' },
  { name: 'freebsd-manifest', wants: (_path, file) => file === '+COMPACT_MANIFEST' || file === '+MANIFEST' },
  {
    name: 'github-actions',
    wants: (path, file) =>
      /(^|\/)\.github\/workflows\/[^/]+\.ya?ml$/.test(path) || file === 'action.yml' || file === 'action.yaml',
  },
  {
    name: 'docker-dockerfile',
    wants: (_path, file) =>
      /^(Dockerfile|Containerfile|dockerfile)([._-].+)?$/.test(file) || /\.(dockerfile|containerfile)$/i.test(file),
    namesManifests: true,
  },
  {
    name: 'docker-compose',
    wants: (_path, file) => /^(docker-)?compose([._-][\w.-]+)?\.ya?ml$/.test(file),
    namesManifests: true,
  },
  {
    name: 'gitlab-ci',
    wants: (_path, file) => /^\.gitlab-ci\.ya?ml$|\.gitlab-ci\.ya?ml$/.test(file),
    namesManifests: true,
  },
  { name: 'git-pre-commit', wants: (_path, file) => /^\.pre-commit-config\.ya?ml$/.test(file) },
  { name: 'git-modules', mayBeEmpty: true, wants: (_path, file) => file === '.gitmodules' },
  { name: 'os-release', mayBeEmpty: true, wants: (path) => /(^|\/)(etc|usr\/lib)\/os-release$/.test(path) },
  { name: 'conan-txt', wants: (_path, file) => file === 'conanfile.txt' || file === 'conaninfo.txt' },
  { name: 'conan-lock', wants: (_path, file) => file === 'conan.lock' },
  { name: 'conan-recipe', mayBeEmpty: true, wants: (_path, file) => file === 'conanfile.py' },
  { name: 'vcpkg-manifest', wants: (_path, file) => file === 'vcpkg.json' },
  { name: 'vcpkg-status', wants: (path, file) => file === 'status' && /(^|\/)vcpkg\/status$/.test(path) },
  { name: 'vcpkg-portfile', mayBeEmpty: true, wants: (_path, file) => file === 'portfile.cmake' },
  {
    name: 'cmake-fetched',
    mayBeEmpty: true,
    wants: (_path, file) => file === 'CMakeLists.txt' || file.endsWith('.cmake'),
  },
  {
    name: 'helm-chart',
    wants: (path, file) =>
      file === 'Chart.yaml' || (file === 'requirements.yaml' && !/(^|\/)(roles|ansible)\//.test(path)),
  },
  { name: 'helm-lock', wants: (_path, file) => file === 'Chart.lock' || file === 'requirements.lock' },
  { name: 'terraform-lock', wants: (_path, file) => file === '.terraform.lock.hcl' },
  {
    name: 'terraform-config',
    mayBeEmpty: true,
    wants: (_path, file) => file.endsWith('.tf') || file.endsWith('.tofu'),
  },
  {
    name: 'bazel-module',
    mayBeEmpty: true,
    wants: (_path, file) => file === 'MODULE.bazel' || file.endsWith('.MODULE.bazel'),
    namesManifests: true,
  },
  {
    name: 'bazel-workspace',
    mayBeEmpty: true,
    wants: (_path, file) => /^WORKSPACE(\.bazel|\.bzlmod)?$/.test(file) || file === 'BUCK' || file.endsWith('.bzl'),
    namesManifests: true,
  },
  {
    name: 'deb-control',
    wants: (path, file) =>
      file.endsWith('.dsc') ||
      (file === 'control' && /(^|\/)(debian|DEBIAN)\/control$|\.u?deb[^/]*\/(?:.*\/)?control$/.test(path)),
  },
  { name: 'nix-flake-lock', wants: (_path, file) => file === 'flake.lock' },
  { name: 'rpm-spec', wants: (_path, file) => file.endsWith('.spec') },
  { name: 'windows-mum', wants: (_path, file) => file.endsWith('.mum') },
  { name: 'west-manifest', wants: (_path, file) => file === 'west.yml' || file === 'west.yaml' },
  {
    name: 'repo-manifest',
    wants: (path, file) => file === 'default.xml' || /(^|\/)(\.repo\/manifests|manifests)\/[^/]+\.xml$/.test(path),
  },
  { name: 'brew-receipt', wants: (_path, file) => file === 'INSTALL_RECEIPT.json' },
  { name: 'brew-brewfile', wants: (_path, file) => file === 'Brewfile' },
  { name: 'platformio-ini', wants: (_path, file) => file === 'platformio.ini' },
  { name: 'arduino-library', mayBeEmpty: true, wants: (_path, file) => file === 'library.properties' },
  { name: 'bitnami-spdx', wants: (_path, file) => /^\.spdx-.+\.spdx$/.test(file) },
  { name: 'bitnami-components', wants: (_path, file) => file === '.bitnami_components.json' },
  { name: 'apple-bundle', wants: appleBundleWants },
  { name: 'java-runtime', mayBeEmpty: true, isShared: true, wants: (_path, file) => file === 'release' },
  {
    name: 'snap-packages',
    wants: (path) => /(^|\/)(meta\/snap\.yaml|usr\/share\/snappy\/dpkg\.yaml|snap\/manifest\.yaml)$/.test(path),
  },
  { name: 'ansible-requirements', wants: (_path, file) => file === 'requirements.yml' || file === 'galaxy.yml' },
  { name: 'buildroot-legal', wants: (path) => /(^|\/)legal-info\/(host-)?manifest\.csv$/.test(path) },
  {
    name: 'deb-copyright',
    mayBeEmpty: true,
    wants: (path, file) => file === 'copyright' && /(^|\/)usr\/share\/doc\/[^/]+\/copyright$/.test(path),
  },
  { name: 'yocto-licenses', wants: (_path, file) => file === 'license.manifest' },
  { name: 'bazel-maven-install', wants: (_path, file) => /^(.*_)?maven_install\.json$/.test(file) },
  { name: 'bazel-module-lock', wants: (_path, file) => file === 'MODULE.bazel.lock' },
  { name: 'conda-pixi', wants: (_path, file) => file === 'pixi.toml' },
  {
    name: 'pypi-egg-requires',
    mayBeEmpty: true,
    wants: (path) => /(^|\/)(EGG-INFO|[^/]+\.egg-info)\/requires\.txt$/i.test(path),
  },
  { name: 'swift-xcode-project', wants: (path) => /(^|\/)[^/]+\.xcodeproj\/project\.pbxproj$/.test(path) },
  { name: 'platformio-library', wants: (_path, file) => file === 'library.json' },
  {
    name: 'yocto-recipe',
    mayBeEmpty: true,
    // Scripts of other languages have the same ending.
    isShared: true,
    wants: (path, file) =>
      /(?:^|\/)recipes[^/]*\/.+\.(?:bb|bbappend|inc)$/.test(path) ||
      /(?:^|\/)conf\/layer\.conf$/.test(path) ||
      /^[\w.+-]+_[^_/]+\.(?:bb|bbappend)$/.test(file),
  },
  {
    name: 'buildroot-recipe',
    mayBeEmpty: true,
    // Other builds have makefiles with this ending.
    isShared: true,
    wants: (path) =>
      /(?:^|\/)(?:package|boot)\/(?:[^/]+\/){0,5}[^/]+\.(?:mk|hash)$|(?:^|\/)linux\/linux\.(?:mk|hash)$/.test(path),
  },
  {
    name: 'buildroot-config',
    mayBeEmpty: true,
    // Linux, U-Boot and BusyBox have such files too.
    isShared: true,
    wants: (_path, file) => file === '.config' || /(?:^|[_.-])defconfig$/.test(file),
  },
  { name: 'ebuild-recipe', mayBeEmpty: true, wants: (_path, file) => file.endsWith('.ebuild') },
  {
    name: 'ebuild-installed',
    // A package may install nothing.
    mayBeEmpty: true,
    wants: ebuildInstalledWants,
  },
  { name: 'pear-package', mayBeEmpty: true, isShared: true, wants: (_path, file) => /^package2?\.xml$/.test(file) },
  { name: 'pear-registry', wants: (path) => /(?:^|\/)\.registry\/(?:\.channel\.[^/]+\/)?[^/]+\.reg$/.test(path) },
  { name: 'vcpkg-spdx', wants: (_path, file) => file === 'vcpkg.spdx.json' },
  {
    name: 'vcpkg-configuration',
    wants: (path, file) => file === 'vcpkg-configuration.json' || /(?:^|\/)versions\/baseline\.json$/.test(path),
  },
  {
    name: 'flatpak-manifest',
    mayBeEmpty: true,
    // Files of any content may have the name of an application.
    isShared: true,
    wants: (path, file) =>
      /^[A-Za-z_][\w-]*(?:\.[\w-]+){2,}\.(?:json|ya?ml)$/.test(file) ||
      /(?:^|\/)[^/]*flatpak[^/]*\.(?:json|ya?ml)$/i.test(path),
  },
  // Any YAML file that no other format has.
  { name: 'kubernetes-manifest', mayBeEmpty: true, isShared: true, wants: (_path, file) => /\.ya?ml$/.test(file) },
  { name: 'project-version', mayBeEmpty: true, isShared: true, wants: projectVersionWants },
] as const satisfies readonly ManifestMember[];
