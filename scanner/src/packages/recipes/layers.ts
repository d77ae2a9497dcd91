// Which recipes of Yocto are built. Public layers have a recipe for each package that they offer: those count that a recipe of another layer needs,
// directly or not. The names of the public layers are data: public-layers.yaml.
import { readData } from '../../data-files.ts';
import type { RecipeStatement } from '../../definitions.ts';
import { folderOf } from '../folders.ts';

const PUBLIC: ReadonlySet<string> = new Set(readData(new URL('./public-layers.yaml', import.meta.url)) as string[]);

/** Folders of the public layers in the tree, by their `conf/layer.conf`. */
export function publicLayers(statements: ReadonlyMap<string, readonly RecipeStatement[]>): ReadonlySet<string> {
  const layers = new Set<string>();
  for (const [path, recipe] of statements) {
    const names = recipe.flatMap(({ name, value }) => (name === 'BBFILE_COLLECTIONS' ? value.split(/\s+/) : []));
    if (names.some((name) => PUBLIC.has(name))) layers.add(folderOf(folderOf(path)));
  }
  return layers;
}

function isInLayer(path: string, layers: ReadonlySet<string>): boolean {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if (layers.has(folder)) return true;
    if (folder === '') return false;
  }
}

interface Recipe {
  path: string;
  /** Names of what it builds. */
  name: string;
  needs: readonly string[];
}

/** Paths of recipes outside of the layers, and of those that they need. */
export function neededRecipes(recipes: readonly Recipe[], layers: ReadonlySet<string>): ReadonlySet<string> {
  const byName = Map.groupBy(recipes, ({ name }) => name);
  const waiting = recipes.filter(({ path }) => !isInLayer(path, layers));
  const needed = new Set(waiting.map(({ path }) => path));
  // The list grows while it is read.
  for (const { needs } of waiting)
    for (const need of needs)
      for (const recipe of recipesFor(need, byName)) {
        if (needed.has(recipe.path)) continue;
        needed.add(recipe.path);
        waiting.push(recipe);
      }
  return needed;
}

/** A recipe may be divided into packages: `openssl-bin` is of openssl. */
function recipesFor(need: string, byName: ReadonlyMap<string, readonly Recipe[]>): readonly Recipe[] {
  for (let name = need; ; name = name.slice(0, name.lastIndexOf('-'))) {
    const found = byName.get(name);
    if (found !== undefined || !name.includes('-')) return found ?? [];
  }
}
