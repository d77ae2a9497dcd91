// The step of a scan that asks package registries for missing facts about dependencies: versions without a lockfile, licenses, descriptions. It asks
// nothing unless an administrator has switched a registry on and the scan profile supports dependencies.
import { describePackages } from '@assay/scanner/packages';
import { listArchiveFindings } from '../../db/files/archive-findings.ts';
import { listPackageFiles } from '../../db/files/facts.ts';
import type { JobIssue } from '../../db/job-issues.ts';
import type { RegistrySettings } from '../../db/registries.ts';
import { pathInArchive } from '../../domain/derivation/archive-paths.ts';
import { wantedOf } from '../../domain/derivation/registries.ts';
import { rootsOf } from '../../domain/derivation/resolution-roots.ts';
import { describedDependency, type Resolution, withResolved } from '../../domain/derivation/resolved-dependencies.ts';
import type { ScanProfileSettings } from '../../domain/derivation/scan-profile.ts';
import type { JobContext } from '../../queue/job-context.ts';
import { type LookUpTrouble, lookUp } from '../../registries/look-up.ts';
import { mavenRoots } from '../../registries/maven/roots.ts';
import { resolveDependencies } from '../../registries/resolve.ts';
import { openServer } from '../../registries/server.ts';
import { enabledRegistries, loginOf } from '../../registries/settings.ts';
import { readPoms } from './poms.ts';

export interface RegistryResults {
  /** Failed requests and unresolved dependencies. */
  issues: JobIssue[];
  resolutions: Resolution[];
}

/** Resolves missing versions, then looks up other missing facts. The answers are stored in the database. */
export async function queryRegistries(
  context: JobContext,
  projectId: number,
  settings: ScanProfileSettings,
): Promise<RegistryResults> {
  const registries = settings.dependencySupport === 'NONE' ? [] : await enabledRegistries(context.app);
  if (registries.length === 0) return { issues: [], resolutions: [] };
  const options = {
    signal: context.signal,
    onAnswer: (done: number, total: number) => context.checkpoint({ phase: 'Asking package registries', done, total }),
  };
  const packages = await packagesOf(context, projectId, settings);
  const resolutions: Resolution[] = [];
  const ofMaven = await rootsOfMaven(context, projectId, settings, { packages, registries });
  const trouble: LookUpTrouble[] = ofMaven.trouble;
  for (const root of [...rootsOf(packages, settings), ...ofMaven.roots]) {
    const registry = registries.find(({ name }) => name === root.type);
    if (registry === undefined) continue;
    const answer = await resolveDependencies(context.app, registry, root, options);
    resolutions.push(withinSupport(answer.resolution, settings));
    trouble.push(...answer.trouble);
  }
  const complete = withResolved(packages, resolutions, describedDependency);
  trouble.push(...(await lookUp(context.app, registries, wantedOf(complete, settings.dependencySupport), options)));
  return {
    issues: [...ofMaven.issues, ...trouble.map(({ code, message }) => ({ code, path: '', message }))],
    resolutions,
  };
}

/** The dependencies of poms may be defined in other poms of the code base and of the repository. */
async function rootsOfMaven(
  context: JobContext,
  projectId: number,
  { reportNonRuntimeDependencies }: ScanProfileSettings,
  {
    packages,
    registries,
  }: { packages: Awaited<ReturnType<typeof packagesOf>>; registries: readonly RegistrySettings[] },
) {
  const none: Awaited<ReturnType<typeof mavenRoots>> = { roots: [], trouble: [] };
  const maven = registries.find(({ name }) => name === 'maven');
  if (maven === undefined) return { ...none, issues: [] };
  const { poms, issues } = await readPoms(context, projectId, packages);
  if (poms.length === 0) return { ...none, issues };
  const server = openServer(context.app, await loginOf(context.app, maven), context.signal);
  return { ...(await mavenRoots(server, poms, { withNonRuntime: reportNonRuntimeDependencies })), issues };
}

/** Only direct dependencies, if the profile supports no others. */
function withinSupport(resolution: Resolution, { dependencySupport }: ScanProfileSettings): Resolution {
  if (dependencySupport !== 'FIRST_LEVEL') return resolution;
  return { ...resolution, dependencies: resolution.dependencies.filter(({ isDirect }) => isDirect) };
}

async function packagesOf({ app }: JobContext, projectId: number, settings: ScanProfileSettings) {
  const archives = settings.archiveDiscovery ? await listArchiveFindings(app.db, projectId) : [];
  const inside = archives.flatMap(({ path: archive, files }) =>
    files.map(({ path, packages }) => ({ path: pathInArchive(archive, path), packages })),
  );
  return describePackages(
    [...(await listPackageFiles(app.db, projectId)), ...inside.filter(({ packages }) => packages.length > 0)].map(
      ({ path, packages }) => ({ path, packages }),
    ),
  );
}
