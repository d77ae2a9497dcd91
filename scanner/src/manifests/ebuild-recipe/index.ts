// Reads ebuilds, the recipes of Gentoo, without running them: the variables that describe the package. The path gives category, name and version:
// packages/recipes/ knows it.
// Format: https://projects.gentoo.org/pms/8/pms.html
import { detachTexts } from '../../detached-text.ts';
import type { PackageFinding, RecipeStatement } from '../../findings.ts';
import { definitionsOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';
import { readShellVariables } from '../shell-variables.ts';

const DESCRIBING = new Set([
  'DESCRIPTION',
  'HOMEPAGE',
  'SRC_URI',
  'LICENSE',
  'DEPEND',
  'RDEPEND',
  'BDEPEND',
  'EGIT_REPO_URI',
]);
const MAX_STATEMENTS = 500;

export const ebuildRecipe: ManifestMember = {
  name: 'ebuild-recipe',
  mayBeEmpty: true,
  wants: (_path, file) => file.endsWith('.ebuild'),
  read: (bytes) =>
    readSafely('The ebuild', (): PackageFinding[] => {
      const all: RecipeStatement[] = [];
      readShellVariables(textOf(bytes), new Map(), ({ name, operator, raw, line }) => {
        if (all.length < MAX_STATEMENTS) all.push({ name, operator, value: raw, line });
      });
      const statements = describing(all);
      for (const statement of statements) detachTexts(statement);
      return statements.length === 0 ? [] : [definitionsOf('ebuild', { recipe: statements })];
    }),
};

/** Keeps what describes the package, and the variables to which that refers. */
function describing(statements: readonly RecipeStatement[]): RecipeStatement[] {
  const byName = Map.groupBy(statements, ({ name }) => name);
  const wanted = new Set<string>();
  const waiting = [...DESCRIBING].filter((name) => byName.has(name));
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (wanted.has(name)) continue;
    wanted.add(name);
    for (const { value } of byName.get(name) ?? [])
      for (const [, used = ''] of value.matchAll(/\$\{?([A-Za-z_]\w{0,100})/g))
        if (byName.has(used)) waiting.push(used);
  }
  return statements.filter(({ name }) => wanted.has(name));
}
