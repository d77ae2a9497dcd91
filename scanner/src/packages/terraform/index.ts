// Completes what Terraform configurations require. Adds the providers that they use without requiring them: those of
// HashiCorp have their names. All files of a folder are one configuration. Names providers after OpenTofu's registry if
// the lockfile does. Pure.
// https://developer.hashicorp.com/terraform/language/providers/requirements
import type { PackageFinding } from '../../findings.ts';
import { formatPurl } from '../../purl/purl.ts';
import type { FilePackages } from '../files.ts';
import { folderOf } from '../folders.ts';

const REGISTRY = 'registry.terraform.io/';
const OPENTOFU = 'registry.opentofu.org/';
/** The provider `terraform` is a part of the program. */
const BUILT_IN = 'terraform';

export function completeTerraform(files: readonly FilePackages[]): FilePackages[] {
  if (!files.some(({ packages }) => packages.some(({ type }) => type === 'terraform'))) return [...files];
  const known = namesByFolder(files);
  const locked = new Set(
    files.flatMap(({ packages }) => packages.flatMap((found) => (found.role === 'locks' ? fullNameOf(found) : []))),
  );
  return files.map(({ path, packages }) => {
    const names = known.get(folderOf(path));
    const complete = names === undefined ? packages : packages.flatMap((found) => [found, ...impliedBy(found, names)]);
    return { path, packages: complete.map((found) => (found.role === 'requires' ? asLocked(found, locked) : found)) };
  });
}

/** The names that the files of each folder give to providers. */
function namesByFolder(files: readonly FilePackages[]): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  for (const { path, packages } of files) {
    for (const { defines } of packages) {
      if (defines?.terraform === undefined) continue;
      const names = known.get(folderOf(path)) ?? new Set([BUILT_IN]);
      for (const name of defines.terraform.required) names.add(name);
      known.set(folderOf(path), names);
    }
  }
  return known;
}

/** Each provider once for each folder: adds it to the names. */
function impliedBy({ defines, ...common }: PackageFinding, names: Set<string>): PackageFinding[] {
  const used = defines?.terraform?.used.filter(({ name }) => name !== '' && !names.has(name)) ?? [];
  for (const { name } of used) names.add(name);
  return used.map(({ name, line }) =>
    named({ ...common, role: 'requires', name, isDirect: true, line }, `${REGISTRY}hashicorp`),
  );
}

/** A source without a host means the registry of the program that runs. */
function asLocked(found: PackageFinding, locked: ReadonlySet<string>): PackageFinding {
  const { type, namespace } = found;
  if (type !== 'terraform' || !namespace.startsWith(REGISTRY)) return found;
  const other = named(found, `${OPENTOFU}${namespace.slice(REGISTRY.length)}`);
  return locked.has(fullNameOf(other)) && !locked.has(fullNameOf(found)) ? other : found;
}

function named(found: PackageFinding, namespace: string): PackageFinding {
  const { name, version } = found;
  const made = formatPurl({ type: 'terraform', namespace, name, version });
  return 'value' in made ? { ...found, purl: made.value, namespace } : found;
}

function fullNameOf({ type, namespace, name }: PackageFinding): string {
  return type === 'terraform' ? `${namespace}/${name}` : '';
}
