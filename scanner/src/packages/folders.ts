// Determines the folder that a package's own manifest describes, and recognises folders of third-party code. Pure; knows paths only.
import { itemAt } from '../items.ts';
import { componentOf } from './describe.ts';

const THIRD_PARTY =
  /(^|\/)(node_modules|bower_components|jspm_packages|[Vv]endor|vendored|site-packages|dist-packages|[Tt]hird[-_]?[Pp]arty|3rd[-_]?[Pp]arty|Pods)\//;
/** Folders in which tools of other ecosystems put downloads; `deps/` and `packages/` only if their contents show it. */
const FETCHED =
  /(^|\/)(Carthage\/(Checkouts|Build)|\.build\/checkouts|SourcePackages\/checkouts|\.bundle|lua_modules|elm-stuff|\.spago|_opam|packrat\/(lib|src)|renv\/library|\.pub-cache|\.dub\/packages|\.stack-work|dist-newstyle|blib)\/|(^|\/)\.terraform\/(modules|providers)\/|(^|\/)specifications\/[^/]+\.gemspec$|(^|\/)gems\/[^/]+-\d[^/]*\/|(^|\/)packages\/[^/]+\.\d+\.\d+[^/]*\/|(^|\/)deps\/[^/]+\/(.*\/)?(mix\.exs|mix\.lock|rebar\.config|rebar\.lock|gleam\.toml|[^/]+\.app(\.src)?)$/;
const JAR_MANIFEST = /^(?:(.*)\/)?META-INF\/MANIFEST\.MF$/i;
const IN_JAR = /^(.*?)(?:^|\/)META-INF\/maven\/([^/]+)\/([^/]+)\/pom\.(?:xml|properties)$/;
const PYTHON_INFO = /^(?:(.*)\/)?([^/]+\.(?:dist-info|egg-info))(?:\/(?:METADATA|PKG-INFO))?$/;

/** '' for the root of the code base. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The folder itself, the one around it, and so on to the root. */
export function outwards(from: string): string[] {
  const folders = [from];
  for (let folder = from; folder !== ''; ) {
    folder = folderOf(folder);
    folders.push(folder);
  }
  return folders;
}

/** Metadata of built or installed packages; an egg-info without a version in its name is beside its own source. */
const INSTALLED_PYTHON = /\.dist-info\/|-\d[^/]*\.egg-info(\/|$)/;
/** A folder named after a package's archive, or the inside of any archive: `a.zip!/`. */
const IN_PACKAGE_ARCHIVE = /\.(whl|egg(?!-info)|jar|war|ear|aar|nupkg|crate|gem)[^/]*\/|!\//i;

/** True for manifests of third-party packages, which were not written for the code base; of a folder, if its path ends with a slash. */
export function isThirdParty(path: string): boolean {
  if (THIRD_PARTY.test(path) || FETCHED.test(path) || INSTALLED_PYTHON.test(path) || IN_PACKAGE_ARCHIVE.test(path))
    return true;
  // Conda writes these for installed packages.
  if (/(^|\/)conda-meta\//.test(path)) return true;
  // A project writes pom.xml; only published artifacts have a file with their own name.
  if (path.endsWith('.pom')) return true;
  return (IN_JAR.exec(path)?.[1] ?? '') !== '';
}

/** The part of a path above the first folder of third-party packages or inside of an archive; the whole path if there is none. */
export function ownPart(path: string): string {
  const at = path.search(THIRD_PARTY);
  const fetched = path.search(FETCHED);
  const archive = path.indexOf('!/');
  const end = Math.min(...[at, fetched, archive].filter((one) => one >= 0), path.length);
  return end === path.length ? path : `${path.slice(0, end)}/`;
}

/** True for the folder of a package that another package contains: shaded into its jar, or installed below it. */
export function isInsidePackage(folder: string): boolean {
  return /(^|\/)META-INF\/maven\//.test(folder) || /(^|\/)node_modules\/.*\/node_modules\//.test(folder);
}

export interface FolderClaims {
  /** Registers a manifest that declares a package. */
  add(path: string, purl: string): void;
  /** The folder that belongs to the package declared there. Call it after all manifests were added. */
  folderFor(path: string, name: string): string;
}

/**
 * Usually a manifest's own folder. Metadata that tools put beside the code describes the folder around it if no other metadata does:
 * META-INF/maven the whole jar, dist-info the unpacked wheel. Of several in one jar, the one with the jar's name gets it.
 */
export function createFolderClaims(): FolderClaims {
  const purlsByRoot = new Map<string, Set<string>>();
  return {
    add(path, purl) {
      const root = outerRoot(path);
      if (root === undefined) return;
      const purls = purlsByRoot.get(root);
      // Versions are compared elsewhere: pom.xml and pom.properties of one artifact may state different ones.
      const unversioned = componentOf(purl);
      if (purls === undefined) purlsByRoot.set(root, new Set([unversioned]));
      else purls.add(unversioned);
    },
    folderFor(path, name) {
      const root = outerRoot(path);
      if (root === undefined) return folderOf(path);
      if (purlsByRoot.get(root)?.size === 1) return root;
      const isNamesake =
        IN_JAR.test(path) && new RegExp(`^${escaped(name)}-\\d`).test(root.slice(root.lastIndexOf('/') + 1));
      // An egg-info that is a file has nothing beside it that is only its own.
      if (path.endsWith('.egg-info')) return path;
      return isNamesake ? root : folderOf(path);
    },
  };
}

/** The folder around META-INF or a dist-info; undefined for other manifests. */
function outerRoot(path: string): string | undefined {
  const jar = IN_JAR.exec(path);
  if (jar !== null) return itemAt(jar, 1);
  const manifest = JAR_MANIFEST.exec(path);
  if (manifest !== null) return manifest[1] ?? '';
  const python = PYTHON_INFO.exec(path);
  return python === null ? undefined : (python[1] ?? '');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Resolves a relative path in the folder; `..` above the root stays in the root. */
export function joined(folder: string, relative: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
