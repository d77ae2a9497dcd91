// Decides where a package is named: below tests, examples or documentation it is not part of the product. The folder
// names are data: places.yaml.
import { readData } from '../data-files.ts';
import type { DependencyScope } from '../dependency-scopes.ts';
import { ownPart } from './folders.ts';

/** A kind of place: its folder names, and the scope of packages that are named only there. */
export interface PlaceRule {
  scope: DependencyScope;
  /** Lower-case names of folders; `*.tests` means all names that end with `.tests`. */
  folders: readonly string[];
}

/** By the name of the place: `test`, `example`, … */
export type PlaceRules = Readonly<Record<string, PlaceRule>>;

export const BUILT_IN_PLACES = readData(new URL('./places.yaml', import.meta.url)) as PlaceRules;

export interface FolderPlace {
  /** Key of the rule. */
  name: string;
  scope: DependencyScope;
}

/**
 * Returns the place of each path; undefined inside the product. Folders that all `paths` share do not count: a user who
 * scans a folder of examples wants to know what they use.
 */
export function createPlaces(
  paths: readonly string[],
  rules: PlaceRules = BUILT_IN_PLACES,
): (path: string) => FolderPlace | undefined {
  const placeOfFolder = createFolderPlaces(rules);
  const shared = sharedFolders(paths);
  return (path) => {
    const folders = ownPart(path).split('/').slice(shared, -1);
    for (const folder of folders) {
      const place = placeOfFolder(folder.toLowerCase());
      if (place !== undefined) return place;
    }
    return undefined;
  };
}

function createFolderPlaces(rules: PlaceRules): (folder: string) => FolderPlace | undefined {
  const byName = new Map<string, FolderPlace>();
  const byEnding: [ending: string, place: FolderPlace][] = [];
  for (const [name, { scope, folders }] of Object.entries(rules))
    for (const folder of folders) {
      if (folder.startsWith('*')) byEnding.push([folder.slice(1), { name, scope }]);
      else byName.set(folder, { name, scope });
    }
  const found = new Map<string, FolderPlace | undefined>();
  return (folder) => {
    if (found.has(folder)) return found.get(folder);
    const place = byName.get(folder) ?? byEnding.find(([ending]) => folder.endsWith(ending))?.[1];
    found.set(folder, place);
    return place;
  };
}

function sharedFolders(paths: readonly string[]): number {
  const [first, ...others] = paths.map((path) => path.split('/').slice(0, -1));
  if (first === undefined) return 0;
  let shared = first.length;
  for (const folders of others) {
    let same = 0;
    while (same < shared && folders[same] === first[same]) same++;
    shared = same;
  }
  return shared;
}
