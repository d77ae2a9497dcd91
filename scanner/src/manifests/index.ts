// The family of package manifests and lockfiles: chooses the format of a path, and runs it on the bytes. Reads no files.
import type { Found, PackageFinding } from '../findings.ts';
import { alpmDesc } from './alpm-desc/index.ts';
import { alpmPkgbuild } from './alpm-pkgbuild/index.ts';
import { ansibleRequirements } from './ansible-requirements/index.ts';
import { apkApkbuild } from './apk-apkbuild/index.ts';
import { apkInstalled } from './apk-installed/index.ts';
import { arduinoLibrary } from './arduino-library/index.ts';
import { bazelMavenInstall } from './bazel-maven-install/index.ts';
import { bazelModule } from './bazel-module/index.ts';
import { bazelWorkspace } from './bazel-workspace/index.ts';
import { bitnamiSpdx } from './bitnami-spdx/index.ts';
import { brewBrewfile } from './brew-brewfile/index.ts';
import { brewReceipt } from './brew-receipt/index.ts';
import { buildrootLegal } from './buildroot-legal/index.ts';
import { cargoLock } from './cargo-lock/index.ts';
import { cargoToml } from './cargo-toml/index.ts';
import { cmakeFetched } from './cmake-fetched/index.ts';
import { conanLock } from './conan-lock/index.ts';
import { conanRecipe } from './conan-recipe/index.ts';
import { conanTxt } from './conan-txt/index.ts';
import { debControl } from './deb-control/index.ts';
import { debCopyright } from './deb-copyright/index.ts';
import { debStatus } from './deb-status/index.ts';
import { dockerCompose } from './docker-compose/index.ts';
import { dockerDockerfile } from './docker-dockerfile/index.ts';
import { freebsdManifest } from './freebsd-manifest/index.ts';
import { gitModules } from './git-modules/index.ts';
import { gitPreCommit } from './git-pre-commit/index.ts';
import { githubActions } from './github-actions/index.ts';
import { gitlabCi } from './gitlab-ci/index.ts';
import { golangGoMod } from './golang-go-mod/index.ts';
import { golangGoSum } from './golang-go-sum/index.ts';
import { golangVendorModules } from './golang-vendor-modules/index.ts';
import { helmChart } from './helm-chart/index.ts';
import { helmLock } from './helm-lock/index.ts';
import { mavenPom } from './maven-pom/index.ts';
import { mavenPomProperties } from './maven-pom-properties/index.ts';
import type { ManifestMember } from './member.ts';
import { nixFlakeLock } from './nix-flake-lock/index.ts';
import { npmPackageJson } from './npm-package-json/index.ts';
import { npmPackageLock } from './npm-package-lock/index.ts';
import { npmPnpmLock } from './npm-pnpm-lock/index.ts';
import { npmYarnLock } from './npm-yarn-lock/index.ts';
import { opkgStatus } from './opkg-status/index.ts';
import { osRelease } from './os-release/index.ts';
import { platformioIni } from './platformio-ini/index.ts';
import { pypiMetadata } from './pypi-metadata/index.ts';
import { pypiPipfileLock } from './pypi-pipfile-lock/index.ts';
import { pypiPoetryLock } from './pypi-poetry-lock/index.ts';
import { pypiPyproject } from './pypi-pyproject/index.ts';
import { pypiRequirements } from './pypi-requirements/index.ts';
import { pypiSetupCfg } from './pypi-setup-cfg/index.ts';
import { pypiSetupPy } from './pypi-setup-py/index.ts';
import { pypiUvLock } from './pypi-uv-lock/index.ts';
import { repoManifest } from './repo-manifest/index.ts';
import { rpmDatabase } from './rpm-database/index.ts';
import { rpmManifest } from './rpm-manifest/index.ts';
import { rpmPackage } from './rpm-package/index.ts';
import { rpmSpec } from './rpm-spec/index.ts';
import { snapPackages } from './snap-packages/index.ts';
import { systemPkginfo } from './system-pkginfo/index.ts';
import { terraformConfig } from './terraform-config/index.ts';
import { terraformLock } from './terraform-lock/index.ts';
import { vcpkgManifest } from './vcpkg-manifest/index.ts';
import { vcpkgStatus } from './vcpkg-status/index.ts';
import { westManifest } from './west-manifest/index.ts';
import { windowsMum } from './windows-mum/index.ts';
import { yoctoLicenses } from './yocto-licenses/index.ts';

export const MANIFEST_MEMBERS = [
  npmPackageJson,
  npmPackageLock,
  npmYarnLock,
  npmPnpmLock,
  pypiPyproject,
  pypiSetupCfg,
  pypiSetupPy,
  pypiMetadata,
  pypiRequirements,
  pypiPoetryLock,
  pypiPipfileLock,
  pypiUvLock,
  mavenPom,
  mavenPomProperties,
  golangGoMod,
  golangGoSum,
  golangVendorModules,
  cargoToml,
  cargoLock,
  debStatus,
  apkInstalled,
  rpmDatabase,
  rpmPackage,
  rpmManifest,
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
  snapPackages,
  ansibleRequirements,
  buildrootLegal,
  debCopyright,
  yoctoLicenses,
  bazelMavenInstall,
] as const satisfies readonly ManifestMember[];

const BY_NAME: ReadonlyMap<string, ManifestMember> = new Map(MANIFEST_MEMBERS.map((member) => [member.name, member]));

/** The name of the member that claims this path (forward slashes); undefined when none does. */
export function manifestNameFor(path: string): string | undefined {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return MANIFEST_MEMBERS.find((member) => member.wants(path, file))?.name;
}

/** The findings of a member in the bytes. Never throws; an unknown member gives an issue, because the hint may be of an older version. */
export function readManifest(member: string, bytes: Uint8Array): Found<PackageFinding[]> {
  const found = BY_NAME.get(member);
  if (found !== undefined) return found.read(bytes);
  return {
    findings: [],
    issues: [
      {
        code: 'bad-manifest',
        path: '',
        message: `There is no reader of manifests named "${member}"; nothing was read.`,
      },
    ],
  };
}
