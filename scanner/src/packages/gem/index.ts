// Joins gems in folders of the code base with their gemspecs: the Gemfile.lock states their versions, while most
// gemspecs compute them. Pure.
import type { PackageFinding } from '../../findings.ts';
import type { FilePackages } from '../files.ts';
import { isThirdParty } from '../folders.ts';
import { versioned } from '../requests.ts';

export function completeGem(files: readonly FilePackages[]): FilePackages[] {
  const versions = new Map<string, string>();
  for (const { packages } of files)
    for (const found of packages) if (isInFolder(found)) versions.set(found.name, found.version);
  if (versions.size === 0) return [...files];
  const declared = new Set(
    files
      .filter(({ path }) => !isThirdParty(path))
      .flatMap(({ packages }) => packages.filter(isGemspec).map(({ name }) => name)),
  );
  return files.map(({ path, packages }) => ({
    path,
    packages: packages
      .filter((found) => !(isInFolder(found) && declared.has(found.name)))
      .map((found) => (isGemspec(found) && !isThirdParty(path) ? withVersion(found, versions.get(found.name)) : found)),
  }));
}

/** For a gem in a folder, the reader of the lockfile gives `file:` and the folder as the address. */
function isInFolder({ type, role, downloadUrl }: PackageFinding): boolean {
  return type === 'gem' && role === 'locks' && downloadUrl.startsWith('file:');
}

function isGemspec({ type, role }: PackageFinding): boolean {
  return type === 'gem' && role === 'declares';
}

function withVersion(found: PackageFinding, version = ''): PackageFinding {
  if (found.version !== '' || version === '') return found;
  return { ...found, version, purl: versioned(found.purl, version) };
}
