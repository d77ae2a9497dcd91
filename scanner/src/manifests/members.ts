// The formats of manifests and lockfiles, each with its import and one line here. If several want a path, the first one gets it.
import { aboutcodeAbout } from './aboutcode-about/index.ts';
import { alpmDesc } from './alpm-desc/index.ts';
import { alpmPkgbuild } from './alpm-pkgbuild/index.ts';
import { androidMetadata } from './android-metadata/index.ts';
import { ansibleRequirements } from './ansible-requirements/index.ts';
import { apkApkbuild } from './apk-apkbuild/index.ts';
import { apkInstalled } from './apk-installed/index.ts';
import { appleBundle } from './apple-bundle/index.ts';
import { arduinoLibrary } from './arduino-library/index.ts';
import { bazelMavenInstall } from './bazel-maven-install/index.ts';
import { bazelModule } from './bazel-module/index.ts';
import { bazelModuleLock } from './bazel-module-lock/index.ts';
import { bazelWorkspace } from './bazel-workspace/index.ts';
import { bitnamiComponents } from './bitnami-components/index.ts';
import { bitnamiSpdx } from './bitnami-spdx/index.ts';
import { bottlerocketInventory } from './bottlerocket-inventory/index.ts';
import { bowerJson } from './bower-json/index.ts';
import { brewBrewfile } from './brew-brewfile/index.ts';
import { brewReceipt } from './brew-receipt/index.ts';
import { buckMetadata } from './buck-metadata/index.ts';
import { buildrootConfig } from './buildroot-config/index.ts';
import { buildrootLegal } from './buildroot-legal/index.ts';
import { buildrootRecipe } from './buildroot-recipe/index.ts';
import { cargoLock } from './cargo-lock/index.ts';
import { cargoToml } from './cargo-toml/index.ts';
import { carthageCartfile } from './carthage-cartfile/index.ts';
import { carthageResolved } from './carthage-resolved/index.ts';
import { chefMetadata } from './chef-metadata/index.ts';
import { chromiumReadme } from './chromium-readme/index.ts';
import { clojarsProject } from './clojars-project/index.ts';
import { cmakeFetched } from './cmake-fetched/index.ts';
import { cocoapodsPodfile } from './cocoapods-podfile/index.ts';
import { cocoapodsPodfileLock } from './cocoapods-podfile-lock/index.ts';
import { cocoapodsPodspec } from './cocoapods-podspec/index.ts';
import { componentJson } from './component-json/index.ts';
import { composerJson } from './composer-json/index.ts';
import { composerLock } from './composer-lock/index.ts';
import { conanLock } from './conan-lock/index.ts';
import { conanRecipe } from './conan-recipe/index.ts';
import { conanTxt } from './conan-txt/index.ts';
import { condaEnvironment } from './conda-environment/index.ts';
import { condaLock } from './conda-lock/index.ts';
import { condaMeta } from './conda-meta/index.ts';
import { condaPixi } from './conda-pixi/index.ts';
import { condaRecipe } from './conda-recipe/index.ts';
import { cpanCpanfile } from './cpan-cpanfile/index.ts';
import { cpanMeta } from './cpan-meta/index.ts';
import { cpanScript } from './cpan-script/index.ts';
import { cpanSnapshot } from './cpan-snapshot/index.ts';
import { cranDescription } from './cran-description/index.ts';
import { cranLock } from './cran-lock/index.ts';
import { crystalShard } from './crystal-shard/index.ts';
import { debControl } from './deb-control/index.ts';
import { debCopyright } from './deb-copyright/index.ts';
import { debStatus } from './deb-status/index.ts';
import { dep5Copyright } from './dep5-copyright/index.ts';
import { dockerCompose } from './docker-compose/index.ts';
import { dockerDockerfile } from './docker-dockerfile/index.ts';
import { dubJson } from './dub-json/index.ts';
import { ebuildInstalled } from './ebuild-installed/index.ts';
import { ebuildRecipe } from './ebuild-recipe/index.ts';
import { elmJson } from './elm-json/index.ts';
import { flatpakManifest } from './flatpak-manifest/index.ts';
import { freebsdManifest } from './freebsd-manifest/index.ts';
import { gemArchive } from './gem-archive/index.ts';
import { gemGemfile } from './gem-gemfile/index.ts';
import { gemGemfileLock } from './gem-gemfile-lock/index.ts';
import { gemGemspec } from './gem-gemspec/index.ts';
import { gitModules } from './git-modules/index.ts';
import { gitPreCommit } from './git-pre-commit/index.ts';
import { githubActions } from './github-actions/index.ts';
import { gitlabCi } from './gitlab-ci/index.ts';
import { golangGlideLock } from './golang-glide-lock/index.ts';
import { golangGoMod } from './golang-go-mod/index.ts';
import { golangGoSum } from './golang-go-sum/index.ts';
import { golangGoWork } from './golang-go-work/index.ts';
import { golangGodeps } from './golang-godeps/index.ts';
import { golangGopkgLock } from './golang-gopkg-lock/index.ts';
import { golangVendorModules } from './golang-vendor-modules/index.ts';
import { hackageCabal } from './hackage-cabal/index.ts';
import { hackageFreeze } from './hackage-freeze/index.ts';
import { hackageHpack } from './hackage-hpack/index.ts';
import { hackageStack } from './hackage-stack/index.ts';
import { haxeHaxelib } from './haxe-haxelib/index.ts';
import { helmChart } from './helm-chart/index.ts';
import { helmLock } from './helm-lock/index.ts';
import { hexAppSrc } from './hex-app-src/index.ts';
import { hexGleam } from './hex-gleam/index.ts';
import { hexGleamManifest } from './hex-gleam-manifest/index.ts';
import { hexMixExs } from './hex-mix-exs/index.ts';
import { hexMixLock } from './hex-mix-lock/index.ts';
import { hexRebarConfig } from './hex-rebar-config/index.ts';
import { hexRebarLock } from './hex-rebar-lock/index.ts';
import { javaRuntime } from './java-runtime/index.ts';
import { juliaManifest } from './julia-manifest/index.ts';
import { juliaProject } from './julia-project/index.ts';
import { kitwareImport } from './kitware-import/index.ts';
import { kubernetesManifest } from './kubernetes-manifest/index.ts';
import { luarocksLock } from './luarocks-lock/index.ts';
import { luarocksRockspec } from './luarocks-rockspec/index.ts';
import { mavenGradleCatalog } from './maven-gradle-catalog/index.ts';
import { mavenGradleLockfile } from './maven-gradle-lockfile/index.ts';
import { mavenGradleProperties } from './maven-gradle-properties/index.ts';
import { mavenGradleScript } from './maven-gradle-script/index.ts';
import { mavenGradleVerification } from './maven-gradle-verification/index.ts';
import { mavenIvy } from './maven-ivy/index.ts';
import { mavenKotlinScript } from './maven-kotlin-script/index.ts';
import { mavenManifestMf } from './maven-manifest-mf/index.ts';
import { mavenPom } from './maven-pom/index.ts';
import { mavenPomProperties } from './maven-pom-properties/index.ts';
import { mavenSbt } from './maven-sbt/index.ts';
import { mavenSbtLock } from './maven-sbt-lock/index.ts';
import type { ManifestMember } from './member.ts';
import { mesonWrap } from './meson-wrap/index.ts';
import { microsoftCgmanifest } from './microsoft-cgmanifest/index.ts';
import { mozillaMozYaml } from './mozilla-moz-yaml/index.ts';
import { nimLock } from './nim-lock/index.ts';
import { nimNimble } from './nim-nimble/index.ts';
import { nixFlakeLock } from './nix-flake-lock/index.ts';
import { npmBunLock } from './npm-bun-lock/index.ts';
import { npmDenoJson } from './npm-deno-json/index.ts';
import { npmDenoLock } from './npm-deno-lock/index.ts';
import { npmLibman } from './npm-libman/index.ts';
import { npmPackageJson } from './npm-package-json/index.ts';
import { npmPackageLock } from './npm-package-lock/index.ts';
import { npmPnpmLock } from './npm-pnpm-lock/index.ts';
import { npmYarnLock } from './npm-yarn-lock/index.ts';
import { nugetAssets } from './nuget-assets/index.ts';
import { nugetDepsJson } from './nuget-deps-json/index.ts';
import { nugetFileApp } from './nuget-file-app/index.ts';
import { nugetLock } from './nuget-lock/index.ts';
import { nugetNuspec } from './nuget-nuspec/index.ts';
import { nugetPackagesConfig } from './nuget-packages-config/index.ts';
import { nugetPaket } from './nuget-paket/index.ts';
import { nugetProject } from './nuget-project/index.ts';
import { nugetProjectJson } from './nuget-project-json/index.ts';
import { nugetTools } from './nuget-tools/index.ts';
import { opamDuneProject } from './opam-dune-project/index.ts';
import { opamFile } from './opam-file/index.ts';
import { opkgStatus } from './opkg-status/index.ts';
import { osRelease } from './os-release/index.ts';
import { otpApp } from './otp-app/index.ts';
import { pearPackage } from './pear-package/index.ts';
import { pearRegistry } from './pear-registry/index.ts';
import { platformioIni } from './platformio-ini/index.ts';
import { platformioLibrary } from './platformio-library/index.ts';
import { projectVersion } from './project-version/index.ts';
import { pubLock } from './pub-lock/index.ts';
import { pubPubspec } from './pub-pubspec/index.ts';
import { purescriptSpago } from './purescript-spago/index.ts';
import { pypiEggRequires } from './pypi-egg-requires/index.ts';
import { pypiInstalled } from './pypi-installed/index.ts';
import { pypiMetadata } from './pypi-metadata/index.ts';
import { pypiPipfile } from './pypi-pipfile/index.ts';
import { pypiPipfileLock } from './pypi-pipfile-lock/index.ts';
import { pypiPoetryLock } from './pypi-poetry-lock/index.ts';
import { pypiPylock } from './pypi-pylock/index.ts';
import { pypiPyproject } from './pypi-pyproject/index.ts';
import { pypiRequirements } from './pypi-requirements/index.ts';
import { pypiScript } from './pypi-script/index.ts';
import { pypiSetupCfg } from './pypi-setup-cfg/index.ts';
import { pypiSetupPy } from './pypi-setup-py/index.ts';
import { pypiUvLock } from './pypi-uv-lock/index.ts';
import { pypiWheelSbom } from './pypi-wheel-sbom/index.ts';
import { qtAttribution } from './qt-attribution/index.ts';
import { racketInfo } from './racket-info/index.ts';
import { repoManifest } from './repo-manifest/index.ts';
import { rpmDatabase } from './rpm-database/index.ts';
import { rpmManifest } from './rpm-manifest/index.ts';
import { rpmPackage } from './rpm-package/index.ts';
import { rpmSpec } from './rpm-spec/index.ts';
import { snapPackages } from './snap-packages/index.ts';
import { swiftDeplock } from './swift-deplock/index.ts';
import { swiftPackage } from './swift-package/index.ts';
import { swiftPackageResolved } from './swift-package-resolved/index.ts';
import { swiftXcodeProject } from './swift-xcode-project/index.ts';
import { swiplPack } from './swipl-pack/index.ts';
import { systemPkginfo } from './system-pkginfo/index.ts';
import { terraformConfig } from './terraform-config/index.ts';
import { terraformLock } from './terraform-lock/index.ts';
import { thirdPartyReadme } from './third-party-readme/index.ts';
import { vcpkgConfiguration } from './vcpkg-configuration/index.ts';
import { vcpkgManifest } from './vcpkg-manifest/index.ts';
import { vcpkgPortfile } from './vcpkg-portfile/index.ts';
import { vcpkgSpdx } from './vcpkg-spdx/index.ts';
import { vcpkgStatus } from './vcpkg-status/index.ts';
import { westManifest } from './west-manifest/index.ts';
import { windowsMum } from './windows-mum/index.ts';
import { wordpressHeader } from './wordpress-header/index.ts';
import { yoctoLicenses } from './yocto-licenses/index.ts';
import { yoctoRecipe } from './yocto-recipe/index.ts';
import { zigZon } from './zig-zon/index.ts';

