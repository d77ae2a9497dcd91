import { expect, it } from 'vitest';
import { describeTree, lines } from '../../../test/packages/tree-check.ts';

const JQ = `EAPI=8
inherit autotools
MY_PV="\${PV/_/}"
MY_P="\${PN}-\${MY_PV}"
DESCRIPTION="JSON processor"
HOMEPAGE="https://jq.example/"
if [[ \${PV} == *9999 ]]; then
\tEGIT_REPO_URI="https://git.example/\${PN}"
else
\tSRC_URI="https://jq.example/\${MY_P}.tar.gz
\t\tdoc? ( https://jq.example/doc.tar.gz )"
fi
LICENSE="MIT || ( GPL-2+ BSD ) doc? ( CC-BY-3.0 )"
RDEPEND=">=dev-libs/oniguruma-6.1.3:=[static-libs?]
\t!app-misc/old
\tvirtual/libc"
DEPEND="\${RDEPEND}"
src_prepare() {
\tLICENSE="none"
}
`;

it('an ebuild has the category, name and version of its path', () =>
  expect(
    describeTree({ 'overlay/app-misc/jq/jq-1.7_rc1-r2.ebuild': JQ, 'overlay/app-misc/jq/metadata.xml.ebuild': '' }).map(
      ({ purl, isDirect, declaredLicense, downloadUrl, homepageUrl, description, dependencies }) => ({
        ...{ purl, isDirect, declaredLicense, downloadUrl, homepageUrl, description },
        dependencies: dependencies.map((one) => `${one.purl} ${one.requirement} ${one.scope}`),
      }),
    ),
  ).toEqual([
    {
      purl: 'pkg:ebuild/app-misc/jq@1.7_rc1-r2',
      isDirect: true,
      declaredLicense: 'MIT AND (GPL-2+ OR BSD) AND CC-BY-3.0',
      downloadUrl: 'https://jq.example/jq-1.7rc1.tar.gz',
      homepageUrl: 'https://jq.example/',
      description: 'JSON processor',
      dependencies: ['pkg:ebuild/dev-libs/oniguruma >=6.1.3 runtime'],
    },
  ]));

it('installed packages, with their license; local recipes; names that are no package', () =>
  expect(
    lines({
      'image/var/db/pkg/app-containers/skopeo-1.5.1/CONTENTS':
        'dir /usr\nobj /usr/bin/skopeo 376c02bd3b22804df8fdfdc895e7dbfb 1649284374\n',
      'image/var/db/pkg/app-containers/skopeo-1.5.1/LICENSE': 'Apache-2.0 MIT\n',
      'image/var/db/pkg/app-containers/skopeo-1.5.1/RDEPEND': 'app-crypt/gpgme:= dev-libs/none\n',
      'image/var/db/pkg/app-crypt/gpgme-1.2-r1/CONTENTS': '',
      'image/var/db/pkg/x/y/CONTENTS': 'dir /usr\n',
      'overlay/acct-user/app/app-0.ebuild': 'EAPI=8\nDESCRIPTION="user"\n',
      'overlay/app-misc/other/name-1.0.ebuild': 'DESCRIPTION="x"\nSRC_URI="https://x.example/a"\n',
    }),
  ).toEqual([
    'pkg:ebuild/acct-user/app@0 own in "overlay/acct-user/app" < overlay/acct-user/app/app-0.ebuild',
    'pkg:ebuild/app-containers/skopeo@1.5.1 own (Apache-2.0 AND MIT) < image/var/db/pkg/app-containers/skopeo-1.5.1/CONTENTS > pkg:ebuild/app-crypt/gpgme@1.2-r1',
    'pkg:ebuild/app-crypt/gpgme@1.2-r1 own < image/var/db/pkg/app-crypt/gpgme-1.2-r1/CONTENTS',
  ]));

it('ebuilds of a whole tree are only available', () =>
  expect(
    lines(
      Object.fromEntries(
        Array.from({ length: 60 }, (_, i) => [
          `gentoo/c-${i}/a/a-1.ebuild`,
          'DESCRIPTION="a"\nSRC_URI="https://x.example/a"\n',
        ]),
      ),
    ),
  ).toEqual([]));
