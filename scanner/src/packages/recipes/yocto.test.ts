import { expect, it } from 'vitest';
import { describeTree, lines } from '../../../test/packages/tree-check.ts';

const ZLIB = `SUMMARY = "Compression library"
HOMEPAGE = "http://zlib.net/"
LICENSE = "Zlib"
LIC_FILES_CHKSUM = "file://zlib.h;beginline=6;endline=23;md5=1"
SRC_URI = "https://zlib.net/\${BP}.tar.xz \\
    file://cc.patch \\
    "
SRC_URI[sha256sum] = "38ef96b8dfe510d42707d9c781877914792541133e1870841463bfa73f883e32"
do_install() {
    LICENSE = "MIT"
}
`;

it('a recipe that fetches its source is a request for the version in its name', () =>
  expect(
    describeTree({ 'meta/recipes-core/zlib/zlib_1.3.1.bb': ZLIB }).map(
      ({ purl, isDirect, licenseExpression, downloadUrl, integrity, description, homepageUrl }) => ({
        ...{ purl, isDirect, licenseExpression, downloadUrl, integrity, description, homepageUrl },
      }),
    ),
  ).toEqual([
    {
      purl: 'pkg:yocto/zlib@1.3.1',
      isDirect: true,
      licenseExpression: 'Zlib',
      downloadUrl: 'https://zlib.net/zlib-1.3.1.tar.xz',
      integrity: 'sha256:38ef96b8dfe510d42707d9c781877914792541133e1870841463bfa73f883e32',
      description: 'Compression library',
      homepageUrl: 'http://zlib.net/',
    },
  ]));

it('included files, appends, local recipes, images and needs', () =>
  expect(
    lines({
      'meta/recipes-a/a/a_git.bb': 'require a.inc\nSRCREV = "0123456789abcdef0123456789abcdef01234567"\n',
      'meta/recipes-a/a/a_1.0.bb': `require recipes-a/a/a.inc\nDEPENDS += "b \${@bb.utils.contains('X', 'y', 'no maybe no', '', d)}"\n`,
      'meta/recipes-a/a/a.inc':
        'LICENSE = "MIT & (GPL-2.0-only | ISC)"\nSRC_URI = "git://x.example/a.git;protocol=https;branch=main"\nDEPENDS = "quilt-native virtual/kernel c"\n',
      'meta/recipes-b/b/b_2.0.bb': `LICENSE = "ISC"\nPV = "2.0.\${MINOR}"\nMINOR = "7"\nSRC_URI = "\${GNU_MIRROR}/b/b-\${PV}.tar.gz"\nRDEPENDS:\${PN}:append = " d (>= 1)"\nRDEPENDS:\${PN} = "d (>= 1) b-dev"\n`,
      'meta-own/recipes-own/app/app_0.1.bb': 'LICENSE = "CLOSED"\nSRC_URI = "file://app.c"\n',
      'meta-own/recipes-own/images/own-image.bb':
        'LICENSE = "MIT"\ninherit core-image\nIMAGE_INSTALL += "app nginx packagegroup-x"\n',
      'meta-own/recipes-x/openssl/openssl_3.0.%.bbappend': 'SRC_URI += "file://fix.patch"\n',
      'meta-own/recipes-x/b/b_%.bbappend': 'SRC_URI += "file://fix.patch"\n',
      'meta/recipes-x/run/run.bb': '(println "LICENSE")\n',
    }),
  ).toEqual([
    'pkg:yocto/a@0123456789abcdef0123456789abcdef01234567 direct (MIT AND (GPL-2.0-only OR ISC)) < meta/recipes-a/a/a_git.bb > pkg:yocto/c pkg:yocto/quilt',
    'pkg:yocto/a@1.0 direct (MIT AND (GPL-2.0-only OR ISC)) < meta/recipes-a/a/a_1.0.bb > pkg:yocto/b@2.0.7 pkg:yocto/c pkg:yocto/quilt',
    'pkg:yocto/app@0.1 own in "meta-own/recipes-own/app" < meta-own/recipes-own/app/app_0.1.bb',
    'pkg:yocto/b@2.0.7 direct (ISC) < meta-own/recipes-x/b/b_%.bbappend meta/recipes-b/b/b_2.0.bb > pkg:yocto/d',
    'pkg:yocto/c direct < meta/recipes-a/a/a_1.0.bb meta/recipes-a/a/a_git.bb',
    'pkg:yocto/d direct < meta/recipes-b/b/b_2.0.bb',
    'pkg:yocto/nginx direct < meta-own/recipes-own/images/own-image.bb',
    'pkg:yocto/openssl direct < meta-own/recipes-x/openssl/openssl_3.0.%.bbappend asked for as "3.0.%"',
    'pkg:yocto/quilt build direct < meta/recipes-a/a/a_1.0.bb meta/recipes-a/a/a_git.bb',
  ]));

