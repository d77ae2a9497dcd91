// Reads APKBUILD, Alpine's recipe of a package. It is a shell script, which is read as text and never run.
// Format: https://wiki.alpinelinux.org/wiki/APKBUILD_Reference

import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readShellVariables, type ShellVariables } from '../../shared/languages/shell-variables.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { apkLicense } from '../apk-licenses.ts';
import { needOf } from '../apk-needs.ts';

const DEPENDS: readonly [string, DependencyScope][] = [
  ['depends', 'runtime'],
  ['makedepends', 'build'],
  ['checkdepends', 'test'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The APKBUILD', (problems): PackageFinding[] => {
      const recipe = readShellVariables(textOf(bytes));
      const name = recipe.text('pkgname');
      if (name === '') {
        problems.add('An APKBUILD should set "pkgname"; nothing was read from it.');
        return [];
      }
      const version = recipe.text('pkgver');
      const release = recipe.text('pkgrel');
      const self = {
        fullName: `alpine/${name}`,
        role: 'declares' as const,
        version: version === '' || release === '' ? version : `${version}-r${release}`,
        declaredLicense: apkLicense(recipe.text('license')),
        description: recipe.text('pkgdesc'),
        homepageUrl: recipe.text('url'),
        downloadUrl: recipe.words('source').find((word) => /^(https?|ftp):/.test(word)) ?? '',
        line: recipe.line('pkgname'),
      };
      return manifestFindings('apk', self, requirementsOf(recipe), problems);
    }),
};

function requirementsOf(recipe: ShellVariables): ManifestRequirement[] {
  const byName = new Map<string, ManifestRequirement>();
  for (const [variable, scope] of DEPENDS) {
    for (const word of recipe.words(variable)) {
      const need = needOf(word);
      const name = need?.names[0] ?? '';
      if (need === undefined || byName.has(name) || !/^[\w.+-]+$/.test(name)) continue;
      byName.set(name, {
        fullName: `alpine/${name}`,
        requirement: need.requirement,
        version: '',
        scope,
        line: recipe.line(variable),
      });
    }
  }
  return [...byName.values()];
}
