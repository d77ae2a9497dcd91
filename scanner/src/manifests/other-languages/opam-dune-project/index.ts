// Reads dune-project, from which dune generates opam files.
// Format: https://dune.readthedocs.io/en/stable/reference/dune-project/
import type { DependencyScope } from '../../../dependency-scopes.ts';
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readSexps, type Sexp, sexpsNamed } from '../../shared/formats/s-expressions.ts';
import { type ManifestRequirement, manifestFindings } from '../../shared/identity.ts';
import { readSafely, textOf } from '../../shared/problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The dune-project', (problems): PackageFinding[] => {
      const project = readSexps(textOf(bytes));
      const of = (list: readonly Sexp[], name: string) => sexpsNamed(list, name)[0]?.[0]?.text ?? '';
      const source = sexpsNamed(project, 'source')[0]?.[0]?.items ?? [];
      const repository =
        source[0]?.text === 'github' ? `https://github.com/${source[1]?.text ?? ''}` : (source[1]?.text ?? '');
      const packages = sexpsNamed(project, 'package');
      // Read once and shared by all packages, because a file may have very many of them.
      const shared = {
        name: of(project, 'name'),
        version: of(project, 'version'),
        synopsis: of(project, 'synopsis'),
        homepage: of(project, 'homepage'),
        license: sexpsNamed(project, 'license')[0] ?? [],
      };
      const own = new Set(packages.map((one) => of(one, 'name')));
      return packages.flatMap((one) => {
        const fullName = of(one, 'name') || shared.name;
        const licenses = (sexpsNamed(one, 'license')[0] ?? shared.license).map(({ text }) => text);
        const self = {
          fullName,
          role: 'declares' as const,
          line: sexpsNamed(one, 'name')[0]?.[0]?.line,
          version: of(one, 'version') || shared.version,
          declaredLicense: licenses.join(' AND '),
          description: of(one, 'synopsis') || shared.synopsis,
          homepageUrl: shared.homepage,
          repositoryUrl: repository,
        };
        const requirements = [
          ...requirementsOf(sexpsNamed(one, 'depends')[0] ?? [], 'runtime'),
          ...requirementsOf(sexpsNamed(one, 'depopts')[0] ?? [], 'optional'),
        ].filter(({ fullName: name }) => !own.has(name));
        return manifestFindings('opam', fullName === '' ? undefined : self, requirements, problems);
      });
    }),
};

/** `name`, `(name (>= 1.0))`, `(name (and :with-test (>= 1.0)))` */
function requirementsOf(list: readonly Sexp[], scope: DependencyScope): ManifestRequirement[] {
  return list.flatMap(({ text, items, line }): ManifestRequirement[] => {
    const fullName = items === undefined ? text : (items[0]?.text ?? '');
    if (fullName === '') return [];
    const parts = [...(items ?? []).slice(1)];
    const constraints: string[] = [];
    const filters: string[] = [];
    // The loop also visits the items that it appends.
    for (const part of parts) {
      const [head, value] = part.items ?? [];
      if (part.items === undefined) filters.push(part.text);
      else if (head !== undefined && /^[<>=]+$/.test(head.text)) constraints.push(`${head.text} ${value?.text ?? ''}`);
      else for (const inner of part.items) parts.push(inner);
    }
    const requirement = constraints.join(' & ');
    const own = filters.includes(':with-test')
      ? 'test'
      : filters.some((one) => /^:(with-doc|with-dev-setup|dev)$/.test(one))
        ? 'development'
        : filters.includes(':build')
          ? 'build'
          : scope;
    return [{ fullName, requirement, version: /^= ([\w.+~-]+)$/.exec(requirement)?.[1] ?? '', scope: own, line }];
  });
}
