// Finds the statements of a build system's recipes among the findings of a tree, and makes findings of what they describe. Pure.
import type { RecipeStatement } from '../../definitions.ts';
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { formatPurl } from '../../purl/purl.ts';
import { hasVersion } from '../describe.ts';
import type { FilePackages } from '../files.ts';

/** The statements of a file's recipe; undefined if it has none of this build system. */
export function recipeOf(file: FilePackages, type: string): readonly RecipeStatement[] | undefined {
  return file.packages.find((found) => found.type === type && found.defines?.recipe !== undefined)?.defines?.recipe;
}

export interface RecipePackage {
  type: string;
  namespace?: string;
  name: string;
  version: string;
  /** `declares` if the code is part of the code base, `requires` if the recipe fetches it. */
  role: 'declares' | 'requires';
  scope?: DependencyScope;
  isDirect?: boolean;
  requirement?: string;
  declaredLicense?: string;
  /** The file that states it, if that is not the recipe itself. */
  licensePath?: string;
  description?: string;
  homepageUrl?: string;
  downloadUrl?: string;
  integrity?: string;
  line?: number;
  dependencies?: PackageDependency[];
}

/** undefined if name or version are invalid. */
export function recipeFinding(about: RecipePackage): PackageFinding | undefined {
  const { type, namespace = '', name, version, role, scope = 'runtime', line, requirement } = about;
  const made = /^[\w.+-]{1,200}$/.test(name) ? formatPurl({ type, namespace, name, version }) : undefined;
  if (made === undefined || !('value' in made)) return undefined;
  return {
    role,
    purl: made.value,
    type,
    namespace,
    name,
    version,
    scope,
    ...(role === 'requires' ? { isDirect: about.isDirect ?? true } : {}),
    ...(requirement === undefined ? {} : { requirement }),
    declaredLicense: about.declaredLicense ?? '',
    ...(about.licensePath === undefined ? {} : { licensePath: about.licensePath }),
    description: about.description ?? '',
    homepageUrl: about.homepageUrl ?? '',
    repositoryUrl: '',
    downloadUrl: about.downloadUrl ?? '',
    integrity: about.integrity ?? '',
    ...(line === undefined ? {} : { line }),
    dependencies: about.dependencies ?? [],
  };
}

/** Findings by name. A name with several versions gives no version. */
export function purlsByName(files: Iterable<FilePackages>, type: string): Map<string, string> {
  const purls = new Map<string, string>();
  for (const { packages } of files)
    for (const found of packages) {
      if (found.type !== type || found.role === 'defines') continue;
      const before = purls.get(found.name);
      const isOther = before !== undefined && before !== found.purl && hasVersion(found.purl);
      if (before === undefined || !hasVersion(before)) purls.set(found.name, found.purl);
      else if (isOther) purls.set(found.name, found.purl.slice(0, found.purl.lastIndexOf('@')));
    }
  return purls;
}