it('crates that a recipe fetches are packages, each with its line', () =>
  expect(
    describeTree({
      'meta/recipes-r/r/r_1.0.bb':
        'LICENSE = "MIT"\nSRC_URI = "https://x.example/r.tgz"\nSRC_URI += " \\\n    crate://crates.io/libc/0.2.1 \\\n    crate://crates.io/log/0.4.17 \\\n"\n',
    }).map(({ purl, isDirect, proofs }) => `${purl} ${isDirect} ${proofs.map(({ line }) => line)}`),
  ).toEqual(['pkg:cargo/libc@0.2.1 false 4', 'pkg:cargo/log@0.4.17 false 5', 'pkg:yocto/r@1.0 true ']));

it('files that include each other, and names of members of every object', () =>
  expect(
    lines({
      'recipes/a/constructor_1.0.bb': `require x.inc\nLICENSE = "\${LICENSE}"\nSUMMARY = "\${__proto__}"\nSRC_URI = "https://x.example/\${PV}"\nPV = "\${PV}"\nDEPENDS = "__proto__ toString"\n`,
      'recipes/a/x.inc': `require y.inc\nHOMEPAGE = "\${HOMEPAGE}"\n`,
      'recipes/a/y.inc': 'require x.inc\nPN = "x"\n',
    }),
  ).toEqual([
    'pkg:yocto/constructor direct < recipes/a/constructor_1.0.bb > pkg:yocto/toString',
    'pkg:yocto/toString direct < recipes/a/constructor_1.0.bb',
  ]));

it('recipes of public layers count if a recipe of another layer needs them, through groups and split packages too', () => {
  const recipe = (needs: string) => `LICENSE = "MIT"\nSRC_URI = "https://x.example/a.tgz"\nDEPENDS = "${needs}"\n`;
  const layer = {
    'poky/meta/conf/layer.conf': 'BBFILE_COLLECTIONS += "core"\nBBPATH .= ":x"\n',
    'poky/meta/recipes-a/a/a_1.bb': recipe('b'),
    'poky/meta/recipes-a/b/b_2.bb': recipe('a'),
    'poky/meta/recipes-a/tls/tls_3.bb': recipe(''),
    'poky/meta/recipes-a/dns/dns_4.bb': recipe(''),
    'poky/meta/recipes-a/no/no_9.bb': recipe('a'),
    'poky/meta/recipes-a/g/packagegroup-x.bb': `inherit packagegroup\nSUMMARY = "x"\nRDEPENDS:\${PN} = "tls-bin"\n`,
    'poky/meta/recipes-a/images/core-image-x.bb': 'inherit core-image\nIMAGE_INSTALL = "no"\n',
  };
  expect(lines(layer)).toEqual([]);
  expect(
    lines({
      ...layer,
      'own/conf/layer.conf': 'BBFILE_COLLECTIONS += "own"\n',
      'own/recipes-own/app/app_1.0.bb': 'LICENSE = "MIT"\nSRC_URI = "file://a.c"\nDEPENDS = "a"\n',
      'own/recipes-own/images/own-image.bb': 'inherit core-image\nIMAGE_INSTALL += "app packagegroup-x"\n',
      'own/recipes-a/dns/dns_%.bbappend': 'SRC_URI += "file://x.patch"\n',
    }).map((line) => line.split(' ', 1)[0]),
  ).toEqual(['pkg:yocto/a@1', 'pkg:yocto/app@1.0', 'pkg:yocto/b@2', 'pkg:yocto/dns@4', 'pkg:yocto/tls@3']);
});
