// Gives libraries without an ecosystem the names that advisories use: vendor and product of the CVE list, and the repository of their sources. The
// recognisers of copied libraries (rules/libraries) know these names.
import { own } from '../items.ts';
import { libraryRules } from '../libraries/rule-files.ts';
import { type Purl, parsePurl } from '../packages/index.ts';

export interface Product {
  /** '' when unknown. */
  vendor: string;
  name: string;
}

export interface KnownNames {
  product: Product | undefined;
  /** In the form of `repositoryKey`; '' when unknown. */
  repository: string;
}

/** Types whose package names no advisory uses. A CPE and a repository identify such packages instead. */
export const NAMELESS_TYPES: ReadonlySet<string> = new Set(['generic', 'cpe', 'github', 'bitbucket', 'gitlab', 'git']);

const HOSTS: Readonly<Record<string, string>> = {
  github: 'github.com',
  bitbucket: 'bitbucket.org',
  gitlab: 'gitlab.com',
};

let libraries: ReadonlyMap<string, KnownNames> | undefined;

/** Types whose package names are addresses of repositories: `pkg:swift/github.com/apple/swift-nio`. */
const NAMED_BY_REPOSITORY = new Set(['swift', 'git']);

export function namesOf({ type, namespace, name }: Pick<Purl, 'type' | 'namespace' | 'name'>): KnownNames {
  const address = [namespace ?? '', name].join('/');
  if (NAMED_BY_REPOSITORY.has(type) && /^[\w-]+(?:\.[\w-]+)+\/./.test(address))
    return { product: undefined, repository: repositoryKey(address) };
  // Carthage writes only owner and name for repositories on GitHub, and the full address for others.
  if (type === 'carthage' && namespace !== null)
    return {
      product: undefined,
      repository: repositoryKey(/^[\w-]+(?:\.[\w-]+)+\//.test(address) ? address : `github.com/${address}`),
    };
  if (!NAMELESS_TYPES.has(type)) return { product: undefined, repository: '' };
  const host = own(HOSTS, type);
  if (host !== undefined)
    return { product: undefined, repository: repositoryKey(`https://${host}/${namespace ?? ''}/${name}`) };
  libraries ??= readLibraries();
  const key = [type, namespace ?? '', name].join('/').toLowerCase();
  return libraries.get(key) ?? { product: undefined, repository: '' };
}

/** The CPE products of the recognised libraries, by package URL without a version. */
export function knownProducts(): (Product & { purl: string })[] {
  return libraryRules().flatMap(({ purl, cpe }) => {
    const product = productOfRule(cpe);
    return product === undefined ? [] : [{ purl, ...product }];
  });
}

/** `vendor:product` of a recogniser's rule. */
function productOfRule(cpe = ''): Product | undefined {
  const [vendor = '', name = ''] = cpe.toLowerCase().split(':');
  return name === '' ? undefined : { vendor, name };
}

function readLibraries(): Map<string, KnownNames> {
  const known = new Map<string, KnownNames>();
  for (const { purl, cpe, repository = '' } of libraryRules()) {
    const parsed = parsePurl(purl);
    if ('problem' in parsed || !NAMELESS_TYPES.has(parsed.value.type)) continue;
    const { type, namespace, name } = parsed.value;
    known.set([type, namespace ?? '', name].join('/').toLowerCase(), {
      product: productOfRule(cpe),
      repository: repositoryKey(repository),
    });
  }
  return known;
}

/** `git://github.com/Madler/zlib.git/` becomes `github.com/madler/zlib`. */
export function repositoryKey(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^[a-z+]+:\/\/(?:[^/@]*@)?(?:www\.)?/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '');
}

/**
 * The version that a tag names, or '' for a tag without a number. `curl-8_5_0` is 8.5.0, `OpenSSL_1_0_2k` 1.0.2k, `VER-2-13-2` 2.13.2, `v1.3.1`
 * 1.3.1, `n4.4-rc1` 4.4-rc1.
 */
export function versionOfTag(tag: string): string {
  const start = tag.search(/\d/);
  if (start === -1) return '';
  return tag
    .slice(start)
    .replace(/(\d)[_-](?=\d)/g, '$1.')
    .toLowerCase();
}
