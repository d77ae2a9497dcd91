// Reads recipes of Buildroot (package/zlib/zlib.mk and zlib.hash) without running make: the variables that describe the package. The folder of
// the recipe gives its name, and configurations show whether it is built: packages/recipes/ knows both.
// Format: https://buildroot.org/downloads/manual/manual.html#_infrastructure_for_packages_with_specific_build_systems
import type { RecipeStatement } from '../../../definitions.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { describing, recipeOf } from '../../shared/recipe-statements.ts';

const MAX_STATEMENTS = 1000;
const MAX_VALUE = 20_000;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The recipe of Buildroot', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const isRecipe = text.includes('$(eval $(') || text.includes('define inner-');
      const statements = isRecipe ? statementsOf(text) : hashesOf(text);
      return recipeOf({ type: 'buildroot', statements, most: MAX_STATEMENTS }, problems);
    }),
};

const ASSIGNMENT = /^([A-Z0-9][A-Z0-9_]{0,200})[ \t]{0,50}(\?=|:=|\+=|=)[ \t]*/;
const DESCRIBING = /_(?:VERSION|SITE|SITE_METHOD|SOURCE|LICENSE|DEPENDENCIES)$/;
const EVAL = /^\$\(eval \$\(((?:host-)?[\w-]{1,60}|kernel-module)\)\)/;
const BRANCH = /^(?:ifeq|ifneq|ifdef|ifndef)\b/;

function statementsOf(text: string): RecipeStatement[] {
  const statements: RecipeStatement[] = [];
  const lines = text.split('\n');
  let conditions = 0;
  for (let at = 0; at < lines.length && statements.length <= MAX_STATEMENTS; at++) {
    const first = (lines[at] ?? '').slice(0, MAX_VALUE);
    const head = first.slice(0, 400).trimEnd();
    const line = at + 1;
    if (BRANCH.test(head)) conditions += 1;
    else if (/^endif\b/.test(head)) conditions = Math.max(0, conditions - 1);
    else if (/^define[ \t]/.test(head)) {
      if (/^define[ \t]+inner-generic-package\b/.test(head))
        statements.push({ name: 'define', operator: '=', value: 'inner-generic-package', line });
      while (at + 1 < lines.length && !/^endef\b/.test(lines[at] ?? '')) at += 1;
    }
    const evaluated = EVAL.exec(head)?.[1];
    if (evaluated !== undefined) statements.push({ name: 'eval', operator: '=', value: evaluated, line });
    const [whole = '', name = '', operator = ''] = ASSIGNMENT.exec(head) ?? [];
    if (name === '') continue;
    const parts = [first.slice(whole.length)];
    while (/\\\r?$/.test((parts.at(-1) ?? '').slice(-2)) && at + 1 < lines.length) {
      at += 1;
      parts.push((lines[at] ?? '').slice(0, MAX_VALUE));
    }
    const value = parts
      .map((part) => part.replace(/\\?\r?$/, '').replace(/(?:^|\s)#.*$/, ''))
      .join('\n')
      .trim();
    // It is unknown which branch make takes: additions do not count, and of several values the first that is written out.
    if (value.length > MAX_VALUE || (conditions > 0 && (operator === '+=' || value.includes('$(call qstrip'))))
      continue;
    statements.push({ name, operator: conditions > 0 ? '?=' : operator, value, line });
  }
  if (!statements.some(({ name }) => name === 'eval' || name === 'define')) return [];
  return describing(statements, {
    variableOf: ({ name }) => name,
    describesPackage: (name) => name === 'eval' || name === 'define' || DESCRIBING.test(name),
    references: /\$[({]([A-Z0-9_]{1,200})[)}]/g,
  });
}

/** `sha256  38ef…  zlib-1.3.1.tar.xz`; hashes of license files are no hashes of the source. */
function hashesOf(text: string): RecipeStatement[] {
  return text.split('\n', MAX_STATEMENTS + 1).flatMap((line, at): RecipeStatement[] => {
    const [, kind = '', digest = '', file = ''] =
      /^(sha(?:1|224|256|384|512)|md5)\s{1,20}([0-9a-f]{32,128})\s{1,20}(\S{1,300})\s*$/.exec(line.slice(0, 600)) ?? [];
    return kind === '' ? [] : [{ name: kind, operator: 'of', value: `${digest} ${file}`, line: at + 1 }];
  });
}
