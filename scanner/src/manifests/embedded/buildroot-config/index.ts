// Reads configurations of Buildroot (.config, *_defconfig): the packages that are built. packages/recipes/ finds their versions in the recipes.
// Format: https://buildroot.org/downloads/manual/manual.html#configure
import type { RecipeStatement } from '../../../definitions.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { recipeOf } from '../../shared/recipe-statements.ts';

const MAX_STATEMENTS = 20_000;
const SELECTED = /^(BR2_(?:PACKAGE_|TARGET_|LINUX_KERNEL)\w{0,200})=(?:(y)|"([^"\n]{1,200})")\s*$/;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The configuration of Buildroot', (problems): PackageFinding[] => {
      const statements: RecipeStatement[] = [];
      for (const [at, line] of textOf(bytes).split('\n').entries()) {
        const [, name = '', yes, text = ''] = SELECTED.exec(line.slice(0, 500)) ?? [];
        // Texts are paths and options, apart from versions that replace those of the recipes.
        if (name === '' || (yes === undefined && !/_VERSION(?:_VALUE)?$/.test(name))) continue;
        statements.push({ name, operator: '=', value: yes ?? text, line: at + 1 });
        if (statements.length > MAX_STATEMENTS) break;
      }
      return recipeOf({ type: 'buildroot', statements, most: MAX_STATEMENTS }, problems);
    }),
};
