// Packages of Gentoo: `app-misc/jq/jq-1.7.1-r2.ebuild` is jq 1.7.1-r2 of app-misc, and so is `var/db/pkg/app-misc/jq-1.7.1-r2/CONTENTS`, if it is
// installed. A whole tree has an ebuild for each available package, and its ebuilds alone prove nothing. Pure.
// Documentation: https://projects.gentoo.org/pms/8/pms.html
import type { RecipeStatement } from '../../definitions.ts';
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { readShellVariables } from '../../manifests/shared/languages/shell-variables.ts';
import { componentOf } from '../describe.ts';
import type { FilePackages } from '../files.ts';
import { folderOf } from '../folders.ts';
import { recipeFinding, recipeOf } from './statements.ts';

const EBUILD = /^(?:(.*)\/)?([\w+.-]+)\/([\w+-]+)\/([\w+-]+)-(\d[\w.]*(?:-r\d+)?)\.ebuild$/;
const INSTALLED = /^(.*\/)?var\/db\/pkg\/([\w+.-]+)\/([\w+-]+?)-(\d[\w.]*(?:-r\d+)?)\/(\w+)$/;
/** A tree of so many categories is Gentoo's own, or a mirror of it. */
const CATEGORIES_OF_A_WHOLE_TREE = 50;
const DEPENDS: readonly [string, DependencyScope][] = [
  ['RDEPEND', 'runtime'],
  ['DEPEND', 'build'],
  ['BDEPEND', 'build'],
];

export function completeGentoo(files: readonly FilePackages[]): FilePackages[] {
  const ours = files.flatMap((file) => {
    const statements = recipeOf(file, 'ebuild');
    return statements === undefined ? [] : [{ path: file.path, statements }];
  });
  if (ours.length === 0) return [...files];
  const categories = new Map<string, Set<string>>();
  for (const { path } of ours) {
    const [, root = '', category = ''] = EBUILD.exec(path) ?? [];
    if (category === '') continue;
    const some = categories.get(root) ?? new Set();
    some.add(category);
    categories.set(root, some);
  }
  const made = new Map<string, PackageFinding[]>();
  const facts = new Map(
    ours.flatMap(({ path, statements }) => (INSTALLED.test(path) ? [[path, statements] as const] : [])),
  );
  for (const { path, statements } of ours) {
    const root = EBUILD.exec(path)?.[1] ?? '';
    const isAvailableOnly = (categories.get(root)?.size ?? 0) >= CATEGORIES_OF_A_WHOLE_TREE;
    const found = INSTALLED.test(path)
      ? installedAt(path, facts)
      : isAvailableOnly
        ? undefined
        : ebuildAt(path, statements);
    made.set(path, found === undefined ? [] : [found]);
  }
  const targets = new Map(
    [...made].flatMap(([path, found]) =>
      INSTALLED.test(path) ? found.map(({ purl }) => [`${rootOf(path)}${componentOf(purl)}`, purl] as const) : [],
    ),
  );
  for (const [path, found] of made)
    if (INSTALLED.test(path)) for (const one of found) linkInstalled(one, rootOf(path), targets);
  return files.map((file) => {
    const packages = made.get(file.path);
    return packages === undefined ? file : { path: file.path, packages };
  });
}

function rootOf(path: string): string {
  return INSTALLED.exec(path)?.[1] ?? '';
}

/** Edges lead to installed packages of the same system. Others depend on options that were off. */
function linkInstalled(found: PackageFinding, root: string, targets: ReadonlyMap<string, string>): void {
  found.dependencies = found.dependencies.flatMap((wanted) => {
    const purl = targets.get(`${root}${wanted.purl}`);
    return purl === undefined ? [] : [{ ...wanted, purl }];
  });
}

