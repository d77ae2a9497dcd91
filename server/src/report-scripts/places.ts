// The folders of report scripts, and the file with the server's address. Only scripts that an administrator put below the folder of report scripts
// are run.
import { mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Config } from '../config.ts';

export const SCRIPTS_FOLDER = 'custom_report_scripts';
/** The server's address, beside the folders of the reports, where the programs look for it. */
export const PROPERTIES_FILE = 'server_properties.json';
const URL_MEMBER = 'core.server.url';
/** Marks a file that the server wrote and may overwrite. Without it, an administrator's address stays. */
const OURS_MEMBER = 'written.by';
const OURS = 'assay';

export function reportScriptsFolder({
  dataFolder,
  reportScripts,
}: Pick<Config, 'dataFolder' | 'reportScripts'>): string {
  return reportScripts || join(dataFolder, SCRIPTS_FOLDER);
}

export interface Script {
  /** The folder of the report, in which the script runs. */
  folder: string;
  /** Its name below the folder of report scripts. */
  name: string;
  /** The script's path below the report's folder. */
  path: string;
}

/** The script of a definition, or a sentence that says why there is none. A link that leads out of the folder is not followed. */
export async function locateScript(scriptsFolder: string, path: string): Promise<Script | string> {
  const [name, ...rest] = path.split(/[\\/]/);
  if (name === undefined || rest.length === 0)
    return `its path "${path}" must name a folder and a script in it, like my_report/create_report.sh`;
  const missing = `there is no script ${path} in the folder of report scripts. Install it with "assay reports install"`;
  try {
    const [root, script] = await Promise.all([realpath(scriptsFolder), realpath(join(scriptsFolder, name, ...rest))]);
    const folder = join(root, name);
    if (!script.startsWith(folder + sep)) return `its path "${path}" points outside the folder of the report`;
    if (!(await stat(script)).isFile()) return `${path} in the folder of report scripts is not a file`;
    return { folder, name, path: script.slice(folder.length + 1) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP') return missing;
    if (code === 'EACCES' || code === 'ENAMETOOLONG')
      return `${path} in the folder of report scripts cannot be read (${code})`;
    throw error;
  }
}

/** The content of the file, empty if it is missing; a sentence if it cannot be read. */
export async function readServerProperties(scriptsFolder: string): Promise<Record<string, unknown> | string> {
  const file = join(scriptsFolder, PROPERTIES_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below, like JSON that is not an object.
  }
  return `${file} must hold a JSON object with the member "${URL_MEMBER}".`;
}

export function serverUrlOf(properties: Record<string, unknown>): string | undefined {
  const url = Object.hasOwn(properties, URL_MEMBER) ? properties[URL_MEMBER] : undefined;
  return typeof url === 'string' && url !== '' ? url : undefined;
}

/** Writes the address of this server for scripts. An administrator's address stays. */
export async function writeServerProperties(scriptsFolder: string, url: string): Promise<void> {
  await mkdir(scriptsFolder, { recursive: true, mode: 0o755 });
  const standing = await readServerProperties(scriptsFolder);
  if (typeof standing === 'string') return;
  if (serverUrlOf(standing) !== undefined && standing[OURS_MEMBER] !== OURS) return;
  const file = join(scriptsFolder, PROPERTIES_FILE);
  const properties = { ...standing, [URL_MEMBER]: url, [OURS_MEMBER]: OURS };
  await writeFile(`${file}.new`, `${JSON.stringify(properties, undefined, 2)}\n`, { mode: 0o644 });
  await rename(`${file}.new`, file);
}
