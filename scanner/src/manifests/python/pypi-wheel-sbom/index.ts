// Reads the SBOMs that build tools put into wheels (`.dist-info/sboms/`). They list the libraries that were copied into
// the wheel, in any format that the readers of SBOMs know.
// Specification: PEP 770, https://packaging.python.org/en/latest/specifications/recording-installed-packages/
import type { PackageFinding } from '../../../findings.ts';
import { parsePurl } from '../../../purl/purl.ts';
import { readSbomBytes, type SbomPart } from '../../../sbom/read/index.ts';
import type { ManifestReader } from '../../member.ts';
import { createLineCursor } from '../../shared/formats/lines.ts';
import { isEcosystem, packageOf } from '../../shared/identity.ts';
import { type Problems, readSafely, textOf } from '../../shared/problems.ts';

const MAX_COMPONENTS = 100_000;

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The SBOM', (problems): PackageFinding[] => {
      const sbom = readSbomBytes(bytes);
      if (sbom === undefined) throw new Error('it is no SBOM in a format that is known');
      const lineOf = createLineCursor(textOf(bytes));
      const found = new Map<string, PackageFinding>();
      for (const { code, message } of sbom.issues) if (code !== 'not-understood') problems.add(message);
      if (sbom.parts.length > MAX_COMPONENTS)
        problems.add(`The SBOM has ${sbom.parts.length} components; the first ${MAX_COMPONENTS} were read.`);
      for (const part of sbom.parts.slice(0, MAX_COMPONENTS))
        for (const purl of [part.purl, ...part.morePurls]) {
          const made = purl === '' ? undefined : findingOf(purl, part, lineOf(purl), problems);
          if (made !== undefined && !found.has(made.purl)) found.set(made.purl, made);
        }
      return [...found.values()];
    }),
};

function findingOf(
  written: string,
  { declared, concluded }: SbomPart,
  line: number | undefined,
  problems: Problems,
): PackageFinding | undefined {
  const parts = parsePurl(written);
  if ('problem' in parts) {
    problems.add(`"purl" of a component should be a package URL; it was left out. ${parts.problem}`);
    return undefined;
  }
  const { type, namespace, name, version, qualifiers, subpath } = parts.value;
  if (!isEcosystem(type)) {
    problems.add(`"purl" of a component has the unknown type "${type.slice(0, 50)}"; it was left out.`);
    return undefined;
  }
  const separator = type === 'maven' || type === 'clojars' ? ':' : '/';
  const fullName = namespace === null ? name : `${namespace}${separator}${name}`;
  const about = {
    role: 'locks' as const,
    version: version ?? '',
    isDirect: false,
    declaredLicense: declared || concluded,
  };
  return packageOf(
    type,
    fullName,
    {
      ...about,
      ...(qualifiers === null ? {} : { qualifiers }),
      ...(subpath === null ? {} : { subpath }),
      ...(line === undefined ? {} : { line }),
    },
    problems,
  );
}
