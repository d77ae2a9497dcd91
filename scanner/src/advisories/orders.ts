// The order of versions for each ecosystem's advisories.
import { own } from '../items.ts';
import { rangeOrderOf } from '../versions/index.ts';

export interface VersionOrder {
  scheme: string;
  compare(a: string, b: string): number;
  /** False for texts without a place in the order, such as "master". */
  isVersion(text: string): boolean;
}

/** Types without an order of their own use semantic versions or similar ones. */
const SCHEMES: Readonly<Record<string, string>> = {
  bitnami: 'npm',
  swift: 'npm',
  github: 'npm',
  julia: 'npm',
  ghc: 'hackage',
  bioconductor: 'cran',
  'vscode-extension': 'npm',
};

const KNOWN = new Set(
  'npm pypi maven nuget gem composer golang cargo deb rpm apk hex pub cran hackage conan generic alpm'.split(' '),
);

const orders = new Map<string, VersionOrder>();

export function orderOf(type: string): VersionOrder {
  const scheme = KNOWN.has(type) ? type : (own(SCHEMES, type) ?? 'generic');
  const known = orders.get(scheme);
  if (known) return known;
  const compareInRanges = rangeOrderOf(scheme);
  const order: VersionOrder = {
    scheme,
    compare: (a, b) => compareInRanges(plain(scheme, a), plain(scheme, b)),
    // RPM orders all texts; one without any number is a word such as "latest".
    isVersion: (text) => (scheme === 'rpm' ? /^[\w.+~^:-]*\d/.test(text) : /^v?\d|^\d+:/i.test(plain(scheme, text))),
  };
  orders.set(scheme, order);
  return order;
}

/** Go module versions have a "v" in package URLs but not in OSV. Versions of Go itself look like "go1.21.3". */
function plain(scheme: string, version: string): string {
  if (scheme === 'golang' || scheme === 'npm') return version.replace(/^(?:v|go)(?=\d)/, '');
  return version;
}
