import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const PACKAGE = `<?xml version="1.0"?>
<package version="2.0" xmlns="http://pear.php.net/dtd/package-2.0">
 <name>memcached</name>
 <channel>pecl.php.net</channel>
 <summary>Client for memcached</summary>
 <version><release>3.2.0</release><api>3.2.0</api></version>
 <license uri="http://www.php.net/license">PHP</license>
 <dependencies>
  <required>
   <php><min>7.0</min></php>
   <package><name>msgpack</name><channel>pecl.php.net</channel><min>2.0</min><max>2.0</max></package>
   <package><name>bad</name><channel>pecl.php.net</channel><conflicts/></package>
  </required>
  <optional><package><name>igbinary</name><channel>pecl.php.net</channel><min>1.0</min></package></optional>
 </dependencies>
</package>
`;

const cases: ManifestCase[] = [
  [
    'the second format',
    PACKAGE,
    [
      'declares pkg:pear/pecl.php.net/memcached@3.2.0 "PHP"',
      '  -> pkg:pear/pecl.php.net/msgpack@2.0 >=2.0,<=2.0',
      '  -> pkg:pear/pecl.php.net/igbinary >=1.0 optional',
      'requires pkg:pear/pecl.php.net/msgpack@2.0 direct',
    ],
  ],
  [
    'the first format',
    '<?xml version="1.0"?>\n<!DOCTYPE package SYSTEM "http://pear.php.net/dtd/package-1.0">\n<package version="1.0"><name>Mail</name><release><version>1.1</version><license>BSD</license><deps><dep type="php" rel="ge" version="4"/><dep type="pkg" rel="ge" version="1.0">Net_SMTP</dep><dep type="pkg" rel="constructor" version="2" optional="yes">Log</dep></deps></release></package>',
    [
      'declares pkg:pear/pear.php.net/Mail@1.1 "BSD"',
      '  -> pkg:pear/pear.php.net/Net_SMTP >=1.0',
      '  -> pkg:pear/pear.php.net/Log 2 optional',
    ],
  ],
  ['nothing', '', []],
  ['the package.xml of another system', '<package format="3"><name>robot</name><version>1.0.0</version></package>', []],
  [
    'no name',
    '<package xmlns="http://pear.php.net/dtd/package-2.0"><version/></package>',
    [],
    ['"package.name" should be the name'],
  ],
  ['broken', '<package xmlns="http://pear.php.net/dtd/package-2.0"><name>a</x>', [], ['could not be read']],
];

describe('pear-package', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pear-package', text, lines, problems));
  it('lines', () =>
    checkEvidence('pear-package', PACKAGE, [
      '3 pkg:pear/pecl.php.net/memcached@3.2.0',
      '11 pkg:pear/pecl.php.net/msgpack@2.0 >=2.0,<=2.0',
    ]));
  it('20,000 files', () =>
    checkLarge(
      'pear-package',
      PACKAGE.replace('<dependencies>', `<contents>${'<file name="a"/>'.repeat(20_000)}</contents><dependencies>`),
      2,
    ));
});
