// Recipes of Buildroot: `package/zlib/zlib.mk` is zlib. Those of a whole Buildroot tree are only available: a package counts if a configuration
// selects it or a selected package depends on it. Recipes elsewhere were written for the code base and count. Pure.
// Documentation: https://buildroot.org/downloads/manual/manual.html
import type { RecipeStatement } from '../../definitions.ts';
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import type { FilePackages } from '../files.ts';
import { folderOf } from '../folders.ts';
import { recipeFinding, recipeOf } from './statements.ts';
import { expandedBy, wordsOf } from './variables.ts';

const RECIPE = /^(?:(.*)\/)?(?:(?:package|boot)\/(?:[^/]+\/){0,4}([^/]+)|(linux))\/([^/]+)\.mk$/;
const GENERIC = /^(?:(.*)\/)?package\/pkg-generic\.mk$/;
const REFERENCE = /\$[({]([A-Z0-9_]{1,200})[)}]/g;
/** https://gitlab.com/buildroot.org/buildroot/-/blob/master/Config.in */
const MIRRORS = new Map([
  ['BR2_KERNEL_MIRROR', 'https://cdn.kernel.org/pub'],
  ['BR2_GNU_MIRROR', 'http://ftpmirror.gnu.org'],
  ['BR2_LUAROCKS_MIRROR', 'http://rocks.moonscript.org'],
  ['BR2_CPAN_MIRROR', 'https://cpan.metacpan.org'],
]);

interface Recipe {
  name: string;
  path: string;
  /** Whether it is part of a whole Buildroot tree. */
  isOnlyAvailable: boolean;
  finding: PackageFinding | undefined;
  needs: { name: string; scope: DependencyScope }[];
}

interface Selected {
  name: string;
  scope: DependencyScope;
  version: string;
  line: number;
}

export function completeBuildroot(files: readonly FilePackages[]): FilePackages[] {
  const ours = files.flatMap((file) => {
    const statements = recipeOf(file, 'buildroot');
    return statements === undefined ? [] : [{ path: file.path, statements }];
  });
  if (ours.length === 0) return [...files];
  const roots = new Set(
    ours.flatMap(({ path, statements }) => {
      const root = GENERIC.exec(path);
      return root !== null && statements.some(({ name }) => name === 'define') ? [root[1] ?? ''] : [];
    }),
  );
  const hashes = new Map(ours.filter(({ path }) => path.endsWith('.hash')).map((one) => [one.path, one.statements]));
  const recipes = new Map<string, Recipe>();
  for (const { path, statements } of ours) {
    const recipe = recipeAt(path, statements, hashes, roots);
    // A recipe for the code base replaces one of Buildroot itself.
    if (recipe !== undefined && recipes.get(recipe.name)?.isOnlyAvailable !== false) recipes.set(recipe.name, recipe);
  }
  const selected = new Map(
    ours.flatMap(({ path, statements }) =>
      isConfiguration(path, roots) ? [[path, selectedBy(statements, recipes, roots.size > 0)] as const] : [],
    ),
  );
  const used = usedRecipes(recipes, [...selected.values()].flat());
  const made = new Map<string, PackageFinding[]>();
  for (const [name, { isDirect, scope, version }] of used) {
    const recipe = recipes.get(name);
    if (recipe?.finding === undefined) continue;
    const found = { ...recipe.finding, scope, ...(recipe.finding.role === 'requires' ? { isDirect } : {}) };
    made.set(recipe.path, [withVersion({ ...found, dependencies: edgesOf(recipe, recipes) }, version)]);
  }
  for (const [path, names] of selected)
    made.set(
      path,
      names.flatMap((one) => proofOf(one, recipes) ?? []),
    );
  return files.map((file) => {
    const packages = made.get(file.path);
    return packages === undefined ? file : { path: file.path, packages };
  });
}

