// Folders of the tree that a license file names with the license of somebody else. Pure.
import type { FilePackages } from './files.ts';
import { heldFolder } from './held-folders.ts';

/** A folder, and the entry of a license file that names it. */
export interface NoticedFolder {
  folder: string;
  /** As the license file calls what is in it. */
  name: string;
  /** As that file tells it; '' if it only names the folder. */
  license: string;
  /** '' if the text does not name it. */
  version: string;
  homepageUrl: string;
  repositoryUrl: string;
  path: string;
  line: number;
}

/** The files without what license files name, and the folders that these name. Their entries must have been compared with the tree (`withoutMissing`). */
export function withoutNoticed<File extends FilePackages>(
  files: readonly File[],
): { others: readonly File[]; noticed: NoticedFolder[] } {
  if (!files.some(isNoticing)) return { others: files, noticed: [] };
  const noticed = files.flatMap(({ path, packages }) =>
    packages.flatMap((found): NoticedFolder[] => {
      if (found.inNotice !== true || found.folder === undefined) return [];
      const { folder } = heldFolder(path, found);
      const { name, version, declaredLicense: license, homepageUrl, repositoryUrl, line = 1 } = found;
      return [{ folder, name, license, version, homepageUrl, repositoryUrl, path, line }];
    }),
  );
  const others = files.map(
    (file): File =>
      isNoticing(file) ? { ...file, packages: file.packages.filter(({ inNotice }) => inNotice !== true) } : file,
  );
  return { others, noticed };
}

const isNoticing = ({ packages }: FilePackages): boolean => packages.some(({ inNotice }) => inNotice === true);
