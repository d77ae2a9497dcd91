// Which copies of packages the files of a code base are, by their contents. Pure.
//
// - An archive is handled like a folder of its name. The path of a file inside it is `lib/a.jar!/src/x.c`.
// - A copy's folder is what is left of a file's path when the end that it shares with its path in the package is taken off.
// - The version of a copy is the one that most of its files are of; of equals the newest, and the others are named.
// - Contents that several components share prove none of them; the query leaves them out.
// - Documentation alone proves no copy: a manual or a change log is often kept beside other code.
import { compareVersions, type PackageFinding } from '@assay/scanner';
import { type FilePackages, parsePurl } from '@assay/scanner/packages';

/** Shorter files are not compared, because many packages contain the same ones. */
export const LEAST_CORPUS_BYTES = 64;

export interface ContentMatch {
  path: string;
  /** purl without version. */
  component: string;
  version: string;
  packagePath: string;
}

const DOCUMENTATION =
  /\.(?:txt|md|markdown|rst|adoc|pdf|[1-9])$|(?:^|\/)(?:readme|changes|changelog|news|authors|copying|licen[cs]e|faq|todo|install)[^/]*$/i;

interface Copy {
  component: string;
  /** The files of the copy by path, with the versions that have their content. */
  files: Map<string, Set<string>>;
}

/** A finding for each copied file. All files of a copy state its one version, and how many of them agree. */
export function findCopies(matches: readonly ContentMatch[]): FilePackages[] {
  const byPath = new Map<string, PackageFinding[]>();
  for (const copy of copiesOf(matches)) {
    if ([...copy.files.keys()].every((path) => DOCUMENTATION.test(path))) continue;
    const parts = parsePurl(copy.component);
    if (!('value' in parts)) continue;
    const { type, namespace, name } = parts.value;
    const { version, agreeing, others } = versionOf(copy, type);
    const words = sentence(copy, version, agreeing, others);
    for (const [path, versions] of copy.files) {
      const found = byPath.get(path) ?? [];
      found.push({
        purl: `${copy.component}@${encodeURIComponent(version)}`,
        type,
        namespace: namespace ?? '',
        name,
        version,
        role: 'copies',
        scope: 'runtime',
        declaredLicense: '',
        description: '',
        homepageUrl: '',
        repositoryUrl: '',
        downloadUrl: '',
        integrity: '',
        dependencies: [],
        proof: words,
        confidence: others.length === 0 && versions.has(version) ? 'HIGH' : 'MEDIUM',
      });
      byPath.set(path, found);
    }
  }
  return [...byPath].map(([path, packages]) => ({ path, packages })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function copiesOf(matches: readonly ContentMatch[]): Copy[] {
  const copies = new Map<string, Copy>();
  for (const { path, component, version, packagePath } of matches) {
    const key = `${component}\n${rootOf(path, packagePath)}`;
    const copy = copies.get(key) ?? { component, files: new Map() };
    const versions = copy.files.get(path) ?? new Set();
    versions.add(version);
    copy.files.set(path, versions);
    copies.set(key, copy);
  }
  return [...copies.values()];
}

/** `lib/zlib/contrib/a.c` and `contrib/a.c` give the folder `lib/zlib`. A renamed or moved file gives its own folder. */
function rootOf(path: string, packagePath: string): string {
  const segments = path.split('/');
  const inPackage = packagePath.split('/');
  let shared = 0;
  while (
    shared < segments.length &&
    shared < inPackage.length &&
    segments.at(-1 - shared) === inPackage.at(-1 - shared)
  )
    shared++;
  return segments.slice(0, segments.length - Math.max(1, shared)).join('/');
}

function versionOf({ files }: Copy, scheme: string): { version: string; agreeing: number; others: string[] } {
  const votes = new Map<string, number>();
  for (const versions of files.values())
    for (const version of versions) votes.set(version, (votes.get(version) ?? 0) + 1);
  const agreeing = Math.max(...votes.values());
  const best = [...votes.keys()]
    .filter((version) => votes.get(version) === agreeing)
    .sort((a, b) => compareVersions(scheme, b, a) || (a < b ? 1 : -1));
  const [version = '', ...others] = best;
  return { version, agreeing, others };
}

const VERSIONS_LISTED = 3;

function sentence({ files }: Copy, version: string, agreeing: number, others: readonly string[]): string {
  const listed = others.slice(0, VERSIONS_LISTED).join(', ');
  const more = others.length > VERSIONS_LISTED ? ` and ${others.length - VERSIONS_LISTED} more` : '';
  const also = others.length === 0 ? '' : `, and of ${listed}${more} as well`;
  return `${agreeing} of ${files.size} ${files.size === 1 ? 'file is' : 'files are'}, byte for byte, of ${version}${also}`;
}