function ebuildAt(path: string, statements: readonly RecipeStatement[]): PackageFinding | undefined {
  const [, , category = '', folder = '', name = '', version = ''] = EBUILD.exec(path) ?? [];
  if (name === '' || folder !== name) return undefined;
  const plain = version.replace(/-r\d+$/, '');
  const known = new Map([
    ['CATEGORY', category],
    ['PN', name],
    ['PV', plain],
    ['P', `${name}-${plain}`],
    ['PVR', version],
    ['PF', `${name}-${version}`],
  ]);
  const script = statements.map((one) => `${one.name}${one.operator}${one.value}`).join('\n');
  const values = readShellVariables(script, known);
  const sources = values.words('SRC_URI').filter((word) => /^(?:https?|ftp|mirror):\/\//.test(word));
  const repository = values.text('EGIT_REPO_URI');
  // 9999 stands for the newest state of the repository.
  const isLive = /^9{4,}$/.test(plain);
  return recipeFinding({
    type: 'ebuild',
    namespace: category,
    name,
    version,
    role: sources.length > 0 || repository !== '' || isLive ? 'requires' : 'declares',
    declaredLicense: licenseOf(values.text('LICENSE')),
    description: values.text('DESCRIPTION').replace(/\s+/g, ' '),
    homepageUrl: values.words('HOMEPAGE').find((word) => /^https?:/.test(word)) ?? '',
    downloadUrl: sources.find((word) => /^(?:https?|ftp):[^$\s]+$/.test(word)) ?? '',
    dependencies: DEPENDS.flatMap(([variable, scope]) => edgesOf(values.text(variable), scope)),
  });
}

/** CONTENTS stands for the package; the files beside it describe it. */
function installedAt(path: string, facts: ReadonlyMap<string, readonly RecipeStatement[]>): PackageFinding | undefined {
  const [, , category = '', name = '', version = '', file = ''] = INSTALLED.exec(path) ?? [];
  if (file !== 'CONTENTS') return undefined;
  const beside = (one: string) => facts.get(`${folderOf(path)}/${one}`)?.[0]?.value ?? '';
  const found = recipeFinding({
    type: 'ebuild',
    namespace: category,
    name,
    version,
    role: 'requires',
    declaredLicense: licenseOf(beside('LICENSE')),
    licensePath: `${folderOf(path)}/LICENSE`,
    description: beside('DESCRIPTION'),
    homepageUrl: beside('HOMEPAGE').split(/\s/, 1)[0] ?? '',
    dependencies: edgesOf(beside('RDEPEND'), 'runtime'),
  });
  if (found === undefined) return undefined;
  const { isDirect: _, ...rest } = found;
  return { ...rest, role: 'locks', isPresent: true };
}

/** Words are joined by AND; `|| ( A B )` is a choice, and `flag? ( A )` counts. */
function licenseOf(written: string): string {
  const words = written
    .replace(/[()]/g, ' $& ')
    .split(/\s+/)
    .filter((word) => word !== '' && !word.endsWith('?'));
  const open: { sign: string; items: string[] }[] = [{ sign: ' AND ', items: [] }];
  let isChoice = false;
  for (const word of words.slice(0, 200)) {
    const inner = open.at(-1);
    if (word === '||') isChoice = true;
    else if (word === '(') {
      open.push({ sign: isChoice ? ' OR ' : ' AND ', items: [] });
      isChoice = false;
    } else if (word === ')') {
      const closed = open.length > 1 ? open.pop() : undefined;
      if (closed === undefined || closed.items.length === 0) continue;
      const text = closed.items.join(closed.sign);
      open.at(-1)?.items.push(closed.items.length > 1 ? `(${text})` : text);
    } else inner?.items.push(word);
  }
  return open.flatMap(({ items, sign }) => (items.length === 0 ? [] : [items.join(sign)])).join(' AND ');
}

/** `>=dev-libs/a-1.0:0=[flag]` is a request for dev-libs/a; blockers (`!a/b`) and virtual packages are none. */
function edgesOf(text: string, scope: DependencyScope): PackageDependency[] {
  const edges = new Map<string, PackageDependency>();
  for (const word of text.split(/\s+/)) {
    const [, sign = '', category = '', rest = ''] = /^([<>=~]{0,2})([a-z][\w+.-]*)\/([\w+.-]{1,200})/.exec(word) ?? [];
    if (category === '' || category === 'virtual') continue;
    const [, name = rest, version = ''] = sign === '' ? [] : (/^(.+?)-(\d[\w.*]*(?:-r\d+)?)$/.exec(rest) ?? []);
    const found = recipeFinding({ type: 'ebuild', namespace: category, name, version: '', role: 'requires' });
    if (found !== undefined && !edges.has(found.purl))
      edges.set(found.purl, { purl: found.purl, requirement: `${sign}${version}`, scope, isDirect: true });
  }
  return [...edges.values()];
}
