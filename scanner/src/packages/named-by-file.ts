// Names the packages of manifests that leave their name to the file: `alcotest.opam`, `dune.3.1/opam`, `jester.nimble`. Pure.
import type { PackageDependency, PackageFinding } from '../findings.ts';
import { formatPurl } from '../purl/purl.ts';
import type { FilePackages } from './files.ts';

/** The name and, in a folder of a repository of packages, the version. */
const NAMES: Readonly<Record<string, readonly RegExp[]>> = {
  opam: [/(?:^|\/)([\w+-]+)\.opam(?:\.template|\.locked)?$/, /(?:^|\/)([\w+-]+)\.(v?\d[\w.+~-]*)\/opam$/],
  nim: [/(?:^|\/)([A-Za-z]\w*)\.nimble$/],
};

export function completeNamedByFile(files: readonly FilePackages[]): FilePackages[] {
  return files.map((file) => {
    const unnamed = file.packages.find(({ defines }) => defines?.isNamedByFile === true);
    const declared = unnamed === undefined ? undefined : declaredBy(unnamed, file);
    if (declared === undefined) return file;
    // As in manifests with a name: all requests are its dependencies, and those of one exact version are packages too.
    const others = file.packages.filter((found) => found !== unnamed && found.version !== '');
    return { path: file.path, packages: [declared, ...others] };
  });
}

function declaredBy({ defines: _, ...unnamed }: PackageFinding, { path, packages }: FilePackages) {
  const [, name = '', folderVersion = ''] =
    (NAMES[unnamed.type] ?? []).map((pattern) => pattern.exec(path)).find((match) => match !== null) ?? [];
  const version = unnamed.version || folderVersion;
  const purl = formatPurl({ type: unnamed.type, name, version });
  if (name === '' || !('value' in purl)) return undefined;
  const dependencies = packages.filter(({ role }) => role === 'requires').map(dependencyOf);
  return { ...unnamed, role: 'declares' as const, purl: purl.value, name, version, dependencies };
}

function dependencyOf({ purl, requirement = '', scope, line }: PackageFinding): PackageDependency {
  return { purl, requirement, scope, isDirect: true, ...(line === undefined ? {} : { line }) };
}
