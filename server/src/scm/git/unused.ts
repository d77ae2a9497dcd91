// Removes mirrors that no instance names any more, also as a submodule, with what is known of their contents; of the others, what only deleted projects
// and instances had. A deleted project leaves no copy of its code for longer than a day.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../../app.ts';
import { listAllScmUrls } from '../../db/scm/instances.ts';
import { removeScmContents } from '../../db/scm/states.ts';
import { forgetOwners, mirrorFolder, mirrorKey, ownerName, withMirrorOf } from './mirror.ts';

/** The first synchronisation of a submodule's mirror is known only at its end. */
const UNUSED_MS = 24 * 3_600_000;

export async function removeUnusedMirrors(app: App, signal: AbortSignal): Promise<number> {
  // In this order: an instance is stored before its mirror is made.
  const names = await readdir(join(app.folder.mirrors, 'git')).catch(() => []);
  const urls = await listAllScmUrls(app.db);
  const needed = new Set(
    urls.flatMap(({ url }) => url.split(',')).map((url) => mirrorKey(plainUrl(url)).toString('hex')),
  );
  let removed = 0;
  for (const name of names) {
    if (!/^[0-9a-f]{64}$/.test(name)) continue;
    const key = Buffer.from(name, 'hex');
    if (needed.has(name)) {
      await withMirrorOf(app, key, signal, (mirror) => forgetOwners(mirror, () => livingOwners(app)));
      continue;
    }
    const usedAt = await stat(join(mirrorFolder(app, key), 'assay.lock.db')).catch(() => undefined);
    if (usedAt && app.now().getTime() - usedAt.mtimeMs < UNUSED_MS) continue;
    await withMirrorOf(app, key, signal, async () => {
      await rm(mirrorFolder(app, key), { recursive: true, force: true });
      await removeScmContents(app.db, key);
    });
    removed++;
  }
  return removed;
}

/** The projects and instances that there are, as references name them. */
async function livingOwners(app: App): Promise<Set<string>> {
  return new Set((await listAllScmUrls(app.db)).map(({ projectId, instanceId }) => ownerName(projectId, instanceId)));
}

/** Without what is asked of the repository. */
const plainUrl = (text: string) => (text.trim().split(/~~|>>|\^\^|\*\*/, 1)[0] ?? '').trim();
