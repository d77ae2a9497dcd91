// Reads what an installed Python package consists of: RECORD in a dist-info, installed-files.txt and top_level.txt in an egg-info. It gives no
// package itself; packages/python/ ties the folders to the package whose metadata is beside it.
// Formats: https://packaging.python.org/en/latest/specifications/recording-installed-packages/,
// https://setuptools.pypa.io/en/latest/deprecated/python_eggs.html

import type { ManifestReader } from '../../member.ts';
import { definitionsOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

/** Longer paths are none of a package. */
const LONGEST_PATH = 1000;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The list of installed files', () => {
      const lines = textOf(bytes).split(/\r?\n/);
      const paths = (isOfEgg(lines) ? lines.flatMap((line) => /^\.\.\/(.*)$/.exec(line)?.[1] ?? []) : lines)
        .map(pathOf)
        .filter((path) => path !== '');
      // Lines of top_level.txt are names of modules: folders or files.
      const isOfModules = paths.every((path) => /^\w+$/.test(path));
      const installs = isOfModules ? paths.flatMap((name) => [`${name}/`, `${name}.py`]) : placesOf(paths);
      return installs.length === 0 ? [] : [definitionsOf('pypi', { installs })];
    }),
};

/** installed-files.txt has paths alone, relative to the egg-info; RECORD has three columns, relative to the folder around the dist-info. */
function isOfEgg(lines: readonly string[]): boolean {
  return lines.some((line) => line.startsWith('../')) && !lines.some((line) => /,[^,]*,[^,]*$/.test(line));
}

/** The path of a line, relative to the folder around the metadata; '' for paths that leave it. */
function pathOf(line: string): string {
  const [, quoted, plain = ''] = /^(?:"((?:[^"]|"")*)"|([^,]*))/.exec(line) ?? [];
  const path = (quoted?.replaceAll('""', '"') ?? plain).trim();
  return path.length > LONGEST_PATH || /^[./]|^\w:|\\/.test(path) ? '' : path;
}

/**
 * Files without a folder, and the outermost folders (with `/` at the end) that have a file of the package directly in them: several packages may share
 * the folder of a namespace.
 */
function placesOf(paths: readonly string[]): string[] {
  const folders = new Set<string>();
  const files = new Set<string>();
  for (const path of paths) {
    if (/^[^/]+\.(?:dist|egg)-info(?:\/|$)|(?:^|\/)__pycache__\//.test(path)) continue;
    const end = path.lastIndexOf('/');
    if (end < 0) files.add(path);
    else folders.add(path.slice(0, end + 1));
  }
  const outermost: string[] = [];
  // In this order, a folder comes directly before all that is below it.
  for (const folder of [...folders].sort()) if (!folder.startsWith(outermost.at(-1) ?? ' ')) outermost.push(folder);
  return [...files, ...outermost].sort();
}
