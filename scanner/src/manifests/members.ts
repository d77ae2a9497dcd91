// The formats of manifests and lockfiles, each with one line: its name, which is that of its folder, and the paths that it wants. If several want a
// path, the first one gets it. The reader is in the folder and loaded for the first such file (readers.ts), because most trees have few formats.

import { appleBundleWants } from './apple/apple-bundle/names.ts';
import { nugetProjectWants } from './dotnet/nuget-project/names.ts';
import { debStatusWants } from './linux/deb-status/names.ts';
import { ebuildInstalledWants } from './linux/ebuild-installed/names.ts';
import type { ManifestMember } from './member.ts';
import { projectVersionWants } from './native/project-version/names.ts';
import { thirdPartyReadmeWants } from './native/third-party-readme/names.ts';
import { wordpressHeaderWants } from './php/wordpress-header/names.ts';
import { pypiInstalledWants } from './python/pypi-installed/names.ts';
import { isRequirementsFile } from './python/pypi-requirements/names.ts';

export const MANIFEST_MEMBERS = [
  { name: 'npm-package-json', room: 'javascript', wants: (_path, file) => file === 'package.json' },
  {
    name: 'npm-package-lock',
    room: 'javascript',
    // npm keeps a hidden copy with the same format in node_modules.
    wants: (_path, file) =>
      file === 'package-lock.json' || file === 'npm-shrinkwrap.json' || file === '.package-lock.json',
  },
  { name: 'npm-yarn-lock', room: 'javascript', namesProject: true, wants: (_path, file) => file === 'yarn.lock' },
  { name: 'npm-pnpm-lock', room: 'javascript', namesProject: true, wants: (_path, file) => file === 'pnpm-lock.yaml' },
  { name: 'pypi-pyproject', room: 'python', wants: (_path, file) => file === 'pyproject.toml', namesManifests: true },
  {
    name: 'pypi-setup-cfg',
    room: 'python',
    mayBeEmpty: true,
    wants: (_path, file) => file === 'setup.cfg',
    namesManifests: true,
  },
  { name: 'pypi-setup-py', room: 'python', wants: (_path, file) => file === 'setup.py' },
  { name: 'pypi-installed', room: 'python', mayBeEmpty: true, wants: pypiInstalledWants },
  {
    name: 'pypi-metadata',
    room: 'python',
    wants: (path, file) =>
      file === 'PKG-INFO' || (file === 'METADATA' && /\.dist-info\/METADATA$/i.test(path)) || /\.egg-info$/i.test(file),
  },
  {
    name: 'pypi-requirements',
    room: 'python',
    mayBeEmpty: true,
    acceptsProse: true,
    wants: isRequirementsFile,
    namesManifests: true,
  },
  { name: 'pypi-poetry-lock', room: 'python', wants: (_path, file) => file === 'poetry.lock' || file === 'pdm.lock' },
  { name: 'pypi-pipfile-lock', room: 'python', wants: (_path, file) => file === 'Pipfile.lock' },
  {
    name: 'pypi-uv-lock',
    room: 'python',
    namesProject: true,
    // `uv lock --script` writes a lockfile beside a script.
    wants: (_path, file) => file === 'uv.lock' || file.endsWith('.py.lock'),
  },
  {
    name: 'maven-pom',
    room: 'java',
    wants: (_path, file) => file === 'pom.xml' || /\.pom$/.test(file),
    namesManifests: true,
  },
  {
    name: 'maven-pom-properties',
    room: 'java',
    wants: (path) => /(^|\/)META-INF\/maven\/[^/]+\/[^/]+\/pom\.properties$/.test(path),
  },
  {
    name: 'maven-gradle-script',
    room: 'java',
    mayBeEmpty: true,
    // Builds often keep versions as constants in Kotlin files of their build logic, and their plugins add dependencies.
    wants: (path, file) =>
      /\.gradle(\.kts)?$/.test(file) || /(?:^|\/)(?:buildSrc|build-logic|buildLogic)\/(?:.+\/)?[^/]+\.kt$/.test(path),
  },
  {
    name: 'maven-gradle-lockfile',
    room: 'java',
    mayBeEmpty: true,
    wants: (path, file) =>
      file === 'gradle.lockfile' ||
      file.endsWith('-gradle.lockfile') ||
      /(^|\/)gradle\/dependency-locks\/[^/]+\.lockfile$/.test(path),
  },
  { name: 'maven-gradle-catalog', room: 'java', wants: (_path, file) => file.endsWith('.versions.toml') },
  { name: 'maven-gradle-verification', room: 'java', wants: (_path, file) => file === 'verification-metadata.xml' },
  {
    name: 'maven-gradle-properties',
    room: 'java',
    mayBeEmpty: true,
    wants: (_path, file) => file === 'gradle.properties',
  },
  { name: 'golang-go-mod', room: 'go', wants: (_path, file) => file === 'go.mod' },
  { name: 'golang-go-sum', room: 'go', mayBeEmpty: true, wants: (_path, file) => file === 'go.sum' },
  {
    name: 'golang-vendor-modules',
    room: 'go',
    wants: (path, file) => file === 'modules.txt' && /(^|\/)vendor\/modules\.txt$/.test(path),
  },
  {
    name: 'cargo-toml',
    room: 'rust',
    // The first versions of Cargo accepted the name in small letters.
    wants: (_path, file) => /^[Cc]argo\.toml(\.orig)?$/.test(file),
  },
  {
    name: 'cargo-lock',
    room: 'rust',
    namesProject: true,
    wants: (_path, file) => file === 'Cargo.lock' || file === 'cargo.lock',
  },
  {
    name: 'gem-gemfile',
    room: 'ruby',
    wants: (_path, file) => file === 'gems.rb' || /^Gemfile(\.(?!lock$)[\w-]+)?$/.test(file) || /\.gemfile$/.test(file),
    namesManifests: true,
  },
  {
    name: 'gem-gemfile-lock',
    room: 'ruby',
    namesProject: true,
    wants: (_path, file) => /^Gemfile(\.[\w-]+)?\.lock$|^gems\.locked$|\.gemfile\.lock$/.test(file),
  },
  { name: 'gem-gemspec', room: 'ruby', wants: (_path, file) => file.endsWith('.gemspec') },
  {
    name: 'gem-archive',
    room: 'ruby',
    wants: (path, file) => file.endsWith('.gem') || /\.gem[^/]*\/(metadata\.gz[^/]*\/)?metadata(\.gz)?$/.test(path),
  },
  { name: 'composer-json', room: 'php', wants: (_path, file) => file === 'composer.json', namesManifests: true },
  {
    name: 'composer-lock',
    room: 'php',
    wants: (path, file) => file === 'composer.lock' || /(^|\/)composer\/installed\.json$/.test(path),
  },
  { name: 'wordpress-header', room: 'php', mayBeEmpty: true, wants: wordpressHeaderWants },
  { name: 'nuget-project', room: 'dotnet', wants: nugetProjectWants, namesManifests: true },
  {
    name: 'nuget-packages-config',
    room: 'dotnet',
    wants: (_path, file) => /^packages(\.[\w-]+)?\.config$/i.test(file),
  },
  { name: 'nuget-lock', room: 'dotnet', wants: (_path, file) => /^packages(\.[\w.-]+)?\.lock\.json$/i.test(file) },
  {
    name: 'nuget-assets',
    room: 'dotnet',
    wants: (_path, file) => file === 'project.assets.json' || file === 'project.lock.json',
  },
  { name: 'nuget-deps-json', room: 'dotnet', wants: (_path, file) => file.endsWith('.deps.json') },
  { name: 'nuget-nuspec', room: 'dotnet', wants: (_path, file) => /\.nuspec$/i.test(file) },
  {
    name: 'nuget-paket',
    room: 'dotnet',
    wants: (_path, file) => file === 'paket.dependencies' || file === 'paket.lock',
  },
  { name: 'nuget-project-json', room: 'dotnet', wants: (_path, file) => file === 'project.json' },
  {
    name: 'nuget-tools',
    room: 'dotnet',
    wants: (_path, file) => file === 'dotnet-tools.json' || file === 'global.json',
  },
  { name: 'nuget-file-app', room: 'dotnet', mayBeEmpty: true, wants: (_path, file) => file.endsWith('.cs') },
  { name: 'swift-package', room: 'apple', wants: (_path, file) => /^Package(@swift-[\d.]+)?\.swift$/.test(file) },
  {
    name: 'swift-package-resolved',
    room: 'apple',
    wants: (_path, file) => file === 'Package.resolved' || file === '.package.resolved',
  },
  {
    name: 'swift-deplock',
    room: 'apple',
    wants: (_path, file) => /^(Package\.swift\.(json|deplock)|swift-show-dependencies\.(json|deplock))$/.test(file),
  },
  {
    name: 'cocoapods-podfile',
    room: 'apple',
    wants: (_path, file) => file === 'Podfile' || file === 'CocoaPods.podfile' || file.endsWith('.podfile'),
  },
  {
    name: 'cocoapods-podfile-lock',
    room: 'apple',
    namesProject: true,
    wants: (path, file) => file === 'Podfile.lock' || /(^|\/)Pods\/Manifest\.lock$/.test(path),
  },
  { name: 'cocoapods-podspec', room: 'apple', wants: (_path, file) => /\.podspec(\.json)?$/.test(file) },
  {
    name: 'carthage-cartfile',
    room: 'apple',
    wants: (_path, file) => file === 'Cartfile' || file === 'Cartfile.private',
  },
  { name: 'carthage-resolved', room: 'apple', wants: (_path, file) => file === 'Cartfile.resolved' },
  { name: 'pub-pubspec', room: 'other-languages', wants: (_path, file) => /(^|\.)pubspec\.ya?ml$/.test(file) },
  { name: 'pub-lock', room: 'other-languages', wants: (_path, file) => file === 'pubspec.lock' },
  { name: 'hex-mix-exs', room: 'beam', wants: (_path, file) => file === 'mix.exs' },
  { name: 'hex-mix-lock', room: 'beam', wants: (_path, file) => file === 'mix.lock' },
  { name: 'hex-rebar-config', room: 'beam', wants: (_path, file) => file === 'rebar.config' },
  { name: 'hex-rebar-lock', room: 'beam', wants: (_path, file) => file === 'rebar.lock' },
  { name: 'hex-app-src', room: 'beam', wants: (_path, file) => file.endsWith('.app.src') },
  { name: 'otp-app', room: 'beam', wants: (_path, file) => file.endsWith('.app') },
  { name: 'hex-gleam', room: 'beam', wants: (_path, file) => file === 'gleam.toml' },
  { name: 'hex-gleam-manifest', room: 'beam', wants: (_path, file) => file === 'manifest.toml' },
  { name: 'cran-description', room: 'r', wants: (_path, file) => file === 'DESCRIPTION' },
  { name: 'cran-lock', room: 'r', wants: (_path, file) => file === 'renv.lock' || file === 'packrat.lock' },
  { name: 'cpan-cpanfile', room: 'perl', wants: (_path, file) => file === 'cpanfile' || file.endsWith('.cpanfile') },
  { name: 'cpan-snapshot', room: 'perl', wants: (_path, file) => file === 'cpanfile.snapshot' },
  { name: 'cpan-meta', room: 'perl', wants: (_path, file) => /^(MY)?META\.(json|yml)$/.test(file) },
  {
    name: 'cpan-script',
    room: 'perl',
    mayBeEmpty: true,
    wants: (_path, file) => file === 'Makefile.PL' || file === 'Build.PL',
  },
  { name: 'hackage-cabal', room: 'haskell', wants: (_path, file) => file.endsWith('.cabal') },
  { name: 'hackage-freeze', room: 'haskell', wants: (_path, file) => /^cabal(\.[\w-]+)*\.(freeze|config)$/.test(file) },
  { name: 'hackage-stack', room: 'haskell', wants: (_path, file) => /^stack(-[\w.]+)?\.ya?ml(\.lock)?$/.test(file) },
  { name: 'hackage-hpack', room: 'haskell', wants: (_path, file) => file === 'package.yaml' },
  {
    name: 'opam-file',
    room: 'other-languages',
    wants: (_path, file) => file === 'opam' || /\.opam(\.template|\.locked)?$/.test(file),
  },
  { name: 'opam-dune-project', room: 'other-languages', wants: (_path, file) => file === 'dune-project' },
  { name: 'nim-nimble', room: 'other-languages', wants: (_path, file) => file.endsWith('.nimble') },
  { name: 'nim-lock', room: 'other-languages', wants: (_path, file) => file === 'nimble.lock' },
  {
    name: 'julia-project',
    room: 'other-languages',
    wants: (_path, file) => file === 'Project.toml' || file === 'JuliaProject.toml',
  },
  {
    name: 'julia-manifest',
    room: 'other-languages',
    wants: (_path, file) => /^(Julia)?Manifest(-v[\d.]+)?\.toml$/.test(file),
  },
  { name: 'luarocks-rockspec', room: 'other-languages', wants: (_path, file) => file.endsWith('.rockspec') },
  { name: 'luarocks-lock', room: 'other-languages', wants: (_path, file) => file === 'luarocks.lock' },
  { name: 'haxe-haxelib', room: 'other-languages', wants: (_path, file) => file === 'haxelib.json' },
  { name: 'swipl-pack', room: 'other-languages', wants: (_path, file) => file === 'pack.pl' },
  { name: 'elm-json', room: 'other-languages', wants: (_path, file) => file === 'elm.json' },
  {
    name: 'purescript-spago',
    room: 'other-languages',
    wants: (_path, file) => /^spago\.(ya?ml|lock|dhall)$/.test(file),
  },
  {
    name: 'crystal-shard',
    room: 'other-languages',
    wants: (_path, file) => file === 'shard.yml' || file === 'shard.lock' || file === 'shard.override.yml',
  },
  {
    name: 'dub-json',
    room: 'other-languages',
    wants: (_path, file) => /^(dub|package)\.sdl$|^dub(\.selections)?\.json$/.test(file),
  },
  { name: 'zig-zon', room: 'other-languages', wants: (_path, file) => file === 'build.zig.zon' },
  { name: 'racket-info', room: 'other-languages', mayBeEmpty: true, wants: (_path, file) => file === 'info.rkt' },
  { name: 'chef-metadata', room: 'ruby', wants: (_path, file) => file === 'metadata.rb' || file === 'metadata.json' },
  { name: 'npm-bun-lock', room: 'javascript', namesProject: true, wants: (_path, file) => file === 'bun.lock' },
  {
    name: 'npm-deno-json',
    room: 'javascript',
    wants: (_path, file) => /^(deno\.jsonc?|import_map\.json|jsr\.json)$/.test(file),
  },
  { name: 'npm-deno-lock', room: 'javascript', wants: (_path, file) => file === 'deno.lock' },
  { name: 'bower-json', room: 'javascript', wants: (_path, file) => file === 'bower.json' || file === '.bower.json' },
  {
    name: 'component-json',
    room: 'javascript',
    isShared: true,
    mayBeEmpty: true,
    wants: (_path, file) => file === 'component.json',
  },
  { name: 'npm-libman', room: 'javascript', wants: (_path, file) => file === 'libman.json' },
  { name: 'golang-gopkg-lock', room: 'go', wants: (_path, file) => file === 'Gopkg.lock' },
  { name: 'golang-godeps', room: 'go', wants: (_path, file) => file === 'Godeps.json' },
  { name: 'golang-glide-lock', room: 'go', wants: (_path, file) => file === 'glide.lock' },
  { name: 'golang-go-work', room: 'go', wants: (_path, file) => file === 'go.work' },
  { name: 'pypi-pipfile', room: 'python', wants: (_path, file) => file === 'Pipfile' },
  { name: 'pypi-pylock', room: 'python', wants: (_path, file) => /^pylock(\.[^.]+)?\.toml$/.test(file) },
  {
    name: 'pypi-script',
    room: 'python',
    mayBeEmpty: true,
    wants: (_path, file) => file.endsWith('.py') && file !== 'setup.py' && file !== 'conanfile.py',
  },
  {
    name: 'conda-environment',
    room: 'conda',
    wants: (_path, file) => /^(conda[-_.]?)?env(ironment)?([-_.][\w.-]+)?\.ya?ml$|^conda\.ya?ml$/.test(file),
    namesManifests: true,
  },
  { name: 'conda-recipe', room: 'conda', wants: (_path, file) => /^(meta|recipe)\.yaml$/.test(file) },
  {
    name: 'conda-meta',
    room: 'conda',
    wants: (path, file) =>
      /(^|\/)conda-meta\/[^/]+\.json$/.test(path) || (file === 'index.json' && /(^|\/)info\/index\.json$/.test(path)),
  },
  {
    name: 'conda-lock',
    room: 'conda',
    wants: (_path, file) => /^(.*[-.])?conda-lock\.ya?ml$/.test(file) || file === 'pixi.lock',
  },
  { name: 'aboutcode-about', room: 'native', wants: (_, file) => /\.ABOUT$/i.test(file) },
  {
    name: 'android-metadata',
    room: 'other-languages',
    mayBeEmpty: true,
    wants: (path, file) => file === 'METADATA' && !/\.dist-info\/METADATA$/i.test(path),
  },
  {
    name: 'chromium-readme',
    room: 'native',
    wants: (_, file) => /^README\.(android|chromium|facebook|google|thirdparty|v8)$/i.test(file),
  },
  {
    name: 'dep5-copyright',
    room: 'linux',
    mayBeEmpty: true,
    wants: (path, file) =>
      /(?:^|\/)(?:debian\/copyright(?:\.[\w-]+)?|\.reuse\/dep5)$/.test(path) ||
      /\.dep5$/i.test(file) ||
      file === 'COPYRIGHT.txt',
  },
  { name: 'meson-wrap', room: 'native', wants: (path) => /(?:^|\/)subprojects\/[^/]+\.wrap$/.test(path) },
  { name: 'microsoft-cgmanifest', room: 'native', wants: (_, file) => /^cgmanifest(?:\..+)?\.json$/i.test(file) },
  { name: 'mozilla-moz-yaml', room: 'native', wants: (_, file) => file === 'moz.yaml' },
  { name: 'buck-metadata', room: 'native', mayBeEmpty: true, wants: (_path, file) => file === 'METADATA.bzl' },
  { name: 'third-party-readme', room: 'native', mayBeEmpty: true, wants: thirdPartyReadmeWants },
  { name: 'qt-attribution', room: 'native', wants: (_, file) => file === 'qt_attribution.json' },
  {
    name: 'kitware-import',
    room: 'native',
    mayBeEmpty: true,
    isShared: true,
    wants: (_, file) => /^(?:update(?:-[\w.+-]+)?\.(?:bash|sh)|UpdateFromUpstream\.sh)$/.test(file),
  },
  { name: 'maven-manifest-mf', room: 'java', wants: (path) => /(^|\/)META-INF\/MANIFEST\.MF$/i.test(path) },
  {
    name: 'maven-ivy',
    room: 'java',
    wants: (_path, file) => file === 'ivy.xml' || file === 'build.xml' || /^ivy-[\w.-]+\.xml$/.test(file),
  },
  {
    name: 'maven-sbt',
    room: 'java',
    mayBeEmpty: true,
    wants: (path, file) =>
      file.endsWith('.sbt') || /(^|\/)project\/[^/]+\.scala$/.test(path) || /^build\.(sc|mill)$/.test(file),
  },
  { name: 'maven-sbt-lock', room: 'java', wants: (_path, file) => file.endsWith('.sbt.lock') },
  {
    name: 'maven-kotlin-script',
    room: 'java',
    mayBeEmpty: true,
    wants: (_path, file) => file.endsWith('.kts') && !file.endsWith('.gradle.kts'),
  },
  {
    name: 'clojars-project',
    room: 'java',
    wants: (_path, file) => file === 'project.clj' || file === 'deps.edn' || file === 'bb.edn',
  },
  {
    name: 'pypi-wheel-sbom',
    room: 'python',
    wants: (path) => /\.dist-info\/sboms\/[^/]+\.(?:json|xml|spdx|ya?ml)$/i.test(path),
  },
  { name: 'deb-status', room: 'linux', wants: debStatusWants },
  {
    name: 'apk-installed',
    room: 'linux',
    wants: (path, file) => file === 'installed' && /(^|\/)apk\/db\/installed$/.test(path),
  },
  {
    name: 'rpm-database',
    room: 'linux',
    wants: (path, file) =>
      file === 'rpmdb.sqlite' ||
      ((file === 'Packages' || file === 'Packages.db') &&
        /(^|\/)(rpm|rpmdb|sysimage\/rpm)\/Packages(\.db)?$/.test(path)),
  },
  { name: 'rpm-package', room: 'linux', wants: (_path, file) => file.endsWith('.rpm') },
  { name: 'rpm-manifest', room: 'linux', wants: (_path, file) => file === 'container-manifest-2' },
  { name: 'bottlerocket-inventory', room: 'linux', wants: (_path, file) => file === 'application-inventory.json' },
  {
    name: 'opkg-status',
    room: 'linux',
    wants: (path, file) =>
      (file === 'status' && /(^|\/)opkg\/status$/.test(path)) || /(^|\/)opkg\/info\/[^/]+\.control$/.test(path),
  },
  { name: 'apk-apkbuild', room: 'linux', wants: (_path, file) => file === 'APKBUILD' },
  { name: 'alpm-pkgbuild', room: 'linux', wants: (_path, file) => file === 'PKGBUILD' },
  {
    name: 'alpm-desc',
    room: 'linux',
    wants: (path, file) => file === 'desc' && /(^|\/)pacman\/(local|sync)\/[^/]+\/desc$/.test(path),
  },
  { name: 'system-pkginfo', room: 'linux', wants: (_path, file) => file === '.PKGINFO' },
  {
    name: 'freebsd-manifest',
    room: 'linux',
    wants: (_path, file) => file === '+COMPACT_MANIFEST' || file === '+MANIFEST',
  },
  {
    name: 'github-actions',
    room: 'operations',
    wants: (path, file) =>
      /(^|\/)\.github\/workflows\/[^/]+\.ya?ml$/.test(path) || file === 'action.yml' || file === 'action.yaml',
  },
  {
    name: 'docker-dockerfile',
    room: 'operations',
    wants: (_path, file) =>
      /^(Dockerfile|Containerfile|dockerfile)([._-].+)?$/.test(file) || /\.(dockerfile|containerfile)$/i.test(file),
    namesManifests: true,
  },
  {
    name: 'docker-compose',
    room: 'operations',
    wants: (_path, file) => /^(docker-)?compose([._-][\w.-]+)?\.ya?ml$/.test(file),
    namesManifests: true,
  },
  {
    name: 'gitlab-ci',
    room: 'operations',
    wants: (_path, file) => /^\.gitlab-ci\.ya?ml$|\.gitlab-ci\.ya?ml$/.test(file),
    namesManifests: true,
  },
  { name: 'git-pre-commit', room: 'operations', wants: (_path, file) => /^\.pre-commit-config\.ya?ml$/.test(file) },
  { name: 'git-modules', room: 'native', mayBeEmpty: true, wants: (_path, file) => file === '.gitmodules' },
  {
    name: 'os-release',
    room: 'linux',
    mayBeEmpty: true,
    wants: (path) => /(^|\/)(etc|usr\/lib)\/os-release$/.test(path),
  },
  { name: 'conan-txt', room: 'native', wants: (_path, file) => file === 'conanfile.txt' || file === 'conaninfo.txt' },
  { name: 'conan-lock', room: 'native', wants: (_path, file) => file === 'conan.lock' },
  { name: 'conan-recipe', room: 'native', mayBeEmpty: true, wants: (_path, file) => file === 'conanfile.py' },
  { name: 'vcpkg-manifest', room: 'native', wants: (_path, file) => file === 'vcpkg.json' },
  {
    name: 'vcpkg-status',
    room: 'native',
    wants: (path, file) => file === 'status' && /(^|\/)vcpkg\/status$/.test(path),
  },
  { name: 'vcpkg-portfile', room: 'native', mayBeEmpty: true, wants: (_path, file) => file === 'portfile.cmake' },
  {
    name: 'cmake-fetched',
    room: 'native',
    mayBeEmpty: true,
    wants: (_path, file) => file === 'CMakeLists.txt' || file.endsWith('.cmake'),
  },
  {
    name: 'helm-chart',
    room: 'operations',
    wants: (path, file) =>
      file === 'Chart.yaml' || (file === 'requirements.yaml' && !/(^|\/)(roles|ansible)\//.test(path)),
  },
  {
    name: 'helm-lock',
    room: 'operations',
    wants: (_path, file) => file === 'Chart.lock' || file === 'requirements.lock',
  },
  { name: 'terraform-lock', room: 'operations', wants: (_path, file) => file === '.terraform.lock.hcl' },
  {
    name: 'terraform-config',
    room: 'operations',
    mayBeEmpty: true,
    wants: (_path, file) => file.endsWith('.tf') || file.endsWith('.tofu'),
  },
  {
    name: 'bazel-module',
    room: 'bazel',
    mayBeEmpty: true,
    wants: (_path, file) => file === 'MODULE.bazel' || file.endsWith('.MODULE.bazel'),
    namesManifests: true,
  },
  {
    name: 'bazel-workspace',
    room: 'bazel',
    mayBeEmpty: true,
    wants: (_path, file) => /^WORKSPACE(\.bazel|\.bzlmod)?$/.test(file) || file === 'BUCK' || file.endsWith('.bzl'),
    namesManifests: true,
  },
  {
    name: 'deb-control',
    room: 'linux',
    wants: (path, file) =>
      file.endsWith('.dsc') ||
      (file === 'control' && /(^|\/)(debian|DEBIAN)\/control$|\.u?deb[^/]*\/(?:.*\/)?control$/.test(path)),
  },
  { name: 'nix-flake-lock', room: 'linux', wants: (_path, file) => file === 'flake.lock' },
  { name: 'rpm-spec', room: 'linux', wants: (_path, file) => file.endsWith('.spec') },
  { name: 'windows-mum', room: 'linux', wants: (_path, file) => file.endsWith('.mum') },
  { name: 'west-manifest', room: 'native', wants: (_path, file) => file === 'west.yml' || file === 'west.yaml' },
  {
    name: 'repo-manifest',
    room: 'native',
    wants: (path, file) => file === 'default.xml' || /(^|\/)(\.repo\/manifests|manifests)\/[^/]+\.xml$/.test(path),
  },
  { name: 'brew-receipt', room: 'apple', wants: (_path, file) => file === 'INSTALL_RECEIPT.json' },
  { name: 'brew-brewfile', room: 'apple', wants: (_path, file) => file === 'Brewfile' },
  { name: 'platformio-ini', room: 'embedded', wants: (_path, file) => file === 'platformio.ini' },
  {
    name: 'arduino-library',
    room: 'embedded',
    mayBeEmpty: true,
    wants: (_path, file) => file === 'library.properties',
  },
  { name: 'bitnami-spdx', room: 'native', wants: (_path, file) => /^\.spdx-.+\.spdx$/.test(file) },
  { name: 'bitnami-components', room: 'native', wants: (_path, file) => file === '.bitnami_components.json' },
  { name: 'apple-bundle', room: 'apple', wants: appleBundleWants },
  { name: 'java-runtime', room: 'java', mayBeEmpty: true, isShared: true, wants: (_path, file) => file === 'release' },
  {
    name: 'snap-packages',
    room: 'linux',
    wants: (path) => /(^|\/)(meta\/snap\.yaml|usr\/share\/snappy\/dpkg\.yaml|snap\/manifest\.yaml)$/.test(path),
  },
  {
    name: 'ansible-requirements',
    room: 'operations',
    wants: (_path, file) => file === 'requirements.yml' || file === 'galaxy.yml',
  },
  { name: 'buildroot-legal', room: 'embedded', wants: (path) => /(^|\/)legal-info\/(host-)?manifest\.csv$/.test(path) },
  {
    name: 'deb-copyright',
    room: 'linux',
    mayBeEmpty: true,
    wants: (path, file) => file === 'copyright' && /(^|\/)usr\/share\/doc\/[^/]+\/copyright$/.test(path),
  },
  { name: 'yocto-licenses', room: 'embedded', wants: (_path, file) => file === 'license.manifest' },
  { name: 'bazel-maven-install', room: 'bazel', wants: (_path, file) => /^(.*_)?maven_install\.json$/.test(file) },
  { name: 'bazel-module-lock', room: 'bazel', wants: (_path, file) => file === 'MODULE.bazel.lock' },
  { name: 'conda-pixi', room: 'conda', wants: (_path, file) => file === 'pixi.toml' },
  {
    name: 'pypi-egg-requires',
    room: 'python',
    mayBeEmpty: true,
    wants: (path) => /(^|\/)(EGG-INFO|[^/]+\.egg-info)\/requires\.txt$/i.test(path),
  },
  {
    name: 'swift-xcode-project',
    room: 'apple',
    wants: (path) => /(^|\/)[^/]+\.xcodeproj\/project\.pbxproj$/.test(path),
  },
  { name: 'platformio-library', room: 'embedded', wants: (_path, file) => file === 'library.json' },
  {
    name: 'yocto-recipe',
    room: 'embedded',
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
    room: 'embedded',
    mayBeEmpty: true,
    // Other builds have makefiles with this ending.
    isShared: true,
    wants: (path) =>
      /(?:^|\/)(?:package|boot)\/(?:[^/]+\/){0,5}[^/]+\.(?:mk|hash)$|(?:^|\/)linux\/linux\.(?:mk|hash)$/.test(path),
  },
  {
    name: 'buildroot-config',
    room: 'embedded',
    mayBeEmpty: true,
    // Linux, U-Boot and BusyBox have such files too.
    isShared: true,
    wants: (_path, file) => file === '.config' || /(?:^|[_.-])defconfig$/.test(file),
  },
  { name: 'ebuild-recipe', room: 'linux', mayBeEmpty: true, wants: (_path, file) => file.endsWith('.ebuild') },
  {
    name: 'ebuild-installed',
    room: 'linux',
    // A package may install nothing.
    mayBeEmpty: true,
    wants: ebuildInstalledWants,
  },
  {
    name: 'pear-package',
    room: 'php',
    mayBeEmpty: true,
    isShared: true,
    wants: (_path, file) => /^package2?\.xml$/.test(file),
  },
  {
    name: 'pear-registry',
    room: 'php',
    wants: (path) => /(?:^|\/)\.registry\/(?:\.channel\.[^/]+\/)?[^/]+\.reg$/.test(path),
  },
  { name: 'vcpkg-spdx', room: 'native', wants: (_path, file) => file === 'vcpkg.spdx.json' },
  {
    name: 'vcpkg-configuration',
    room: 'native',
    wants: (path, file) => file === 'vcpkg-configuration.json' || /(?:^|\/)versions\/baseline\.json$/.test(path),
  },
  {
    name: 'sbom-document',
    room: 'operations',
    mayBeEmpty: true,
    isShared: true,
    wants: (path, file) =>
      /(?:^|[.-])(?:cdx|bom|sbom|cyclonedx|spdx|spdx3|syft)\.(?:json|xml|ya?ml|jsonld|rdf|rdf\.xml|tag)$/i.test(file) ||
      /\.(?:spdx|cdx)$/i.test(file) ||
      /(?:^|\/)sboms?\/[^/]+\.(?:json|xml|ya?ml)$/i.test(path),
  },
  {
    name: 'flatpak-manifest',
    room: 'linux',
    mayBeEmpty: true,
    // Files of any content may have the name of an application.
    isShared: true,
    wants: (path, file) =>
      /^[A-Za-z_][\w-]*(?:\.[\w-]+){2,}\.(?:json|ya?ml)$/.test(file) ||
      /(?:^|\/)[^/]*flatpak[^/]*\.(?:json|ya?ml)$/i.test(path),
  },
  // Any YAML file that no other format has.
  {
    name: 'kubernetes-manifest',
    room: 'operations',
    mayBeEmpty: true,
    isShared: true,
    wants: (_path, file) => /\.ya?ml$/.test(file),
  },
  { name: 'project-version', room: 'native', mayBeEmpty: true, isShared: true, wants: projectVersionWants },
] as const satisfies readonly ManifestMember[];
