// Reads the database of installed packages of Gentoo, /var/db/pkg/CATEGORY/NAME-VERSION: CONTENTS shows that the package is installed, LICENSE and
// others describe it. Only the path names the package: packages/recipes/ knows it.
// Format: https://projects.gentoo.org/pms/8/pms.html#the-environment
import type { PackageFinding } from '../../findings.ts';
import { definitionsOf } from '../identity.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';

const FILE = /(?:^|\/)var\/db\/pkg\/[^/]+\/[^/]+\/(?:CONTENTS|LICENSE|RDEPEND|DESCRIPTION|HOMEPAGE)$/;
const MAX_VALUE = 20_000;

export const ebuildInstalled: ManifestMember = {
  name: 'ebuild-installed',
  // A package may install nothing.
  mayBeEmpty: true,
  wants: (path) => FILE.test(path),
  read: (bytes) =>
    readSafely('The file of an installed package', (): PackageFinding[] => {
      const text = textOf(bytes.subarray(0, MAX_VALUE));
      // The names of installed files say nothing about the package.
      const value = /^(?:obj|dir|sym) /.test(text) ? '' : (text.split('\n', 1)[0] ?? '').trim();
      return [definitionsOf('ebuild', { recipe: [{ name: 'installed', operator: '=', value, line: 1 }] })];
    }),
};
