// Leaves out package.json files that only tell Node.js where the code of a folder of an installed package is (`chart.js/auto/package.json`): they
// have no version, because npm has not published them alone. Pure.
import type { FilePackages } from './files.ts';

/** The folder of the innermost installed package, and the folder inside it. */
const INSIDE = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\/(?!(?:.*\/)?node_modules\/).+\/package\.json$/;

export function withoutRedirects<File extends FilePackages>(files: readonly File[]): readonly File[] {
  const paths = new Set(files.map(({ path }) => path));
  return files.map((file): File => {
    const [, around] = INSIDE.exec(file.path) ?? [];
    if (around === undefined || !paths.has(`${around}/package.json`)) return file;
    return { ...file, packages: file.packages.filter((found) => found.role !== 'declares' || found.version !== '') };
  });
}
