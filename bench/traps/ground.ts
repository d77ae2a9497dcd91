// What traps are planted in: a tree of npm packages in memory.
import type { Tree } from '../npm-releases.ts';

export type Pick = (below: number) => number;

export interface Planted {
  kind: string;
  /** Files on which no former decision may count; with `mustCarry`, those on which it must. */
  files: string[];
  /** `name version` of an item likewise. */
  item?: string;
  mustCarry: boolean;
}

/** A package in `node_modules`. */
export interface Place {
  name: string;
  folder: string;
  version: string;
}

export interface Ground {
  tree: Tree;
  pick: Pick;
  /** Texts of traps that were planted before: a person has decided about them. */
  known: Set<string>;
  /** Sources that are nowhere in the tree. */
  strangers: readonly Buffer[];
  /** Records in the OSV format, by id. */
  advisories: Map<string, object>;
}

export type Change = (text: string, pick: Pick) => string | undefined;

export const SOURCE = /\.(?:c|m)?[jt]s$/;
export const LICENSE = /^(?:licen[sc]e|copying)(?:[.-].*)?$/i;

export const textOf = (tree: Tree, path: string) => (tree.get(path) ?? Buffer.alloc(0)).toString();
export const baseName = (path: string) => path.split('/').at(-1) ?? '';
export const isPlain = (text: string) => text.split('\n').length > 12 && !/copyright|licen[sc]e/i.test(text);

/** Another one each time: the text of an earlier trap was decided about. */
export const nameOf = (pick: Pick) =>
  String.fromCharCode(...Array.from({ length: 8 }, (_, at) => (at === 0 ? 65 : 97) + pick(26)));

/** Files of the package itself, without those of packages inside of it. */
export const filesIn = ({ folder }: Place, tree: Tree) =>
  [...tree.keys()].filter(
    (path) => path.startsWith(`${folder}/`) && !path.slice(folder.length).includes('/node_modules/'),
  );

export function shuffled<T>(list: readonly T[], pick: Pick): T[] {
  return list
    .map((one) => ({ one, at: pick(1_000_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Texts that differ in years and wrapping alone say the same. */
export const saidBy = (text: string) => text.replace(/\d+/g, '').replace(/\s+/g, ' ');

export const nextOf = (version: string) =>
  version.replace(/(\d+)[^.]*$/, (_, last: string) => String(Number(last) + 1));

type Entry = Record<string, unknown>;

export const manifestOf = (tree: Tree, { folder }: Place): Entry => JSON.parse(textOf(tree, `${folder}/package.json`));

export function writeManifest(tree: Tree, { folder }: Place, manifest: Entry): void {
  tree.set(`${folder}/package.json`, Buffer.from(JSON.stringify(manifest, null, 2)));
}

const LOCKFILES = ['package-lock.json', 'node_modules/.package-lock.json'];

export function inLockfiles(tree: Tree, { folder }: Place, change: (entry: Entry) => void): void {
  for (const path of LOCKFILES) {
    const lock = JSON.parse(textOf(tree, path)) as { packages: Record<string, Entry> };
    const entry = lock.packages[folder];
    if (entry !== undefined) change(entry);
    tree.set(path, Buffer.from(JSON.stringify(lock, null, 2)));
  }
}

/** The next version of the package, in its manifest and the lockfiles. */
export function raise(tree: Tree, place: Place, more: Entry = {}): string {
  const version = nextOf(place.version);
  writeManifest(tree, place, { ...manifestOf(tree, place), ...more, version });
  const { author: _, ...inLock } = more;
  inLockfiles(tree, place, (entry) => void Object.assign(entry, inLock, { version }));
  return `${place.name} ${version}`;
}

/** Packages of the tree that are there in one version only. */
export function placesOf(tree: Tree): Place[] {
  const { packages } = JSON.parse(textOf(tree, 'package-lock.json')) as {
    packages: Record<string, { version: string; link?: boolean }>;
  };
  const places = Object.entries(packages).flatMap(([folder, { version }]) =>
    folder === '' ? [] : [{ folder, name: folder.slice(folder.lastIndexOf('node_modules/') + 13), version }],
  );
  const many = Map.groupBy(places, ({ name }) => name);
  const isThere = ({ folder }: Place) => tree.has(`${folder}/package.json`);
  return places
    .filter(isThere)
    .filter(({ name, folder }) => many.get(name)?.length === 1 && folder.lastIndexOf('node_modules/') === 0);
}
