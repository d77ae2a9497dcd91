// The family of package manifests and lockfiles: chooses the format of a path, and runs it on the bytes. Reads no files.
import type { Found, PackageFinding } from '../findings.ts';
import { bowerJson } from './bower-json/index.ts';
import { cargoLock } from './cargo-lock/index.ts';
import { cargoToml } from './cargo-toml/index.ts';
import { clojarsProject } from './clojars-project/index.ts';
import { condaEnvironment } from './conda-environment/index.ts';
import { condaLock } from './conda-lock/index.ts';
import { condaMeta } from './conda-meta/index.ts';
import { condaRecipe } from './conda-recipe/index.ts';
import { golangGlideLock } from './golang-glide-lock/index.ts';
import { golangGoMod } from './golang-go-mod/index.ts';
import { golangGoSum } from './golang-go-sum/index.ts';
import { golangGoWork } from './golang-go-work/index.ts';
import { golangGodeps } from './golang-godeps/index.ts';
import { golangGopkgLock } from './golang-gopkg-lock/index.ts';
import { golangVendorModules } from './golang-vendor-modules/index.ts';
import { mavenGradleCatalog } from './maven-gradle-catalog/index.ts';
import { mavenGradleLockfile } from './maven-gradle-lockfile/index.ts';
import { mavenGradleProperties } from './maven-gradle-properties/index.ts';
import { mavenGradleScript } from './maven-gradle-script/index.ts';
import { mavenGradleVerification } from './maven-gradle-verification/index.ts';
import { mavenIvy } from './maven-ivy/index.ts';
import { mavenManifestMf } from './maven-manifest-mf/index.ts';
import { mavenPom } from './maven-pom/index.ts';
import { mavenPomProperties } from './maven-pom-properties/index.ts';
import { mavenSbt } from './maven-sbt/index.ts';
import type { ManifestMember } from './member.ts';
import { npmBunLock } from './npm-bun-lock/index.ts';
import { npmDenoJson } from './npm-deno-json/index.ts';
import { npmDenoLock } from './npm-deno-lock/index.ts';
import { npmPackageJson } from './npm-package-json/index.ts';
import { npmPackageLock } from './npm-package-lock/index.ts';
import { npmPnpmLock } from './npm-pnpm-lock/index.ts';
import { npmYarnLock } from './npm-yarn-lock/index.ts';
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
  npmBunLock,
  npmDenoJson,
  npmDenoLock,
  bowerJson,
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
  mavenManifestMf,
  mavenIvy,
  mavenSbt,
  clojarsProject,
  pypiWheelSbom,
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
