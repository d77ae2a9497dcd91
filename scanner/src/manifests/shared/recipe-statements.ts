// What the recipes of build systems have in common: which of their statements are kept, and what is said of the others.

import type { Definitions, RecipeStatement } from '../../definitions.ts';
import { detachTexts } from '../../detached-text.ts';
import type { PackageFinding } from '../../findings.ts';
import { definitionsOf } from './identity.ts';
import type { Problems } from './problems.ts';

interface Recipe {
  type: Parameters<typeof definitionsOf>[0];
  statements: readonly RecipeStatement[];
  /** At most this many statements are kept. Readers stop one behind it, so that a hostile file does not fill the memory. */
  most: number;
}

/** A definition with all statements; [] without any. */
export function recipeOf({ type, statements, most }: Recipe, problems: Problems): PackageFinding[] {
  if (statements.length === 0) return [];
  if (statements.length > most)
    problems.add(`A recipe should have at most ${most} statements; those after them were left out.`);
  const defines: Definitions = { recipe: statements.slice(0, most) };
  for (const statement of defines.recipe ?? []) detachTexts(statement);
  return [definitionsOf(type, defines)];
}

interface Described {
  /** The variable of a statement, without overrides and flags. */
  variableOf(statement: RecipeStatement): string;
  describesPackage(variable: string): boolean;
  /** References to other variables in a value; the first group is the name. */
  references: RegExp;
}

/** The statements that describe the package, and those of the variables to which they refer. */
export function describing(
  statements: readonly RecipeStatement[],
  { variableOf, describesPackage, references }: Described,
): RecipeStatement[] {
  const byName = Map.groupBy(statements, variableOf);
  const kept = new Set<string>();
  const waiting = [...byName.keys()].filter(describesPackage);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (kept.has(name)) continue;
    kept.add(name);
    for (const { value } of byName.get(name) ?? [])
      for (const [, used = ''] of value.matchAll(references)) if (byName.has(used)) waiting.push(used);
  }
  return statements.filter((statement) => kept.has(variableOf(statement)));
}
