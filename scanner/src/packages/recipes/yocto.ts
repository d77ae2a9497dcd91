// Recipes of Yocto: `recipes-core/zlib/zlib_1.3.1.bb` is zlib 1.3.1. A recipe that fetches its source requires the package; one whose source
// lies beside it declares it. A .bbappend shows that the recipe of another layer is used. Recipes of public layers count if they are needed. Pure.
// Documentation: https://docs.yoctoproject.org/dev-manual/new-recipe.html

import type { RecipeStatement } from '../../definitions.ts';
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { licenseInWords } from '../../manifests/embedded/yocto-licenses/index.ts';
import { formatPurl } from '../../purl/purl.ts';
import type { FilePackages } from '../files.ts';
import { folderOf, joined } from '../folders.ts';
import { neededRecipes, publicLayers } from './layers.ts';
import { purlsByName, recipeFinding, recipeOf } from './statements.ts';
import { expandedBy, wordsOf } from './variables.ts';

const RECIPE = /^([a-z0-9][\w.+-]*?)(?:_([^_]+))?\.(bb|bbappend)$/;
const MAX_INCLUDES = 50;
/** Addresses that BitBake's configuration sets. https://git.openembedded.org/openembedded-core/tree/meta/conf/bitbake.conf */
const MIRRORS = new Map([
  ['APACHE_MIRROR', 'https://archive.apache.org/dist'],
  ['CPAN_MIRROR', 'https://search.cpan.org/CPAN'],
  ['DEBIAN_MIRROR', 'http://ftp.debian.org/debian/pool'],
  ['GNOME_MIRROR', 'https://download.gnome.org/sources'],
  ['GNU_MIRROR', 'https://ftp.gnu.org/gnu'],
  ['GNUPG_MIRROR', 'https://www.gnupg.org/ftp/gcrypt'],
  ['GPE_MIRROR', 'http://gpe.linuxtogo.org/download/source'],
  ['KERNELORG_MIRROR', 'https://cdn.kernel.org/pub'],
  ['SAVANNAH_GNU_MIRROR', 'https://download.savannah.gnu.org/releases'],
  ['SAVANNAH_NONGNU_MIRROR', 'https://download.savannah.nongnu.org/releases'],
  ['SOURCEFORGE_MIRROR', 'https://downloads.sourceforge.net'],
  ['XORG_MIRROR', 'https://www.x.org/releases'],
]);
/** Classes that compute the address of the source. */
const FETCHING = /(?:^|\s)(?:pypi|gnomebase|cpan|cpan_build|ros_distro\w*|xorg-\w+-common)(?=\s|$)/;
/** Recipes that only select other recipes. */
const SELECTING = /(?:^|\s)(?:image|core-image|packagegroup|image-\w+)(?=\s|$)/;

interface Recipe {
  file: FilePackages;
  name: string;
  version: string;
  kind: string;
  statements: readonly PlacedStatement[];
}

interface PlacedStatement extends RecipeStatement {
  path: string;
}

export function completeYocto(files: readonly FilePackages[]): FilePackages[] {
  const statements = new Map(
    files.flatMap((file) => {
      const found = recipeOf(file, 'yocto');
      return found === undefined ? [] : [[file.path, found] as const];
    }),
  );
  if (statements.size === 0) return [...files];
  const described = new Map<string, { packages: PackageFinding[]; needs: Need[] }>();
  const recipes: { path: string; name: string; needs: string[] }[] = [];
  for (const file of files) {
    if (!statements.has(file.path)) continue;
    const recipe = recipeAt(file, statements);
    if (recipe === undefined) continue;
    const one = describe(recipe);
    described.set(file.path, one);
    // An append needs the recipe that it changes.
    const appended = recipe.kind === 'bbappend' ? one.packages.map(({ name }) => name) : [];
    recipes.push({
      path: file.path,
      name: recipe.kind === 'bbappend' ? '' : (one.packages[0]?.name ?? recipe.name),
      needs: [...one.needs.map(({ name }) => name), ...appended],
    });
  }
  const layers = publicLayers(statements);
  const needed = layers.size === 0 ? undefined : neededRecipes(recipes, layers);
  if (needed !== undefined)
    for (const path of described.keys()) if (!needed.has(path)) described.set(path, { packages: [], needs: [] });
  const made = [...described].map(([path, { packages }]) => ({ path, packages }));
  const purls = purlsByName(made, 'yocto');
  return files.map((file) => {
    const found = described.get(file.path);
    if (found === undefined) return file;
    return { path: file.path, packages: [...found.packages, ...linked(found, purls)] };
  });
}

