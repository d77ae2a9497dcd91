// Conda's notation of packages: `numpy`, `numpy>=1.2`, `numpy 1.2.3 py39_0`, `conda-forge::numpy=1.2`.
// https://docs.conda.io/projects/conda/en/latest/user-guide/concepts/pkg-specs.html
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { PackageDependency } from '../../findings.ts';
import { dependencyOf, type ManifestRequirement } from '../shared/identity.ts';
import { type Problems, quoted } from '../shared/problems.ts';

/** Undefined, with a problem, if the text is not a specification. */
export function parseCondaSpec(
  written: string,
  scope: DependencyScope,
  problems: Problems,
): ManifestRequirement | undefined {
  const [uncommented = ''] = written.split('#', 1);
  const text = uncommented.replace(/^[^\s:=<>]*::/, '').trim();
  const [, name = '', rest = ''] = /^([A-Za-z0-9_][\w.-]*)\s*(?:\[[^\]]*\])?\s*(.*)$/s.exec(text) ?? [];
  if (name === '' || (rest !== '' && !/^[\s=<>!~*\d.]|^[a-z]/i.test(rest))) {
    problems.add(`${quoted(written)} should be a name with a version such as "name=1.0"; it was left out.`);
    return undefined;
  }
  const requirement = rest.trim();
  // `=1.2` allows 1.2.3, `==1.2` and `1.2 build` do not.
  const exact = /^(?:==\s*)?(\d[\w.!+]*)(?:(?:\s+|=)[\w.]+)?$/.exec(requirement)?.[1];
  const pinned = /^=(\d[\w.!+]*)=[\w.]+$/.exec(requirement)?.[1] ?? /^=(\d+\.\d+\.\d+[\w.]*)$/.exec(requirement)?.[1];
  return { fullName: name.toLowerCase(), requirement, version: exact ?? pinned ?? '', scope };
}

/** The dependencies of an installed or locked package; names with two underscores are properties of the machine. */
export function condaDependencies(
  written: readonly string[],
  versions: ReadonlyMap<string, string>,
  problems: Problems,
): PackageDependency[] {
  return written.flatMap((text) => {
    if (text.startsWith('__')) return [];
    const wanted = parseCondaSpec(text, 'runtime', problems);
    if (wanted === undefined) return [];
    const { fullName, requirement, scope } = wanted;
    return (
      dependencyOf('conda', fullName, { version: versions.get(fullName) ?? '', requirement, scope }, problems) ?? []
    );
  });
}
