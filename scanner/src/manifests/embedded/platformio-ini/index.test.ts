// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of build files
import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'libraries',
    `[env:x]
platform = espressif32@6.4.0
lib_deps =
  bblanchon/ArduinoJson@^6.21
  PubSubClient @ 2.8.0 ; text
  https://github.com/a/b.git#v1
  \${common.lib}
  ./own
board = esp32
`,
    [
      'requires pkg:platformio/espressif32@6.4.0 build direct',
      'requires pkg:platformio/bblanchon/ArduinoJson direct',
      'requires pkg:platformio/PubSubClient@2.8.0 direct',
      'requires pkg:github/a/b@v1 direct',
    ],
  ],
  ['nothing', '', []],
];

describe('platformio-ini', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('platformio-ini', text, lines, problems));
  it('10,000 libraries', () =>
    checkLarge(
      'platformio-ini',
      `[env:x]\nlib_deps =\n${Array.from({ length: 10_000 }, (_, i) => `  a/p${i}@1.0.0`).join('\n')}`,
      10_000,
    ));
});
