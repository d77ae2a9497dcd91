// JavaScript, because it runs before Node may load its own remover of types. Keeps what Node made of the sources (types taken out, code compiled) beside the installed packages, so that the next start does not
// compile a thousand files again. It belongs to the installation: an upgrade brings another folder, and Node compares every file with its source.
import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/assay-code', import.meta.url));

/**
 * For the beginning of a program: what it imports afterwards comes from the cache, also in its threads and in programs that it starts. A folder
 * that cannot be written is read all the same, and without one everything is compiled as usual. `NODE_COMPILE_CACHE` names another folder,
 * `NODE_DISABLE_COMPILE_CACHE=1` keeps nothing.
 */
export function keepCompiledCode() {
  if (process.env.NODE_COMPILE_CACHE !== undefined) return;
  try {
    // Node itself would try for ever in a place like /proc, where folders are refused without a reason that it knows.
    mkdirSync(FOLDER, { recursive: true });
  } catch {
    return;
  }
  enableCompileCache({ directory: FOLDER, portable: true });
  process.env.NODE_COMPILE_CACHE = FOLDER;
  process.env.NODE_COMPILE_CACHE_PORTABLE = '1';
}
