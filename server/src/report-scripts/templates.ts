// Finds report templates among the files of report scripts, and replaces their texts.
import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isPlainName, listReports } from './install.ts';
import { formatOfTemplate } from './template.ts';

/** The path of the folder's template, as in definitions. Undefined if the folder has no report or a script. */
export async function templatePathOf(scriptsFolder: string, folder: string): Promise<string | undefined> {
  const path = await pathOfReport(scriptsFolder, folder);
  return path !== undefined && formatOfTemplate(path) !== undefined ? path : undefined;
}

/** The path of the script or template in the folder. */
export async function pathOfReport(scriptsFolder: string, folder: string): Promise<string | undefined> {
  if (!isPlainName(folder)) return undefined;
  return (await listReports(scriptsFolder)).find((one) => one.folder === folder)?.path;
}

/** Replaces the file in one step, so that a reader gets the whole old or the whole new text. The name of the folder must be plain. */
export async function putTemplate(scriptsFolder: string, path: string, content: Buffer): Promise<void> {
  const [folder, file] = path.split('/') as [string, string];
  await mkdir(join(scriptsFolder, folder), { recursive: true, mode: 0o755 });
  const fresh = join(scriptsFolder, folder, `.new-${randomUUID()}`);
  try {
    const handle = await open(fresh, 'wx', 0o644);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, join(scriptsFolder, folder, file));
  } finally {
    await rm(fresh, { force: true });
  }
}