interface Need {
  name: string;
  scope: DependencyScope;
  line?: number;
}

/** Adds edges to the first finding; what no recipe of the tree builds becomes a request without a version. */
function linked(
  { packages, needs }: { packages: readonly PackageFinding[]; needs: readonly Need[] },
  purls: ReadonlyMap<string, string>,
): PackageFinding[] {
  const edges = new Map<string, PackageDependency>();
  const others: PackageFinding[] = [];
  for (const { name, scope, line } of needs) {
    const known = purls.get(name) ?? purls.get(name.replace(SPLIT, ''));
    const found = recipeFinding({
      type: 'yocto',
      name,
      version: '',
      role: 'requires',
      scope,
      ...(line ? { line } : {}),
    });
    if (found === undefined || edges.has(name) || packages[0]?.name === name || GROUP.test(name)) continue;
    edges.set(name, { purl: known ?? found.purl, requirement: '', scope, isDirect: true });
    if (known === undefined) others.push(found);
  }
  const [first] = packages;
  if (first !== undefined) first.dependencies = [...first.dependencies, ...edges.values()];
  return others;
}

function recipeAt(file: FilePackages, known: ReadonlyMap<string, readonly RecipeStatement[]>): Recipe | undefined {
  const [, name = '', version = '', kind = ''] = RECIPE.exec(file.path.slice(file.path.lastIndexOf('/') + 1)) ?? [];
  if (kind === '') return undefined;
  return { file, name, version, kind, statements: withIncludes(file.path, name, known) };
}

/** `require a.inc` stands for the statements of that file, beside the recipe or below a folder around it. */
function withIncludes(
  path: string,
  name: string,
  known: ReadonlyMap<string, readonly RecipeStatement[]>,
): PlacedStatement[] {
  const included = new Set<string>();
  const all: PlacedStatement[] = [];
  const waiting: PlacedStatement[] = placed(path, known).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.name !== 'require') {
      all.push(next);
      continue;
    }
    const wanted = expandedBy(next.value, (one) => (one === 'BPN' || one === 'PN' ? name : undefined));
    const found = around(folderOf(next.path), wanted, known);
    if (found === undefined || included.has(found) || included.size >= MAX_INCLUDES) continue;
    included.add(found);
    for (const one of placed(found, known).reverse()) waiting.push(one);
  }
  return all;
}

function placed(path: string, known: ReadonlyMap<string, readonly RecipeStatement[]>): PlacedStatement[] {
  return (known.get(path) ?? []).map((statement) => ({ ...statement, path }));
}

function around(from: string, name: string, known: ReadonlyMap<string, unknown>): string | undefined {
  for (let folder = from; ; folder = folderOf(folder)) {
    const path = joined(folder, name);
    if (known.has(path)) return path;
    if (folder === '') return undefined;
  }
}

