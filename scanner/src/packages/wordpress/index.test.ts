import { expect, it } from 'vitest';
import { lines } from '../../../test/packages/tree-check.ts';

it('a plugin has the name of its folder, and the license of its readme if its header has none', () =>
  expect(
    lines({
      'wp-content/plugins/akismet/akismet.php':
        '<?php\n/*\nPlugin Name: Akismet Anti-spam: Spam Protection\nVersion: 5.3\n*/\n',
      'wp-content/plugins/akismet/readme.txt': '=== Akismet ===\nStable tag: 5.2\nLicense: GPLv2 or later\n',
      'wp-content/plugins/lonely/readme.txt': '=== Lonely Plugin ===\nStable tag: 1.0\n',
      'wp-content/themes/twentytwenty/style.css': '/*\nTheme Name: Twenty Twenty\nVersion: 2.0\n*/\n',
      'wp-includes/version.php': "<?php\n$wp_version = '6.4.2';\n",
    }),
  ).toEqual([
    'pkg:wordpress/plugin/akismet@5.3 own (GPL-2.0-or-later) in "wp-content/plugins/akismet" < wp-content/plugins/akismet/akismet.php',
    'pkg:wordpress/plugin/lonely@1.0 own in "wp-content/plugins/lonely" < wp-content/plugins/lonely/readme.txt',
    'pkg:wordpress/theme/twentytwenty@2.0 own in "wp-content/themes/twentytwenty" < wp-content/themes/twentytwenty/style.css',
    'pkg:wordpress/wordpress@6.4.2 own in "wp-includes" < wp-includes/version.php',
  ]));
