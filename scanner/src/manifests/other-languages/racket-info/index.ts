// Reads info.rkt of Racket as text: the lists of packages that it defines.
// Format: https://docs.racket-lang.org/pkg/metadata.html
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readSexps, type Sexp } from '../../shared/formats/s-expressions.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

const SECTIONS: readonly [string, DependencyScope][] = [
  ['deps', 'runtime'],
  ['build-deps', 'build'],
];

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The info.rkt', (problems): PackageFinding[] => {
      const definitions = new Map<string, Sexp>();
      for (const { items } of readSexps(textOf(bytes)))
        if (items?.[0]?.text === 'define' && items[1] !== undefined && items[2] !== undefined)
          definitions.set(items[1].text, items[2]);
      const text = (name: string) => definitions.get(name)?.text ?? '';
      const requirements = SECTIONS.flatMap(([name, scope]) => requirementsOf(definitions.get(name), scope));
      // `collection` names the only collection of a package; it is nearly always also the name of the package.
      const fullName = text('pkg-name') || (/^[\w+-]+$/.test(text('collection')) ? text('collection') : '');
      const license = definitions.get('license');
      const self = {
        fullName: fullName === 'multi' ? '' : fullName,
        role: 'declares' as const,
        version: text('version'),
        declaredLicense: license === undefined ? '' : flat(license),
        description: text('pkg-desc'),
      };
      return manifestFindings('racket', self.fullName === '' ? undefined : self, requirements, problems);
    }),
};

/** `("base" ("gui-lib" #:version "1.3"))` */
function requirementsOf(list: Sexp | undefined, scope: DependencyScope): ManifestRequirement[] {
  const items = list?.items?.[0]?.text === 'list' ? list.items.slice(1) : (list?.items ?? []);
  return items.flatMap(({ text, items: parts, line }): ManifestRequirement[] => {
    const fullName = (parts === undefined ? text : (parts[0]?.text ?? '')).replace(/^.*\//, '').replace(/\.git.*$/, '');
    const at = parts?.findIndex((part) => part.text === '#:version') ?? -1;
    const requirement = at < 0 ? '' : `>= ${parts?.[at + 1]?.text ?? ''}`;
    return fullName === '' || fullName === 'base' || fullName === 'racket'
      ? []
      : [{ fullName, requirement, version: '', scope, line }];
  });
}

/** `(Apache-2.0 OR MIT)` */
function flat({ text, items }: Sexp): string {
  return items === undefined
    ? text
    : items
        .map((item) => (item.items === undefined ? item.text : ''))
        .join(' ')
        .trim();
}