function describe(recipe: Recipe): { packages: PackageFinding[]; needs: Need[] } {
  const { file, name: fullName, version: inName, kind, statements } = recipe;
  const name = fullName.replace(/-(?:native|cross|crosssdk)$/, '').replace(/^nativesdk-/, '');
  const scope = name === fullName ? 'runtime' : 'build';
  const values = valuesOf(statements);
  const named = new Map([
    ['PN', fullName],
    ['BPN', name],
    ...(inName === '' || inName.includes('%') ? [] : [['PV', inName] as const]),
  ]);
  const lookUp = (one: string): string | undefined => {
    if (one === 'BP') return `\${BPN}-\${PV}`;
    if (one === 'P') return `\${PN}-\${PV}`;
    // BitBake computes this part of a version from the repository.
    if (one === 'SRCPV') return '';
    return values.get(one) ?? named.get(one) ?? MIRRORS.get(one);
  };
  const text = (one: string) =>
    expandedBy(lookUp(one) ?? '', lookUp)
      .replace(/\s+/g, ' ')
      .trim();
  const inherited = statements.flatMap((one) => (one.name === 'inherit' ? [one.value] : [])).join(' ');
  const needs = needsOf(values, lookUp);
  if (kind === 'bbappend') return { packages: [appended(recipe, name, scope)].flatMap((one) => one ?? []), needs: [] };
  if (SELECTING.test(inherited) || values.has('IMAGE_INSTALL')) return { packages: [], needs };
  const sources = wordsOf(expandedBy(lookUp('SRC_URI') ?? '', lookUp)).map(({ word }) => word);
  const remote = sources.find((word) => /^(?:https?|ftp|git|gitsm|ssh|hg|svn|npm|npmsw):\/\//.test(word));
  const isFetched = remote !== undefined || FETCHING.test(inherited);
  // A file that only sets defaults is no recipe.
  if (!isFetched && text('LICENSE') === '' && text('SUMMARY') === '' && text('DESCRIPTION') === '' && inherited === '')
    return { packages: [], needs: [] };
  const found = recipeFinding({
    type: 'yocto',
    name,
    version: versionOf(text('PV'), text('SRCREV')),
    role: isFetched ? 'requires' : 'declares',
    scope,
    declaredLicense: licenseInWords(text('LICENSE')),
    // An included file may state it.
    licensePath: statements.findLast((one) => one.name.split(':')[0] === 'LICENSE')?.path ?? file.path,
    description: text('SUMMARY') || text('DESCRIPTION'),
    homepageUrl: addressOf(text('HOMEPAGE')),
    downloadUrl: addressOf(remote ?? ''),
    integrity: checksumOf(statements),
  });
  return { packages: [...(found === undefined ? [] : [found]), ...fetchedPackages(file.path, statements)], needs };
}

/** Values after all assignments. Only overrides that always count are applied. */
function valuesOf(statements: readonly PlacedStatement[]): Map<string, string> {
  const values = new Map<string, string>();
  const later: (() => void)[] = [];
  for (const { name, operator, value } of statements) {
    const [base = '', override, ...others] = name.split(':');
    const before = () => values.get(base) ?? '';
    if (override === `\${PN}` && others.length === 0) values.set(base, `${before()} ${value}`);
    else if (override === 'append' && others.length === 0) later.push(() => values.set(base, before() + value));
    else if (override === 'prepend' && others.length === 0) later.push(() => values.set(base, value + before()));
    else if (override !== undefined || name.includes('[')) continue;
    else if (operator === '?=' || operator === '??=') values.set(base, values.get(base) ?? value);
    else if (operator === '+=') values.set(base, `${before()} ${value}`);
    else if (operator === '=+') values.set(base, `${value} ${before()}`);
    else if (operator === '.=') values.set(base, before() + value);
    else if (operator === '=.') values.set(base, value + before());
    else values.set(base, value);
  }
  for (const change of later) change();
  return values;
}

/** A recipe of a repository has `git` as its version, unless it computes one. */
function versionOf(written: string, revision: string): string {
  const version = written.replace(/\+(?:AUTOINC|git\+?)$/, '+git').replace(/[+-]$/, '');
  const isCommit = /^[0-9a-f]{40}$/.test(revision);
  if (/^(?:git|svn|hg)?$/.test(version)) return isCommit ? revision : '';
  return /^[\w.+~:-]{1,200}$/.test(version) ? version : '';
}

/** The address without BitBake's parameters: `git://host/path;branch=main`. */
function addressOf(source: string): string {
  const [address = '', ...parameters] = source.split(';');
  const protocol = parameters.find((one) => one.startsWith('protocol='))?.slice('protocol='.length);
  const full = protocol === undefined ? address : address.replace(/^git(?:sm)?:/, `${protocol}:`);
  return /^[a-z]+:\/\/[^\s$]{1,2000}$/.test(full) ? full.replace(/^gitsm:/, 'git:') : '';
}

function checksumOf(statements: readonly PlacedStatement[]): string {
  for (const kind of ['sha512', 'sha256', 'sha1', 'md5'])
    for (const { name, value } of statements)
      if (name.startsWith('SRC_URI[') && (name.endsWith(`.${kind}sum]`) || name === `SRC_URI[${kind}sum]`))
        return `${kind}:${value.trim()}`;
  return '';
}

/** Words that name no recipe: kernel modules, and parts that BitBake splits from each package. */
const NO_RECIPE = /^(?:virtual\/|kernel-|\$|base-files$|run-postinsts$)/;
/** Parts that many recipes split off by hand; they count as parts only if the recipe is there. */
const SPLIT = /-(?:bin|utils|tools|libs?|common|conf|server|client|core|modules|data|misc)$/;
/** Groups of packages make no request of their own. */
const GROUP = /^packagegroup-/;
const PART = /-(?:dev|dbg|doc|staticdev|src|ptest|locale(?:-.+)?)$/;

function needsOf(values: ReadonlyMap<string, string>, lookUp: (name: string) => string | undefined): Need[] {
  const needs = new Map<string, Need>();
  for (const variable of ['DEPENDS', 'RDEPENDS', 'IMAGE_INSTALL']) {
    const words = expandedBy(values.get(variable) ?? '', lookUp)
      // Expressions of Python choose by the configuration.
      .replace(/\$\{@[^{}]{0,2000}\}/g, ' ')
      .replace(/\([^()]{0,200}\)/g, ' ');
    for (const { word } of wordsOf(words)) {
      const name = word
        .replace(PART, '')
        .replace(/-(?:native|cross|crosssdk)$/, '')
        .replace(/^nativesdk-/, '');
      if (NO_RECIPE.test(word) || !/^[a-z0-9][\w.+-]{0,100}$/.test(name) || needs.has(name)) continue;
      needs.set(name, { name, scope: name === word || PART.test(word) ? 'runtime' : 'build' });
    }
  }
  return [...needs.values()];
}

/** `zlib_%.bbappend` changes a recipe of any version, `zlib_1.3.%.bbappend` one of some. */
function appended({ version }: Recipe, name: string, scope: DependencyScope): PackageFinding | undefined {
  const isExact = /^\d[\w.+~-]*$/.test(version);
  return recipeFinding({
    type: 'yocto',
    name,
    version: isExact ? version : '',
    role: 'requires',
    scope,
    ...(isExact || version === '%' ? {} : { requirement: version }),
  });
}

/** Packages of other ecosystems that recipes fetch: `crate://crates.io/libc/0.2.1`. */
function fetchedPackages(path: string, statements: readonly PlacedStatement[]): PackageFinding[] {
  const found = new Map<string, PackageFinding>();
  for (const statement of statements) {
    if (!/^SRC_URI(?::|$)/.test(statement.name)) continue;
    for (const { word, lineOffset } of wordsOf(statement.value)) {
      const [, name = '', version = ''] = /^crate:\/\/crates\.io\/([\w-]{1,100})\/([\w.+-]{1,100})/.exec(word) ?? [];
      const made = name === '' ? undefined : formatPurl({ type: 'cargo', name, version });
      if (made === undefined || !('value' in made) || found.has(made.value)) continue;
      const crate = recipeFinding({ type: 'cargo', name, version, role: 'requires', isDirect: false });
      if (crate === undefined) continue;
      found.set(made.value, statement.path === path ? { ...crate, line: statement.line + lineOffset } : crate);
    }
  }
  return [...found.values()];
}
