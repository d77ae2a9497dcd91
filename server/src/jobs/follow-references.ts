// After the analysis: files that leave it to another file which license they are under ("see COPYING") get what that file says. Once a project
// and scan, because it depends on all its files; linear in the licensed files.

import type { PackageFinding } from '../../../scanner/src/index.ts';
import { createReferenceFollower } from '../../../scanner/src/licenses/index.ts';
import { declaredToExpression } from '../../../scanner/src/packages/index.ts';
import type { Tx } from '../db/connection.ts';
import { listPackageFiles } from '../db/facts.ts';
import { listLicensedContents, listReferringFiles, replaceFollowedLicenses } from '../db/followed-licenses.ts';

export async function followReferences(tx: Tx, projectId: number): Promise<void> {
  const referring = await listReferringFiles(tx, projectId);
  if (referring.length === 0) return replaceFollowedLicenses(tx, projectId, []);
  const follower = createReferenceFollower();
  for (const { path, spdx } of await listLicensedContents(tx, projectId)) follower.addLicensed(path, spdx);
  const asksForPackages = referring.some(({ references }) => references.some(({ target }) => target === ''));
  if (asksForPackages) {
    for (const { path, packages } of await listPackageFiles(tx, projectId)) {
      for (const { role, type, declaredLicense } of packages as PackageFinding[])
        if (role === 'declares' && declaredLicense !== '')
          follower.addDeclared(path, declaredToExpression(type, declaredLicense));
    }
  }
  for (const file of referring) follower.addReferring(file);
  const outcomes = follower.follow();
  await replaceFollowedLicenses(
    tx,
    projectId,
    referring.flatMap(({ id, path }) => {
      const outcome = outcomes.get(path);
      return outcome ? [{ fileId: id, ...outcome }] : [];
    }),
  );
}
