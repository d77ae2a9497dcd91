// The step of a scan that asks package registries for what the code base does not say of its dependencies: licenses, descriptions. Nothing
// is asked unless an administrator has switched a registry on and the scan profile supports dependencies.
import type { PackageFinding } from '@assay/scanner';
import { describePackages } from '@assay/scanner/packages';
import { listArchiveFindings } from '../db/files/archive-findings.ts';
import { listPackageFiles } from '../db/files/facts.ts';
import type { JobIssue } from '../db/jobs.ts';
import { pathInArchive } from '../domain/archive-paths.ts';
import { wantedOf } from '../domain/registries.ts';
import type { ScanProfileSettings } from '../domain/scan-profile.ts';
import { lookUp } from '../registries/look-up.ts';
import { askedRegistries } from '../registries/settings.ts';
import type { JobContext } from './job-context.ts';

/** Looks up what is missing; the answers are kept in the database. What could not be asked is told. */
export async function askRegistries(
  context: JobContext,
  projectId: number,
  settings: ScanProfileSettings,
): Promise<JobIssue[]> {
  const registries = settings.dependencySupport === 'NONE' ? [] : await askedRegistries(context.app);
  if (registries.length === 0) return [];
  const wanted = wantedOf(await packagesOf(context, projectId, settings), settings.dependencySupport);
  const trouble = await lookUp(context.app, registries, wanted, {
    signal: context.signal,
    onAnswer: (done, total) => context.checkpoint({ phase: 'Asking package registries', done, total }),
  });
  return trouble.map(({ code, message }) => ({ code, path: '', message }));
}

async function packagesOf({ app }: JobContext, projectId: number, settings: ScanProfileSettings) {
  const archives = settings.archiveDiscovery ? await listArchiveFindings(app.db, projectId) : [];
  const inside = archives.flatMap(({ path: archive, files }) =>
    files.map(({ path, packages }) => ({ path: pathInArchive(archive, path), packages: packages as unknown[] })),
  );
  return describePackages(
    [...(await listPackageFiles(app.db, projectId)), ...inside.filter(({ packages }) => packages.length > 0)].map(
      ({ path, packages }) => ({ path, packages: packages as PackageFinding[] }),
    ),
  );
}
