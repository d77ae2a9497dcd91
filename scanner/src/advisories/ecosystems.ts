// The known ecosystems: the names that OSV uses, the types of package URLs, and the distributions with their releases.
// https://ossf.github.io/osv-schema/#defined-ecosystems

/** Lower-case name of OSV to type of package URL. */
export const ECOSYSTEMS: ReadonlyMap<string, string> = new Map([
  ['npm', 'npm'],
  ['pypi', 'pypi'],
  ['go', 'golang'],
  ['crates.io', 'cargo'],
  ['maven', 'maven'],
  ['nuget', 'nuget'],
  ['rubygems', 'gem'],
  ['packagist', 'composer'],
  ['hex', 'hex'],
  ['pub', 'pub'],
  ['cran', 'cran'],
  ['hackage', 'hackage'],
  ['ghc', 'ghc'],
  ['conancenter', 'conan'],
  ['swifturl', 'swift'],
  ['github actions', 'github'],
  ['bitnami', 'bitnami'],
  ['bioconductor', 'bioconductor'],
  ['julia', 'julia'],
  ['cpan', 'cpan'],
  ['opam', 'opam'],
  ['vscode', 'vscode-extension'],
]);

export interface Distribution {
  /** As OSV names it. */
  ecosystem: string;
  /** Namespace of its package URLs. */
  id: string;
  type: 'deb' | 'apk' | 'rpm';
  /** How many parts of the version number identify a release. Undefined: all parts. */
  parts?: number;
  codenames?: Readonly<Record<string, string>>;
}

export const DISTRIBUTIONS: readonly Distribution[] = [
  {
    ecosystem: 'Debian',
    id: 'debian',
    type: 'deb',
    parts: 1,
    codenames: {
      jessie: '8',
      stretch: '9',
      buster: '10',
      bullseye: '11',
      bookworm: '12',
      trixie: '13',
      forky: '14',
      sid: 'sid',
      unstable: 'sid',
    },
  },
  {
    ecosystem: 'Ubuntu',
    id: 'ubuntu',
    type: 'deb',
    parts: 2,
    codenames: {
      trusty: '14.04',
      xenial: '16.04',
      bionic: '18.04',
      focal: '20.04',
      jammy: '22.04',
      noble: '24.04',
      resolute: '26.04',
    },
  },
  { ecosystem: 'Alpine', id: 'alpine', type: 'apk', parts: 2 },
  { ecosystem: 'Wolfi', id: 'wolfi', type: 'apk' },
  { ecosystem: 'Chainguard', id: 'chainguard', type: 'apk' },
  { ecosystem: 'MinimOS', id: 'minimos', type: 'apk' },
  { ecosystem: 'Red Hat', id: 'redhat', type: 'rpm', parts: 1 },
  { ecosystem: 'Rocky Linux', id: 'rocky', type: 'rpm', parts: 1 },
  { ecosystem: 'AlmaLinux', id: 'almalinux', type: 'rpm', parts: 1 },
  { ecosystem: 'SUSE', id: 'suse', type: 'rpm' },
  { ecosystem: 'openSUSE', id: 'opensuse', type: 'rpm' },
  { ecosystem: 'openEuler', id: 'openeuler', type: 'rpm' },
  { ecosystem: 'Mageia', id: 'mageia', type: 'rpm', parts: 1 },
  { ecosystem: 'Photon OS', id: 'photon', type: 'rpm' },
  { ecosystem: 'Oracle Linux', id: 'oracle', type: 'rpm', parts: 1 },
  { ecosystem: 'Azure Linux', id: 'azurelinux', type: 'rpm' },
];

/** Registries by host, as `collectionURL` of CVE records names them. */
export const COLLECTIONS: Readonly<Record<string, string>> = {
  'registry.npmjs.org': 'npm',
  'npmjs.com': 'npm',
  'www.npmjs.com': 'npm',
  'pypi.org': 'pypi',
  'pypi.python.org': 'pypi',
  'repo.maven.apache.org': 'maven',
  'repo1.maven.org': 'maven',
  'central.sonatype.com': 'maven',
  'search.maven.org': 'maven',
  'rubygems.org': 'gem',
  'crates.io': 'cargo',
  'packagist.org': 'composer',
  'www.nuget.org': 'nuget',
  'nuget.org': 'nuget',
  'pkg.go.dev': 'golang',
  'proxy.golang.org': 'golang',
  'hex.pm': 'hex',
  'pub.dev': 'pub',
  'hackage.haskell.org': 'hackage',
};

/**
 * Namespaces of package URLs, and names in feeds, that mean the same distribution. CentOS is built from Red Hat's
 * sources and has no feed of its own.
 */
export const DISTRIBUTION_ALIASES: Readonly<Record<string, string>> = {
  rhel: 'redhat',
  'red hat': 'redhat',
  centos: 'redhat',
  ol: 'oracle',
  oraclelinux: 'oracle',
  sles: 'suse',
  alma: 'almalinux',
  rockylinux: 'rocky',
  mariner: 'azurelinux',
};
