// Runs after the analysis: a file that refers to another file for its license ("see COPYING") gets the license of that file. Runs once per project
// and scan, because it needs all files; its time is linear in the licensed files. Archives get the licenses of the files inside them.

import type { FollowedLicenses } from '@assay/scanner';
import { createReferenceFollower } from '@assay/scanner/licenses';
import { declaredToExpression, ownLicenseNames } from '@assay/scanner/packages';
import type { ArchiveOfProject } from '../../db/files/archive-findings.ts';
import { listPackageFiles } from '../../db/files/facts.ts';
import { listLicensedContents, listReferringFiles, replaceFollowedLicenses } from '../../db/files/followed-licenses.ts';
import { listCustomLicenses } from '../../db/licenses.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { pathInArchive } from '../../domain/derivation/archive-paths.ts';
import { declaredNames } from '../../domain/licenses/custom-license.ts';

export interface Followed {
  rows: ({ fileId: number } & FollowedLicenses)[];
  sparesArchives: boolean;
}

/**
 * Only reads, so that people need not wait for it. The rows are right as long as the project has the same files (`printOfFiles`).
 * @param archives archives with contents that count; `as-they-are` leaves archives unchanged
 */
export async function gatherFollowed(
  tx: Tx,
  projectId: number,
  archives: readonly ArchiveOfProject[] | 'as-they-are',
): Promise<Followed> {
  const rows = await followedFiles(tx, projectId);
  const sparesArchives = archives === 'as-they-are';
  const inside = sparesArchives ? [] : archives.map(licensesOfArchive).filter(({ licenses }) => licenses.length > 0);
  return { rows: [...rows, ...inside], sparesArchives };
}

/** Under the project's lock. */
export function writeFollowed(tx: Tx, projectId: number, { rows, sparesArchives }: Followed): Promise<void> {
  return replaceFollowedLicenses(tx, projectId, rows, { sparesArchives });
}

function licensesOfArchive({ id, path, files, licenses }: ArchiveOfProject) {
  return {
    fileId: id,
    spdx: [...new Set(files.flatMap(({ spdx }) => spdx))].sort(),
    licenses: licenses.map((match) => ({ ...match, via: pathInArchive(path, match.via ?? '') })),
  };
}

async function followedFiles(tx: Tx, projectId: number): Promise<({ fileId: number } & FollowedLicenses)[]> {
  const referring = await listReferringFiles(tx, projectId);
  if (referring.length === 0) return [];
  const follower = createReferenceFollower();
  for (const { path, spdx } of await listLicensedContents(tx, projectId)) follower.addLicensed(path, spdx);
  const needsPackages = referring.some(({ references }) => references.some(({ target }) => target === ''));
  if (needsPackages) {
    const own = ownLicenseNames(declaredNames(await listCustomLicenses(tx)));
    for (const { path, packages } of await listPackageFiles(tx, projectId)) {
      for (const { role, type, declaredLicense } of packages)
        if (role === 'declares' && declaredLicense !== '')
          follower.addDeclared(path, declaredToExpression(type, declaredLicense, own));
    }
  }
  for (const file of referring) follower.addReferring(file);
  const outcomes = follower.follow();
  return referring.flatMap(({ id, path }) => {
    const outcome = outcomes.get(path);
    return outcome ? [{ fileId: id, ...outcome }] : [];
  });
}
