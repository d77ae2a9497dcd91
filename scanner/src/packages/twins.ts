// Packages of npm with a second manifest in their folder: bower.json or component.json with the name of the package.json. Both describe one package;
// the package.json decides where they differ. Pure.
import type { PackageFinding } from '../findings.ts';
import type { FilePackages } from './files.ts';
import { folderOf } from './folders.ts';

const MAIN = /(?:^|\/)package\.json$/;

export function completeTwins(files: readonly FilePackages[]): FilePackages[] {
  const mains = new Map<string, PackageFinding>();
  for (const { path, packages } of files) {
    const declared = MAIN.test(path)
      ? packages.find(({ type, role }) => type === 'npm' && role === 'declares')
      : undefined;
    if (declared !== undefined) mains.set(folderOf(path), declared);
  }
  if (mains.size === 0) return [...files];
  return files.map((file) => {
    const main = mains.get(folderOf(file.path));
    if (main === undefined || !file.packages.some((found) => isSecond(found, main))) return file;
    return { ...file, packages: file.packages.map((found) => (isSecond(found, main) ? asMain(found, main) : found)) };
  });
}

function isSecond({ type, role, name, defines }: PackageFinding, main: PackageFinding): boolean {
  const second = defines?.licensed?.name ?? (type === 'bower' && role === 'declares' ? name : '');
  return second !== '' && second.toLowerCase() === main.name.toLowerCase();
}

/** The package of the package.json, as the second manifest describes it. Its license counts only if the package.json has none. */
function asMain({ defines, line: _, ...found }: PackageFinding, main: PackageFinding): PackageFinding {
  const { purl, type, namespace, name, version } = main;
  const license = defines?.licensed?.license ?? found.declaredLicense;
  return {
    ...found,
    ...{ purl, type, namespace, name, version, role: 'declares' },
    declaredLicense: main.declaredLicense === '' ? license : '',
  };
}
