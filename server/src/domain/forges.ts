// Forges, the places from which components come, by the ids and short names of existing clients and by purl type.

export interface Forge {
  id: number;
  /** Short lower-case name, as in answers. */
  name: string;
}

const OTHER: Forge = { id: 1, name: 'other' };

const FORGES: readonly Forge[] = [
  OTHER,
  { id: 2, name: 'sourceforge' },
  { id: 3, name: 'apache' },
  { id: 5, name: 'mysqlab' },
  { id: 11, name: 'kernel.org' },
  { id: 53, name: 'mozilla' },
  { id: 78, name: 'java.net' },
  { id: 87, name: 'gnu' },
  { id: 175, name: 'fsf-directory' },
  { id: 176, name: 'codeplex' },
  { id: 186, name: 'savannah' },
  { id: 248, name: 'cpan' },
  { id: 419, name: 'googlecode' },
  { id: 628, name: 'maven2-ibiblio' },
  { id: 696, name: 'github' },
  { id: 2033, name: 'nuget gallery' },
  { id: 2037, name: 'npm' },
  { id: 2039, name: 'rubygems' },
  { id: 2040, name: 'centos' },
  { id: 2067, name: 'pypi' },
  { id: 2070, name: 'packagist' },
  { id: 2073, name: 'maven-google' },
  { id: 2076, name: 'crates' },
];

const BY_PURL_TYPE: ReadonlyMap<string, number> = new Map([
  ['npm', 2037],
  ['pypi', 2067],
  ['maven', 628],
  ['cargo', 2076],
  ['gem', 2039],
  ['nuget', 2033],
  ['composer', 2070],
  ['cpan', 248],
  ['github', 696],
]);

export function forgeOf(id: number): Forge {
  return FORGES.find((forge) => forge.id === id) ?? OTHER;
}

/** True for ids that existing clients know. */
export function isForgeId(id: number): boolean {
  return FORGES.some((forge) => forge.id === id);
}

/** `pkg:golang/github.com/…` belongs to GitHub; other Go modules belong to no forge that clients know. */
export function forgeIdOfPurl(purl: string): number {
  const [, type = '', rest = ''] = /^pkg:([^/]+)\/(.*)$/.exec(purl) ?? [];
  if (type === 'golang') return rest.startsWith('github.com/') ? forgeIdOfType('github') : OTHER.id;
  return forgeIdOfType(type);
}

function forgeIdOfType(type: string): number {
  return BY_PURL_TYPE.get(type) ?? OTHER.id;
}