function recipeAt(
  path: string,
  statements: readonly RecipeStatement[],
  hashes: ReadonlyMap<string, readonly RecipeStatement[]>,
  roots: ReadonlySet<string>,
): Recipe | undefined {
  const [, root = '', folder, linux, file = ''] = RECIPE.exec(path) ?? [];
  const name = folder ?? linux ?? '';
  const kinds = statements.flatMap((one) => (one.name === 'eval' ? [one.value] : []));
  const packageKinds = kinds.filter((kind) => kind.endsWith('-package') && !kind.includes('virtual'));
  if (name === '' || name !== file || packageKinds.length === 0) return undefined;
  const prefix = symbolOf(name);
  const values = valuesOf(statements);
  const text = (field: string) =>
    expandedBy(
      values.get(`${prefix}_${field}`)?.value ?? '',
      (one) => values.get(one)?.value ?? MIRRORS.get(one),
      REFERENCE,
    )
      .replace(/\s+/g, ' ')
      .trim();
  const version = text('VERSION');
  const isLocal = /^(?:local|override)$/.test(text('SITE_METHOD')) || text('SITE').includes('BR2_EXTERNAL');
  const source = text('SOURCE') || `${name}-${version}.tar.gz`;
  const line = values.get(`${prefix}_VERSION`)?.line;
  return {
    name,
    path,
    isOnlyAvailable: roots.has(root),
    // Packages without source only copy files of Buildroot.
    finding:
      text('SITE') === '' && version === ''
        ? undefined
        : recipeFinding({
            type: 'buildroot',
            name,
            version: /^[\w.+~:/-]{1,200}$/.test(version) ? version : '',
            role: isLocal ? 'declares' : 'requires',
            declaredLicense: text('LICENSE'),
            licensePath: path,
            downloadUrl: isLocal ? '' : addressOf(text('SITE'), source),
            integrity: checksumOf(hashes.get(path.replace(/\.mk$/, '.hash')) ?? [], source, `${name}-${version}`),
            ...(line === undefined ? {} : { line }),
          }),
    needs: [
      ...needsOf(text('DEPENDENCIES')),
      ...(packageKinds.every((kind) => kind.startsWith('host-')) ? needsOf(text('HOST_DEPENDENCIES')) : []),
    ],
  };
}

/** `gst1-plugins-base` is `GST1_PLUGINS_BASE` in variables. */
function symbolOf(name: string): string {
  return name.toUpperCase().replace(/[-.]/g, '_');
}

function valuesOf(statements: readonly RecipeStatement[]): Map<string, { value: string; line: number }> {
  const values = new Map<string, { value: string; line: number }>();
  for (const { name, operator, value, line } of statements) {
    const before = values.get(name);
    if (operator === '+=' && before !== undefined) before.value += ` ${value}`;
    else if (operator !== '?=' || before === undefined) values.set(name, { value, line });
  }
  return values;
}

function needsOf(text: string): Recipe['needs'] {
  return wordsOf(text).flatMap(({ word }) => {
    const name = word.replace(/^host-/, '');
    if (!/^[a-z0-9][\w.+-]{0,100}$/.test(name)) return [];
    return [{ name, scope: name === word ? ('runtime' as const) : ('build' as const) }];
  });
}

function addressOf(site: string, source: string): string {
  const [, forge = '', owner = '', repository = '', ref = ''] =
    /^\$\(call (github|gitlab),([\w.-]+),([\w.-]+),([^\s$()]+)\)$/.exec(site) ?? [];
  if (forge === 'github') return `https://github.com/${owner}/${repository}/archive/${ref}.tar.gz`;
  if (forge === 'gitlab') return `https://gitlab.com/${owner}/${repository}/-/archive/${ref}.tar.gz`;
  if (/^(?:git|ssh|svn|https?):\/\/[^\s$()]+\.git$/.test(site)) return site;
  return /^(?:https?|ftp):\/\/[^\s$()]+$/.test(site) && /^[^\s$()]+$/.test(source)
    ? `${site.replace(/\/+$/, '')}/${source}`
    : '';
}

function checksumOf(hashes: readonly RecipeStatement[], source: string, stem: string): string {
  const of = hashes
    .map(({ name, value }) => ({ kind: name, digest: value.split(' ')[0] ?? '', file: value.split(' ')[1] ?? '' }))
    .filter(({ file }) => file === source || file.startsWith(`${stem}.`) || file.startsWith(`${stem}-`));
  const best = of.find(({ kind }) => kind === 'sha512') ?? of.find(({ kind }) => kind === 'sha256') ?? of[0];
  return best === undefined ? '' : `${best.kind}:${best.digest}`;
}

/** The boards in `configs/` of a Buildroot tree are examples. */
function isConfiguration(path: string, roots: ReadonlySet<string>): boolean {
  if (!/(?:\.config|defconfig)$/.test(path)) return false;
  const folder = folderOf(path);
  return !(folder === 'configs' || folder.endsWith('/configs')) || !roots.has(folderOf(folder));
}

/** Names that are no prefix of options: their packages have own names. */
const FAMILIES = new Set(['PERL', 'LUA', 'LUAJIT', 'PYTHON', 'PYTHON3', 'PHP', 'ERLANG', 'RUBY', 'KODI', 'HOST']);
const BOOT = new Set(['UBOOT', 'BAREBOX', 'GRUB2', 'SYSLINUX', 'ARM_TRUSTED_FIRMWARE', 'OPTEE_OS', 'OPENSBI', 'EDK2']);

