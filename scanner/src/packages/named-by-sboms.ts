// Packages that SBOMs in the tree name. An SBOM says what a build contained, of this code or of older or newer code, so that nothing counts twice:
//
//   The package that it names           | what becomes of it
//   ------------------------------------+--------------------------------------------------------------------------
//   one that the tree has               | that package; the SBOM is further evidence and fills in its texts
//   one that it has in other versions   | not a package of its own: what is in the tree counts, and each of these tells that the SBOM names another version
//   one that nothing else names         | a package, whose only evidence is the SBOM
//
// SBOMs of third-party packages below node_modules and the like are not asked: they name what their makers developed with. Those in archives are: what
// an archive contains is shipped with it.
import type { PackageFinding } from '../findings.ts';
import { addDependencies, addFile, addStatement, addTexts, componentOf, type Draft, weakerScope } from './describe.ts';
import type { FolderPlace } from './places.ts';

interface Named {
  path: string;
  packages: readonly PackageFinding[];
  isThirdParty: boolean;
  place: FolderPlace | undefined;
}

/** Call it when the tree's own packages are there. */
export function addNamedBySboms(
  inputs: readonly Named[],
  drafts: Map<string, Draft>,
  draftOf: (found: PackageFinding) => Draft,
): void {
  const named = inputs
    .filter(({ path, isThirdParty }) => !isThirdParty || path.includes('!/'))
    .flatMap(({ packages, ...file }) =>
      packages.filter(({ role }) => role === 'names').map((found) => ({ ...file, found })),
    );
  if (named.length === 0) return;
  const byComponent = Map.groupBy(drafts.values(), ({ about }) => componentOf(about.purl));
  const inSboms = new Map<string, Draft>();
  for (const { path, place, found } of named) {
    const standing = drafts.get(found.purl) ?? sameVersion(byComponent.get(componentOf(found.purl)), found);
    const others = byComponent.get(componentOf(found.purl)) ?? [];
    if (standing === undefined && others.length > 0) {
      for (const { proofs } of others) proofs.push({ path, role: 'names', otherVersion: found.version });
      continue;
    }
    const draft = standing ?? draftOf(found);
    if (standing === undefined) inSboms.set(found.purl, draft);
    addFile(draft, path, found, place?.name ?? '');
    addTexts(draft, found, path);
    if (!inSboms.has(found.purl)) continue;
    addStatement(draft, weakerScope(found.scope, place?.scope), found.isDirect);
    addDependencies(draft, found);
  }
}

/** Package URLs may differ in their qualifiers. */
const sameVersion = (drafts: readonly Draft[] = [], { version }: PackageFinding): Draft | undefined =>
  drafts.find(({ about }) => about.version === version);
