// The list of version schemes: one line for each.
import { alpm } from './alpm/index.ts';
import { apk } from './apk/index.ts';
import { cargo } from './cargo/index.ts';
import { composer } from './composer/index.ts';
import { conan } from './conan/index.ts';
import { conda } from './conda/index.ts';
import { cpan } from './cpan/index.ts';
import { cran } from './cran/index.ts';
import { datetime } from './datetime/index.ts';
import { deb } from './deb/index.ts';
import { gem } from './gem/index.ts';
import { generic } from './generic/index.ts';
import { gentoo } from './gentoo/index.ts';
import { golang } from './golang/index.ts';
import { hackage } from './hackage/index.ts';
import { hex } from './hex/index.ts';
import { intdot } from './intdot/index.ts';
import { lexicographic } from './lexicographic/index.ts';
import { luarocks } from './luarocks/index.ts';
import { maven } from './maven/index.ts';
import { nginx } from './nginx/index.ts';
import { npm } from './npm/index.ts';
import { nuget } from './nuget/index.ts';
import { openssl } from './openssl/index.ts';
import { pub } from './pub/index.ts';
import { pypi } from './pypi/index.ts';
import { rpm } from './rpm/index.ts';
import type { VersionScheme } from './scheme.ts';

export const VERSION_SCHEMES: readonly VersionScheme[] = [
  alpm,
  apk,
  cargo,
  composer,
  conan,
  conda,
  cpan,
  cran,
  datetime,
  deb,
  gem,
  generic,
  gentoo,
  golang,
  hackage,
  hex,
  intdot,
  lexicographic,
  luarocks,
  maven,
  nginx,
  npm,
  nuget,
  openssl,
  pub,
  pypi,
  rpm,
];

const BY_NAME: ReadonlyMap<string, VersionScheme> = new Map(
  VERSION_SCHEMES.flatMap((scheme) => [scheme.name, ...(scheme.aliases ?? [])].map((name) => [name, scheme] as const)),
);

/** The scheme of this name (a package URL type or an alias); the generic scheme for an unknown name. */
export function versionSchemeOf(name: string): VersionScheme {
  return BY_NAME.get(name.toLowerCase()) ?? generic;
}
