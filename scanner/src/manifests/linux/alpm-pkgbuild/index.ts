// Reads PKGBUILD, the recipe of a package of Arch Linux. It is a shell script, which is read as text and never run.
// Format: https://man.archlinux.org/man/PKGBUILD.5
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readShellVariables, type ShellVariables } from '../../shared/languages/shell-variables.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { joinLicenses } from '../alpm-fields.ts';

const DEPENDS: readonly [string, DependencyScope][] = [
  ['depends', 'runtime'],
  ['optdepends', 'optional'],
  ['makedepends', 'build'],
  ['checkdepends', 'test'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The PKGBUILD', (problems): PackageFinding[] => {
      const recipe = readShellVariables(textOf(bytes));
      const name = recipe.text('pkgname') || recipe.text('pkgbase');
      if (name === '') {
        problems.add('A PKGBUILD should set "pkgname"; nothing was read from it.');
        return [];
      }
      const [version, release, epoch] = [recipe.text('pkgver'), recipe.text('pkgrel'), recipe.text('epoch')];
      const self = {
        fullName: `arch/${name}`,
        role: 'declares' as const,
        version: version === '' ? '' : `${epoch === '' ? '' : `${epoch}:`}${version}${release && `-${release}`}`,
        declaredLicense: joinLicenses(recipe.words('license')),
        description: recipe.text('pkgdesc'),
        homepageUrl: recipe.text('url'),
        downloadUrl: sourceOf(recipe),
        line: recipe.line('pkgname'),
      };
      return manifestFindings('alpm', self, requirementsOf(recipe), problems);
    }),
};

/** `name::url` saves the file under another name. */
function sourceOf(recipe: ShellVariables): string {
  const sources = recipe.words('source').map((word) => word.split('::').at(-1) ?? '');
  return sources.find((word) => /^(https?|ftp|git\+https?):/.test(word)) ?? '';
}

function requirementsOf(recipe: ShellVariables): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  for (const [variable, scope] of DEPENDS) {
    for (const word of recipe.words(variable)) {
      // `words` splits `optdepends=('name: why')` at spaces, so the words of the reason are items too.
      const name = /^[\w@.+-]+/.exec(word)?.[0] ?? '';
      if (variable === 'optdepends' && !word.endsWith(':')) continue;
      if (name === '' || byName.has(name)) continue;
      byName.set(name, {
        fullName: `arch/${name}`,
        requirement: word.slice(name.length).replace(/:$/, ''),
        version: '',
        scope,
        line: recipe.line(variable),
      });
    }
  }
  return [...byName.values()];
}
