// Reads configurations of Buildroot (.config, *_defconfig): the packages that are built. packages/recipes/ finds their versions in the recipes.
// Format: https://buildroot.org/downloads/manual/manual.html#configure
import { detachTexts } from '../../detached-text.ts';
import type { PackageFinding, RecipeStatement } from '../../findings.ts';
import { definitionsOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';

const MAX_STATEMENTS = 20_000;
const SELECTED = /^(BR2_(?:PACKAGE_|TARGET_|LINUX_KERNEL)\w{0,200})=(?:(y)|"([^"\n]{1,200})")\s*$/;

export const buildrootConfig: ManifestMember = {
  name: 'buildroot-config',
  mayBeEmpty: true,
  // Linux, U-Boot and BusyBox have such files too.
  isShared: true,
  wants: (_path, file) => file === '.config' || /(?:^|[_.-])defconfig$/.test(file),
  read: (bytes) =>
    readSafely('The configuration of Buildroot', (): PackageFinding[] => {
      const statements: RecipeStatement[] = [];
      for (const [at, line] of textOf(bytes).split('\n').entries()) {
        const [, name = '', yes, text = ''] = SELECTED.exec(line.slice(0, 500)) ?? [];
        // Texts are paths and options, apart from versions that replace those of the recipes.
        if (name === '' || (yes === undefined && !/_VERSION(?:_VALUE)?$/.test(name))) continue;
        if (statements.length === MAX_STATEMENTS) break;
        const statement = { name, operator: '=', value: yes ?? text, line: at + 1 };
        detachTexts(statement);
        statements.push(statement);
      }
      return statements.length === 0 ? [] : [definitionsOf('buildroot', { recipe: statements })];
    }),
};
