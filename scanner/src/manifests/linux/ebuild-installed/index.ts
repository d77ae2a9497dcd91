// Reads the database of installed packages of Gentoo, /var/db/pkg/CATEGORY/NAME-VERSION: CONTENTS shows that the package is installed, LICENSE and
// others describe it. Only the path names the package: packages/recipes/ knows it.
// Format: https://projects.gentoo.org/pms/8/pms.html#the-environment
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { definitionsOf } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const MAX_VALUE = 20_000;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The file of an installed package', (): PackageFinding[] => {
      const text = textOf(bytes.subarray(0, MAX_VALUE));
      // The names of installed files say nothing about the package.
      const value = /^(?:obj|dir|sym) /.test(text) ? '' : (text.split('\n', 1)[0] ?? '').trim();
      return [definitionsOf('ebuild', { recipe: [{ name: 'installed', operator: '=', value, line: 1 }] })];
    }),
};
