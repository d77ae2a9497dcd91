// Completes the findings of go.mod files with their workspace (go.work) and the list of vendored modules. Go builds only from vendor/, so a module
// missing in that list is not used. Pure.
import type { PackageFinding } from '../../findings.ts';
import { componentOf } from '../describe.ts';
import type { FilePackages } from '../files.ts';
import { folderOf, isThirdParty, joined } from '../folders.ts';
import { requestOf } from '../requests.ts';

type Replacement = { from: string; path: string; version: string };

/** The rules for one go.mod. */
interface Cover {
  replaced: Map<string, Replacement>;
  /** Components of the modules of the same workspace. */
  own: Set<string>;
  /** purls in vendor/modules.txt, by their components; undefined when nothing is vendored. */
  vendored?: Map<string, string>;
}

export function completeGolang(files: readonly FilePackages[]): FilePackages[] {
  const isCovering = ({ path, packages }: FilePackages) =>
    isNamed(path, 'vendor/modules.txt') || packages.some(({ defines }) => defines?.goWork !== undefined);
  if (!files.some(isCovering)) return [...files];
  const covers = coversOf(files);
  return files.map((file) => {
    const cover = isNamed(file.path, 'go.mod') ? covers.get(file.path) : undefined;
    return cover === undefined ? file : { path: file.path, packages: covered(file.packages, cover) };
  });
}

/** By the path of the go.mod. */
function coversOf(files: readonly FilePackages[]): Map<string, Cover> {
  const modules = new Map(files.filter(({ path }) => isNamed(path, 'go.mod')).map((file) => [file.path, file]));
  const covers = new Map<string, Cover>();
  for (const { path, packages } of files) {
    const work = packages.find(({ defines }) => defines?.goWork !== undefined)?.defines?.goWork;
    if (work === undefined || isThirdParty(path) || isNamed(path, 'vendor/modules.txt')) continue;
    const paths = work.uses.map((use) => goModIn(joined(folderOf(path), use))).filter((one) => modules.has(one));
    const own = new Set(paths.flatMap((one) => declaredIn(modules.get(one))));
    const replaced = new Map(work.replaced.map((one) => [one.from, one]));
    for (const one of [...paths, goModIn(folderOf(path))]) covers.set(one, { replaced, own });
  }
  for (const { path, packages } of files) {
    if (!isNamed(path, 'vendor/modules.txt')) continue;
    const folder = folderOf(folderOf(path));
    const root = goModIn(folder);
    const vendored = new Map(
      packages.filter(({ role }) => role === 'locks').map(({ purl }) => [componentOf(purl), purl]),
    );
    const cover = covers.get(root);
    // If the root replaces a module by this folder, the root's vendored modules settle the folder's requests.
    for (const use of packages.find(({ defines }) => defines?.goWork !== undefined)?.defines?.goWork?.uses ?? []) {
      const inner = goModIn(joined(folder, use));
      if (!covers.has(inner)) covers.set(inner, { replaced: new Map(), own: new Set(), vendored });
    }
    if (cover === undefined) covers.set(root, { replaced: new Map(), own: new Set(), vendored });
    // All modules of a workspace share its folder of vendored modules, and its replacements.
    else
      for (const [one, known] of covers) if (known.replaced === cover.replaced) covers.set(one, { ...known, vendored });
  }
  return covers;
}

function covered(packages: readonly PackageFinding[], { replaced, own, vendored }: Cover): PackageFinding[] {
  const isUsed = (purl: string) =>
    !own.has(componentOf(purl)) && (vendored === undefined || vendored.has(componentOf(purl)));
  const moved = (purl: string): string | undefined => {
    const target = replacedBy(purl);
    return target === undefined ? undefined : (vendored?.get(componentOf(target)) ?? target);
  };
  const replacedBy = (purl: string): string | undefined => {
    const bare = componentOf(purl);
    const path = decodeURIComponent(bare.slice('pkg:golang/'.length));
    const target = replaced.get(`${path}@${decodeURIComponent(purl.slice(bare.length + 1))}`) ?? replaced.get(path);
    if (target === undefined) return purl;
    // A folder of the workspace.
    if (target.version === '') return undefined;
    const at = target.path.lastIndexOf('/');
    const about = { version: target.version, requirement: '', scope: 'runtime' as const };
    return requestOf('golang', target.path.slice(0, Math.max(0, at)), target.path.slice(at + 1), about)?.purl;
  };
  return packages.flatMap((found) => {
    const purl = found.role === 'locks' ? moved(found.purl) : found.purl;
    if (purl === undefined || (found.role === 'locks' && !isUsed(purl))) return [];
    const dependencies = found.dependencies.flatMap((wanted) => {
      const target = moved(wanted.purl);
      return target === undefined || !isUsed(target) ? [] : [{ ...wanted, purl: target }];
    });
    return [purl === found.purl ? { ...found, dependencies } : { ...found, ...partsOf(purl), dependencies }];
  });
}

function partsOf(purl: string): Pick<PackageFinding, 'purl' | 'namespace' | 'name' | 'version'> {
  const bare = componentOf(purl);
  const path = decodeURIComponent(bare.slice('pkg:golang/'.length));
  const at = path.lastIndexOf('/');
  return {
    purl,
    namespace: path.slice(0, Math.max(0, at)),
    name: path.slice(at + 1),
    version: decodeURIComponent(purl.slice(bare.length + 1)),
  };
}

function declaredIn(file: FilePackages | undefined): string[] {
  return (file?.packages ?? []).filter(({ role }) => role === 'declares').map(({ purl }) => componentOf(purl));
}

function goModIn(folder: string): string {
  return folder === '' ? 'go.mod' : `${folder}/go.mod`;
}

function isNamed(path: string, file: string): boolean {
  return path === file || path.endsWith(`/${file}`);
}