export const MANIFEST_MEMBERS = [
  npmPackageJson,
  npmPackageLock,
  npmYarnLock,
  npmPnpmLock,
  pypiPyproject,
  pypiSetupCfg,
  pypiSetupPy,
  pypiInstalled,
  pypiMetadata,
  pypiRequirements,
  pypiPoetryLock,
  pypiPipfileLock,
  pypiUvLock,
  mavenPom,
  mavenPomProperties,
  mavenGradleScript,
  mavenGradleLockfile,
  mavenGradleCatalog,
  mavenGradleVerification,
  mavenGradleProperties,
  golangGoMod,
  golangGoSum,
  golangVendorModules,
  cargoToml,
  cargoLock,
  gemGemfile,
  gemGemfileLock,
  gemGemspec,
  gemArchive,
  composerJson,
  composerLock,
  wordpressHeader,
  nugetProject,
  nugetPackagesConfig,
  nugetLock,
  nugetAssets,
  nugetDepsJson,
  nugetNuspec,
  nugetPaket,
  nugetProjectJson,
  nugetTools,
  nugetFileApp,
  swiftPackage,
  swiftPackageResolved,
  swiftDeplock,
  cocoapodsPodfile,
  cocoapodsPodfileLock,
  cocoapodsPodspec,
  carthageCartfile,
  carthageResolved,
  pubPubspec,
  pubLock,
  hexMixExs,
  hexMixLock,
  hexRebarConfig,
  hexRebarLock,
  hexAppSrc,
  otpApp,
  hexGleam,
  hexGleamManifest,
  cranDescription,
  cranLock,
  cpanCpanfile,
  cpanSnapshot,
  cpanMeta,
  cpanScript,
  hackageCabal,
  hackageFreeze,
  hackageStack,
  hackageHpack,
  opamFile,
  opamDuneProject,
  nimNimble,
  nimLock,
  juliaProject,
  juliaManifest,
  luarocksRockspec,
  luarocksLock,
  haxeHaxelib,
  swiplPack,
  elmJson,
  purescriptSpago,
  crystalShard,
  dubJson,
  zigZon,
  racketInfo,
  chefMetadata,
  npmBunLock,
  npmDenoJson,
  npmDenoLock,
  bowerJson,
  componentJson,
  npmLibman,
  golangGopkgLock,
  golangGodeps,
  golangGlideLock,
  golangGoWork,
  pypiPipfile,
  pypiPylock,
  pypiScript,
  condaEnvironment,
  condaRecipe,
  condaMeta,
  condaLock,
  aboutcodeAbout,
  androidMetadata,
  chromiumReadme,
  dep5Copyright,
  mesonWrap,
  microsoftCgmanifest,
  mozillaMozYaml,
  buckMetadata,
  thirdPartyReadme,
  qtAttribution,
  kitwareImport,
  mavenManifestMf,
  mavenIvy,
  mavenSbt,
  mavenSbtLock,
  mavenKotlinScript,
  clojarsProject,
  pypiWheelSbom,
  debStatus,
  apkInstalled,
  rpmDatabase,
  rpmPackage,
  rpmManifest,
  bottlerocketInventory,
  opkgStatus,
  apkApkbuild,
  alpmPkgbuild,
  alpmDesc,
  systemPkginfo,
  freebsdManifest,
  githubActions,
  dockerDockerfile,
  dockerCompose,
  gitlabCi,
  gitPreCommit,
  gitModules,
  osRelease,
  conanTxt,
  conanLock,
  conanRecipe,
  vcpkgManifest,
  vcpkgStatus,
  vcpkgPortfile,
  cmakeFetched,
  helmChart,
  helmLock,
  terraformLock,
  terraformConfig,
  bazelModule,
  bazelWorkspace,
  debControl,
  nixFlakeLock,
  rpmSpec,
  windowsMum,
  westManifest,
  repoManifest,
  brewReceipt,
  brewBrewfile,
  platformioIni,
  arduinoLibrary,
  bitnamiSpdx,
  bitnamiComponents,
  appleBundle,
  javaRuntime,
  snapPackages,
  ansibleRequirements,
  buildrootLegal,
  debCopyright,
  yoctoLicenses,
  bazelMavenInstall,
  bazelModuleLock,
  condaPixi,
  pypiEggRequires,
  swiftXcodeProject,
  platformioLibrary,
  yoctoRecipe,
  buildrootRecipe,
  buildrootConfig,
  ebuildRecipe,
  ebuildInstalled,
  pearPackage,
  pearRegistry,
  vcpkgSpdx,
  vcpkgConfiguration,
  flatpakManifest,
  // Any YAML file that no other format has.
  kubernetesManifest,
  projectVersion,
] as const satisfies readonly ManifestMember[];
