// Words for licenses that one ecosystem defines, as SPDX expressions: elsewhere they would be uncertain. By purl type, in lower case. Words that
// an ecosystem defines as "some version" ("gpl", "lgpl") are not here.

export const LICENSE_WORDS_BY_TYPE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // https://metacpan.org/pod/CPAN::Meta::Spec#license and Module::Build::API
  cpan: {
    perl_5: 'Artistic-1.0-Perl OR GPL-1.0-or-later',
    perl: 'Artistic-1.0-Perl OR GPL-1.0-or-later',
    agpl_3: 'AGPL-3.0-only',
    apache_1_1: 'Apache-1.1',
    apache_2_0: 'Apache-2.0',
    artistic_1: 'Artistic-1.0',
    artistic_2: 'Artistic-2.0',
    bsd: 'BSD-3-Clause',
    freebsd: 'BSD-2-Clause',
    gfdl_1_2: 'GFDL-1.2-only',
    gfdl_1_3: 'GFDL-1.3-only',
    gpl_1: 'GPL-1.0-only',
    gpl_2: 'GPL-2.0-only',
    gpl_3: 'GPL-3.0-only',
    lgpl_2_1: 'LGPL-2.1-only',
    lgpl_3_0: 'LGPL-3.0-only',
    mit: 'MIT',
    mozilla_1_0: 'MPL-1.0',
    mozilla_1_1: 'MPL-1.1',
    openssl: 'OpenSSL',
    qpl_1_0: 'QPL-1.0',
    ssleay: 'SSLeay-standalone',
    sun: 'SISSL',
    zlib: 'Zlib',
  },
  // https://cran.r-project.org/doc/manuals/r-release/R-exts.html#Licensing
  cran: {
    'lucent public license': 'LPL-1.02',
    epl: 'EPL-1.0',
  },
  // https://hackage.haskell.org/package/Cabal-syntax/docs/Distribution-License.html
  hackage: {
    bsd2: 'BSD-2-Clause',
    bsd3: 'BSD-3-Clause',
    bsd4: 'BSD-4-Clause',
  },
  // https://lib.haxe.org/documentation/creating-a-haxelib-package/
  haxe: {
    apache: 'Apache-2.0',
    mit: 'MIT',
  },
};