/** A package, or an option of one: if the recipes are known they decide, otherwise an option begins with the name of a selected package. */
function selectedBy(
  statements: readonly RecipeStatement[],
  recipes: ReadonlyMap<string, Recipe>,
  areAllKnown: boolean,
): Selected[] {
  const texts = new Map(statements.map(({ name, value }) => [name, value]));
  const names = new Map([...recipes.keys()].map((name) => [symbolOf(name), name]));
  const symbols = statements.flatMap(({ name, value, line }) => {
    const [, kind = '', symbol = ''] = /^BR2_(?:(PACKAGE|TARGET)_(\w+)|LINUX_KERNEL$)/.exec(name) ?? [];
    if (value !== 'y' || (kind === 'TARGET' && !BOOT.has(symbol) && !names.has(symbol))) return [];
    return kind === '' && name !== 'BR2_LINUX_KERNEL' ? [] : [{ option: name, symbol: symbol || 'LINUX', line }];
  });
  const all = new Set(symbols.map(({ symbol }) => symbol));
  return symbols.flatMap(({ option, symbol: full, line }): Selected[] => {
    const symbol = full.replace(/^HOST_/, '');
    const known = names.get(symbol);
    if (known === undefined && (areAllKnown || isOption(symbol, all))) return [];
    const version = texts.get(`${option}_CUSTOM_VERSION_VALUE`) ?? '';
    const name = known ?? symbol.toLowerCase().replaceAll('_', '-');
    return [{ name, version, scope: symbol === full ? 'runtime' : 'build', line }];
  });
}

function isOption(symbol: string, all: ReadonlySet<string>): boolean {
  if (/_(?:SUPPORTS|HAS|ARCH|NEEDS)(?:_|$)/.test(symbol)) return true;
  for (let at = symbol.lastIndexOf('_'); at > 0; at = symbol.lastIndexOf('_', at - 1)) {
    const outer = symbol.slice(0, at);
    if (all.has(outer) && !FAMILIES.has(outer)) return true;
  }
  return false;
}

/** Recipes of the code base, selected ones, and what these need. */
function usedRecipes(recipes: ReadonlyMap<string, Recipe>, selected: readonly Selected[]) {
  const used = new Map<string, { isDirect: boolean; scope: DependencyScope; version: string }>();
  const waiting: { name: string; isDirect: boolean; scope: DependencyScope; version: string }[] = [
    ...selected.map((one) => ({ ...one, isDirect: true })),
    ...[...recipes.values()]
      .filter(({ isOnlyAvailable }) => !isOnlyAvailable)
      .map(({ name }) => ({ name, isDirect: true, scope: 'runtime' as const, version: '' })),
  ];
  // The list grows while it is read.
  for (const next of waiting) {
    const before = used.get(next.name);
    if (before !== undefined && (before.scope === 'runtime' || next.scope === 'build')) continue;
    used.set(next.name, { ...next, isDirect: next.isDirect || before?.isDirect === true });
    for (const need of recipes.get(next.name)?.needs ?? [])
      waiting.push({ ...need, scope: next.scope === 'build' ? 'build' : need.scope, isDirect: false, version: '' });
  }
  return used;
}

function edgesOf({ name: own, needs }: Recipe, recipes: ReadonlyMap<string, Recipe>): PackageDependency[] {
  const edges = new Map<string, PackageDependency>();
  for (const { name, scope } of needs) {
    const target = recipes.get(name)?.finding;
    if (target !== undefined && name !== own && !edges.has(name))
      edges.set(name, { purl: target.purl, requirement: '', scope, isDirect: true });
  }
  return [...edges.values()];
}

/** The line of the configuration proves that the package of a recipe is built. */
function proofOf(
  { name, version, scope, line }: Selected,
  recipes: ReadonlyMap<string, Recipe>,
): PackageFinding | undefined {
  const known = recipes.get(name);
  if (known !== undefined && (known.finding === undefined || known.finding.role === 'declares')) return undefined;
  const found = known?.finding ?? recipeFinding({ type: 'buildroot', name, version, role: 'requires' });
  return found === undefined ? undefined : withVersion({ ...found, isDirect: true, scope, line }, version);
}

/** A configuration may choose another version than the recipe; then checksum and address of the recipe are wrong. */
function withVersion(found: PackageFinding, version: string): PackageFinding {
  if (version === '' || version === found.version) return found;
  const { type, name, role, scope, isDirect, declaredLicense, licensePath, line, dependencies } = found;
  const other = recipeFinding({
    ...{ type, name, version, scope, declaredLicense, dependencies },
    role: role === 'declares' ? 'declares' : 'requires',
    ...(isDirect === undefined ? {} : { isDirect }),
    ...(licensePath === undefined ? {} : { licensePath }),
    ...(line === undefined ? {} : { line }),
  });
  return other ?? found;
}
