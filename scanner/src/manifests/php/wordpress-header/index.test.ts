import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `<?php
/**
 * Plugin Name: All in One
 * Plugin URI: https://x.org/
 * Description: For <strong>all</strong>.
 * Version: 7.78
 * License: GPLv2 or later
 * Text Domain: all-in-one-wp
 */
`;

const cases: ManifestCase[] = [
  ['a plugin', ordinary, ['declares pkg:wordpress/plugin/all-in-one-wp@7.78 "GPLv2 or later"']],
  [
    'a theme',
    `/*
Theme Name: Twenty Twenty-Four
Version: 1.0
License URI: http://www.gnu.org/licenses/gpl-2.0.html
*/
`,
    ['declares pkg:wordpress/theme/twenty-twenty-four@1.0 "http://www.gnu.org/licenses/gpl-2.0.html"'],
  ],
  [
    'a readme',
    `=== Akismet Anti-spam ===
Contributors: a
Stable tag: 5.3
License: GPLv2 or later

== Description ==
`,
    ['declares pkg:wordpress/plugin/akismet-anti-spam@5.3 "GPLv2 or later"'],
  ],
  [
    'WordPress itself',
    `<?php
/**
 * @global string $wp_version
 */
$wp_version = '6.4.2';
`,
    ['declares pkg:wordpress/wordpress@6.4.2'],
  ],
  ['a plugin without a version', '<?php # Plugin Name: X y*/ ?>', ['declares pkg:wordpress/plugin/x-y']],
  [
    'another PHP file',
    `<?php
echo 1;
`,
    [],
  ],
  ['nothing', '', []],
];

describe('wordpress-header', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('wordpress-header', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('wordpress-header', ordinary, ['3 pkg:wordpress/plugin/all-in-one-wp@7.78 https://x.org/']));
});
