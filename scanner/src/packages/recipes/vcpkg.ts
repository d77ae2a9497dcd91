// Ports of vcpkg. A registry in the tree (`ports/` and `versions/baseline.json`) has a port for each available package: it counts if a project
// requests it. Overlay ports were written for the code base. Versions of requests come from a registry in the tree; otherwise
// their text names the baseline that decides them. Pure.
// Documentation: https://learn.microsoft.com/en-us/vcpkg/concepts/registries
import type { RecipeStatement } from '../../definitions.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { componentOf, hasVersion } from '../describe.ts';
import type { FilePackages } from '../files.ts';
import { folderOf, joined } from '../folders.ts';
import { requiredOf, versioned } from '../requests.ts';
import { recipeOf } from './statements.ts';
import { expandedBy } from './variables.ts';

/** Where a project takes its ports from. */
interface Source {
  /** Versions by name of the port. */
  versions: ReadonlyMap<string, string>;
  /** The text of requests without a version. */
  note: string;
  /** Names or beginnings (`boost-*`) of its ports; all if empty. */
  ports: readonly string[];
}

const NOWHERE: Source = { versions: new Map(), note: '', ports: [] };

export function completeVcpkg(files: readonly FilePackages[]): FilePackages[] {
  const recipes = new Map<string, readonly RecipeStatement[]>();
  for (const file of files) {
    const recipe = recipeOf(file, 'vcpkg');
    if (recipe !== undefined) recipes.set(file.path, recipe);
  }
  if (recipes.size === 0) return [...files];
  const registries = new Map<string, ReadonlyMap<string, string>>();
  for (const [path, recipe] of recipes)
    if (path.endsWith('versions/baseline.json'))
      registries.set(folderOf(folderOf(path)), new Map(recipe.map(({ name, value }) => [name, value])));
  const portfiles = new Map(
    [...recipes].filter(([path]) => path.endsWith('portfile.cmake')).map(([path, recipe]) => [folderOf(path), recipe]),
  );
  const isAvailable = (folder: string) => registries.has(folderOf(folderOf(folder))) && portfiles.has(folder);
  const projects = files.filter((file) => isManifest(file) && !isAvailable(folderOf(file.path)));
  const wanted = neededPorts(
    projects,
    files.filter((file) => isManifest(file) && isAvailable(folderOf(file.path))),
  );
  return files.map((file) => {
    if (!isManifest(file)) return file;
    const folder = folderOf(file.path);
    const portfile = portfiles.get(folder);
    if (isAvailable(folder) && !file.packages.some((found) => found.role === 'declares' && wanted.has(found.name)))
      return { path: file.path, packages: [] };
    const source = sourcesFor(folder, recipes, registries);
    const packages = file.packages.flatMap((found) => withVersions(found, source));
    return {
      path: file.path,
      packages: portfile === undefined ? packages : packages.flatMap((found) => portOf(found, portfile, wanted)),
    };
  });
}

function isManifest({ path, packages }: FilePackages): boolean {
  return /(?:^|\/)vcpkg\.json$/.test(path) && packages.some(({ type, role }) => type === 'vcpkg' && role !== 'defines');
}

/** Ports that projects request, and what these need; true for those that projects name. */
function neededPorts(projects: readonly FilePackages[], ports: readonly FilePackages[]): Map<string, boolean> {
  const needs = new Map<string, string[]>();
  for (const { packages } of ports)
    for (const found of packages) if (found.role === 'declares') needs.set(found.name, namesIn([found]));
  const wanted = new Map<string, boolean>(
    projects.flatMap(({ packages }) => namesIn(packages).map((name) => [name, true] as const)),
  );
  // The map grows while it is read.
  for (const name of wanted.keys())
    for (const inner of needs.get(name) ?? []) if (!wanted.has(inner)) wanted.set(inner, false);
  return wanted;
}

function namesIn(packages: readonly PackageFinding[]): string[] {
  return packages.flatMap((found) => [
    ...(found.role === 'requires' ? [found.name] : []),
    ...found.dependencies.map(({ purl }) => componentOf(purl).slice('pkg:vcpkg/'.length)),
  ]);
}

/** The configuration beside the manifest or in the nearest folder around it. */
function sourcesFor(
  folder: string,
  recipes: ReadonlyMap<string, readonly RecipeStatement[]>,
  registries: ReadonlyMap<string, ReadonlyMap<string, string>>,
): readonly Source[] {
  for (let outer = folder; ; outer = folderOf(outer)) {
    const recipe = recipes.get(outer === '' ? 'vcpkg-configuration.json' : `${outer}/vcpkg-configuration.json`);
    if (recipe !== undefined) return sourcesOf(outer, recipe, registries);
    if (outer === '') return [];
  }
}

