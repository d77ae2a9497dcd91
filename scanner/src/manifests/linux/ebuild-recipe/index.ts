// Reads ebuilds, the recipes of Gentoo, without running them: the variables that describe the package. The path gives category, name and version:
// packages/recipes/ knows it.
// Format: https://projects.gentoo.org/pms/8/pms.html
import type { RecipeStatement } from '../../../definitions.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readShellVariables } from '../../shared/languages/shell-variables.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { describing, recipeOf } from '../../shared/recipe-statements.ts';

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

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The ebuild', (problems): PackageFinding[] => {
      const all: RecipeStatement[] = [];
      readShellVariables(textOf(bytes), new Map(), ({ name, operator, raw, line }) => {
        if (all.length <= MAX_STATEMENTS) all.push({ name, operator, value: raw, line });
      });
      const statements = describing(all, {
        variableOf: ({ name }) => name,
        describesPackage: (name) => DESCRIBING.has(name),
        references: /\$\{?([A-Za-z_]\w{0,100})/g,
      });
      return recipeOf({ type: 'ebuild', statements, most: MAX_STATEMENTS }, problems);
    }),
};
