// Forges, the places from which components come: one row for each, with the id and short name of existing clients, the title and fields of the search
// form, and the purl type of its components. All of them are derived from this table.

/** The fields that name a component at its forge. */
export const forgeFields = [
  'projectName',
  'packageName',
  'groupId',
  'artifactId',
  'moduleOrDistributionName',
  'packageOrDistributionName',
  'author',
  'repositoryName',
  'vendorName',
  'gemName',
  'crate',
] as const;
export type ForgeField = (typeof forgeFields)[number];

export interface Forge {
  id: number;
  /** Short lower-case name, as in answers. */
  name: string;
}

interface SearchForge {
  /** As in the search form. */
  name: string;
  /** Undefined if existing clients know no number for it. */
  forgeId?: number;
  /** Type of the purls of its components. The namespace distinguishes forges of the same type. */
  purlType?: string;
  fields: readonly ForgeField[];
}

interface Row {
  /** Undefined if existing clients do not know the forge. */
  known?: Forge;
  /** Undefined if the form does not offer it. */
  title?: string;
  purlType?: string;
  fields: readonly ForgeField[];
}

const OTHER: Forge = { id: 1, name: 'other' };

const row = (
  id: number | undefined,
  name: string,
  title?: string,
  purlType?: string,
  ...fields: ForgeField[]
): Row => ({ known: id === undefined ? undefined : { id, name }, title, purlType, fields });

const FORGES: readonly Row[] = [
  { known: OTHER, fields: [] },
  row(11, 'kernel.org'),
  row(53, 'mozilla'),
  row(2, 'sourceforge', 'SourceForge', 'sourceforge', 'projectName'),
  row(3, 'apache', 'Apache', undefined, 'projectName'),
  row(5, 'mysqlab', 'MySQL AB', undefined, 'projectName'),
  row(78, 'java.net', 'Java.net', undefined, 'projectName'),
  row(87, 'gnu', 'GNU', undefined, 'projectName'),
  row(175, 'fsf-directory', 'Free Software Directory', undefined, 'projectName'),
  row(176, 'codeplex', 'CodePlex', undefined, 'projectName'),
  row(186, 'savannah', 'Savannah', undefined, 'projectName'),
  row(419, 'googlecode', 'Google Code', 'googlecode', 'projectName'),
  row(undefined, '', 'Hackage', 'hackage', 'packageName'),
  row(2033, 'nuget gallery', 'NuGet Gallery', 'nuget', 'packageName'),
  row(2037, 'npm', 'npm', 'npm', 'packageName'),
  row(2040, 'centos', 'CentOS Project', 'rpm/centos', 'packageName'),
  row(2067, 'pypi', 'PyPI', 'pypi', 'packageName'),
  row(2073, 'maven-google', "Google's Maven Repository", undefined, 'groupId', 'artifactId'),
  row(undefined, '', 'Clojars', 'clojars', 'groupId', 'artifactId'),
  row(628, 'maven2-ibiblio', 'Ibiblio Maven2', 'maven', 'groupId', 'artifactId'),
  row(2070, 'packagist', 'Packagist', 'composer', 'vendorName', 'packageName'),
  row(696, 'github', 'GitHub', 'github', 'author', 'repositoryName'),
  row(2039, 'rubygems', 'RubyGems', 'gem', 'gemName'),
  row(2076, 'crates', 'crates.io', 'cargo', 'crate'),
  row(undefined, '', 'CRAN', 'cran', 'packageOrDistributionName'),
  row(248, 'cpan', 'CPAN', 'cpan', 'moduleOrDistributionName'),
  row(undefined, '', 'Fedora Koji', 'rpm/fedora', 'packageOrDistributionName'),
  row(undefined, '', 'GitLab', 'gitlab', 'author', 'projectName'),
  row(undefined, '', 'Conan', 'conan', 'packageName'),
];

/** The forges of the search form, in its order. */
export const searchForges: readonly SearchForge[] = FORGES.flatMap(({ known, title, purlType, fields }) =>
  title === undefined ? [] : [{ name: title, forgeId: known?.id, purlType, fields }],
);

const BY_ID: ReadonlyMap<number, Forge> = new Map(
  FORGES.flatMap(({ known }) => (known === undefined ? [] : [[known.id, known]])),
);

/** By purl type, and by type and namespace: `rpm/centos`. */
const BY_PURL_TYPE: ReadonlyMap<string, number> = new Map(
  FORGES.flatMap(({ known, purlType }) =>
    known === undefined || purlType === undefined ? [] : [[purlType, known.id]],
  ),
);

export function forgeOf(id: number): Forge {
  return BY_ID.get(id) ?? OTHER;
}

/** True for ids that existing clients know. */
export function isForgeId(id: number): boolean {
  return BY_ID.has(id);
}

/** `pkg:golang/github.com/…` belongs to GitHub; other Go modules belong to no forge that clients know. */
export function forgeIdOfPurl(purl: string): number {
  const [, type = '', rest = ''] = /^pkg:([^/]+)\/(.*)$/.exec(purl) ?? [];
  if (type === 'golang') return rest.startsWith('github.com/') ? forgeIdOfType('github') : OTHER.id;
  const namespace = rest.slice(0, Math.max(0, rest.indexOf('/')));
  return BY_PURL_TYPE.get(`${type}/${namespace}`) ?? forgeIdOfType(type);
}

function forgeIdOfType(type: string): number {
  return BY_PURL_TYPE.get(type) ?? OTHER.id;
}