function sourcesOf(
  folder: string,
  recipe: readonly RecipeStatement[],
  registries: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Source[] {
  const sources: Source[] = [];
  for (const { name, operator, value } of recipe) {
    const last = sources.at(-1);
    if (name === 'packages' && last !== undefined) last.ports = value.split(' ');
    if (name !== 'registry') continue;
    const [address = '', baseline = ''] = operator === 'builtin' ? ['', value] : value.split(' ');
    sources.push({
      ...NOWHERE,
      versions: (operator === 'filesystem' ? registries.get(joined(folder, address)) : undefined) ?? new Map(),
      note: baseline === '' ? '' : `baseline ${baseline}`,
    });
  }
  // Registries for certain ports have priority over the default one.
  return sources.sort((a, b) => Number(b.ports.length > 0) - Number(a.ports.length > 0));
}

function withVersions(found: PackageFinding, sources: readonly Source[]): PackageFinding[] {
  if (found.type !== 'vcpkg' || sources.length === 0) return [found];
  const settled = (purl: string): { purl: string; note: string } => {
    const name = componentOf(purl).slice('pkg:vcpkg/'.length);
    const source = sources.find(
      ({ ports }) =>
        ports.length === 0 ||
        ports.some((port) => (port.endsWith('*') ? name.startsWith(port.slice(0, -1)) : port === name)),
    );
    const version = source?.versions.get(name) ?? '';
    return { purl: version === '' ? purl : versioned(purl, version), note: source?.note ?? '' };
  };
  const dependencies = found.dependencies.map((wanted): PackageDependency => {
    if (hasVersion(wanted.purl)) return wanted;
    const { purl, note } = settled(wanted.purl);
    return { ...wanted, purl, requirement: wanted.requirement || note };
  });
  // Requests of exact versions are findings of their own, as the reader of a single file makes them.
  const exact = dependencies.filter(({ purl }, at) => purl !== found.dependencies[at]?.purl);
  if (found.role !== 'requires' || found.version !== '')
    return [{ ...found, dependencies }, ...exact.flatMap((wanted) => requiredOf(wanted) ?? [])];
  const { purl, note } = settled(found.purl);
  const version = purl === found.purl ? '' : purl.slice(purl.lastIndexOf('@') + 1);
  return [{ ...found, dependencies, purl, version, requirement: found.requirement || note }];
}

/** A port whose recipe fetches its source is third-party code. */
function portOf(
  found: PackageFinding,
  portfile: readonly RecipeStatement[],
  wanted: ReadonlyMap<string, boolean>,
): PackageFinding[] {
  const [, source] = portfile;
  // Requests of a port are its edges.
  if (found.role !== 'declares') return [];
  if (source === undefined) return [found];
  const fill = (text: string) =>
    expandedBy(text, (name) => (name === 'VERSION' ? found.version : name === 'PORT' ? found.name : undefined));
  const words = fill(source.value).split(/\s+/);
  const argument = (name: string) => words[words.indexOf(name) + 1] ?? '';
  const isDirect = wanted.get(found.name) !== false;
  const sha512 = words.includes('SHA512') ? argument('SHA512') : '';
  return [
    {
      ...found,
      role: 'requires',
      isDirect,
      downloadUrl: addressOf(
        source.name,
        words.includes('REPO') ? argument('REPO') : '',
        words.includes('REF') ? argument('REF') : '',
        words,
      ),
      integrity: /^[0-9a-f]{128}$/.test(sha512) ? `sha512:${sha512}` : '',
    },
    ...found.dependencies.flatMap((wanted) =>
      hasVersion(wanted.purl) ? [] : (requiredOf({ ...wanted, isDirect: false }) ?? []),
    ),
  ];
}

function addressOf(kind: string, repository: string, ref: string, words: readonly string[]): string {
  const direct = words.find((word) => /^(?:https?|ftp):\/\/[^\s$]+$/.test(word)) ?? '';
  if (!/^[\w.-]+\/[\w./-]+$/.test(repository) || ref === '' || /[$\s]/.test(ref)) return direct;
  if (kind === 'vcpkg_from_github') return `https://github.com/${repository}/archive/${ref}.tar.gz`;
  if (kind === 'vcpkg_from_bitbucket') return `https://bitbucket.org/${repository}/get/${ref}.tar.gz`;
  return direct;
}
