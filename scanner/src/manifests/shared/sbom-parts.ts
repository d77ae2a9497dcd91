// Makes findings of the components of an SBOM that lies in a code base. Its own subject is none of them.
import type { DependencyScope } from '../../dependency-scopes.ts';
import type { PackageDependency, PackageFinding } from '../../findings.ts';
import { textOfParty } from '../../parties.ts';
import { parsePurl } from '../../purl/purl.ts';
import { factsOfPart } from '../../sbom/package-facts.ts';
import type { ReadSbom, SbomPart } from '../../sbom/read/index.ts';
import { createLineCursor } from './formats/lines.ts';
import { isEcosystem, packageOf } from './identity.ts';
import { type Problems, textOf } from './problems.ts';

const MAX_COMPONENTS = 100_000;
/** Elements that are no packages. */
const NO_PACKAGES = new Set(['file', 'data', 'device', 'cryptographic-asset', 'operating-system', 'container']);

export function findingsOfSbom(
  sbom: ReadSbom,
  bytes: Uint8Array,
  role: 'locks' | 'names',
  problems: Problems,
): PackageFinding[] {
  const lineOf = createLineCursor(textOf(bytes));
  const found = new Map<string, PackageFinding>();
  for (const { code, message } of sbom.issues) if (code !== 'not-understood') problems.add(message);
  if (sbom.parts.length > MAX_COMPONENTS)
    problems.add(`The SBOM has ${sbom.parts.length} components; the first ${MAX_COMPONENTS} were read.`);
  const subjects = new Set(sbom.parts.length > 1 ? sbom.subject.refs : []);
  const needs = needsIn(sbom);
  let nameless = 0;
  for (const part of sbom.parts.slice(0, MAX_COMPONENTS)) {
    if (part.ref !== '' && subjects.has(part.ref)) continue;
    const purls = [part.purl, ...part.morePurls].filter((purl) => purl !== '');
    if (purls.length === 0 && !NO_PACKAGES.has(part.kind)) nameless++;
    for (const purl of purls) {
      const made = findingOf(purl, part, { role, line: lineOf(purl), needs }, problems);
      if (made !== undefined && !found.has(made.purl)) found.set(made.purl, made);
    }
  }
  if (nameless > 0 && role === 'names')
    problems.add(
      `${nameless === 1 ? 'A component of the SBOM has' : `${nameless} components of the SBOM have`} no package URL, and a code base lists packages by theirs; import the SBOM to have ${nameless === 1 ? 'it' : 'them'} too.`,
    );
  return [...found.values()];
}

/** By the references of the parts. */
interface Needs {
  /** The package URLs of what each needs. */
  of: ReadonlyMap<string, string[]>;
  /** What the subject needs itself. */
  direct: ReadonlySet<string>;
}

function needsIn({ parts, edges, subject }: ReadSbom): Needs {
  const purls = new Map(parts.map(({ ref, purl }) => [ref, purl]));
  const subjects = new Set(subject.refs);
  const of = new Map<string, string[]>();
  const direct = new Set<string>();
  for (const { from, to, kind } of edges) {
    const purl = purls.get(to) ?? '';
    if (kind !== 'depends' || purl === '') continue;
    const known = of.get(from);
    if (subjects.has(from)) direct.add(to);
    else if (known) known.push(purl);
    else of.set(from, [purl]);
  }
  return { of, direct };
}

const SCOPES: Readonly<Record<string, DependencyScope>> = { excluded: 'development', optional: 'optional' };

function findingOf(
  written: string,
  part: SbomPart,
  how: { role: 'locks' | 'names'; line: number | undefined; needs: Needs },
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
  const { supplier, digests, references } = factsOfPart(part);
  const address = (wanted: string) => references.find((one) => one.type === wanted)?.url ?? '';
  return packageOf(
    type,
    fullName,
    {
      role: how.role,
      version: version ?? '',
      isDirect: how.needs.direct.has(part.ref),
      scope: Object.hasOwn(SCOPES, part.scope) ? (SCOPES[part.scope] ?? 'runtime') : 'runtime',
      declaredLicense: part.declared || part.concluded,
      description: part.description,
      homepageUrl: part.url,
      repositoryUrl: address('vcs'),
      downloadUrl: address('distribution'),
      integrity: digests.map(({ algorithm, value }) => `${algorithm.toLowerCase()}:${value}`).join(' '),
      ...(supplier && { supplier: textOfParty(supplier) }),
      dependencies: (how.needs.of.get(part.ref) ?? []).flatMap(dependencyOn),
      ...(qualifiers === null ? {} : { qualifiers }),
      ...(subpath === null ? {} : { subpath }),
      ...(how.line === undefined ? {} : { line: how.line }),
    },
    problems,
  );
}

function dependencyOn(purl: string): PackageDependency[] {
  const parts = parsePurl(purl);
  return 'problem' in parts || !isEcosystem(parts.value.type)
    ? []
    : [{ purl, requirement: '', scope: 'runtime', isDirect: true }];
}
