// Reads recipes of Yocto and OpenEmbedded (.bb, .bbappend and the .inc files that they include; layer.conf) without running them: the assignments that
// describe the package. Path and included files are needed for name and version, which packages/recipes/ knows.
// Format: https://docs.yoctoproject.org/bitbake/bitbake-user-manual/bitbake-user-manual-metadata.html
import type { RecipeStatement } from '../../../definitions.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { describing, recipeOf } from '../../shared/recipe-statements.ts';

/** Variables that describe a package. Variables in their values are kept too. */
const DESCRIBING = new Set([
  'SUMMARY',
  'DESCRIPTION',
  'HOMEPAGE',
  'LICENSE',
  'PN',
  'BPN',
  'PV',
  'SRC_URI',
  'SRCREV',
  'DEPENDS',
  'RDEPENDS',
  'IMAGE_INSTALL',
  'BBFILE_COLLECTIONS',
  'PYPI_PACKAGE',
  'inherit',
  'require',
]);
const MAX_STATEMENTS = 5000;
const MAX_VALUE = 500_000;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The recipe', (problems): PackageFinding[] => {
      const statements = describing(statementsOf(textOf(bytes)), {
        variableOf: ({ name }) => name.split(/[:[]/, 1)[0] ?? '',
        describesPackage: (name) => DESCRIBING.has(name),
        references: /\$\{([\w-]{1,100})\}/g,
      });
      return recipeOf({ type: 'yocto', statements, most: MAX_STATEMENTS }, problems);
    }),
};

const ASSIGNMENT =
  /^(?:export[ \t]+)?([A-Za-z0-9_${}:.+/~-]{1,200}?(?:\[[\w.-]{1,100}\])?)[ \t]{0,50}(\?\?=|\?=|:=|\+=|=\+|\.=|=\.|=)[ \t]{0,50}(["'])/;
const DIRECTIVE = /^(inherit|require|include)[ \t]+(\S.{0,500})$/;
/** Bodies of functions end with a bracket at the start of a line. */
const FUNCTION =
  /^(?:(?:fakeroot|python)[ \t]+){0,2}[\w:${}.+-]{0,200}[ \t]{0,20}\(\)[ \t]{0,20}\{[ \t]*$|^python[ \t]*\{[ \t]*$/;

function statementsOf(text: string): RecipeStatement[] {
  const statements: RecipeStatement[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length && statements.length <= MAX_STATEMENTS; at++) {
    const first = (lines[at] ?? '').slice(0, MAX_VALUE);
    const head = first.slice(0, 600);
    if (FUNCTION.test(head)) {
      while (at < lines.length && !(lines[at] ?? '').startsWith('}')) at += 1;
      continue;
    }
    const directive = DIRECTIVE.exec(head);
    if (directive !== null) {
      const name = directive[1] === 'inherit' ? 'inherit' : 'require';
      statements.push({ name, operator: '=', value: (directive[2] ?? '').replace(/#.*$/, '').trim(), line: at + 1 });
      continue;
    }
    const [whole = '', name = '', operator = '', quote = ''] = ASSIGNMENT.exec(head) ?? [];
    if (name === '') continue;
    const line = at + 1;
    const parts = [first.slice(whole.length)];
    while (/\\\r?$/.test((parts.at(-1) ?? '').slice(-2)) && at + 1 < lines.length) {
      at += 1;
      parts.push((lines[at] ?? '').slice(0, MAX_VALUE));
    }
    const value = parts.map((part) => part.replace(/\\?\r?$/, '')).join('\n');
    const end = value.lastIndexOf(quote);
    if (end >= 0 && value.length <= MAX_VALUE)
      statements.push({ name: canonical(name), operator, value: value.slice(0, end), line });
  }
  return statements;
}

/** Until 2021, `_` and not `:` divided overrides: `SRC_URI_append`, `RDEPENDS_${PN}`. */
function canonical(name: string): string {
  return name.replace(/^([A-Z]+(?:_[A-Z]+)*)_(append|prepend|remove|\$\{PN\}|class-\w+)/, '$1:$2');
}
