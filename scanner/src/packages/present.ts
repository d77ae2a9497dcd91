// Completes findings of packages whose presence is proved by a file's bytes. The system's os-release names the distribution of a database of
// installed packages, each package's copyright file gives its license, and edges to another file of the same database get their target. Pure.
import type { DistributionLike, PackageDependency, PackageFinding } from '../findings.ts';
import { formatPurl, parsePurl } from '../purl/purl.ts';
import { componentOf, hasVersion } from './describe.ts';
import type { FilePackages } from './files.ts';

/** A present package, and the system folders with its licenses. */
export interface PresentPackage {
  path: string;
  found: PackageFinding;
  folders: string[];
}

/** A license, and the copyright file that states it. */
interface StatedLicense {
  license: string;
  path: string;
}

interface Distribution {
  id: string;
  version: string;
  like: DistributionLike[] | undefined;
}

const OS_RELEASE = /^(.*?)(?:^|(?<=\/))(?:etc|usr\/lib)\/os-release$/;
/** Places of databases of installed packages below the root of a system. */
const DATABASE =
  /^(.*?)(?:^|(?<=\/))(?:(?:usr\/|var\/)?lib\/(?:dpkg|opkg|apk\/db|rpm|sysimage\/rpm|pacman|rpmmanifest)|usr\/(?:share\/rpm|lib\/(?:sysimage\/)?rpm))\/.+$/;
