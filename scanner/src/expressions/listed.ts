// What an expression says in the words of SPDX, for those that write, compare or store what a document states.
import { firstOf } from '../items.ts';
import { type LicenseExpression, licensesOf, parseExpression, printExpression, termText } from './expression.ts';
import { remembered } from './remembered.ts';
import { parseSpdxExpression } from './spdx.ts';

/**
 * An expression in canonical form, and its licenses without exceptions. There are none when it is invalid or has a name off the SPDX list, which stays as
 * it is written.
 */
export const readExpression = remembered((text: string): { canonical: string; ids: readonly string[] } => {
  const parsed = parseSpdxExpression(text);
  if (parsed === undefined || parsed.unknown.length > 0) return { canonical: withNames(text), ids: [] };
  const ids = licensesOf(parsed.expression).map((term) => firstOf(term.split(' WITH ')));
  return { canonical: parsed.expression, ids: [...new Set(ids)] };
});

function withNames(text: string): string {
  const tree = parseExpression(text);
  return tree === undefined ? text : printExpression(listedTerms(tree));
}

function listedTerms(tree: LicenseExpression): LicenseExpression {
  if ('operator' in tree) return { ...tree, parts: tree.parts.map(listedTerms) };
  const parsed = parseSpdxExpression(termText(tree));
  return parsed === undefined || parsed.unknown.length > 0 ? tree : parsed.tree;
}
