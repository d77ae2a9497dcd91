// Variables that Gradle scripts take from other files: gradle.properties and scripts of the folders above, and of their folders `gradle`.
// Pure.

import { fillVariables, plainName, withoutVariables } from '../../manifests/java/gradle-notation.ts';
import type { FilePackages } from '../files.ts';
import { folderOf } from '../folders.ts';

export interface GradleVariables {
  /** Fills in `$name` and `${name}` as a script in that folder would; keeps unknown names. */
  fill(text: string, folder: string): string;
  /** The value of a dotted name; undefined if no file sets it. */
  get(name: string, folder: string): string | undefined;
}

export function createGradleVariables(files: readonly FilePackages[]): GradleVariables {
  const byFolder = new Map<string, Map<string, string>>();
  /** For names that only one file of the code base sets; '' for names with several values. */
  const anywhere = new Map<string, string>();
  for (const { path, packages } of files) {
    for (const { defines } of packages) {
      const pairs = defines?.properties ?? defines?.gradle?.variables;
      if (pairs === undefined) continue;
      const isProperties = defines?.properties !== undefined;
      const folder = projectFolder(path);
      const known = byFolder.get(folder) ?? new Map<string, string>();
      byFolder.set(folder, known);
      for (const [name, written] of pairs) {
        // A dollar in gradle.properties is a dollar.
        const value = isProperties ? withoutVariables(written) : written;
        // gradle.properties has priority over defaults in scripts.
        if (isProperties || !known.has(name)) known.set(name, value);
        anywhere.set(name, anywhere.has(name) && anywhere.get(name) !== value ? '' : value);
      }
    }
  }
  const get = (written: string, folder: string): string | undefined => {
    const name = plainName(written);
    for (let from = folder; ; from = folderOf(from)) {
      const value = byFolder.get(from)?.get(name);
      if (value !== undefined) return value;
      if (from === '') break;
    }
    return anywhere.get(name) || undefined;
  };
  const fill = (text: string, folder: string) => fillVariables(text, (name) => get(name, folder));
  return { get, fill };
}

/** The folder of the project to which a script, a catalog or a lockfile belongs. */
export function projectFolder(path: string): string {
  const folder = folderOf(path);
  return folder.replace(/(^|\/)(gradle|buildSrc|build-logic|buildLogic)(\/.*)?$/, '');
}