/** A folder with a Debian package's name contains its license information. */
const COPYRIGHT = /^(.*?)(?:^|(?<=\/))usr\/share\/doc\/([^/]+)\/copyright$/;
const NAMED_BY_DISTRIBUTION = new Set(['deb', 'rpm', 'apk', 'alpm']);
/** Arch Linux names libraries (`libx.so`) where it means the package that provides them. */
const LIBRARY = /^pkg:alpm\/[^?#]*\.so$/;
/** Vendor names in purls that differ from os-release. */
const VENDORS: Readonly<Record<string, string>> = {
  rhel: 'redhat',
  ol: 'oracle',
  amzn: 'amazon',
  'opensuse-leap': 'opensuse',
  'opensuse-tumbleweed': 'opensuse',
  sles: 'suse',
};
/** Folders in which systems of a type keep a package's licenses. */
const LICENSE_FOLDERS: Readonly<Record<string, string>> = {
  deb: 'usr/share/doc',
  rpm: 'usr/share/licenses',
  alpm: 'usr/share/licenses',
  apk: 'usr/share/licenses',
};

export function presentPackages(files: readonly FilePackages[]): PresentPackage[] {
  const present = files.flatMap(({ path, packages }) =>
    packages.filter(({ isPresent }) => isPresent).map((found) => ({ path, found: inChannel(found, path) })),
  );
  const distributions = distributionsOf(present);
  const licenses = licensesOf(present);
  const named = present
    .filter(({ path }) => !OS_RELEASE.test(path) && !COPYRIGHT.test(path))
    .map(({ path, found }): PresentPackage & { root: string | undefined } => {
      const root = DATABASE.exec(path)?.[1];
      const distribution = root === undefined ? undefined : distributions.get(root);
      return {
        path,
        root,
        found: withLicense(distribution === undefined ? found : namedBy(found, distribution), root, licenses),
        folders: root === undefined ? [] : licenseFolders(root, found),
      };
    });
  const targets = new Map<string, string>();
  for (const { root, found } of named)
    if (root !== undefined) targets.set(`${root}\n${componentOf(found.purl)}`, found.purl);
  // The own name of a package has priority over names that others provide.
  for (const { root, found } of named) {
    for (const other of root === undefined ? [] : componentsProvidedBy(found)) {
      const key = `${root}\n${other}`;
      if (!targets.has(key)) targets.set(key, found.purl);
    }
  }
  return named.map(({ path, root, found, folders }) => ({
    path,
    folders,
    found: withTargets(found, (component) => (root === undefined ? undefined : targets.get(`${root}\n${component}`))),
  }));
}

/** The folder `.channel.pecl.php.net` names the channel of PEAR packages; packages of PEAR itself are beside these folders. */
function inChannel(found: PackageFinding, path: string): PackageFinding {
  if (found.type !== 'pear' || found.namespace !== '') return found;
  const namespace = /(?:^|\/)\.channel\.([\w.-]+)\/[^/]+$/.exec(path)?.[1] ?? 'pear.php.net';
  const purl = formatPurl({ type: 'pear', namespace, name: found.name, version: found.version });
  return 'value' in purl ? { ...found, purl: purl.value, namespace } : found;
}

/** What it provides, in the form of the packages that need it. */
function componentsProvidedBy({ type, namespace, provides = [] }: PackageFinding): string[] {
  return provides.flatMap((name) => {
    const purl = formatPurl({ type, namespace, name });
    return 'value' in purl ? [purl.value] : [];
  });
}

/** By root of the system; `etc` has priority over `usr/lib`, as in real systems. */
function distributionsOf(present: readonly { path: string; found: PackageFinding }[]): Map<string, Distribution> {
  const distributions = new Map<string, Distribution>();
  for (const { path, found } of present) {
    const root = OS_RELEASE.exec(path)?.[1];
    if (root === undefined) continue;
    if (!distributions.has(root) || path.endsWith('etc/os-release'))
      distributions.set(root, { id: found.name, version: found.version, like: found.like });
  }
  return distributions;
}

function namedBy(found: PackageFinding, distribution: Distribution): PackageFinding {
  if (!NAMED_BY_DISTRIBUTION.has(found.type)) return found;
  const purl = purlBy(found.purl, distribution);
  const parts = parsePurl(purl);
  return {
    ...found,
    ...(distribution.like === undefined ? {} : { like: distribution.like }),
    purl,
    namespace: 'value' in parts ? (parts.value.namespace ?? '') : found.namespace,
    dependencies: found.dependencies.map((dependency) => ({
      ...dependency,
      purl: purlBy(dependency.purl, distribution),
    })),
  };
}

function purlBy(purl: string, { id, version }: Distribution): string {
  const parts = parsePurl(purl);
  if ('problem' in parts) return purl;
  const distro = version === '' ? id : `${id}-${version}`;
  const qualifiers = parts.value.version === null ? parts.value.qualifiers : { ...parts.value.qualifiers, distro };
  const named = formatPurl({ ...parts.value, namespace: Object.hasOwn(VENDORS, id) ? VENDORS[id] : id, qualifiers });
  return 'value' in named ? named.value : purl;
}

/** By root of the system and name of the package. */
function licensesOf(present: readonly { path: string; found: PackageFinding }[]): Map<string, StatedLicense> {
  const licenses = new Map<string, StatedLicense>();
  for (const { path, found } of present) {
    const [, root = '', name = ''] = COPYRIGHT.exec(path) ?? [];
    if (name !== '') licenses.set(`${root}\n${name}`, { license: found.declaredLicense, path });
  }
  return licenses;
}

function withLicense(
  found: PackageFinding,
  root: string | undefined,
  licenses: ReadonlyMap<string, StatedLicense>,
): PackageFinding {
  if (found.type !== 'deb' || root === undefined || found.declaredLicense !== '') return found;
  const stated = licenses.get(`${root}\n${found.name}`);
  return stated === undefined ? found : { ...found, declaredLicense: stated.license, licensePath: stated.path };
}

function licenseFolders(root: string, { type, name }: PackageFinding): string[] {
  const folder = Object.hasOwn(LICENSE_FOLDERS, type) ? LICENSE_FOLDERS[type] : undefined;
  return folder === undefined ? [] : [`${root}${folder}/${name}`];
}

function withTargets(found: PackageFinding, targetOf: (component: string) => string | undefined): PackageFinding {
  if (found.dependencies.every(({ purl }) => hasVersion(purl))) return found;
  const dependencies = new Map<string, PackageDependency>();
  for (const dependency of found.dependencies) {
    const target = hasVersion(dependency.purl) ? undefined : targetOf(componentOf(dependency.purl));
    const purl = target ?? dependency.purl;
    // A library that no package provides is no package.
    if (target === undefined && LIBRARY.test(purl)) continue;
    if (purl !== found.purl && !dependencies.has(purl)) dependencies.set(purl, { ...dependency, purl });
  }
  return { ...found, dependencies: [...dependencies.values()] };
}
